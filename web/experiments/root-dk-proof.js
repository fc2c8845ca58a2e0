import { el, math } from "../views/dom.js";

const I = (letter, role) => ["mi", { class: role }, letter];
const O = (sign) => ["mo", sign];
const ONE = ["mn", "1"];
const ZERO = ["mn", "0"];
const QX = ["msub", I("q", "q"), ["mi", "x"]];
const KX = ["msub", I("k", "k"), ["mi", "x"]];
const DK = ["msub", ["mi", "d"], ["mi", "k"]];
const ROOT = ["msqrt", DK];
const E = ["mi", { mathvariant: "normal" }, "E"];
const VAR = ["mi", "Var"];
const of = (operator, ...inside) => [operator, O("("), ...inside, O(")")];
const square = (base) => ["msup", base, ["mn", "2"]];
const DOT = [I("q", "q"), O("·"), I("k", "k")];

const LINES = [
  ["Each number has mean 0 and variance 1, and none depends on another.", [...of(E, QX), O("="), ...of(E, KX), O("="), ZERO], [...of(E, square(QX)), O("="), ...of(E, square(KX)), O("="), ONE]],
  ["So one product is 0 on average.", [...of(E, QX, KX), O("="), ...of(E, QX), ...of(E, KX), O("="), ZERO]],
  ["And it has variance 1.", [...of(VAR, QX, KX), O("="), ...of(E, square(QX)), ...of(E, square(KX)), O("="), ONE]],
  ["Variances of independent terms add up: d_k products, variance d_k.", [...of(VAR, ...DOT), O("="), ["munderover", O("∑"), ["mrow", ["mi", "x"], O("="), ONE], DK], ...of(VAR, QX, KX), O("="), DK]],
  ["So the spread is √d_k, and dividing by it leaves 1.", [...of(["mi", "std"], ...DOT), O("="), ROOT], [...of(["mi", "std"], ["mfrac", ["mrow", ...DOT], ROOT]), O("="), ONE]],
];

/** The variance of a dot product in five lines. */
export function proof() {
  return el("ol", { class: "proof" }, ...LINES.map(([words, ...lines]) =>
    el("li", {}, el("p", {}, ...withMath(words)), el("div", {}, ...lines.map((line) => math(["math", { displaystyle: "true" }, ["mrow", ...line]]))))));
}

/** Text in which d_k and √d_k are set as mathematics. */
export function withMath(text) {
  return text.split(/(√d_k|d_k)/).map((piece) => ({ "√d_k": () => math(["math", ROOT]), d_k: () => math(["math", DK]) })[piece]?.() ?? piece);
}
