/**
 * What callers hand to the core, looked at before anything changes: types, sizes, lengths, masks.
 * Each check throws an AttentionError that names what was wrong and what would do.
 */
import { AttentionError } from "./errors.js";
import { HeapFloats, Scope } from "./heap.js";

/** The kinds of attn_mask_kind, by number. */
const MASK = { none: 0, causal: 1, window: 2, free: 3 };
/** What core.attention can return. */
const WANTED = ["scores", "scaled", "masked", "weights", "output"];
const LARGEST_SIZE = 2 ** 31 - 1;
const LARGEST_SEED = 2 ** 32 - 1;

const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
/** A getter of all typed arrays, called past whatever stands before it. @returns {(array: any) => any} */
const getter = (name) => Function.prototype.call.bind(/** @type {any} */ (Object.getOwnPropertyDescriptor(typedArray, name)).get);
const typedName = getter(Symbol.toStringTag);
const typedLength = getter("length");

/** Of that class, in this realm or in another (an iframe, a test runner's sandbox), where instanceof says no. */
export function isA(name, value) {
  return typedName(value) === name || (name === "ArrayBuffer" && Object.prototype.toString.call(value) === "[object ArrayBuffer]");
}

/** @param {import("./heap.js").HeapFloats | ArrayBufferView} array */
export const lengthOf = (array) => (array instanceof HeapFloats ? array.length : typedLength(array));

/** Floats: an array of the caller's, or numbers in the core's memory. */
export const areFloats = (value) => value instanceof HeapFloats || isA("Float32Array", value);

export function describe(value) {
  if (value === null) return "null";
  if (typeof value === "object") return value.constructor?.name ?? "an object";
  if (typeof value === "function") return "a function";
  if (typeof value === "string") return `the text "${value.slice(0, 40)}"`;
  return String(value);
}

export function checkSizes(sizes, fn) {
  for (const name in sizes) {
    const size = sizes[name];
    if (!Number.isInteger(size) || size < 1 || size > LARGEST_SIZE) {
      throw new AttentionError("BAD_SIZE", `${name} must be a whole number from 1 to ${LARGEST_SIZE}, not ${describe(size)}.`, fn);
    }
  }
}

function checkArray(type, name, array, shape, fn) {
  if (type === "Float32Array" ? !areFloats(array) : !isA(type, array)) throw new AttentionError("BAD_TYPE", `${name} must be a ${type}, not ${describe(array)}.`, fn);
  const length = shape.reduce((product, [, size]) => product * size, 1);
  if (lengthOf(array) !== length) {
    const letters = shape.map(([letter]) => letter).join(", ");
    const numbers = shape.map(([, size]) => size).join(", ");
    throw new AttentionError("BAD_LENGTH", `${name} has ${lengthOf(array)} numbers; (${letters}) = (${numbers}) needs ${length}.`, fn);
  }
}

export const checkFloats = (name, array, shape, fn) => checkArray("Float32Array", name, array, shape, fn);
export const checkBytes = (name, array, shape, fn) => checkArray("Uint8Array", name, array, shape, fn);

export function checkSeed(seed, fn) {
  if (!Number.isInteger(seed) || seed < 0 || seed > LARGEST_SEED) {
    throw new AttentionError("BAD_SIZE", `seed must be a whole number from 0 to ${LARGEST_SEED}, not ${describe(seed)}.`, fn);
  }
}

/** @returns {number} n of layers that are all (heads, n, n), heads each their own */
export function checkLayers(layers, fn) {
  if (!Array.isArray(layers)) throw new AttentionError("BAD_TYPE", `layers must be an array, not ${describe(layers)}.`, fn);
  if (layers.length === 0) throw new AttentionError("BAD_SIZE", "layers must hold at least one layer of weights.", fn);
  [...layers].forEach((entry, layer) => {
    const shape = entry?.shape;
    if (!Array.isArray(shape) || shape.length !== 3) {
      throw new AttentionError("BAD_TYPE", `Layer ${layer} must be { data, shape: [heads, n, n] }, not ${describe(entry)}.`, fn);
    }
    const [heads, rows, cols] = shape;
    checkSizes({ heads, n: rows, m: cols }, fn);
    if (rows !== cols || rows !== layers[0].shape[1]) {
      throw new AttentionError("BAD_SIZE", `Layer ${layer} is ${rows} × ${cols}; every layer must be n × n with the same n.`, fn);
    }
    checkFloats(`Layer ${layer}`, entry.data, [["heads", heads], ["n", rows], ["n", cols]], fn);
  });
  return layers[0].shape[1];
}

export function checkScale(scale, fn) {
  if (typeof scale !== "number" || !Number.isFinite(scale) || !Number.isFinite(Math.fround(scale))) {
    throw new AttentionError("BAD_SCALE", `scale must be a finite number, not ${describe(scale)}; leave it out for 1/√d_k.`, fn);
  }
}

/** @param {import("./core.js").AttentionInput} input */
export function checkAttention(input) {
  const fn = "core.attention";
  if (input === null || typeof input !== "object") throw new AttentionError("BAD_TYPE", `core.attention takes an object, not ${describe(input)}.`, fn);
  const { q, k, v, heads, n, m, dK, dV, want = /** @type {any[]} */ (WANTED), scope } = input;
  checkSizes({ heads, n, m, dK, dV }, fn);
  checkFloats("q", q, [["heads", heads], ["n", n], ["dK", dK]], fn);
  checkFloats("k", k, [["heads", heads], ["m", m], ["dK", dK]], fn);
  checkFloats("v", v, [["heads", heads], ["m", m], ["dV", dV]], fn);
  const { scale = 1 / Math.sqrt(dK) } = input;
  checkScale(scale, fn);
  if (!Array.isArray(want)) throw new AttentionError("BAD_TYPE", `want must be an array of stages, not ${describe(want)}.`, fn);
  for (const stage of want) {
    if (!WANTED.includes(stage)) throw new AttentionError("BAD_STAGE", `want may hold ${WANTED.join(", ")}; not ${describe(stage)}.`, fn);
  }
  if (scope !== undefined && !(scope instanceof Scope)) throw new AttentionError("BAD_TYPE", `scope must be what core.scope hands to its callback, not ${describe(scope)}.`, fn);
  return { q, k, v, heads, n, m, dK, dV, scale, mask: checkMask(input.mask, heads, n, m, fn), want: want.slice(), scope };
}

/** A mask as struct attn_mask has it, or null if every key is allowed. */
export function checkMask(mask, heads, n, m, fn) {
  const plain = { kind: MASK.none, window: 0, allowed: null, heads: 0 };
  if (mask === undefined || mask === null || mask === "none") return null;
  if (mask === "causal") return { ...plain, kind: MASK.causal };
  if (isA("Uint8Array", mask)) {
    const cells = lengthOf(mask);
    if (cells === n * m) return { ...plain, kind: MASK.free, allowed: mask, heads: 1 };
    if (cells === heads * n * m) return { ...plain, kind: MASK.free, allowed: mask, heads };
    throw new AttentionError("BAD_MASK", `The mask has ${cells} cells; (n, m) = (${n}, ${m}) needs ${n * m}, or ${heads * n * m} for each of ${heads} heads.`, fn);
  }
  if (typeof mask === "object" && "window" in mask) {
    if (Number.isInteger(mask.window) && mask.window >= 0 && mask.window <= LARGEST_SIZE) return { ...plain, kind: MASK.window, window: mask.window };
    throw new AttentionError("BAD_MASK", `window must be a whole number from 0, not ${describe(mask.window)}.`, fn);
  }
  throw new AttentionError("BAD_MASK", `A mask is "causal", { window: w } or a Uint8Array with 1 for allowed, not ${describe(mask)}.`, fn);
}

/** (layers, heads), 1 = off */
export function headsOffBytes(list, layers, heads) {
  const fn = "model.run";
  const off = new Uint8Array(layers * heads);
  if (!Array.isArray(list)) throw new AttentionError("BAD_TYPE", `headsOff must be an array, not ${describe(list)}.`, fn);
  for (const entry of list) {
    const [layer, head] = Array.isArray(entry) ? entry : [null, entry];
    const layerFits = layer === null || (Number.isInteger(layer) && layer >= 0 && layer < layers);
    if (!layerFits || !(Number.isInteger(head) && head >= 0 && head < heads)) {
      throw new AttentionError("BAD_STAGE", `headsOff names a head that is not there; layers are 0 to ${layers - 1}, heads 0 to ${heads - 1}.`, fn);
    }
    for (let l = layer ?? 0; l <= (layer ?? layers - 1); l++) off[l * heads + head] = 1;
  }
  return off;
}
