import { maskOf } from "./masks.js";
import { significant } from "./numbers.js";

const Q = ["mi", { class: "q" }, "Q"];
const K = ["mi", { class: "k" }, "K"];
const V = ["mi", { class: "v" }, "V"];
const KT = ["msup", K, ["mi", { class: "k", mathvariant: "normal" }, "T"]];
const ROOT = ["msqrt", ["msub", ["mi", "d"], ["mi", "k"]]];
const SCORES = ["mrow", Q, KT];

/** The scores over what divides them, which may be nothing. */
function scaledFormula({ divide, temperature }) {
  const by = [...(temperature === 1 ? [] : [["mn", significant(temperature, 2)]]), ...(divide ? [ROOT] : [])];
  return by.length ? ["mfrac", SCORES, ["mrow", ...by]] : SCORES;
}

/** What is done to the scores on their way into the softmax, in words. */
function scaling({ dK, divide, temperature }) {
  const warm = significant(temperature, 2);
  if (divide && temperature === 1) return `Each score is divided by √${dK}, so that sums of ${words(dK)} products do not drive the softmax to its ends.`;
  if (divide) return `Each score is divided by √${dK} and by the temperature, ${warm}: the higher it is, the more evenly the softmax shares out.`;
  if (temperature !== 1) return `The division by √${dK} is switched off; each score is divided by the temperature, ${warm}.`;
  return "The division is switched off: the scores go into the softmax as they are.";
}

/**
 * @typedef {object} Facts the sizes of what is on the screen
 * @property {number} n queries
 * @property {number} m keys
 * @property {number} d width of what enters the layer; this and the widths that follow are 0 where the run lacks that stage
 * @property {number} dK width of queries and keys
 * @property {number} dV width of values
 * @property {number} dOut width of what leaves W_O
 * @property {number} heads
 * @property {number} layers
 * @property {boolean} cross keys and values come from another sentence
 * @property {boolean} learned the weights were trained, not made by hand
 * @property {string} mask @property {number} window @property {number} padding
 * @property {boolean} divide @property {number} temperature
 */

const X = ["mi", "X"];
const W = (name, role) => ["msub", ["mi", "W"], ["mi", { class: role }, name]];
const SOFTMAX = ["mi", "softmax"];
const HEADS = ["mrow", ["msub", ["mi", "head"], ["mn", "1"]], ["mo", "…"], ["msub", ["mi", "head"], ["mi", "h"]]];

/**
 * One row a step, in the order of the equation. Ids are those of c/attn.h, and before them "tokens".
 * `label`: its name in the row of steps; `piece`, `place`, `quiet`: whether it is a piece of the equation, and where its
 * name hangs there; `maps`: the stages on the left and on the right map; `formula` (of the settings, where they enter)
 * and `colour` of a map of it;
 * `caption`: *…* is italic; `shape` with the current numbers put in.
 */
export const STAGES = [
  {
    id: "tokens", name: "Tokens", label: "tokens", maps: ["tokens", "x"], formula: ["mi", "t"], colour: "none",
    caption: ({ learned }) => learned
      ? "The sentence falls into pieces of a fixed vocabulary, and the number of each piece, its *id*, picks one row of the embedding."
      : "Each word of the example is one token, and each token picks one row of the embedding E.",
    shape: ({ n }) => `${words(n)} ${n === 1 ? "token" : "tokens"}`,
  },
  {
    id: "x", name: "What enters", label: "X", maps: ["x", "weights"], formula: X, colour: "diverging",
    caption: ({ learned, cross }) => learned
      ? "One row a token: its embedding with its place in the sentence, or what the layer before made of it; each is normalised before queries, keys and values are made."
      : `One row a token: what the word is, feature by feature${cross ? "; the sentence that is read has rows of its own" : ""}.`,
    shape: ({ n, d }) => size(n, d),
  },
  {
    id: "q", name: "Queries", label: "Q", piece: true, place: "top", quiet: true, maps: ["x", "q"], formula: ["mrow", X, W("Q", "q")], colour: "diverging",
    caption: () => "Each token asks: its row says what it looks for in the others.",
    shape: ({ n, d, dK }) => made(n, d, dK),
  },
  {
    id: "k", name: "Keys", label: "K", piece: true, place: "top", quiet: true, maps: ["x", "k"], formula: ["mrow", X, W("K", "k")], colour: "diverging",
    caption: ({ cross }) => `Each token ${cross ? "of the other sentence " : ""}advertises: its row says what it offers to those who ask.`,
    shape: ({ m, d, dK }) => made(m, d, dK),
  },
  {
    id: "v", name: "Values", label: "V", piece: true, place: "bottom", maps: ["x", "v"], formula: ["mrow", X, W("V", "v")], colour: "diverging",
    caption: ({ cross }) => `What each token ${cross ? "of the other sentence " : ""}hands over to those that attend to it: one row a token.`,
    shape: ({ m, d, dV }) => made(m, d, dV),
  },
  {
    id: "scores", name: "Scores", label: "scores", piece: true, place: "top", maps: ["scores", "weights"], formula: SCORES, colour: "diverging",
    caption: ({ dK }) => `Every query meets every key: cell (*i*, *j*) is the dot product of query *i* with key *j*, a sum of ${words(dK)} products.`,
    shape: ({ n, m, dK }) => product([n, dK], [dK, m]),
  },
  {
    id: "scaled", name: "Scaled", label: "scaled", piece: true, place: "bottom", maps: ["scaled", "weights"], formula: scaledFormula, colour: "diverging",
    caption: scaling,
    shape: ({ n, m }) => same(n, m),
  },
  {
    id: "masked", name: "Masked", label: "mask", piece: true, place: "bottom", maps: ["masked", "weights"], formula: (settings) => ["mrow", scaledFormula(settings), ["mo", "+"], ["mi", "M"]], colour: "diverging",
    caption: (facts) => `A mask closes cells before the softmax: ${maskOf(facts.mask).says(facts)}`,
    shape: ({ n, m }) => same(n, m),
  },
  {
    id: "weights", name: "Weights", label: "weights", piece: true, place: "bottom", maps: ["masked", "weights"], formula: SOFTMAX, colour: "sequential",
    caption: () => "Softmax turns each row of scaled scores into shares that add up to 1.",
    shape: ({ n, m }) => same(n, m),
  },
  {
    id: "output", name: "Output", label: "output", piece: true, place: "bottom", maps: ["weights", "output"], formula: ["mrow", SOFTMAX, V], colour: "diverging",
    caption: () => "Each row is a blend of all the values, mixed by its row of weights.",
    shape: ({ n, m, dV }) => product([n, m], [m, dV]),
  },
  {
    id: "joined", name: "Heads joined", label: "joined", maps: ["output", "joined"], formula: HEADS, colour: "diverging",
    caption: ({ heads }) => heads === 1
      ? "With one head there is nothing to join: this is its output."
      : `The outputs of the ${words(heads)} heads stand side by side; a head that is switched off leaves zeros.`,
    shape: ({ n, dV, heads }) => `${words(heads)} × (${size(n, dV)}) → ${size(n, heads * dV)}`,
  },
  {
    id: "projected", name: "Projected", label: "projected", maps: ["joined", "projected"], formula: ["mrow", HEADS, W("O", "")], colour: "diverging",
    caption: () => "One more matrix mixes the heads: what attention adds to each token’s row.",
    shape: ({ n, heads, dV, dOut }) => product([n, heads * dV], [heads * dV, dOut]),
  },
];

/** What enters on the side of keys and values, where they come from another sentence: a map, no step of its own. */
const SOURCE = { ...STAGES.find(({ id }) => id === "x"), id: "source", name: "What is read" };

/** @param {string} id of a step or of a map @returns {(typeof STAGES)[number]} */
export const stageOf = (id) => [...STAGES, SOURCE].find((stage) => stage.id === id) ?? STAGES.find((stage) => stage.id === "scores");

/** The formula of a step or map, as the settings have it. @param {string} id @param {{ divide: boolean, temperature: number }} settings */
export function formulaOf(id, settings) {
  const { formula } = stageOf(id);
  return typeof formula === "function" ? formula(settings) : formula;
}

/** The stage that a step needs: tokens are listed beside what enters. */
const neededBy = ({ id }) => (id === "tokens" ? "x" : id);

/** The steps that a result has: without W_O there is nothing projected, and data from a file may be weights alone. @param {{ run: import("./run.js").Run } | null} result */
export const stagesOf = (result) => STAGES.filter((stage) => !result || result.run.has(neededBy(stage), 0));

/** "matrix" or "word", which needs weights. @param {object} state */
export const viewOf = ({ view, result }) => (result && !result.run.has("weights", 0) ? "matrix" : view);

/** The step that is shown: one that the model does not have gives way to the one before it. @param {object} state */
export function shownStage({ stage, result }) {
  const steps = stagesOf(result);
  return steps.find(({ id }) => id === stage) ?? steps.at(-1);
}

/** What the left and the right map show, by stage; null: the run does not have it. @param {object} state @returns {(string | null)[]} */
export function mapsOf(state) {
  const { id, maps: [left, right] } = shownStage(state);
  const run = state.result?.run;
  const fromSource = run?.sourceTokens && (id === "k" || id === "v");
  const there = (stage) => (stage === "tokens" || !run || run.has(stage, 0) ? stage : null);
  return [fromSource ? SOURCE.id : left, right].map(there);
}

/**
 * @param {object} state of the store, with a result
 * @returns {Facts}
 */
export function factsOf({ result, layer, mask, window, padding, divide, temperature }) {
  const { run, info } = result;
  const width = (stage) => (run.has(stage, layer - 1) ? run.stage(stage, layer - 1).shape[2] : 0);
  return {
    n: run.tokens.length, m: run.keyTokens.length, d: width("x"), dK: width("q"), dV: width("v"), dOut: width("projected"),
    heads: info.heads, layers: info.layers, cross: Boolean(run.sourceTokens), learned: result.model !== "by-hand",
    mask, window, padding, divide, temperature,
  };
}

const size = (rows, cols) => `${rows} × ${cols}`;
const same = (n, m) => `${size(n, m)} → ${size(n, m)}`;
/** x·W; of data from a file there is no x to be told of. */
const made = (rows, d, cols) => (d ? product([rows, d], [d, cols]) : size(rows, cols));
const product = (a, b) => `(${size(...a)}) · (${size(...b)}) → ${size(a[0], b[1])}`;

const SMALL = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** A small number as a word, as in running text. */
export const words = (count) => SMALL[count] ?? String(count);
