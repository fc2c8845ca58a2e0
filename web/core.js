/**
 * The attention core for JavaScript: the same file under Node and in browsers. With heap.js the only one that
 * touches WebAssembly memory. Shapes, words and errors are those of c/attn.h.
 *
 * Memory: every call copies in, runs, copies out and gives back what it took; what a caller receives is the
 * caller's to keep. Inside core.scope numbers can stay in the core's memory from call to call.
 */
import { areFloats, checkAttention, checkBytes, checkFloats, checkLayers, checkMask, checkScale, checkSeed, checkSizes, describe, headsOffBytes, isA, lengthOf } from "./checks.js";
import { AttentionError } from "./errors.js";
import { FLOAT_BYTES, Heap, HeapFloats, LARGEST_BLOCK, POINTER_BYTES, Scope } from "./heap.js";
import { normalize, typedSpan } from "./normalize.js";
import { Run } from "./run.js";

export { AttentionError, HeapFloats, Run, Scope };

/** The kinds of attn_model_kind, by number. */
const MODEL_KINDS = ["", "encoder", "bare"];
/** What core.attention stores on its way where more than these last is wanted. */
const STORED = ["scores", "scaled", "masked", "weights"];
const WEIGHTS = ["weights"];
/** Numbers a head of attn_reading. */
const READING = 5;

/**
 * @typedef {undefined | null | "none" | "causal" | { window: number } | Uint8Array} Mask which keys a query may
 *   see: all; j ≤ i + m − n; |i − j| ≤ window; or one byte a cell, (n,m) or (h,n,m), 1 = allowed
 */

/**
 * @typedef {object} AttentionInput
 * @property {Float32Array | HeapFloats} q (heads, n, dK), row-major
 * @property {Float32Array | HeapFloats} k (heads, m, dK)
 * @property {Float32Array | HeapFloats} v (heads, m, dV)
 * @property {number} heads
 * @property {number} n queries
 * @property {number} m keys and values
 * @property {number} dK width of a query and of a key
 * @property {number} dV width of a value
 * @property {number} [scale] 1/sqrt(dK) if not given
 * @property {Mask} [mask]
 * @property {("scores" | "scaled" | "masked" | "weights" | "output")[]} [want] all five if not given; asking
 *   only for "weights" and "output" takes the fused path, which stores no scores
 * @property {Partial<Record<"scores" | "scaled" | "masked" | "weights" | "output", Float32Array>>} [into] arrays of the
 *   caller's to be filled and returned in place of new ones: making those costs more than small sizes take to compute
 * @property {Scope} [scope] leaves the results in the core's memory, see core.scope
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
 * @typedef {object} ScopedResult the same in the core's memory, until the scope ends; a stage that was given an array by `into` is that array
 * @property {HeapFloats} [scores]
 * @property {HeapFloats} [scaled]
 * @property {HeapFloats} [masked]
 * @property {HeapFloats} [weights]
 * @property {HeapFloats} [output]
 * @property {number[]} nonFinite
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
   * @overload
   * @param {AttentionInput & { scope: Scope }} input
   * @returns {ScopedResult}
   * @throws {AttentionError} BAD_TYPE, BAD_SIZE, BAD_LENGTH, BAD_SCALE, BAD_MASK, BAD_STAGE, OUT_OF_MEMORY
   */
  /**
   * Attention over explicit arrays, with results of the caller's own.
   * @overload
   * @param {AttentionInput} input
   * @returns {AttentionResult}
   */
  /** @param {AttentionInput} input */
  attention(input) {
    const { q, k, v, heads, n, m, dK, dV, scale, mask, want, into, scope } = checkAttention(input);
    const fn = "core.attention";
    const cells = heads * n * m;
    const fused = want.every((stage) => stage === "weights" || stage === "output");
    const stored = fused ? WEIGHTS.filter((stage) => want.includes(stage)) : STORED;
    const heap = this.#heap;
    scope?.checkIn(heap, fn);
    for (const stage of Object.keys(into)) {
      if (heap.holds(into[stage])) throw new AttentionError("BAD_TYPE", `into.${stage} is a view of the core's own memory, which may move: leave it out and give scope.`, fn);
    }
    if (mask) mask.allowed = heap.apart(mask.allowed);
    heap.checkRoom(FLOAT_BYTES * (q.length + k.length + v.length + heads * n * dV + stored.length * cells), fn);
    return heap.frame(fn, (frame) => {
      const [qAt, kAt, vAt] = frame.place([q, k, v]);
      const room = (stage, length) => (scope && want.includes(stage) && !into[stage] ? scope.floats(length) : frame.room(length));
      /** @type {Record<string, HeapFloats>} */
      const out = { output: room("output", heads * n * dV) };
      for (const stage of stored) out[stage] = room(stage, cells);
      const scratch = fused ? this.#forwardScratch(frame, n, m, dK, dV) : null;
      const maskAt = frame.mask(mask);
      if (scratch) {
        heap.call("attn_forward", fn, out.output.at, out.weights?.at ?? 0, qAt, kAt, vAt, maskAt, scale, scratch.at, scratch.bytes, heads, n, m, dK, dV);
      } else {
        heap.call("attn_scores", fn, out.scores.at, qAt, kAt, heads, n, m, dK);
        heap.call("attn_scale", fn, out.scaled.at, out.scores.at, scale, cells);
        heap.call("attn_apply_mask", fn, out.masked.at, out.scaled.at, maskAt, heads, n, m);
        heap.call("attn_softmax", fn, out.weights.at, out.scaled.at, maskAt, heads, n, m);
        heap.call("attn_blend", fn, out.output.at, out.weights.at, vAt, maskAt, heads, n, m, dV);
      }
      /** @type {any} */
      const result = { nonFinite: nanRows(out.output.view, dV) };
      for (const stage of want) {
        into[stage]?.set(out[stage].view);
        result[stage] = into[stage] ?? (scope ? out[stage] : out[stage].view.slice());
      }
      return result;
    });
  }

  #forwardScratch(frame, n, m, dK, dV) {
    const heap = this.#heap;
    heap.call("attn_forward_scratch", "core.attention", heap.answer, n, m, dK, dV);
    const [bytes] = heap.answers(1);
    return { at: frame.bytes(bytes), bytes };
  }

  /**
   * Keeps numbers in the core's memory for as long as `body` runs, so that nothing is copied between calls:
   *
   *     core.scope((scope) => {
   *       const q = scope.floats(heads * n * dK);            // k and v alike
   *       q.view.set(queries);
   *       const { output } = core.attention({ q, k, v, heads, n, m, dK, dV, want: ["output"], scope });
   *       return sum(output.view);
   *     });
   *
   * With `scope`, the results of core.attention are HeapFloats too. All of it is given back when body returns or
   * throws; scopes nest, so an inner one can hold the results of one round.
   * @template T
   * @param {(scope: Scope) => T} body not async
   * @returns {T} what body returned
   * @throws {AttentionError} BAD_TYPE without a function, or if body is async
   */
  scope(body) {
    const fn = "core.scope";
    if (typeof body !== "function") throw new AttentionError("BAD_TYPE", `core.scope takes a function, not ${describe(body)}.`, fn);
    return this.#heap.frame(fn, (frame) => {
      const result = body(new Scope(frame));
      if (typeof /** @type {any} */ (result)?.then === "function") {
        Promise.resolve(result).catch(() => {}); // what it meets now that its memory is gone is this error's doing
        throw new AttentionError("BAD_TYPE", "The callback of core.scope returned a promise, but its memory is given back when it returns: do what waits outside of it.", fn);
      }
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
    return this.#filled(fn, rows * cols, [matrix], (out, [at]) => this.#heap.call("attn_max_pool", fn, out, at, n, m, rows, cols));
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
    return this.#filled(fn, rows * outputs, bias ? [x, w, bias] : [x, w], (out, [xAt, wAt, biasAt = 0]) => {
      this.#heap.call("attn_linear", fn, out, xAt, wAt, biasAt, rows, inputs, outputs);
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
    return this.#filled(fn, rows, [weights], (out, [at]) => this.#heap.call("attn_entropy", fn, out, at, rows, m));
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
    const marks = this.#heap.apart(marked);
    const means = this.#filled(fn, heads * READING, [weights], (out, [at], frame) => {
      this.#heap.call("attn_reading", fn, out, at, marks ? frame.copy(marks) : 0, heads, n, m);
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
    return this.#filled(fn, n * n, layers.map(({ data }) => data), (out, addresses, frame) => {
      let before = 0;
      layers.forEach(({ shape }, layer) => {
        const after = layer === layers.length - 1 ? out : frame.words(n * n);
        this.#heap.call("attn_rollout", fn, after, before, addresses[layer], shape[0], n);
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
    const count = areFloats(a) ? lengthOf(a) : 1;
    checkFloats("a", a, [["count", count]], fn);
    checkFloats("b", b, [["length of a", count]], fn);
    const [cosine, distance, relative] = this.#filled(fn, 3, [a, b], (out, [aAt, bAt]) => this.#heap.call("attn_compare", fn, out, aAt, bAt, count));
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
    const both = this.#filled(fn, 2 * rows + 2, [x], (out, [at], frame) => {
      heap.call("attn_pca_scratch", fn, heap.answer, rows, d);
      const [scratchBytes] = heap.answers(1);
      heap.call("attn_pca", fn, out, out + 2 * rows * FLOAT_BYTES, at, frame.bytes(scratchBytes), scratchBytes, rows, d);
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
    return this.#filled(fn, count, [], (out) => this.#heap.call("attn_normal", fn, out, count, seed));
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
    return this.#filled(fn, draws, [], (out) => this.#heap.call("attn_random_dots", fn, out, draws, dK, seed));
  }

  /** An array of the caller's own, of this length, that body fills at the address it is given, from inputs at theirs. */
  #filled(fn, length, inputs, body) {
    return this.#heap.frame(fn, (frame) => {
      const addresses = frame.place(inputs);
      const out = frame.words(length);
      body(out, addresses, frame);
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
    if (bytes.byteLength > LARGEST_BLOCK) throw new AttentionError("OUT_OF_MEMORY", `A model of ${bytes.byteLength} bytes does not fit; the most is ${LARGEST_BLOCK}.`, fn);
    const file = isA("ArrayBuffer", bytes) ? new Uint8Array(/** @type {ArrayBuffer} */ (bytes)) : /** @type {Uint8Array} */ (bytes);
    const heap = this.#heap;
    heap.call("attn_model_size", fn, heap.answer, heap.answer + POINTER_BYTES, file.length);
    const [bytesNeeded, fileOffset] = heap.answers(2);
    const memory = heap.alloc(bytesNeeded, fn);
    try {
      heap.u8(memory + fileOffset, file.length).set(file);
      heap.call("attn_model_open", fn, heap.answer, memory, file.length);
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
    heap.call("attn_model_describe", "model.info", heap.answer, this.#memory);
    const [kind, layers, heads, dModel, vocab, maxTokens, , quantized] = heap.answers(8);
    const text = (name) => this.#text(`text.${name}`);
    return {
      name: text("name"), kind: MODEL_KINDS[kind], layers, heads, dModel, vocab, maxTokens,
      quantized: quantized === 1, source: text("source"), license: text("license"),
    };
  }

  /** A text of the model file, "" if it has none by that name. */
  #text(name) {
    const heap = this.#heap;
    return heap.frame("model.info", (frame) => {
      const status = heap.wasm.attn_model_tensor(heap.answer, heap.answer + POINTER_BYTES, 0, 0, this.#memory, frame.string(name));
      if (status !== 0) return "";
      const [at, length] = heap.answers(2);
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
      heap.call("attn_tokenize_size", fn, heap.answer, heap.answer + POINTER_BYTES, utf8.length);
      const [room, scratchBytes] = heap.answers(2);
      const ids = frame.words(room);
      const ends = frame.words(room);
      const scratch = frame.bytes(scratchBytes);
      const at = frame.copy(utf8);
      heap.call("attn_tokenize", fn, ids, ends, heap.answer, memory, at, utf8.length, scratch, scratchBytes);
      const [count] = heap.answers(1);
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
    if (mask) mask.allowed = this.#heap.apart(mask.allowed);
    if (scale !== undefined) checkScale(scale, fn);
    if (source !== undefined) throw new AttentionError("BAD_TYPE", `The model "${this.info.name}" reads one sentence: leave out source.`, fn);
    if (!(Number.isFinite(temperature) && temperature > 0)) throw new AttentionError("BAD_SCALE", `temperature must be a number above 0, not ${describe(temperature)}.`, fn);
    const off = headsOffBytes(headsOff, layers, heads);

    const heap = this.#heap;
    return heap.frame(fn, (frame) => {
      const ids = frame.words(n);
      heap.u32(ids, n).set(tokens.map((token) => token.id));
      const optionsAt = frame.runOptions(mask, scale ?? NaN, temperature, off);
      heap.call("attn_run_size", fn, heap.answer, memory, n);
      const [size] = heap.answers(1);
      const run = frame.bytes(size);
      heap.call("attn_run", fn, run, size, memory, ids, n, optionsAt);
      const stages = this.#stagesOf(run);
      return new Run({
        tokens, truncated: count - n, layers, heads, stages,
        buffer: heap.wasm.memory.buffer.slice(run, run + endOf(stages)),
        entropy: this.#entropyOf(run, frame, n),
        embedding: this.#embeddingOf(run),
      });
    });
  }

  /** Where each stage of each layer lies in a run's memory, and x one layer past the last. */
  #stagesOf(run) {
    const heap = this.#heap;
    /** @type {Record<string, { offset: number, shape: number[] }>} */
    const stages = {};
    heap.stages.forEach((name, stage) => {
      for (let layer = 0; layer <= this.info.layers; layer++) {
        if (heap.wasm.attn_run_stage(heap.answer, heap.answer + POINTER_BYTES, run, stage, layer) !== 0) continue;
        const [at, ...shape] = heap.answers(4);
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
    const bits = frame.room(heads * n);
    const means = new Float32Array(layers * heads);
    for (let layer = 0; layer < layers; layer++) {
      heap.call("attn_run_stage", "model.run", heap.answer, heap.answer + POINTER_BYTES, run, weights, layer);
      const [at] = heap.answers(1);
      heap.call("attn_entropy", "model.run", bits.at, at, heads * n, n);
      const rows = bits.view;
      for (let head = 0; head < heads; head++) {
        means[layer * heads + head] = rows.subarray(head * n, (head + 1) * n).reduce((sum, row) => sum + row, 0) / n;
      }
    }
    return means;
  }

  #embeddingOf(run) {
    const heap = this.#heap;
    heap.call("attn_run_embedding", "model.run", heap.answer, heap.answer + POINTER_BYTES, run);
    const [at, size] = heap.answers(2);
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
    heap.call("attn_model_piece", "model.run", heap.answer, heap.answer + POINTER_BYTES, this.#memory, id);
    const [at, length] = heap.answers(2);
    return new TextDecoder().decode(heap.u8(at, length).slice());
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

/** Bytes up to the end of the last stage. */
function endOf(stages) {
  return Math.max(...Object.values(stages).map(({ offset, shape }) => offset + FLOAT_BYTES * shape.reduce((product, size) => product * size)));
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
