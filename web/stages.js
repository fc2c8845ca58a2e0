import { t } from "./language.js";
import { maskSays } from "./masks.js";
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
  const values = { dk: dK, products: words(dK), temperature: significant(temperature, 2) };
  if (temperature === 1) return divide ? t("does.scaled", values) : t("does.scaled.off");
  return divide ? t("does.scaled.warm", values) : t("does.scaled.warmOnly", values);
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
 * `symbol`: what stands for its name in the row of steps; `piece`, `place`, `quiet`: whether it is a piece of the
 * equation, and where its name hangs there; `maps`: the stages on the left and on the right map; `formula` (of the
 * settings, where they enter) and `colour` of a map of it;
 * `caption`: *…* is italic; `shape` with the current numbers put in.
 */
export const STAGES = [
  {
    id: "tokens", maps: ["tokens", "x"], formula: ["mi", "t"], colour: "none",
    caption: ({ learned }) => (learned ? t("does.tokens") : t("does.tokens.byHand")),
    shape: ({ n }) => t("count.tokens", { count: n }),
  },
  {
    id: "x", symbol: "X", maps: ["x", "weights"], formula: X, colour: "diverging",
    caption: ({ learned, cross }) => (learned ? t("does.x") : cross ? t("does.x.cross") : t("does.x.byHand")),
    shape: ({ n, d }) => size(n, d),
  },
  {
    id: "q", symbol: "Q", piece: true, place: "top", quiet: true, maps: ["x", "q"], formula: ["mrow", X, W("Q", "q")], colour: "diverging",
    caption: () => t("does.q"),
    shape: ({ n, d, dK }) => made(n, d, dK),
  },
  {
    id: "k", symbol: "K", piece: true, place: "top", quiet: true, maps: ["x", "k"], formula: ["mrow", X, W("K", "k")], colour: "diverging",
    caption: ({ cross }) => (cross ? t("does.k.cross") : t("does.k")),
    shape: ({ m, d, dK }) => made(m, d, dK),
  },
  {
    id: "v", symbol: "V", piece: true, place: "bottom", maps: ["x", "v"], formula: ["mrow", X, W("V", "v")], colour: "diverging",
    caption: ({ cross }) => (cross ? t("does.v.cross") : t("does.v")),
    shape: ({ m, d, dV }) => made(m, d, dV),
  },
  {
    id: "scores", piece: true, place: "top", maps: ["scores", "weights"], formula: SCORES, colour: "diverging",
    caption: ({ dK }) => t("does.scores", { products: words(dK) }),
    shape: ({ n, m, dK }) => product([n, dK], [dK, m]),
  },
  {
    id: "scaled", piece: true, place: "bottom", maps: ["scaled", "weights"], formula: scaledFormula, colour: "diverging",
    caption: scaling,
    shape: ({ n, m }) => same(n, m),
  },
  {
    id: "masked", piece: true, place: "bottom", maps: ["masked", "weights"], formula: (settings) => ["mrow", scaledFormula(settings), ["mo", "+"], ["mi", "M"]], colour: "diverging",
    caption: maskSays,
    shape: ({ n, m }) => same(n, m),
  },
  {
    id: "weights", piece: true, place: "bottom", maps: ["masked", "weights"], formula: SOFTMAX, colour: "sequential",
    caption: () => t("does.weights"),
    shape: ({ n, m }) => same(n, m),
  },
  {
    id: "output", piece: true, place: "bottom", maps: ["weights", "output"], formula: ["mrow", SOFTMAX, V], colour: "diverging",
    caption: () => t("does.output"),
    shape: ({ n, m, dV }) => product([n, m], [m, dV]),
  },
  {
    id: "joined", maps: ["output", "joined"], formula: HEADS, colour: "diverging",
    caption: ({ heads }) => (heads === 1 ? t("does.joined.one") : t("does.joined", { heads: words(heads) })),
    shape: ({ n, dV, heads }) => `${words(heads)} × (${size(n, dV)}) → ${size(n, heads * dV)}`,
  },
  {
    id: "projected", maps: ["joined", "projected"], formula: ["mrow", HEADS, W("O", "")], colour: "diverging",
    caption: () => t("does.projected"),
    shape: ({ n, heads, dV, dOut }) => product([n, heads * dV], [heads * dV, dOut]),
  },
];

/** What enters on the side of keys and values, where they come from another sentence: a map, no step of its own. */
const SOURCE = { ...STAGES.find(({ id }) => id === "x"), id: "source" };

/** @param {{ id: string }} stage */
export const stageName = ({ id }) => t(`stage.${id}`);

/** Its name in small, as it hangs at its piece of the equation; of a step without a symbol also in the row of steps. */
export const stageLabel = ({ id }) => t(`stage.${id}.label`);

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

/** A small number as a word, as in running text, where the language has such words in one form. */
export const words = (count) => t("number.small").split(" ")[count] || String(count);
