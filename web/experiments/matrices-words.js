/** The sentences of “Why three matrices”: each number in them is read from the tables of the look. Places count from 0. */
import { fixed, significant } from "../numbers.js";
import { valueText } from "../picture.js";
import { el, math } from "../views/dom.js";
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
const number = (text) => el("span", { class: "number" }, text);
const equals = (value) => el("span", { class: "equals" }, `${NBSP}=${NBSP}`, number(score(value)));
const wordNamed = (text) => el("i", { class: "word" }, text);
const W = (letter) => math(["math", ["msub", ["mi", "W"], ["mi", letter]]]);

/** “[it, animal] = [animal, it] = −1.00”, or the two values. */
export function pairLine(look, data, formula, { i, j }) {
  const { n } = look;
  const cell = (a, b) => el("span", { class: "cell-name" }, "[", word(look, a), ", ", word(look, b), "]");
  const [here, there] = [data[i * n + j], data[j * n + i]];
  const name = [math(["math", formula]), " "];
  if (i === j) return [...name, cell(i, j), equals(here), ", its own mirror cell"];
  if (here === there) return [...name, cell(i, j), " = ", cell(j, i), equals(here)];
  return [...name, cell(i, j), equals(here), ", but ", cell(j, i), equals(there)];
}

/** For those who do not see the cell. */
export function pairSaid({ labels, n }, data, { i, j }) {
  return `${labels[i]} with ${labels[j]}: ${score(data[i * n + j])}; ${labels[j]} with ${labels[i]}: ${score(data[j * n + i])}`;
}

/** How far a table is from its own mirror image. */
export function asymmetry(look, data) {
  const { size, i, j } = asymmetryOf(data, look.n);
  const name = math(["math", ["mrow", ["mo", "|"], ["mi", "S"], ["mo", "−"], ["msup", ["mi", "S"], T], ["mo", "|"]]]);
  const start = ["Largest ", name, ": ", number(significant(size, 3))];
  return size === 0 ? [...start, ". The table is its own mirror image."] : [...start, ", between ", word(look, i), " and ", word(look, j)];
}

/** What the sentence shows. @returns {Node[][]} paragraphs */
export function verdict(look) {
  if (!look.pair) return [["One word alone has no other to be compared with."]];
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
  return [
    word(look, i), " gives ", word(look, j), " ", number(share(given(j))), " of its weight", most ? ", more than any other word. " : ". ",
    "The cosine of their embeddings is ", number(share(cosine)), ". ",
    ...(alike ? resembled(look, i, near) : [word(look, i), " resembles no other word: no cosine is above ", number(share(near[0]?.cosine ?? 0)), ". "]),
    ...(most && unlike ? ["Matching is not meaning: ", W("Q"), " turns the one into a question that ", W("K"), " lets the other answer, alike or not."] : []),
  ];
}

function resembled(look, i, near) {
  const list = (each) => near.flatMap((item, index) => [...(index ? [" and "] : []), ...each(item)]);
  return [
    near.length > 1 ? "The words that it resembles most are " : "The word that it resembles most is ",
    ...list(({ at, cosine }) => [word(look, at), " (", number(share(cosine)), ")"]),
    near.length > 1 ? "; they get " : "; it gets ",
    ...list(({ at }) => [number(share(look.weights[i * look.n + at]))]), ". ",
  ];
}

/** The plain word about the trained model: it does not find the animal, and the last word changes little. */
function trainedVerdict(look) {
  const { pair: { i, j }, n, labels, layer, head, other } = look;
  const street = labels.indexOf("street");
  const given = ({ weights }, at) => weights[i * n + at];
  const moved = Math.max(...[j, street].map((at) => Math.abs(given(look, at) - given(other, at))));
  const both = (which) => [word(look, j), " ", number(share(given(which, j))), " and ", word(look, street), " ", number(share(given(which, street)))];
  return [
    [
      `In USE Lite, layer ${layer} head ${head}, `, word(look, i), " gives ", ...both(look), ". With ", wordNamed("wide"), " in place of ", wordNamed("tired"),
      " the street is meant; the weights are ", ...both(other), ": they move by ", number(share(moved)), " at most. ",
      [look, other].every((which) => given(which, street) > given(which, j)) ? "So this head does not find what the word stands for. It prefers the street both times." : "",
    ],
    [
      "Here the first map is ", math(["math", FORMULAS.X]), ": what enters layer 1 is embedding plus position, so a word that stands twice has two vectors. ",
      `The queries and keys are those of layer ${layer}, made from what layer 1 has mixed already. `,
      "Whatever vectors are multiplied with themselves, the table is symmetric; the matrices make it lopsided, but they do not make it understand.",
    ],
  ];
}

/** The pair that is pointed at: likeness, weights both ways, and in a hand-made example what is asked and offered. */
export function pairWords(look, { i, j }) {
  const { gram, weights, n } = look;
  if (i === j) return [[word(look, i), " gives itself ", number(share(weights[i * n + j])), " of its weight."], ...asked(look, i, j)];
  return [
    [
      "Cosine of the two: ", number(share(cosineIn(gram, n, i, j))), ". ", word(look, i), " gives ", word(look, j), " ", number(share(weights[i * n + j])),
      " of its weight; ", word(look, j), " gives ", word(look, i), " ", number(share(weights[j * n + i])), ".",
    ],
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
  if (!(product(best) > 0)) return [[word(look, i), " asks for nothing that ", word(look, j), " offers: their score is ", number(score(scores[i * n + j])), "."]];
  return [[
    word(look, i), ` asks “${example.dimensions[best].ask}” with `, number(score(q.data[i * q.cols + best])), ", ",
    word(look, j), ` offers “${example.dimensions[best].offer}” with `, number(score(k.data[j * k.cols + best])),
    ": this makes ", number(score(product(best))), " of the score ", number(score(scores[i * n + j])), ".",
  ]];
}
