/** What the numbers of “Words in company” say, in words. */
import { fixed, percent, significant } from "../numbers.js";
import { el } from "../views/dom.js";
import { nearestIn } from "./gram.js";

/** Cosines that print alike count as the same. */
const PRINTED = 0.005;
const NEIGHBOURS = 3;

/** “before attention”, “after layer 1” */
export const depthName = (layers) => (layers === 0 ? "before attention" : `after layer ${layers}`);
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const number = (text) => el("span", { class: "number" }, text);
const italic = (text) => el("bdi", { class: "word" }, text);
/** A word with the letter of its sentence. @param {import("./company-look.js").Member} member */
export const memberName = ({ word, side }) => el("span", { class: "member" }, el("bdi", {}, word), ` ${side}`);

/** @returns {Node[][]} paragraphs: how alike the two are at each depth, and what tells them apart at first */
export function summary({ members, countA, truncated, depths }, word, compared) {
  const name = italic(members[word.a].word);
  const [placeA, placeB] = [members[word.a].place, members[countA + word.b].place];
  const steps = compared.flatMap(({ cosine }, at) => [at === 0 ? "" : at === compared.length - 1 ? " and " : ", ", number(fixed(cosine, 2)), ` ${depthName(depths[at].layers)}`]);
  return [
    ["The cosine of the two ", name, " is ", ...steps, ". ", moved(compared[0].cosine, compared.at(-1).cosine)],
    [placeA === placeB ? `Before attention they are one vector: the same embedding at the same place, ${placeA}.` : `Before attention they differ by their places alone, ${placeA} in A and ${placeB} in B; the embedding is the same.`,
      ...repeated(word), ...cut(truncated)],
  ];
}

function moved(before, after) {
  if (after < before - PRINTED) return "On their way through the layers, each among its own words, they have moved apart.";
  return after > before + PRINTED ? "On their way through the layers they have come closer." : "The layers have hardly moved them.";
}

const repeated = ({ timesA, timesB }) => [["A", timesA], ["B", timesB]].filter(([, times]) => times > 1).map(([side, times]) => ` It stands ${times} times in ${side}; the first is taken.`);
const cut = (truncated) => ["A", "B"].filter((_, at) => truncated[at] > 0).map((side) => ` Of ${side} only the beginning is read: the model takes no more tokens.`);

/** Figures beside one picture. @returns {HTMLElement} a list of names and values */
export function figures({ members, countA }, depth, { a, b }, { cosine, distance, relative }) {
  const ids = [a, countA + b];
  const row = (term, ...value) => el("div", {}, el("dt", {}, ...term), el("dd", {}, ...value));
  const near = (id) => nearestIn(depth.gram, members.length, id, NEIGHBOURS).map(({ at, cosine: alike }) => el("li", {}, memberName(members[at]), number(fixed(alike, 2))));
  return el("dl", { class: "company-figures" },
    row(["Cosine of the two"], el("b", {}, fixed(cosine, 2))),
    row(["Distance"], el("b", {}, significant(distance, 3)), el("small", {}, `${fixed(relative, 2)} of the length of the one in B`)),
    row(["Variance on the two axes"], el("b", {}, percent(shareOf(depth))), el("small", {}, depth.shares.map(percent).join(" + "))),
    ...ids.map((id) => row(["Nearest to ", memberName(members[id])], el("ul", {}, ...near(id)))));
}

const shareOf = ({ shares }) => shares[0] + shares[1];

/** The picture for those who do not see it. */
export function pictureName({ members, countA }, depth, { a, b }, { cosine, distance }) {
  const name = members[a].word;
  const first = nearestIn(depth.gram, members.length, a, 1)[0];
  const nearest = first ? `; nearest to ${name} in A is ${members[first.at].word} in ${members[first.at].side}, ${fixed(first.cosine, 2)}` : "";
  return `${capital(depthName(depth.layers))}: ${members.length} tokens of sentences A (${countA}) and B (${members.length - countA}) in two dimensions that carry ${percent(shareOf(depth))} of the variance. The two ${name} have cosine ${fixed(cosine, 2)} and distance ${significant(distance, 3)}${nearest}.`;
}

/** “Before attention”, and what the vectors are. */
export function depthTitle(layers) {
  return el("h3", { class: "depth-title" }, el("span", { class: "title" }, capital(depthName(layers))), " ", el("span", { class: "quiet" }, layers === 0 ? "embedding + position" : "what leaves it"));
}
