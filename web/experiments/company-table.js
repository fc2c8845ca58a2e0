import { parts, t } from "../language.js";
import { fixed } from "../numbers.js";
import { el, focusedBy, setAttribute } from "../views/dom.js";
import { depthName } from "./company-words.js";
import { cosineIn } from "./gram.js";

/**
 * Every token with its cosine to the two occurrences of the word, at each depth, a table a sentence. Their words are one tab stop; arrows,
 * Home and End go through them; the word with the focus or under the pointer lights up in the pictures.
 * @param {{ onPoint(at: number | null): void }} options
 */
export function createTable({ onPoint }) {
  const element = el("div", { class: "company-table" });
  let buttons = [];

  const move = (event) => {
    const at = buttons.indexOf(focusedBy(buttons[0]));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    stopAt(Math.max(0, Math.min(buttons.length - 1, to)));
  };
  const stopAt = (to) => {
    buttons.forEach((button, at) => setAttribute(button, "tabindex", at === to ? 0 : -1));
    buttons[to].focus();
  };
  element.addEventListener("keydown", move);
  element.addEventListener("focusin", ({ target }) => onPoint(buttons.indexOf(target)));
  element.addEventListener("focusout", () => onPoint(null));
  element.addEventListener("pointerleave", () => onPoint(null));

  return {
    element,
    show(company, word) {
      buttons = company.members.map((member, at) => el("button", { type: "button", class: "company-word", tabindex: at ? -1 : 0 }, el("bdi", {}, member.word)));
      element.replaceChildren(...["A", "B"].map((side) => tableOf(company, word, side, buttons, onPoint)));
    },
    /** @param {number | null} at */
    light(at) {
      buttons.forEach((button, index) => button.closest("tr").classList.toggle("is-lit", index === at));
    },
  };
}

function tableOf({ members, countA, depths }, { a, b }, side, buttons, onPoint) {
  const ids = [a, countA + b];
  const row = (at) => el("tr", { class: ids.includes(at) ? "is-chosen" : null, onpointerenter: () => onPoint(at) },
    el("th", { scope: "row" }, buttons[at]),
    ...depths.flatMap(({ gram }) => ids.map((id) => el("td", {}, fixed(cosineIn(gram, members.length, at, id), 2)))));
  return el("table", { dir: "ltr" },
    el("caption", { dir: "auto" }, ...parts("company.table", { side, word: el("bdi", {}, members[a].word), word2: el("bdi", {}, members[a].word) })),
    el("thead", {},
      el("tr", {}, el("td"), ...depths.map(({ layers }) => el("th", { scope: "colgroup", colspan: 2 }, depthName(layers)))),
      el("tr", {}, el("td"), ...depths.flatMap(() => ["A", "B"].map((to) => el("th", { scope: "col" }, t("company.to", { side: to })))))),
    el("tbody", {}, ...members.flatMap((member, at) => (member.side === side ? [row(at)] : []))));
}
