import { printedList } from "../checked-digits.js";
import { parts, t } from "../language.js";
import { fixed, perCent, percent as percentOf, significant } from "../numbers.js";
import { block } from "./inspector-block.js";
import { el, fontOf, math, setAttribute, setText, svg, textWidth } from "./dom.js";

const PRINTED = 8; // longer values are given by their length
const HEIGHT = 22; // of the bar of shares

/** What of the output is this key's value: weight × v, beside the shares of the other keys. */
export function shareBlock() {
  const name = el("bdi");
  const numbers = el("span", { class: "numbers", dir: "ltr" });
  const [others, own] = ["share", "share is-key"].map((name) => svg("path", { class: name }));
  const bar = el("div", { class: "shares", dir: "ltr", "aria-hidden": "true" }, svg("svg", { width: "100%", height: HEIGHT }, others, own));
  const names = el("div", { class: "share-names", dir: "ltr", "aria-hidden": "true" });
  const value = el("div", { class: "value" }, el("span", { class: "name" }, ...parts("cell.value", { word: name })), numbers);
  const { element, formula, result } = block("", value, bar, names);
  const times = el("span");
  formula.append(times, math(["math", ["msub", ["mi", { class: "v" }, "v"], ["mn"]]]));
  const j = formula.querySelector("mn");
  const title = element.querySelector("h3");
  let last = null;
  let width = 0;
  let fonts = null;
  const draw = () => {
    const spans = spansOf(last.sum, width);
    bar.hidden = names.hidden = !spans;
    if (!spans || !width) return; // hidden until now: the observer calls again
    const key = last.cell.j - 1;
    setAttribute(others, "d", spans.map((span, index) => (index === key ? "" : shape(span))).join(""));
    setAttribute(own, "d", shape(spans[key]));
    names.replaceChildren(...placeNames(spans, key, { width, label: last.label, fonts }));
  };
  const resizing = new ResizeObserver(() => {
    width = bar.clientWidth;
    fonts ??= fontsOf(names); // here, where all is laid out already
    if (last) draw();
  });
  resizing.observe(bar);
  return {
    element,
    render(view) {
      const { sum, cell, key, softmax } = view;
      const { weight, percent } = softmax ?? (sum.q ? { weight: "0", percent: perCent("0") } : { weight: significant(sum.weight, 4), percent: percentOf(sum.weight) });
      setText(times, `${weight} × `);
      setText(j, String(cell.j));
      setText(result, Number.isNaN(sum.weight) ? "NaN" : percent);
      setText(name, key.text);
      // Of weights that came without values there is no output.
      setText(title, t(sum.value ? "cell.share" : "cell.shareOfRow"));
      value.hidden = formula.hidden = !sum.value;
      if (sum.value) numbers.replaceChildren(...valueNumbers(sum.value));
      last = view;
      draw();
    },
  };
}

function valueNumbers(value) {
  if (value.length <= PRINTED) return printedList(value, 2).map((text) => el("span", {}, text));
  const length = Math.sqrt(value.reduce((total, x) => total + x * x, 0));
  return [el("span", { dir: "auto" }, t("cell.length", { count: value.length, length: fixed(length, 2) }))];
}

/** Where each key's share stands and how wide it is drawn; null where there is nothing to share out, or something is below nothing. */
function spansOf({ weights }, width) {
  const total = weights.reduce((all, x) => all + x, 0);
  if (!(total > 0) || weights.some((weight) => weight < 0)) return null;
  const gap = weights.length <= 12 ? 2 : 1;
  let from = 0;
  return weights.map((weight, index) => {
    const share = (weight / total) * width;
    const span = { from, width: share, drawn: Math.max(share > 0.2 ? 0.5 : 0, share - (index < weights.length - 1 ? Math.min(gap, share / 4) : 0)) };
    from += share;
    return span;
  });
}

/** A box on whole pixels, its corners slightly round, as a path. */
function shape({ from, drawn }) {
  const [left, right] = [Math.round(from), Math.round(from + drawn)];
  const r = Math.min(2, (right - left) / 2);
  const [flat, upright] = [right - left - 2 * r, HEIGHT - 2 * r];
  return r > 0 ? `M${left + r} 0h${flat}q${r} 0 ${r} ${r}v${upright}q0 ${r}-${r} ${r}h-${flat}q-${r} 0-${r}-${r}v-${upright}q0-${r} ${r}-${r}z` : "";
}

function fontsOf(names) {
  const plain = fontOf(names);
  return { plain, bold: plain.replace(" 400 ", " 600 ") };
}

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
