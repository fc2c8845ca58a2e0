/**
 * The page: the only file that wires the others together.
 *
 * Flow: a compute key changes → one run in the worker → the result and all that belongs to it are set
 * together → every view renders. The hand-made example is there first; the trained model takes over when
 * its file is in, unless the person has pinned or edited something, when it is offered.
 *
 * @typedef {object} Result one computed sentence; replaced whole
 * @property {string} model name of the model that it came from; "imported": from a file
 * @property {import("./core.js").ModelInfo} info
 * @property {string} text the sentence that it belongs to
 * @property {string} [source] the sentence that keys and values come from, if it is another one
 * @property {Run} run
 * @property {object} settings that it was computed with: mask, window, padding, closed, divide, temperature, headsOff
 * @property {Change | null} change against the plain settings and the example as made; null while nothing is changed
 * @property {{ back: number, self: number, previous: number, next: number, marked: number }[][]} readings by layer and
 *   head, from 0: where its weight goes (core.reading; marked: punctuation)
 * @property {Record<string, Float32Array>} wide "layer/stage" → columns pooled to as many as a map has room for
 * @property {(layer: number, head: number) => Thumb} thumb weights for a small picture; from 0
 * @property {Result} [also] the trained model's run of the same sentence, while the hand-made one is shown
 * @property {import("./models/by-hand.js").HandMade} [example] the hand-made example
 * @property {import("./edits.js").Workings} [workings] what a hand-made example was computed from
 * @property {boolean} edited the person has changed numbers of the example
 * @typedef {{ layers: Compared[], embedding: Compared | null }} Change of each layer's output (projected, else joined), from
 *   layer 1, and of the sentence embedding
 * @typedef {{ cosine: number, distance: number, relative: number }} Compared see core.compare
 * @typedef {{ data: Float32Array, rows: number, cols: number, pooled: boolean }} Thumb
 */
import deflatedWasm from "attention-wasm-deflated";
import { startEngine } from "./engine.js";
import { isEdited, workingsOf } from "./edits.js";
import { EXAMPLES, exampleOfImported } from "./examples.js";
import { byHandModel, handMade } from "./models/by-hand.js";
import { normalize } from "./normalize.js";
import { Run } from "./run.js";
import { isPlain, PLAIN } from "./settings.js";
import { hasSimd } from "./simd.js";
import { createStore, KEYS } from "./state.js";
import { bringModel } from "./trained-model.js";
import { bringPart, bringScript, runScript } from "./parts.js";
import { mount as equation } from "./views/equation.js";
import { mount as inspector } from "./views/inspector.js";
import { mount as map } from "./views/map.js";
import { mount as oneWord } from "./views/one-word.js";
import { mountPage } from "./views/page.js";
import { createPlate } from "./views/plate.js";
import { mount as workings } from "./views/workings.js";

/* global USE_LITE_BYTES */

const HOME = new URL(".", document.currentScript.src);
const TRAINED = "use-lite";
const IMPORTED = "imported";
/** Layer and head that a model opens with; of use-lite the head that finds a verb's object. */
const OPENING = { "by-hand": { layer: 1, head: 1, pin: null }, [TRAINED]: { layer: 2, head: 2, pin: null }, [IMPORTED]: { layer: 1, head: 1, pin: null } };
/** A run that takes longer than this, in ms, is said to be on its way. */
const SLOW = 200;
const COMPUTE_KEYS = Object.keys(KEYS).filter((key) => KEYS[key].compute);

const store = createStore();
const { state } = store;
/** Views that parts which come later build theirs from. */
const VIEWS = { map, createPlate, inspector, oneWord, equation, workings };
const page = mountPage(document.body, store, {
  setText, choose, bring, askTrained, retry: bringTrained, touch: () => { touched = true; },
  bringPart: (name) => bringPart(new URL(name, HOME)), views: VIEWS,
  ask: { core: askCore, look, second: startSecond },
});

let engine = null;
/** What starts an engine: kept for the second one. */
let engineParts = null;
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

/* ---- rendering: the picture at most once a frame, and at once when a result has come; the rest after the frame that shows it */

/** Keys of the state that the picture does not show yet, and those that it shows and the rest of the page does not. */
let [newToPicture, newToRest] = [new Set(Object.keys(KEYS)), new Set()];
let frame = 0;

store.subscribe((keys) => {
  for (const key of keys) newToPicture.add(key);
  const computes = COMPUTE_KEYS.some((key) => keys.has(key));
  if (!applying && (computes || keys.has("pin"))) touched = true;
  frame ||= requestAnimationFrame(() => {
    renderPicture();
    renderRestSoon();
  });
  if (computes) compute();
});

function renderPicture() {
  cancelAnimationFrame(frame);
  frame = 0;
  const keys = newToPicture;
  newToPicture = new Set();
  for (const key of keys) newToRest.add(key);
  if (keys.has("theme")) document.documentElement.dataset.theme = state.theme;
  page.renderPicture(state, keys);
}

function renderRest() {
  if (newToRest.size === 0) return;
  const keys = newToRest;
  newToRest = new Set();
  page.renderRest(state, keys);
  if (drawn) document.documentElement.dataset.ready = drawn;
}

/** A page that is hidden has no frames. */
document.addEventListener("visibilitychange", () => document.hidden && renderRest());

/** Called in a frame: when it has been painted, or in the next one, which a busy page may come to first. */
function renderRestSoon() {
  setTimeout(renderRest);
  requestAnimationFrame(renderRest);
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
  const imported = inputs.model === IMPORTED && Boolean(state.imported);
  const words = imported || (trainedIsIn && inputs.model === TRAINED) ? null : wordsOf(inputs.text);
  const example = imported || inputs.model === TRAINED ? null : exampleFor(inputs, words);
  const model = imported ? IMPORTED : example ? "by-hand" : TRAINED;
  const blank = words?.length === 0;
  if (model === TRAINED && !trainedIsIn && !blank) {
    asked = "";
    apply({ waiting: true });
    return;
  }
  const settings = settingsFor(model, inputs);
  const request = requestFor({ model, example, blank: blank && !trainedIsIn, settings, inputs, also: example && !example.source && trainedIsIn });
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
    const empty = { NO_TOKENS: "text", NO_SOURCE: "source" }[error.code];
    if (empty) apply({ result: null, empty, waiting: false, hover: null, pin: null });
    else {
      asked = "";
      apply({ waiting: false, empty: "", core: { ...state.core, message: error.message } });
    }
  } finally {
    clearTimeout(slow);
  }
}

/** While a person types on, the pictures between are shown; not if a model, an example or a wait has come after. */
function stillOfUse({ example, model: computed }) {
  const model = computed === IMPORTED ? IMPORTED : example ? "by-hand" : TRAINED;
  return asked !== "" && opening === null && model === drawn && model === state.model && (!example || example === state.example);
}

/** The words of a text as the tokenizer will see them; of a long text, of its beginning. */
function wordsOf(text) {
  return normalize(text.slice(0, 1000)).text.split("▁").filter(Boolean);
}

/** A hand-made example reads its own words only, the one that is open first; any other sentence is for the trained model. */
function exampleFor({ example: open }, words) {
  const own = exampleOf(open);
  const reads = (example) => words.every((word) => example.words.includes(word));
  if (reads(own)) return own;
  return handMade.find((example) => !example.source && reads(example)) ?? null;
}

/** What the person has set; heads are switched off in one model, not in whichever comes next. */
function settingsFor(model, { mask, window, padding, closed, divide, temperature, headsOff }) {
  return { mask, window, padding, closed, divide, temperature, headsOff: (drawn ?? model) === model ? headsOff : [] };
}

/** What the worker is asked for: see Request there. `plain` asks for a second run, to tell what the changes did. */
function requestFor({ model, example, blank, settings, inputs, also }) {
  const edits = example && inputs.edits[example.id];
  const edited = Boolean(edits && isEdited(edits));
  return {
    settings, edited,
    model: blank ? byHandName(handMade[0].id) : example ? byHandName(example.id) : model,
    text: inputs.text,
    ...(example ? { example: example.id, words: example.words, workings: workingsOf(example, edits) } : {}),
    ...(example?.source ? { source: inputs.source } : {}),
    also: also ? TRAINED : undefined,
    plain: edited || (!isPlain(settings) && (model !== IMPORTED || state.imported.computes)) ? { ...(edited ? { workings: workingsOf(example) } : {}) } : undefined,
  };
}

const exampleOf = (id) => handMade.find((each) => each.id === id);

/** A hand-made example's name in the engine. */
const byHandName = (id) => `by-hand/${id}`;

/** @param {boolean} latest no newer text is on its way */
function show({ inputs, also, ...answer }, latest) {
  const model = inputs.model === IMPORTED ? IMPORTED : inputs.example ? "by-hand" : TRAINED;
  const result = {
    ...toResult(model, inputs, answer),
    also: also && toResult(TRAINED, { text: inputs.text, settings: PLAIN }, also),
  };
  const { layer, head, pin } = placeOf(result);
  const [n, m] = [result.run.tokens.length, result.run.keyTokens.length];
  const inside = (cell) => (cell && cell.i <= n && cell.j <= m ? cell : null);
  apply({
    result, empty: "", waiting: state.waiting && !latest, model, layer, head, pin: inside(pin), hover: inside(state.hover),
    ...(inputs.example ? { example: inputs.example } : {}),
    ...(drawn === model ? {} : { headsOff: inputs.settings.headsOff }),
    ...(state.core.message ? { core: { ...state.core, message: undefined } } : {}),
  });
  drawn = model;
  renderPicture();
  if (document.hidden) renderRest();
  else requestAnimationFrame(renderRestSoon);
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
  const same = (side, at) => before?.run[side][at - 1]?.piece === now.run[side][at - 1]?.piece;
  return pin && same("tokens", pin.i) && same("keyTokens", pin.j) ? pin : null;
}

/** @returns {Result} */
function toResult(model, { text, source, settings, example: id, workings, edited = false }, { info, run, thumbs, wide, readings, change = null }) {
  const made = new Run(run);
  const thumb = (layer, head) => {
    if (!thumbs) return { ...made.matrix("weights", layer, head), pooled: false };
    const { rows, cols } = thumbs;
    const at = (layer * info.heads + head) * rows * cols;
    return { data: thumbs.data.subarray(at, at + rows * cols), rows, cols, pooled: true };
  };
  const example = exampleOf(id);
  return { model, info, text, source, settings, run: made, thumb, wide, readings, change, example, workings, edited };
}

/* ---- what the person asks for ------------------------------------------------------------------------- */

/** @param {string} text @param {number} at time stamp of the input event */
function setText(text, at) {
  opening = null;
  typedAt = at;
  // A sentence of one's own leaves what was brought from a file.
  store.set({ text, own: text, ...(state.model === IMPORTED ? { model: state.trained.phase === "ready" ? TRAINED : "by-hand" } : {}) });
  typedAt = null;
}

/** An example, which comes with nothing changed, as its note has it; or a model with a sentence. @param {{ text: string, source?: string, model: string, example?: string, layer?: number, head?: number, pin?: object | null }} example */
function choose(example) {
  touched = true;
  opening = { ...OPENING[example.model], ...example };
  asked = "";
  const { text, source = "", model } = example;
  // A sentence of its own leaves an example that reads two.
  const id = example.example ?? (source === "" && exampleOf(state.example).source ? handMade[0].id : state.example);
  store.set({ text, source, model, example: id, ...(EXAMPLES.includes(example) ? PLAIN : example.settings) });
  compute();
}

/** What was read from a file takes the place of a model. @param {import("./files/import.js").Brought} brought */
async function bring(brought) {
  await engine.call("bring", { name: IMPORTED, brought });
  const { stages, ...imported } = brought;
  store.set({ imported });
  choose(exampleOfImported(imported));
}

/** The trained model for the sentence that is there. */
function askTrained() {
  choose({ text: state.text, model: TRAINED });
}

/* ---- what panels ask for ------------------------------------------------------------------------------ */

/** A method of the core, see METHODS in worker.js. */
async function askCore(method, ...args) {
  return (await engine.call("core", { method, args })).value;
}

/**
 * A sentence computed beside the one that is shown.
 * @param {{ model?: "use-lite" | "by-hand", example?: string, text: string, source?: string, settings?: object }} what
 * @returns {Promise<Result>}
 * @throws {AttentionError}
 */
async function look({ model = TRAINED, example: id, text, source, settings = PLAIN }) {
  const example = model === TRAINED ? null : exampleOf(id);
  const own = example ? { example: id, words: example.words, workings: workingsOf(example, state.edits[id]) } : {};
  const request = { model: example ? byHandName(id) : TRAINED, text, source, settings, ...own };
  return toResult(model, { ...request, edited: Boolean(example && state.edits[id] && isEdited(state.edits[id])) }, await engine.call("look", request));
}

/** A second engine with a core of its own, for long work that must not hold up the page; the caller closes it. */
function startSecond() {
  return startEngine(engineParts);
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

/** The module is carried deflated: base64 of what is not compressed would hardly shrink on its way. */
async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function start() {
  renderPicture();
  renderRest();
  try {
    const simd = hasSimd();
    const bytes = simd ? await inflate(deflatedWasm) : await runScript(new URL("attention-scalar.js", HOME));
    const workerUrl = new URL("worker.js", HOME);
    engineParts = { wasm: bytes, workerUrl, bringProgram: () => bringScript(workerUrl) };
    engine = await startEngine(engineParts);
    for (const example of handMade) await engine.load(byHandName(example.id), byHandModel(example));
    apply({ core: { phase: "ready", simd } });
  } catch ({ message }) {
    apply({ core: { phase: "failed", message } });
    return;
  }
  await compute();
  bringTrained();
}

start();
