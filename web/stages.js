import { maskOf } from "./masks.js";

const Q = ["mi", { class: "q" }, "Q"];
const K = ["mi", { class: "k" }, "K"];
const V = ["mi", { class: "v" }, "V"];
const KT = ["msup", K, ["mi", { class: "k", mathvariant: "normal" }, "T"]];
const ROOT = ["msqrt", ["msub", ["mi", "d"], ["mi", "k"]]];

/**
 * @typedef {object} Facts the sizes of what is on the screen
 * @property {number} n queries
 * @property {number} m keys
 * @property {number} d width of what enters the layer
 * @property {number} dK width of queries and keys
 * @property {number} dV width of values
 * @property {number} heads
 * @property {number} layers
 * @property {string} mask
 * @property {boolean} divide
 */

/**
 * One row a stage that the equation names, in the order of the equation. Ids are those of c/attn.h.
 * `colour`: how a map of it is coloured; `label`, `place`: its name at the equation and where it hangs;
 * `partner`: the stage that is on the other map; `caption`: *…* is italic.
 */
export const STAGES = [
  {
    id: "q", name: "Queries", label: "queries", place: "top", quiet: true, formula: Q, colour: "diverging",
    caption: () => "Each token asks: its row says what it looks for in the others.",
    shape: ({ n, d, dK }) => product([n, d], [d, dK]),
  },
  {
    id: "k", name: "Keys", label: "keys", place: "top", quiet: true, formula: K, colour: "diverging",
    caption: () => "Each token advertises: its row says what it offers to those who ask.",
    shape: ({ m, d, dK }) => product([m, d], [d, dK]),
  },
  {
    id: "scores", name: "Scores", label: "scores", place: "top", partner: "weights", formula: ["mrow", Q, KT], colour: "diverging",
    caption: ({ dK }) => `Every query meets every key: cell (*i*, *j*) is the dot product of query *i* with key *j*, a sum of ${words(dK)} products.`,
    shape: ({ n, m, dK }) => product([n, dK], [dK, m]),
  },
  {
    id: "scaled", name: "Scaled", label: "scaled", place: "bottom", partner: "weights", formula: ["mfrac", ["mrow", Q, KT], ROOT], colour: "diverging",
    caption: ({ dK, divide }) => divide
      ? `Each score is divided by √${dK}, so that sums of ${words(dK)} products do not drive the softmax to its ends.`
      : "The division is switched off: the scores go into the softmax as they are.",
    shape: ({ n, m }) => `${size(n, m)} → ${size(n, m)}`,
  },
  {
    id: "masked", name: "Masked", label: "mask", place: "bottom", partner: "weights", formula: ["mi", "M"], colour: "diverging",
    caption: ({ mask }) => `A mask closes cells before the softmax. ${maskOf(mask).says}`,
    shape: ({ n, m }) => `${size(n, m)} → ${size(n, m)}`,
  },
  {
    id: "weights", name: "Weights", label: "weights", place: "bottom", partner: "scores", formula: ["mi", "softmax"], colour: "sequential",
    caption: () => "Softmax turns each row of scaled scores into shares that add up to 1.",
    shape: ({ n, m }) => `${size(n, m)} → ${size(n, m)}`,
  },
  {
    id: "v", name: "Values", label: "values", place: "bottom", formula: V, colour: "diverging",
    caption: () => "What each token hands over to those that attend to it: one row a token.",
    shape: ({ m, d, dV }) => product([m, d], [d, dV]),
  },
  {
    id: "output", name: "Output", label: "output", place: "bottom", formula: ["mrow", ["mi", "softmax"], V], colour: "diverging",
    caption: () => "Each row is a blend of all the values, mixed by its row of weights.",
    shape: ({ n, m, dV }) => product([n, m], [m, dV]),
  },
];

/** @param {string} id @returns {(typeof STAGES)[number]} */
export const stageOf = (id) => STAGES.find((stage) => stage.id === id) ?? STAGES.find((stage) => stage.id === "scores");

/**
 * @param {object} state of the store, with a result
 * @returns {Facts}
 */
export function factsOf({ result, layer, mask, divide }) {
  const at = (stage) => result.run.stage(stage, layer - 1).shape;
  return {
    n: at("q")[1], m: at("k")[1], d: at("x")[2], dK: at("q")[2], dV: at("v")[2],
    heads: result.info.heads, layers: result.info.layers, mask, divide,
  };
}

const size = (rows, cols) => `${rows} × ${cols}`;
const product = (a, b) => `(${size(...a)}) · (${size(...b)}) → ${size(a[0], b[1])}`;

const SMALL = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** A small number as a word, as in running text. */
export const words = (count) => SMALL[count] ?? String(count);
