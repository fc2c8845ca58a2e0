/**
 * The page: the only file that wires the others together.
 *
 * Flow: a compute key changes → one run in the worker → the result and all that belongs to it are set
 * together → every view renders. The hand-made example is there first; the trained model takes over when
 * its file is in, unless the person has pinned or edited something, when it is offered.
 *
 * @typedef {object} Result one computed sentence; replaced whole
 * @property {string} model name of the model that it came from
 * @property {import("./core.js").ModelInfo} info
 * @property {string} text the sentence that it belongs to
 * @property {Run} run
 * @property {{ mask: string, divide: boolean, temperature: number, headsOff: string[] }} settings that it was computed with
 * @property {(layer: number, head: number) => Thumb} thumb weights for a small picture; from 0
 * @property {Result} [also] the trained model's run of the same sentence, while the hand-made one is shown
 * @property {{ ask: string, offer: string }[]} [dimensions] of a hand-made example, by name
 * @typedef {{ data: Float32Array, rows: number, cols: number, pooled: boolean }} Thumb
 */
import wasm from "attention-wasm";
import workerSource from "attention-worker";
import { carriedBytes } from "./carried-bytes.js";
import { startEngine } from "./engine.js";
import { EXAMPLES } from "./examples.js";
import { byHandModel, handMade } from "./models/by-hand.js";
import { normalize } from "./normalize.js";
import { Run } from "./run.js";
import { hasSimd } from "./simd.js";
import { createStore, KEYS } from "./state.js";
import { bringModel } from "./trained-model.js";
import { mountPage } from "./views/page.js";

/* global USE_LITE_BYTES */

const HOME = new URL(".", document.currentScript.src);
const TRAINED = "use-lite";
/** Layer and head that a model opens with; of use-lite the head that finds a verb's object. */
const OPENING = { "by-hand": { layer: 1, head: 1, pin: null }, [TRAINED]: { layer: 2, head: 2, pin: null } };
/** A run that takes longer than this, in ms, is said to be on its way. */
const SLOW = 200;
/** The example that the page opens with. */
const BY_HAND = handMade[0];
const COMPUTE_KEYS = Object.keys(KEYS).filter((key) => KEYS[key].compute);

const store = createStore();
const { state } = store;
const page = mountPage(document.body, store, { setText, choose, askTrained, retry: bringTrained });

let engine = null;
/** The person has typed, pinned or changed something: the picture is not replaced unasked. */
let touched = false;
/** Set while this file, not the person, changes the state. */
let applying = false;
/** The run that was asked for last, so that nothing runs twice. */
let asked = "";
/** The example that was asked for: its layer, head and pin come up with its result. */
let opening = null;
/** The model that was drawn last; stays through an empty sentence. */
let drawn = null;
/** Time stamp of the input event whose text is on its way, for User Timing. */
let typedAt = null;

/* ---- rendering: at most once a frame; at once when a result has come -------------------------------- */

let changed = new Set(Object.keys(KEYS));
let frame = 0;

store.subscribe((keys) => {
  for (const key of keys) changed.add(key);
  const computes = COMPUTE_KEYS.some((key) => keys.has(key));
  if (!applying && (computes || keys.has("pin"))) touched = true;
  frame ||= requestAnimationFrame(render);
  if (computes) compute();
});

function render() {
  cancelAnimationFrame(frame);
  frame = 0;
  const keys = changed;
  changed = new Set();
  document.documentElement.dataset.theme = state.theme;
  page.render(state, keys);
}

function apply(patch) {
  applying = true;
  store.set(patch);
  applying = false;
}

/* ---- computing ---------------------------------------------------------------------------------------- */

async function compute() {
  if (state.core.phase !== "ready") return;
  const inputs = Object.fromEntries(COMPUTE_KEYS.map((key) => [key, state[key]]));
  const trainedIsIn = state.trained.phase === "ready";
  const words = trainedIsIn && inputs.model === TRAINED ? null : wordsOf(inputs.text);
  const model = modelFor(inputs, words);
  const blank = words?.length === 0;
  if (model === TRAINED && !trainedIsIn && !blank) {
    asked = "";
    apply({ waiting: true });
    return;
  }
  const settings = settingsFor(model, inputs);
  const request = {
    settings,
    model: blank && !trainedIsIn ? "by-hand" : model,
    text: inputs.text,
    options: runOptions(settings),
    also: model !== TRAINED && trainedIsIn ? TRAINED : undefined,
  };
  const key = JSON.stringify(request);
  if (key === asked) return;
  asked = key;
  const started = typedAt;
  const slow = setTimeout(() => apply({ waiting: true }), SLOW);
  try {
    const answer = await engine.run(request);
    if (asked !== key && !stillOfUse(answer.inputs)) return;
    show(answer, asked === key);
    if (started !== null) performance.measure("attention-lab:keystroke", { start: started, end: performance.now() });
  } catch (error) {
    if (error.code === "STALE" || asked !== key) return;
    if (error.code === "NO_TOKENS") apply({ result: null, empty: true, waiting: false, hover: null, pin: null });
    else {
      asked = "";
      apply({ waiting: false, core: { ...state.core, message: error.message } });
    }
  } finally {
    clearTimeout(slow);
  }
}

/** While a person types on, the pictures between are shown; not if a model, an example or a wait has come after. */
function stillOfUse({ model }) {
  return asked !== "" && opening === null && model === drawn && model === state.model;
}

/** The words of a text as the tokenizer will see them; of a long text, of its beginning. */
function wordsOf(text) {
  return normalize(text.slice(0, 1000)).text.split("▁").filter(Boolean);
}

/** A hand-made example reads its own words only; any other sentence is for the trained model. */
function modelFor({ model }, words) {
  return model === "by-hand" && words.every((word) => BY_HAND.words.includes(word)) ? model : TRAINED;
}

/** What the person has set; heads are switched off in one model, not in whichever comes next. */
function settingsFor(model, { mask, divide, temperature, headsOff }) {
  return { mask, divide, temperature, headsOff: (drawn ?? model) === model ? headsOff : [] };
}

function runOptions({ mask, divide, temperature, headsOff }) {
  return {
    mask: mask === "window" ? { window: 1 } : mask,
    scale: divide ? undefined : 1,
    temperature,
    headsOff: headsOff.map((name) => name.split(".").map((number) => number - 1)),
  };
}

/** @param {boolean} latest no newer text is on its way */
function show({ inputs, also, ...answer }, latest) {
  const result = { ...toResult(inputs.model, inputs.text, answer), also: also && toResult(TRAINED, inputs.text, also) };
  result.settings = inputs.settings;
  if (inputs.model === "by-hand") result.dimensions = BY_HAND.dimensions;
  const { layer, head, pin } = placeOf(result);
  const n = result.run.tokens.length;
  const inside = (cell) => (cell && cell.i <= n && cell.j <= n ? cell : null);
  apply({
    result, empty: false, waiting: state.waiting && !latest, model: inputs.model, layer, head, pin: inside(pin), hover: inside(state.hover),
    ...(drawn === inputs.model ? {} : { headsOff: inputs.settings.headsOff }),
    ...(state.core.message ? { core: { ...state.core, message: undefined } } : {}),
  });
  drawn = inputs.model;
  render();
  document.documentElement.dataset.ready = inputs.model;
}

/** Layer, head and pin for a new result: what was asked for with it, what was there, or what the model opens with. */
function placeOf(result) {
  if (opening?.text === result.text && opening.model === result.model) {
    const place = opening;
    opening = null;
    return place;
  }
  if (drawn !== result.model) return OPENING[result.model];
  return { layer: state.layer, head: state.head, pin: stillThere(state.pin, state.result, result) };
}

/** A pin holds while its two words stand where they stood. */
function stillThere(pin, before, now) {
  const samePiece = (k) => before?.run.tokens[k - 1]?.piece === now.run.tokens[k - 1]?.piece;
  return pin && samePiece(pin.i) && samePiece(pin.j) ? pin : null;
}

/** @returns {Result} */
function toResult(model, text, { info, run, thumbs }) {
  const made = new Run(run);
  const thumb = (layer, head) => {
    if (!thumbs) return { ...made.matrix("weights", layer, head), pooled: false };
    const cells = thumbs.side ** 2;
    const at = (layer * info.heads + head) * cells;
    return { data: thumbs.data.subarray(at, at + cells), rows: thumbs.side, cols: thumbs.side, pooled: true };
  };
  return { model, info, text, run: made, thumb };
}

/* ---- what the person asks for ------------------------------------------------------------------------- */

/** @param {string} text @param {number} at time stamp of the input event */
function setText(text, at) {
  opening = null;
  typedAt = at;
  store.set({ text, own: text });
  typedAt = null;
}

/** An example, or a model with a sentence. @param {{ text: string, model: string, layer?: number, head?: number, pin?: object | null }} example */
function choose(example) {
  touched = true;
  opening = { ...OPENING[example.model], ...example };
  asked = "";
  store.set({ text: example.text, model: example.model });
  compute();
}

/** The trained model for the sentence that is there. */
function askTrained() {
  choose({ text: state.text, model: TRAINED });
}

/* ---- starting ----------------------------------------------------------------------------------------- */

async function bringTrained() {
  const progress = (loaded, total) => apply({ trained: { phase: "loading", loaded, total } });
  try {
    const bytes = await bringModel(new URL("models/use-lite.q8.bin", HOME), USE_LITE_BYTES, progress);
    await engine.load(TRAINED, bytes);
  } catch ({ code, message }) {
    apply({ trained: { phase: "failed", error: { code, message } } });
    return;
  }
  apply({ trained: { phase: "ready" } });
  if (touched) {
    compute();
    return;
  }
  choose(EXAMPLES.find((example) => example.model === TRAINED));
  touched = false;
}

async function start() {
  render();
  try {
    const simd = hasSimd();
    const bytes = simd ? wasm : await carriedBytes(new URL("attention-scalar.js", HOME));
    engine = await startEngine({ wasm: bytes, workerUrl: new URL("worker.js", HOME), workerSource });
    await engine.load("by-hand", byHandModel());
    apply({ core: { phase: "ready", simd } });
  } catch ({ message }) {
    apply({ core: { phase: "failed", message } });
    return;
  }
  await compute();
  bringTrained();
}

start();
