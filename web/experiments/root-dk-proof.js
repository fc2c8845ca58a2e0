import { t } from "../language.js";
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

/** Under a sentence each, of the strings. */
const LINES = [
  [[...of(E, QX), O("="), ...of(E, KX), O("="), ZERO], [...of(E, square(QX)), O("="), ...of(E, square(KX)), O("="), ONE]],
  [[...of(E, QX, KX), O("="), ...of(E, QX), ...of(E, KX), O("="), ZERO]],
  [[...of(VAR, QX, KX), O("="), ...of(E, square(QX)), ...of(E, square(KX)), O("="), ONE]],
  [[...of(VAR, ...DOT), O("="), ["munderover", O("∑"), ["mrow", ["mi", "x"], O("="), ONE], DK], ...of(VAR, QX, KX), O("="), DK]],
  [[...of(["mi", "std"], ...DOT), O("="), ROOT], [...of(["mi", "std"], ["mfrac", ["mrow", ...DOT], ROOT]), O("="), ONE]],
];

/** The variance of a dot product in five lines. */
export function proof() {
  return el("ol", { class: "proof" }, ...LINES.map((lines, at) =>
    el("li", {}, el("p", {}, ...withMath(t(`root.proof.${at + 1}`))), el("div", { dir: "ltr" }, ...lines.map((line) => math(["math", { displaystyle: "true" }, ["mrow", ...line]]))))));
}

/** Text in which d_k and √d_k are set as mathematics. */
export function withMath(text) {
  return text.split(/(√d_k|d_k)/).map((piece) => ({ "√d_k": () => math(["math", ROOT]), d_k: () => math(["math", DK]) })[piece]?.() ?? piece);
}
