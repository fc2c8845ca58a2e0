/**
 * The attention core for JavaScript: the same file under Node and in browsers, and the only one that
 * touches WebAssembly memory. Shapes, words and errors are those of c/attn.h.
 *
 * Memory: every call takes one block, copies in, runs, copies out and gives the block back; what a caller
 * receives is the caller's to keep. Views of the heap are made anew for each use, since growth detaches them.
 */
import { AttentionError } from "./errors.js";
import { normalize, typedSpan } from "./normalize.js";
import { Run } from "./run.js";

export { AttentionError, Run };

/** The kinds of attn_model_kind, by number. */
const MODEL_KINDS = ["", "encoder", "bare"];
/** The kinds of attn_mask_kind, by number. */
const MASK = { none: 0, causal: 1, window: 2, free: 3 };
/** What core.attention can return. */
const WANTED = ["scores", "scaled", "masked", "weights", "output"];
const LARGEST_SIZE = 2 ** 31 - 1;
const LARGEST_SEED = 2 ** 32 - 1;
const POINTER_BYTES = 4;
const FLOAT_BYTES = 4;
/** Numbers a head of attn_reading. */
const READING = 5;

/**
 * @typedef {undefined | null | "none" | "causal" | { window: number } | Uint8Array} Mask which keys a query may
 *   see: all; j ≤ i + m − n; |i − j| ≤ window; or one byte a cell, (n,m) or (h,n,m), 1 = allowed
 */

/**
 * @typedef {object} AttentionInput
 * @property {Float32Array} q (heads, n, dK), row-major
 * @property {Float32Array} k (heads, m, dK)
 * @property {Float32Array} v (heads, m, dV)
 * @property {number} heads
 * @property {number} n queries
 * @property {number} m keys and values
 * @property {number} dK width of a query and of a key
 * @property {number} dV width of a value
 * @property {number} [scale] 1/sqrt(dK) if not given
 * @property {Mask} [mask]
 * @property {("scores" | "scaled" | "masked" | "weights" | "output")[]} [want] all five if not given; asking
 *   only for "weights" and "output" takes the fused path, which stores no scores
 */

/**
 * @typedef {object} AttentionResult arrays of the caller's own, for the stages that were asked for
 * @property {Float32Array} [scores] (heads, n, m) = Q·Kᵀ
 * @property {Float32Array} [scaled] (heads, n, m) = scores·scale
 * @property {Float32Array} [masked] (heads, n, m), −Infinity in closed cells
 * @property {Float32Array} [weights] (heads, n, m), each row sums to 1, or is 0 where no key is allowed
 * @property {Float32Array} [output] (heads, n, dV) = weights·V
 * @property {number[]} nonFinite rows (head·n + i) that a non-finite value made NaN, ascending
 */

/**
 * @typedef {object} RunOptions hold for all layers
 * @property {Mask} [mask] over the tokens that are read: (n,n) or (heads,n,n)
 * @property {number} [scale] instead of 1/sqrt(d_k)
 * @property {number} [temperature] divides the scale of every layer; above 0, 1 if not given
 * @property {(number | [number, number])[]} [headsOff] heads that add zeros: a head in every layer, or [layer, head]; from 0
 * @property {string | number[]} [source] the other sentence, for models that read two; refused by those that do not
 */

/**
 * @typedef {object} ModelInfo
 * @property {string} name
 * @property {string} kind "encoder" | "bare"
 * @property {number} layers
 * @property {number} heads
 * @property {number} dModel width of what enters the first layer
 * @property {number} vocab pieces in the vocabulary
 * @property {number} maxTokens longest input that is read
 * @property {boolean} quantized int8 weights
 * @property {string} source where the weights come from
 * @property {string} license
 */

/**
 * Compiles and starts the core.
 * @param {ArrayBuffer | Uint8Array} bytes the WebAssembly module: attention.wasm, or attention-scalar.wasm where there is no SIMD
 * @returns {Promise<Core>}
 * @throws {AttentionError} BAD_TYPE without bytes; NO_WASM when WebAssembly is missing, forbidden, or cannot run these bytes
 */
export async function loadCore(bytes) {
  if (!isA("ArrayBuffer", bytes) && !isA("Uint8Array", bytes)) {
    throw new AttentionError("BAD_TYPE", `loadCore takes the bytes of attention.wasm, not ${describe(bytes)}; dist/core.js carries them itself.`, "loadCore");
  }
  try {
    const { instance } = await WebAssembly.instantiate(/** @type {BufferSource} */ (bytes), { env: { emscripten_notify_memory_growth() {} } });
    return new Core(/** @type {any} */ (instance.exports));
  } catch (cause) {
    throw new AttentionError("NO_WASM", `This browser could not start the WebAssembly core (${cause.message}). Try a current Chrome, Firefox, Edge or Safari, or allow 'wasm-unsafe-eval' where a content security policy is set.`, "loadCore");
  }
}

/** A started core. Made by loadCore. */
export class Core {
  #heap;

  /** @param {Record<string, any>} wasm exports of the module */
  constructor(wasm) {
    wasm._initialize?.();
    this.#heap = new Heap(wasm);
    /** stage ids in the order of the equation, from c/attn.h */
    this.stages = this.#heap.stages;
  }

  /**
   * Attention over explicit arrays. Values never throw: see nonFinite. Shapes and types do, before anything changes.
   * @param {AttentionInput} input
   * @returns {AttentionResult}
   * @throws {AttentionError} BAD_TYPE, BAD_SIZE, BAD_LENGTH, BAD_SCALE, BAD_MASK, BAD_STAGE, OUT_OF_MEMORY
   */
  attention(input) {
    const { q, k, v, heads, n, m, dK, dV, scale, mask, want } = checkAttention(input);
    const cells = heads * n * m;
    const fused = want.every((stage) => stage === "weights" || stage === "output");
    const heap = this.#heap;
    return heap.frame("core.attention", (frame) => {
      const [qAt, kAt, vAt] = [q, k, v].map((array) => frame.floats(array));
      const maskAt = frame.mask(mask);
      /** @type {Record<string, { at: number, length: number }>} */
      const out = { output: frame.room(heads * n * dV) };
      if (fused) {
        if (want.includes("weights")) out.weights = frame.room(cells);
        const need = frame.words(1);
        heap.call("attn_forward_scratch", "core.attention", need, n, m, dK, dV);
        const scratchBytes = heap.u32(need, 1)[0];
        const scratch = frame.bytes(scratchBytes);
        heap.call("attn_forward", "core.attention", out.output.at, out.weights?.at ?? 0, qAt, kAt, vAt, maskAt, scale, scratch, scratchBytes, heads, n, m, dK, dV);
      } else {
        for (const stage of ["scores", "scaled", "masked", "weights"]) out[stage] = frame.room(cells);
        heap.call("attn_scores", "core.attention", out.scores.at, qAt, kAt, heads, n, m, dK);
        heap.call("attn_scale", "core.attention", out.scaled.at, out.scores.at, scale, cells);
        heap.call("attn_apply_mask", "core.attention", out.masked.at, out.scaled.at, maskAt, heads, n, m);
        heap.call("attn_softmax", "core.attention", out.weights.at, out.scaled.at, maskAt, heads, n, m);
        heap.call("attn_blend", "core.attention", out.output.at, out.weights.at, vAt, maskAt, heads, n, m, dV);
      }
      /** @type {AttentionResult} */
      const result = { nonFinite: nanRows(heap.f32(out.output.at, out.output.length), dV) };
      for (const stage of want) result[stage] = heap.f32(out[stage].at, out[stage].length).slice();
      return result;
    });
  }

  /** Bytes of memory that the module has reached; it never shrinks. */
  get memoryBytes() {
    return this.#heap.wasm.memory.buffer.byteLength;
  }

  /**
   * A picture of a large matrix: each cell the value of largest magnitude of its block, so that a lone hot cell survives.
   * @param {Float32Array} matrix (n, m)
   * @param {number} n @param {number} m @param {number} rows 1…n @param {number} cols 1…m
   * @returns {Float32Array} (rows, cols)
   */
  maxPool(matrix, n, m, rows, cols) {
    const fn = "core.maxPool";
    checkSizes({ n, m, rows, cols }, fn);
    checkFloats("matrix", matrix, [["n", n], ["m", m]], fn);
    return this.#filled(fn, rows * cols, (out, frame) => this.#heap.call("attn_max_pool", fn, out, frame.floats(matrix), n, m, rows, cols));
  }

  /**
   * x·W + bias.
   * @param {Float32Array} x (rows, inputs)
   * @param {Float32Array} w (inputs, outputs)
   * @param {number} rows @param {number} inputs @param {number} outputs
   * @param {Float32Array | null} [bias] (outputs)
   * @returns {Float32Array} (rows, outputs)
   * @throws {AttentionError} BAD_TYPE, BAD_SIZE, BAD_LENGTH, OUT_OF_MEMORY; so do all the calls below
   */
  linear(x, w, rows, inputs, outputs, bias = null) {
    const fn = "core.linear";
    checkSizes({ rows, inputs, outputs }, fn);
    checkFloats("x", x, [["rows", rows], ["inputs", inputs]], fn);
    checkFloats("w", w, [["inputs", inputs], ["outputs", outputs]], fn);
    if (bias !== null) checkFloats("bias", bias, [["outputs", outputs]], fn);
    return this.#filled(fn, rows * outputs, (out, frame) => {
      this.#heap.call("attn_linear", fn, out, frame.floats(x), frame.floats(w), bias ? frame.floats(bias) : 0, rows, inputs, outputs);
    });
  }

  /**
   * How spread each row of weights is, in bits: 0 where one key has it all, log2 m where all have as much.
   * @param {Float32Array} weights (rows, m)
   * @param {number} rows @param {number} m
   * @returns {Float32Array} (rows)
   */
  entropy(weights, rows, m) {
    const fn = "core.entropy";
    checkSizes({ rows, m }, fn);
    checkFloats("weights", weights, [["rows", rows], ["m", m]], fn);
    return this.#filled(fn, rows, (out, frame) => this.#heap.call("attn_entropy", fn, out, frame.floats(weights), rows, m));
  }

  /**
   * Where each head looks: means over its n rows. See attn_reading in c/attn.h.
   * @param {Float32Array} weights (heads, n, m)
   * @param {number} heads @param {number} n @param {number} m
   * @param {Uint8Array | null} [marked] (m) 1 = a key whose share is wanted, such as punctuation
   * @returns {{ back: number, self: number, previous: number, next: number, marked: number }[]} one a head.
   *   back: tokens looked back, weighted; the others: shares of 1 on the same place, the one before it, the one after it, marked keys
   */
  reading(weights, heads, n, m, marked = null) {
    const fn = "core.reading";
    checkSizes({ heads, n, m }, fn);
    checkFloats("weights", weights, [["heads", heads], ["n", n], ["m", m]], fn);
    if (marked !== null) checkBytes("marked", marked, [["m", m]], fn);
    const means = this.#filled(fn, heads * READING, (out, frame) => {
      this.#heap.call("attn_reading", fn, out, frame.floats(weights), marked ? frame.copy(marked) : 0, heads, n, m);
    });
    return Array.from({ length: heads }, (_, head) => {
      const [back, self, previous, next, share] = means.subarray(head * READING);
      return { back, self, previous, next, marked: share };
    });
  }

  /**
   * Attention rollout (Abnar & Zuidema, 2020): what each position has read from each token through all layers,
   * residual path included. Each row sums to 1.
   * @param {{ data: Float32Array, shape: number[] }[]} layers weights of the layers in order, each (heads, n, n), as run.stage gives them
   * @returns {Float32Array} (n, n)
   */
  rollout(layers) {
    const fn = "core.rollout";
    const n = checkLayers(layers, fn);
    return this.#filled(fn, n * n, (out, frame) => {
      let before = 0;
      layers.forEach(({ data, shape }, layer) => {
        const after = layer === layers.length - 1 ? out : frame.words(n * n);
        this.#heap.call("attn_rollout", fn, after, before, frame.floats(data), shape[0], n);
        before = after;
      });
    });
  }

  /**
   * How alike two vectors are. See attn_compare in c/attn.h.
   * @param {Float32Array} a
   * @param {Float32Array} b as long as a
   * @returns {{ cosine: number, distance: number, relative: number }} a·b/(‖a‖·‖b‖), NaN if a or b is zeros; ‖a − b‖; ‖a − b‖/‖b‖
   */
  compare(a, b) {
    const fn = "core.compare";
    const count = isA("Float32Array", a) ? lengthOf(a) : 1;
    checkFloats("a", a, [["count", count]], fn);
    checkFloats("b", b, [["length of a", count]], fn);
    const [cosine, distance, relative] = this.#filled(fn, 3, (out, frame) => this.#heap.call("attn_compare", fn, out, frame.floats(a), frame.floats(b), count));
    return { cosine, distance, relative };
  }

  /**
   * Rows as points in the plane that keeps most of their variance: their first two principal components.
   * Meant for a few hundred rows. See attn_pca in c/attn.h for the rule of signs.
   * @param {Float32Array} x (rows, d)
   * @param {number} rows @param {number} d
   * @returns {{ xy: Float32Array, shares: [number, number] }} xy (rows, 2); shares of the variance that lie along each
   */
  pca(x, rows, d) {
    const fn = "core.pca";
    checkSizes({ rows, d }, fn);
    checkFloats("x", x, [["rows", rows], ["d", d]], fn);
    const heap = this.#heap;
    const both = this.#filled(fn, 2 * rows + 2, (out, frame) => {
      const need = frame.words(1);
      heap.call("attn_pca_scratch", fn, need, rows, d);
      const scratchBytes = heap.u32(need, 1)[0];
      heap.call("attn_pca", fn, out, out + 2 * rows * FLOAT_BYTES, frame.floats(x), frame.bytes(scratchBytes), scratchBytes, rows, d);
    });
    const [first, second] = both.subarray(2 * rows);
    return { xy: both.slice(0, 2 * rows), shares: [first, second] };
  }

  /**
   * Independent normal numbers, mean 0, variance 1.
   * @param {number} count
   * @param {number} seed 0 … 4294967295; the same numbers for the same seed
   * @returns {Float32Array}
   */
  normal(count, seed) {
    const fn = "core.normal";
    checkSizes({ count }, fn);
    checkSeed(seed, fn);
    return this.#filled(fn, count, (out) => this.#heap.call("attn_normal", fn, out, count, seed));
  }

  /**
   * Dot products of random q and k of dK independent normal numbers each, drawn anew for each.
   * @param {number} draws how many
   * @param {number} dK
   * @param {number} seed 0 … 4294967295; the same numbers for the same seed
   * @returns {Float32Array} (draws)
   */
  randomDots(draws, dK, seed) {
    const fn = "core.randomDots";
    checkSizes({ draws, dK }, fn);
    checkSeed(seed, fn);
    return this.#filled(fn, draws, (out) => this.#heap.call("attn_random_dots", fn, out, draws, dK, seed));
  }

  /** An array of the caller's own, of this length, that body fills at the address it is given. */
  #filled(fn, length, body) {
    return this.#heap.frame(fn, (frame) => {
      const out = frame.words(length);
      body(out, frame);
      return this.#heap.f32(out, length).slice();
    });
  }

  /**
   * Reads a model file. The bytes are copied; the caller keeps its own.
   * @param {Uint8Array | ArrayBuffer} bytes
   * @returns {Model} to be given back with dispose()
   * @throws {AttentionError} BAD_TYPE, NOT_A_MODEL, BAD_VERSION, TRUNCATED, CORRUPT, BAD_MODEL, OUT_OF_MEMORY
   */
  loadModel(bytes) {
    const fn = "core.loadModel";
    if (!isA("ArrayBuffer", bytes) && !isA("Uint8Array", bytes)) {
      throw new AttentionError("BAD_TYPE", `A model is loaded from a Uint8Array or an ArrayBuffer, not from ${describe(bytes)}.`, fn);
    }
    if (bytes.byteLength > LARGEST_SIZE) throw new AttentionError("OUT_OF_MEMORY", `A model of ${bytes.byteLength} bytes does not fit; the most is ${LARGEST_SIZE}.`, fn);
    const file = isA("ArrayBuffer", bytes) ? new Uint8Array(/** @type {ArrayBuffer} */ (bytes)) : /** @type {Uint8Array} */ (bytes);
    const heap = this.#heap;
    const [bytesNeeded, fileOffset] = heap.frame(fn, (frame) => {
      const out = frame.words(2);
      heap.call("attn_model_size", fn, out, out + POINTER_BYTES, file.length);
      return [...heap.u32(out, 2)];
    });
    const memory = heap.alloc(bytesNeeded, fn);
    try {
      heap.u8(memory + fileOffset, file.length).set(file);
      heap.frame(fn, (frame) => heap.call("attn_model_open", fn, frame.words(1), memory, file.length));
    } catch (error) {
      heap.release(memory);
      throw error;
    }
    return new Model(heap, memory);
  }
}

/** A model in the core's memory. Made by core.loadModel. */
export class Model {
  #heap;
  #memory;

  /** @param {Heap} heap @param {number} memory address of the open model */
  constructor(heap, memory) {
    this.#heap = heap;
    this.#memory = memory;
    /** @type {ModelInfo} */
    this.info = this.#describe();
  }

  #describe() {
    const heap = this.#heap;
    return heap.frame("model.info", (frame) => {
      const at = frame.words(8);
      heap.call("attn_model_describe", "model.info", at, this.#memory);
      const [kind, layers, heads, dModel, vocab, maxTokens, , quantized] = heap.u32(at, 8);
      const text = (name) => this.#text(`text.${name}`);
      return {
        name: text("name"), kind: MODEL_KINDS[kind], layers, heads, dModel, vocab, maxTokens,
        quantized: quantized === 1, source: text("source"), license: text("license"),
      };
    });
  }

  /** A text of the model file, "" if it has none by that name. */
  #text(name) {
    const heap = this.#heap;
    return heap.frame("model.info", (frame) => {
      const out = frame.words(2);
      const status = heap.wasm.attn_model_tensor(out, out + POINTER_BYTES, 0, 0, this.#memory, frame.string(name));
      if (status !== 0) return "";
      const [at, length] = heap.u32(out, 2);
      return new TextDecoder().decode(heap.u8(at, length).slice());
    });
  }

  #alive(fn) {
    if (this.#memory === 0) throw new AttentionError("DISPOSED", "This model was disposed of; load it again with core.loadModel.", fn);
    return this.#memory;
  }

  /**
   * All tokens of a text, not cut to maxTokens.
   * @param {string} text
   * @returns {import("./run.js").Token[]} empty for a blank text
   * @throws {AttentionError} BAD_TYPE, DISPOSED, OUT_OF_MEMORY
   */
  tokenize(text) {
    return this.#encode(text, Infinity).tokens;
  }

  /** The first `most` tokens of a text, and how many there are in all. */
  #encode(text, most) {
    const fn = "model.tokenize";
    const memory = this.#alive(fn);
    if (typeof text !== "string") throw new AttentionError("BAD_TYPE", `A text is a string, not ${describe(text)}.`, fn);
    const normalized = normalize(text);
    if (normalized.text === "") return { tokens: [], count: 0 };
    const heap = this.#heap;
    const utf8 = new TextEncoder().encode(normalized.text);
    return heap.frame(fn, (frame) => {
      const need = frame.words(3);
      heap.call("attn_tokenize_size", fn, need, need + POINTER_BYTES, utf8.length);
      const [room, scratchBytes] = heap.u32(need, 2);
      const ids = frame.words(room);
      const ends = frame.words(room);
      const scratch = frame.bytes(scratchBytes);
      const at = frame.copy(utf8);
      const countAt = need + 2 * POINTER_BYTES;
      heap.call("attn_tokenize", fn, ids, ends, countAt, memory, at, utf8.length, scratch, scratchBytes);
      const count = heap.u32(countAt, 1)[0];
      const wanted = Math.min(count, most);
      return { tokens: toTokens(heap.u32(ids, wanted), heap.u32(ends, wanted), normalized), count };
    });
  }

  /**
   * A sentence through the model.
   * @param {string | ArrayLike<number>} input a text, or token ids; cut to info.maxTokens (see run.truncated)
   * @param {RunOptions} [options]
   * @returns {Run}
   * @throws {AttentionError} BAD_TYPE, NO_TOKENS (blank text), BAD_TOKEN, BAD_MASK, BAD_SCALE, BAD_STAGE (no such head), DISPOSED, OUT_OF_MEMORY
   */
  run(input, options = {}) {
    const fn = "model.run";
    const memory = this.#alive(fn);
    const { layers, heads, maxTokens } = this.info;
    const { tokens, count } = typeof input === "string" ? this.#encode(input, maxTokens) : this.#tokensOf(input, maxTokens);
    if (count === 0) throw new AttentionError("NO_TOKENS", "There is nothing to read: give a text with at least one visible character.", fn);
    const n = tokens.length;
    const { scale, temperature = 1, headsOff = [], source, ...rest } = options ?? {};
    const mask = checkMask(rest.mask, heads, n, n, fn);
    if (scale !== undefined) checkScale(scale, fn);
    if (source !== undefined) throw new AttentionError("BAD_TYPE", `The model "${this.info.name}" reads one sentence: leave out source.`, fn);
    if (!(Number.isFinite(temperature) && temperature > 0)) throw new AttentionError("BAD_SCALE", `temperature must be a number above 0, not ${describe(temperature)}.`, fn);
    const off = headsOffBytes(headsOff, layers, heads);

    const heap = this.#heap;
    return heap.frame(fn, (frame) => {
      const ids = frame.words(n);
      heap.u32(ids, n).set(tokens.map((token) => token.id));
      const optionsAt = frame.runOptions(mask, scale ?? NaN, temperature, off);
      const need = frame.words(1);
      heap.call("attn_run_size", fn, need, memory, n);
      const size = heap.u32(need, 1)[0];
      const run = frame.bytes(size);
      heap.call("attn_run", fn, run, size, memory, ids, n, optionsAt);
      return new Run({
        tokens, truncated: count - n, layers, heads,
        stages: this.#stagesOf(run, frame),
        buffer: heap.wasm.memory.buffer.slice(run, run + size),
        entropy: this.#entropyOf(run, frame, n),
        embedding: this.#embeddingOf(run, frame),
      });
    });
  }

  /** Where each stage of each layer lies in a run's memory, and x one layer past the last. */
  #stagesOf(run, frame) {
    const heap = this.#heap;
    const out = frame.words(4);
    /** @type {Record<string, { offset: number, shape: number[] }>} */
    const stages = {};
    heap.stages.forEach((name, stage) => {
      for (let layer = 0; layer <= this.info.layers; layer++) {
        if (heap.wasm.attn_run_stage(out, out + POINTER_BYTES, run, stage, layer) !== 0) continue;
        const [at, ...shape] = heap.u32(out, 4);
        stages[`${layer}/${name}`] = { offset: at - run, shape };
      }
    });
    return stages;
  }

  /** (layers, heads): the mean entropy of the rows of weights, in bits. */
  #entropyOf(run, frame, n) {
    const heap = this.#heap;
    const { layers, heads } = this.info;
    const weights = heap.stages.indexOf("weights");
    const out = frame.words(4);
    const bits = frame.room(heads * n);
    const means = new Float32Array(layers * heads);
    for (let layer = 0; layer < layers; layer++) {
      heap.call("attn_run_stage", "model.run", out, out + POINTER_BYTES, run, weights, layer);
      heap.call("attn_entropy", "model.run", bits.at, heap.u32(out, 1)[0], heads * n, n);
      const rows = heap.f32(bits.at, heads * n);
      for (let head = 0; head < heads; head++) {
        means[layer * heads + head] = rows.subarray(head * n, (head + 1) * n).reduce((sum, row) => sum + row, 0) / n;
      }
    }
    return means;
  }

  #embeddingOf(run, frame) {
    const heap = this.#heap;
    const out = frame.words(2);
    heap.call("attn_run_embedding", "model.run", out, out + POINTER_BYTES, run);
    const [at, size] = heap.u32(out, 2);
    return at === 0 ? null : heap.f32(at, size).slice();
  }

  /** Given ids as the first `most` tokens, and how many there are in all. */
  #tokensOf(ids, most) {
    const list = Array.isArray(ids) || ArrayBuffer.isView(ids) ? Array.from(/** @type {ArrayLike<number>} */ (/** @type {unknown} */ (ids))) : null;
    if (!list) throw new AttentionError("BAD_TYPE", `A model runs on a text or on an array of token ids, not on ${describe(ids)}.`, "model.run");
    const stray = list.findIndex((id) => !Number.isInteger(id) || id < 0 || id >= this.info.vocab);
    if (stray >= 0) {
      throw new AttentionError("BAD_TOKEN", `${describe(list[stray])} is no token id: the vocabulary has ids 0 to ${this.info.vocab - 1}.`, "model.run");
    }
    const tokens = list.slice(0, most).map((id) => ({ id, piece: this.#piece(id), start: null, end: null, unknown: id === 0 }));
    return { tokens, count: list.length };
  }

  #piece(id) {
    const heap = this.#heap;
    return heap.frame("model.run", (frame) => {
      const out = frame.words(2);
      heap.call("attn_model_piece", "model.run", out, out + POINTER_BYTES, this.#memory, id);
      const [at, length] = heap.u32(out, 2);
      return new TextDecoder().decode(heap.u8(at, length).slice());
    });
  }

  /**
   * Gives the model's memory back. Runs that it made stay usable.
   * @throws {AttentionError} DISPOSED on a second call
   */
  dispose() {
    this.#heap.release(this.#alive("model.dispose"));
    this.#memory = 0;
  }
}

/** The module's memory: allocation, views, calls. */
class Heap {
  /** @param {Record<string, any>} wasm */
  constructor(wasm) {
    this.wasm = wasm;
    this.stages = listNames(this, wasm.attn_stage_name);
  }

  u8(at, length) {
    return new Uint8Array(this.wasm.memory.buffer, at, length);
  }
  u32(at, length) {
    return new Uint32Array(this.wasm.memory.buffer, at, length);
  }
  f32(at, length) {
    return new Float32Array(this.wasm.memory.buffer, at, length);
  }

  /** A zero-terminated C string. */
  string(at) {
    const bytes = this.u8(at, this.wasm.memory.buffer.byteLength - at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  /** @returns {number} address, a multiple of 16 */
  alloc(bytes, fn) {
    const at = bytes > LARGEST_SIZE ? 0 : this.wasm.attn_alloc(Math.max(bytes, 1)) >>> 0;
    if (at === 0) {
      throw new AttentionError("OUT_OF_MEMORY", `This needs a block of ${bytes} bytes, which is not to be had. Use smaller sizes.`, fn);
    }
    return at;
  }

  release(at) {
    this.wasm.attn_release(at);
  }

  /** Calls a C function that returns a status, and throws what it says. */
  call(name, fn, ...args) {
    const status = this.wasm[name](...args);
    if (status !== 0) {
      throw new AttentionError(this.string(this.wasm.attn_status_code(status)), `${fn}: ${this.string(this.wasm.attn_status_text(status))}.`, fn);
    }
  }

  /** Runs body with a frame whose memory is given back at the end, whatever happens. */
  frame(fn, body) {
    const frame = new Frame(this, fn);
    try {
      return body(frame);
    } finally {
      frame.end();
    }
  }
}

/** Blocks of heap memory that live as long as one call. */
class Frame {
  #blocks = [];

  constructor(heap, fn) {
    this.heap = heap;
    this.fn = fn;
  }

  bytes(count) {
    const at = this.heap.alloc(count, this.fn);
    this.#blocks.push(at);
    return at;
  }
  words(count) {
    return this.bytes(count * POINTER_BYTES);
  }
  room(length) {
    return { at: this.words(length), length };
  }
  floats(array) {
    const at = this.words(array.length);
    this.heap.f32(at, array.length).set(array);
    return at;
  }
  copy(bytes) {
    const at = this.bytes(bytes.length);
    this.heap.u8(at, bytes.length).set(bytes);
    return at;
  }
  string(text) {
    return this.copy(new TextEncoder().encode(`${text}\0`));
  }

  /** struct attn_mask */
  mask(mask) {
    const allowed = mask.allowed ? this.copy(mask.allowed) : 0;
    const at = this.words(4);
    this.heap.u32(at, 4).set([mask.kind, mask.window, allowed, mask.heads]);
    return at;
  }

  /** struct attn_run_options: a mask, f32 scale, f32 temperature, pointer to heads_off */
  runOptions(mask, scale, temperature, headsOff) {
    const maskAt = this.mask(mask);
    const off = this.copy(headsOff);
    const at = this.words(7);
    this.heap.u32(at, 7).set([...this.heap.u32(maskAt, 4), 0, 0, off]);
    this.heap.f32(at + 4 * POINTER_BYTES, 2).set([scale, temperature]);
    return at;
  }

  end() {
    for (const at of this.#blocks) this.heap.release(at);
  }
}

/** The names that a C list hands out by number, up to its first empty one. */
function listNames(heap, name) {
  const names = [];
  for (let k = 0; ; k++) {
    const text = heap.string(name(k));
    if (text === "") return names;
    names.push(text);
  }
}

/** Rows of (rows, width) that are NaN; the core makes a row NaN throughout or not at all. */
function nanRows(data, width) {
  const rows = [];
  for (let row = 0; row * width < data.length; row++) if (Number.isNaN(data[row * width])) rows.push(row);
  return rows;
}

/** @returns {import("./run.js").Token[]} */
function toTokens(ids, ends, normalized) {
  const tokens = [];
  let byte = 0;
  let unit = 0;
  for (let t = 0; t < ids.length; t++) {
    const from = unit;
    while (byte < ends[t]) {
      const code = /** @type {number} */ (normalized.text.codePointAt(unit));
      byte += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      unit += code < 0x10000 ? 1 : 2;
    }
    tokens.push({ id: ids[t], piece: normalized.text.slice(from, unit), ...typedSpan(normalized, from, unit), unknown: ids[t] === 0 });
  }
  return tokens;
}

/** Of that class, in this realm or in another (an iframe, a test runner's sandbox), where instanceof says no. */
function isA(name, value) {
  return Object.prototype.toString.call(value) === `[object ${name}]` && (name === "ArrayBuffer" || ArrayBuffer.isView(value));
}

/** A typed array's own length, whatever property stands before it. @type {(array: any) => number} */
const lengthOf = Function.prototype.call.bind(/** @type {any} */ (Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "length")).get);

function describe(value) {
  if (value === null) return "null";
  if (typeof value === "object") return value.constructor?.name ?? "an object";
  if (typeof value === "function") return "a function";
  if (typeof value === "string") return `the text "${value.slice(0, 40)}"`;
  return String(value);
}

function checkSizes(sizes, fn) {
  for (const [name, size] of Object.entries(sizes)) {
    if (!Number.isInteger(size) || size < 1 || size > LARGEST_SIZE) {
      throw new AttentionError("BAD_SIZE", `${name} must be a whole number from 1 to ${LARGEST_SIZE}, not ${describe(size)}.`, fn);
    }
  }
}

function checkArray(type, name, array, shape, fn) {
  if (!isA(type, array)) throw new AttentionError("BAD_TYPE", `${name} must be a ${type}, not ${describe(array)}.`, fn);
  const length = shape.reduce((product, [, size]) => product * size, 1);
  if (lengthOf(array) !== length) {
    const letters = shape.map(([letter]) => letter).join(", ");
    const numbers = shape.map(([, size]) => size).join(", ");
    throw new AttentionError("BAD_LENGTH", `${name} has ${lengthOf(array)} numbers; (${letters}) = (${numbers}) needs ${length}.`, fn);
  }
}

const checkFloats = (name, array, shape, fn) => checkArray("Float32Array", name, array, shape, fn);
const checkBytes = (name, array, shape, fn) => checkArray("Uint8Array", name, array, shape, fn);

function checkSeed(seed, fn) {
  if (!Number.isInteger(seed) || seed < 0 || seed > LARGEST_SEED) {
    throw new AttentionError("BAD_SIZE", `seed must be a whole number from 0 to ${LARGEST_SEED}, not ${describe(seed)}.`, fn);
  }
}

/** @returns {number} n of layers that are all (heads, n, n), heads each their own */
function checkLayers(layers, fn) {
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

function checkScale(scale, fn) {
  if (typeof scale !== "number" || !Number.isFinite(scale) || !Number.isFinite(Math.fround(scale))) {
    throw new AttentionError("BAD_SCALE", `scale must be a finite number, not ${describe(scale)}; leave it out for 1/√d_k.`, fn);
  }
}

/** @param {AttentionInput} input */
function checkAttention(input) {
  const fn = "core.attention";
  if (input === null || typeof input !== "object") throw new AttentionError("BAD_TYPE", `core.attention takes an object, not ${describe(input)}.`, fn);
  const { q, k, v, heads, n, m, dK, dV, want = /** @type {any[]} */ (WANTED) } = input;
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
  return { q, k, v, heads, n, m, dK, dV, scale, mask: checkMask(input.mask, heads, n, m, fn), want: want.slice() };
}

/** A mask as struct attn_mask has it. */
function checkMask(mask, heads, n, m, fn) {
  const plain = { kind: MASK.none, window: 0, allowed: null, heads: 0 };
  if (mask === undefined || mask === null || mask === "none") return plain;
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
function headsOffBytes(list, layers, heads) {
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
