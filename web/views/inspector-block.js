import { el, setText } from "./dom.js";

/**
 * One step of the arithmetic: its name and formula to the left, its result in the one right column.
 * @param {string} name
 * @param {...Node} body
 */
export function block(name, ...body) {
  const formula = el("span", { class: "formula", dir: "auto" });
  const result = el("span", { class: "result", dir: "ltr" });
  const element = el("div", { class: "block" },
    el("div", { class: "block-head" }, el("h3", {}, name), formula, result), ...body);
  return { element, formula, result };
}

/** A line "name … number". */
export function sumRow() {
  const name = el("span", { dir: "auto" });
  const number = el("span", { dir: "ltr" });
  return {
    element: el("div", { class: "sum-row" }, name, number),
    show(nameText, numberText) {
      setText(name, nameText);
      setText(number, numberText);
    },
  };
}
