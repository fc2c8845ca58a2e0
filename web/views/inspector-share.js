import { printedList, printedWeight } from "../checked-digits.js";
import { fixed } from "../numbers.js";
import { block } from "./inspector-block.js";
import { el, fontOf, math, setText, textWidth } from "./dom.js";

const PRINTED = 8; // longer values are given by their length

/** What of the output is this key's value: weight × v, beside the shares of the other keys. */
export function shareBlock() {
  const name = el("bdi");
  const numbers = el("span", { class: "numbers" });
  const bar = el("div", { class: "shares", "aria-hidden": "true" });
  const names = el("div", { class: "share-names", "aria-hidden": "true" });
  const { element, formula, result } = block("Share of output",
    el("div", { class: "value" }, el("span", { class: "name" }, "value of ", name), numbers), bar, names);
  let last = null;
  let width = 0;
  const resizing = new ResizeObserver(() => {
    width = bar.clientWidth;
    if (last) drawShares(bar, names, width, last);
  });
  resizing.observe(bar);
  return {
    element,
    render(view) {
      const { sum, cell, key } = view;
      const { weight, percent } = sum.open ? printedWeight(sum) : { weight: "0", percent: "0 %" };
      formula.replaceChildren(`${weight} × `, math(["math", ["msub", ["mi", { class: "v" }, "v"], ["mn", String(cell.j)]]]));
      setText(result, Number.isNaN(sum.weight) ? "NaN" : percent);
      setText(name, key.text);
      numbers.replaceChildren(...valueNumbers(sum.value));
      last = view;
      drawShares(bar, names, width, view);
    },
  };
}

function valueNumbers(value) {
  if (value.length <= PRINTED) return printedList(value, 2).map((text) => el("span", {}, text));
  const length = Math.sqrt(value.reduce((total, x) => total + x * x, 0));
  return [el("span", {}, `${value.length} numbers, length ${fixed(length, 2)}`)];
}

function drawShares(bar, names, width, { sum, cell, label }) {
  const total = sum.weights.reduce((all, x) => all + x, 0);
  bar.hidden = names.hidden = !(total > 0);
  const gap = sum.weights.length <= 12 ? 2 : 1;
  let from = 0;
  const spans = sum.weights.map((weight) => {
    const share = total > 0 ? (weight / total) * width : 0;
    const span = { from, width: share };
    from += share;
    return span;
  });
  while (bar.childElementCount < spans.length) bar.append(el("span"));
  while (bar.childElementCount > spans.length) bar.lastChild.remove();
  spans.forEach((span, index) => {
    const { style, classList } = bar.children[index];
    bar.children[index].className = index + 1 === cell.j ? "share is-key" : "share";
    style.left = `${span.from}px`;
    style.width = `${Math.max(span.width > 0.2 ? 0.5 : 0, span.width - (index < spans.length - 1 ? Math.min(gap, span.width / 4) : 0))}px`;
  });
  names.replaceChildren(...placeNames(spans, cell.j - 1, { width, label, fonts: shareFonts(names) }));
}

let fonts;
const shareFonts = (names) => (fonts ??= { plain: fontOf(names), bold: fontOf(names).replace(" 400 ", " 600 ") });

/** The key's name always, the others where their share is wide enough and nothing touches. */
function placeNames(spans, key, { width, label, fonts }) {
  const taken = [];
  const shown = [];
  const { plain, bold } = fonts;
  const order = spans.map((_, index) => index).sort((a, b) => (b === key) - (a === key) || spans[b].width - spans[a].width);
  for (const index of order.slice(0, 6)) {
    const needs = textWidth(label(index), index === key ? bold : plain) + 2;
    if (index !== key && needs > spans[index].width) continue;
    const middle = spans[index].from + spans[index].width / 2;
    const left = Math.max(0, Math.min(width - needs, middle - needs / 2));
    if (taken.some((other) => left < other.right + 8 && other.left < left + needs + 8)) continue;
    taken.push({ left, right: left + needs });
    const name = el("span", { class: index === key ? "is-key" : null }, label(index));
    name.style.left = `${left}px`;
    shown.push(name);
  }
  return shown;
}
