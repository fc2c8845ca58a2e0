/**
 * Files with attention of other models, as what the page's worker can hold. Each file is one of: JSON of nested arrays, JSON of
 * an object that names them, .npy, and what this page itself has saved. Nothing of a file that is refused has any effect.
 *
 * @typedef {object} Brought
 * @property {string} name of the file
 * @property {number} layers @property {number} heads
 * @property {Record<string, { data: Float32Array, shape: number[] }>} stages "layer/stage", the layer from 0 → (heads, rows, columns)
 * @property {boolean} computes only q, k and v are there: the core computes what follows from them
 * @property {import("../run.js").Token[]} tokens
 * @property {import("../run.js").Token[] | null} sourceTokens of the keys, where they are not the queries' own
 * @property {string} text of the queries' tokens
 * @property {object} [settings] as in settings.js
 * @property {Float32Array | null} [embedding]
 * @property {{ key: string, values?: object }[]} notices what the reader is to know: "files.notice.KEY"
 */
import { fromOwn, isOwn } from "./import-own.js";
import { fromCsv } from "./import-csv.js";
import { parseJson } from "./import-json.js";
import { isNpy, parseNpy } from "./import-npy.js";
import { namedTensors } from "./import-names.js";
import { refusal } from "./refusal.js";
import { fourAxes, layerOf } from "./shapes.js";
import { negativeWeights, strayRows } from "./sums.js";
import { MOST_BYTES, tensorOf } from "./tensor.js";
import { numbered, placeless, tokensFrom } from "./tokens.js";

const PARTS = ["q", "k", "v"];

/**
 * @param {{ name: string, bytes: Uint8Array }[]} files one file; or q.npy, k.npy and v.npy
 * @param {{ tokens?: string[], sourceTokens?: string[] }} [typed] labels that go before those of the file
 * @returns {Brought}
 * @throws {AttentionError} a code of strings/en/files.js "files.error.CODE"
 */
export function importFiles(files, typed = {}) {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > MOST_BYTES) throw refusal("TOO_LARGE", { size: Math.ceil(size / 2 ** 20), most: MOST_BYTES / 2 ** 20 });
  if (files.length === 1) return finished(single(files[0], typed), files[0].name);
  const named = Object.fromEntries(files.map(({ name, bytes }) => [name.replace(/\.npy$/i, "").slice(-1).toLowerCase(), bytes]));
  if (files.length !== 3 || !PARTS.every((part) => named[part] && isNpy(named[part]))) throw refusal("WHICH_FILES");
  return finished(fromTensors(Object.fromEntries(PARTS.map((part) => [part, parseNpy(named[part])])), typed, {}), files.map(({ name }) => name).join(", "));
}

/** @returns {Omit<Brought, "name">} */
function single({ name, bytes }, typed) {
  if (bytes.length === 0) throw refusal("EMPTY_FILE");
  if (isNpy(bytes)) return fromTensors({ weights: parseNpy(bytes) }, typed, {});
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) throw refusal("ZIP");
  const text = textOf(bytes);
  if (/\.csv$/i.test(name) || /^"?# attention-lab/.test(text)) return fromCsv(text);
  if (/\.npy$/i.test(name)) throw refusal("NPY_MAGIC");
  if (!/^\s*[[{]/.test(text)) throw refusal("UNKNOWN_FILE", { name });
  const { value, odd } = parseJson(text);
  const notices = odd ? [{ key: "odd", values: { count: odd } }] : [];
  const made = isOwn(value) ? fromOwn(value) : fromJson(value, typed);
  return { ...made, notices: [...notices, ...made.notices] };
}

function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes); // a byte order mark is left out
  } catch {
    throw refusal("NOT_TEXT");
  }
}

function fromJson(value, typed) {
  if (Array.isArray(value)) return fromTensors({ weights: tensorOf(value) }, typed, {});
  const { tensors, tokens, sourceTokens, scale, causal, left } = namedTensors(value);
  const made = fromTensors(tensors, { tokens: typed.tokens ?? tokens, sourceTokens: typed.sourceTokens ?? sourceTokens }, { scale, causal });
  return left.length ? { ...made, notices: [...made.notices, { key: "left", values: { names: left.join(", ") } }] } : made;
}

/**
 * @param {Record<string, import("./tensor.js").Tensor>} tensors weights, or q, k and v
 * @returns {Omit<Brought, "name">}
 */
function fromTensors(tensors, labels, { scale, causal }) {
  const notices = [];
  const axes = Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, fourAxes(tensor, name)]));
  for (const [name, { batch }] of Object.entries(axes)) if (batch) notices.push({ key: "batch", values: { name } });
  const computes = !axes.weights;
  if (computes) checkParts(axes);
  const [layers, heads, n, last] = (axes.weights ?? axes.q).shape;
  const m = computes ? axes.k.shape[2] : last;
  const stages = {};
  for (let layer = 0; layer < layers; layer++) {
    for (const [name, tensor] of Object.entries(axes)) stages[`${layer}/${name}`] = layerOf(tensor, layer);
  }
  const { words, ...named } = labelled(labels, n, m);
  notices.push(...words);
  return { layers, heads, stages, computes, ...named, notices, settings: settingsOf(computes, axes.q?.shape[3], scale, causal) };
}

/** Q (L, h, n, d_k), K (L, h, m, d_k), V (L, h, m, d_v). */
function checkParts({ q, k, v }) {
  const same = (a, b, axes) => axes.every((axis) => a.shape[axis] === b.shape[axis]);
  const shapes = { q: q.shape.join(" × "), k: k.shape.join(" × "), v: v.shape.join(" × ") };
  if (!same(q, k, [0, 1, 3]) || !same(k, v, [0, 1, 2])) throw refusal("PARTS", shapes);
}

/** Labels of rows and columns; what does not fit is told, and numbers take its place. */
function labelled({ tokens, sourceTokens }, n, m) {
  const words = [];
  const fitting = (list, count) => {
    if (!list) return null;
    if (list.length === count) return tokensFrom(list);
    words.push({ key: "labels", values: { have: list.length, need: count } });
    return null;
  };
  const queries = fitting(tokens, n);
  const keys = fitting(sourceTokens, m) ?? (n === m && !sourceTokens ? null : numbered(m));
  return { ...(queries ?? numbered(n)), sourceTokens: keys && placeless(keys.tokens), words };
}

function settingsOf(computes, dK, scale, causal) {
  if (!computes) return undefined;
  const root = 1 / Math.sqrt(dK);
  const set = scale === undefined ? {} : scale === 1 ? { divide: false } : { temperature: Number((root / scale).toPrecision(6)) };
  return { ...set, ...(causal ? { mask: "causal" } : {}) };
}

/** With what is to be said of the numbers themselves. @returns {Brought} */
function finished(made, name) {
  const notices = made.notices.slice();
  const { count, rows, worst } = strayRows(made.stages);
  if (count) notices.push({ key: "sums", values: { count, rows, ...worst, sum: Number(worst.sum.toPrecision(4)) } });
  const negative = negativeWeights(made.stages);
  if (negative.count) notices.push({ key: "negative", values: { count: negative.count, ...negative.worst, weight: Number(negative.worst.weight.toPrecision(4)) } });
  return { ...made, name, notices };
}
