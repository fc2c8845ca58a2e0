import { valueText } from "../picture.js";

/**
 * @typedef {string | ["q" | "k" | "v" | "i" | "b", string] | ["math", any] | ["cell", string, number, number]} Part
 *   a word in its role's colour, italic or bold text, a MathML tree of views/dom.js, or a number of the map: stage, row, column
 * @typedef {object} Choice
 * @property {Part[]} text @property {boolean} right
 * @property {Part[]} says why it is right, or what it mixes up
 * @property {string} [mistake] id of the common mistake that a wrong choice makes
 * @property {{ row?: number, column?: number, cell?: { i: number, j: number } }} [marks] what the map outlines while it is open
 * @typedef {{ ask: Part[], choices: Choice[] }} Problem
 */

/** Parts as plain text. @param {Part[]} parts @param {import("./facts.js").LessonFacts} facts */
export function plain(parts, facts) {
  return parts.map((part) => {
    if (typeof part === "string") return part;
    const [kind, ...rest] = part;
    if (kind === "cell") return valueText(rest[0], facts.at(rest[0], rest[1], rest[2]));
    return kind === "math" ? mathText(rest[0]) : rest[0];
  }).join("");
}

const mathText = (tree) => (typeof tree === "string" ? tree : Array.isArray(tree) ? tree.slice(1).map(mathText).join("") : "");

/**
 * The problem as it can be put. Numbers may have been edited so that two answers read the same: one of them is
 * left, the right one if it is among them.
 * @param {Problem} problem @param {import("./facts.js").LessonFacts} facts
 * @returns {{ ask: Part[], choices: (Choice & { at: number })[] } | null} `at`: place among all choices, from 0; null: with
 *   these numbers there is nothing to choose from
 */
export function settle({ ask, choices }, facts) {
  const texts = choices.map(({ text }) => plain(text, facts));
  const kept = choices.filter((choice, at) => {
    const twins = choices.filter((_, other) => texts[other] === texts[at]);
    return choice === (twins.find(({ right }) => right) ?? twins[0]);
  });
  if (kept.length < 2 || kept.filter(({ right }) => right).length !== 1) return null;
  return { ask, choices: kept.map((choice) => ({ ...choice, at: choices.indexOf(choice) })) };
}
