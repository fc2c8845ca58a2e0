import { parts, t } from "../language.js";
import { grouped } from "../numbers.js";
import { el, math, setAttribute, setText } from "../views/dom.js";
import { DRAWS } from "./root-dk-draws.js";
import { wholeField } from "./whole-field.js";

const MOST = 1024;
const ROOT = ["msqrt", ["msub", ["mi", "d"], ["mi", "k"]]];
/** What a key does to d_k: one more or less, twice or half as much. */
const KEYS = {
  ArrowRight: (x) => x + 1, ArrowUp: (x) => x + 1, ArrowLeft: (x) => x - 1, ArrowDown: (x) => x - 1,
  PageUp: (x) => 2 * x, PageDown: (x) => Math.round(x / 2), Home: () => 1, End: () => MOST,
};

/** d_k, the draw and the division. */
export function controls({ onDK, onAgain, onDivide }) {
  const { slider, field, note, show } = width(onDK);
  const seed = el("span", { "data-figure": "seed" });
  const divide = el("input", { type: "checkbox", role: "switch", id: "root-divide", "aria-label": t("adjust.divide"), onchange: () => onDivide(divide.checked) });
  const element = el("div", { class: "root-controls" },
    slider, field, note,
    el("label", { class: "switch" }, math(["math", { "aria-hidden": "true" }, ["mo", "÷"], ROOT]), divide),
    el("span", { class: "root-draw" },
      el("span", { class: "quiet" }, ...parts("root.draws", { count: grouped(DRAWS), seed })),
      el("button", { type: "button", class: "button", id: "root-again", onclick: onAgain }, t("root.again"))));
  return {
    element,
    show(wanted) {
      show(wanted.dK);
      setText(seed, grouped(wanted.seed));
    },
  };
}

/** The slider's own scale is log₂ of d_k. */
function width(onDK) {
  let held = 1;
  const range = el("input", { type: "range", id: "root-slider", min: "0", max: String(Math.log2(MOST)), step: "0.01", "aria-label": t("root.slider", { most: grouped(MOST) }) });
  range.addEventListener("input", () => {
    const dK = Math.round(2 ** Number(range.value));
    if (dK !== held) onDK(dK);
  });
  range.addEventListener("keydown", (event) => {
    if (!KEYS[event.key]) return;
    event.preventDefault();
    onDK(Math.min(MOST, Math.max(1, KEYS[event.key](held))));
  });
  const { input, note, show: showField } = wholeField({ id: "root-dk", name: t("root.field"), letter: "dₖ", least: 1, most: MOST, onSet: onDK });
  return {
    slider: el("div", { class: "slider" }, el("span", { class: "name", "aria-hidden": "true" }, math(["math", ["msub", ["mi", "d"], ["mi", "k"]]])), range),
    field: input, note,
    show(dK) {
      held = dK;
      showField(dK);
      if (Math.round(2 ** Number(range.value)) !== dK) range.value = String(Math.log2(dK));
      setAttribute(range, "aria-valuetext", grouped(dK));
    },
  };
}
