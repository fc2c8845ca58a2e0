/** The sentences of “Why three matrices”: each number in them is read from the tables of the look. Places count from 0. */
import { parts, t } from "../language.js";
import { fixed, significant } from "../numbers.js";
import { valueText } from "../picture.js";
import { el, math, spaced } from "../views/dom.js";
import { asymmetryOf, cosineIn, nearestIn } from "./gram.js";

const T = ["mi", { mathvariant: "normal" }, "T"];
const transposed = (letter, role = {}) => ["msup", ["mi", role, letter], T];
/** Formulas of the two tables: embeddings alone, or what enters the first layer with positions in it. */
export const FORMULAS = {
  E: ["mrow", ["mi", "E"], transposed("E")],
  X: ["mrow", ["mi", "X"], transposed("X")],
  scores: ["mrow", ["mi", { class: "q" }, "Q"], transposed("K", { class: "k" })],
};
/** Two values count as different from here, as printed. */
const PRINTED = 0.005;

const NBSP = "\u00a0";
const score = (value) => valueText("scores", value);
const share = (value) => fixed(value, 2);
const word = (look, at) => el("bdi", { class: "word" }, look.labels[at]);
const number = (text) => el("span", { class: "number", dir: "ltr" }, text);
const equals = (value) => el("span", { class: "equals" }, `${NBSP}=${NBSP}`, number(score(value)));
const wordNamed = (text) => el("i", { class: "word" }, text);
const W = (letter) => math(["math", ["msub", ["mi", "W"], ["mi", letter]]]);

/** “[it, animal] = [animal, it] = −1.00”, or the two values. */
export function pairLine(look, data, formula, { i, j }) {
  const { n } = look;
  const cell = (a, b) => el("span", { class: "cell-name" }, "[", word(look, a), ", ", word(look, b), "]");
  const [here, there] = [data[i * n + j], data[j * n + i]];
  const name = [math(["math", formula]), " "];
  const line = (...nodes) => el("bdi", { dir: "ltr" }, ...nodes);
  if (i === j) return parts("matrices.own", { here: line(...name, cell(i, j), equals(here)) });
  if (here === there) return [line(...name, cell(i, j), " = ", cell(j, i), equals(here))];
  return parts("matrices.but", { here: line(...name, cell(i, j), equals(here)), there: line(cell(j, i), equals(there)) });
}

/** For those who do not see the cell. */
export function pairSaid({ labels, n }, data, { i, j }) {
  return t("matrices.said", { a: labels[i], b: labels[j], here: score(data[i * n + j]), there: score(data[j * n + i]) });
}

/** How far a table is from its own mirror image. */
export function asymmetry(look, data) {
  const { size, i, j } = asymmetryOf(data, look.n);
  const difference = math(["math", ["mrow", ["mo", "|"], ["mi", "S"], ["mo", "−"], ["msup", ["mi", "S"], T], ["mo", "|"]]]);
  const values = { difference, value: number(significant(size, 3)) };
  return size === 0 ? parts("matrices.mirror", values) : parts("matrices.largest", { ...values, a: word(look, i), b: word(look, j) });
}

/** What the sentence shows. @returns {Node[][]} paragraphs */
export function verdict(look) {
  if (!look.pair) return [[t("matrices.alone")]];
  return look.other ? trainedVerdict(look) : [likeness(look, look.pair)];
}

/** What a word gives another one, against how alike they are, and against the words that it does resemble. */
function likeness(look, { i, j }) {
  const { gram, weights, n } = look;
  const given = (at) => weights[i * n + at];
  const most = Array.from({ length: n }, (_, at) => at).every((at) => given(at) <= given(j));
  const cosine = cosineIn(gram, n, i, j);
  const near = nearestIn(gram, n, i, 2);
  const alike = near.length > 0 && near[0].cosine >= PRINTED;
  const unlike = !alike || cosine < near[0].cosine - PRINTED;
  return spaced(
    parts(most ? "matrices.givesMost" : "matrices.gives", { a: word(look, i), b: word(look, j), weight: number(share(given(j))) }),
    parts("matrices.cosine", { cosine: number(share(cosine)) }),
    alike ? resembled(look, i, near) : parts("matrices.resemblesNone", { a: word(look, i), cosine: number(share(near[0]?.cosine ?? 0)) }),
    ...(most && unlike ? [parts("matrices.meaning", { wq: W("Q"), wk: W("K") })] : []),
  );
}

function resembled(look, i, near) {
  const [one, two] = near.map(({ at, cosine }) => ({ word: word(look, at), cosine: number(share(cosine)), weight: number(share(look.weights[i * look.n + at])) }));
  return two ? parts("matrices.resemblesTwo", { ...one, word2: two.word, cosine2: two.cosine, weight2: two.weight }) : parts("matrices.resembles", one);
}

/** The plain word about the trained model: it does not find the animal, and the last word changes little. */
function trainedVerdict(look) {
  const { pair: { i, j }, n, labels, layer, head, other } = look;
  const street = labels.indexOf("street");
  const given = ({ weights }, at) => weights[i * n + at];
  const moved = Math.max(...[j, street].map((at) => Math.abs(given(look, at) - given(other, at))));
  const both = (which) => ({ animal: word(look, j), toAnimal: number(share(given(which, j))), street: word(look, street), toStreet: number(share(given(which, street))) });
  return [
    spaced(
      parts("matrices.tired", { layer, head, it: word(look, i), ...both(look) }),
      parts("matrices.wide", { wide: wordNamed("wide"), tired: wordNamed("tired"), ...both(other), moved: number(share(moved)) }),
      ...([look, other].every((which) => given(which, street) > given(which, j)) ? [[t("matrices.prefers")]] : []),
    ),
    spaced(parts("matrices.enters", { formula: math(["math", FORMULAS.X]) }), [t("matrices.mixed", { layer })], [t("matrices.lopsided")]),
  ];
}

/** The pair that is pointed at: likeness, weights both ways, and in a hand-made example what is asked and offered. */
export function pairWords(look, { i, j }) {
  const { gram, weights, n } = look;
  const weight = (a, b) => number(share(weights[a * n + b]));
  if (i === j) return [parts("matrices.self", { a: word(look, i), weight: weight(i, j) }), ...asked(look, i, j)];
  return [
    spaced(
      parts("matrices.cosineOf", { cosine: number(share(cosineIn(gram, n, i, j))) }),
      parts("matrices.both", { a: word(look, i), b: word(look, j), weight: weight(i, j), a2: word(look, i), b2: word(look, j), weight2: weight(j, i) }),
    ),
    ...asked(look, i, j), ...asked(look, j, i),
  ];
}

/** “it asks “someone alive?” with 3.00, animal offers “I am alive” with 2.00: 6.00 of the score of 6.00.” */
function asked(look, i, j) {
  const { result: { run, example }, scores, n } = look;
  if (!example) return [];
  const [q, k] = ["q", "k"].map((stage) => run.matrix(stage, 0, 0));
  const product = (x) => q.data[i * q.cols + x] * k.data[j * k.cols + x];
  const best = example.dimensions.map((_, x) => x).reduce((a, b) => (product(b) > product(a) ? b : a));
  const values = { a: word(look, i), b: word(look, j), score: number(score(scores[i * n + j])) };
  if (!(product(best) > 0)) return [parts("matrices.nothing", values)];
  return [parts("matrices.asked", {
    ...values, ...example.dimensions[best], q: number(score(q.data[i * q.cols + best])), k: number(score(k.data[j * k.cols + best])), product: number(score(product(best))),
  })];
}
