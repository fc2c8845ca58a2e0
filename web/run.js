import { AttentionError } from "./errors.js";

/**
 * @typedef {object} Token
 * @property {number} id index into the vocabulary
 * @property {string} piece the vocabulary piece, with its ▁ for a space; of an unknown token, the normalised text itself
 * @property {number | null} start UTF-16 offset into the text as typed; null when ids were given
 * @property {number | null} end one past the last unit
 * @property {boolean} unknown the vocabulary has no piece for it
 */

/**
 * @typedef {object} RunData what a Run is made of; plain, so that a worker can send it
 * @property {Token[]} tokens of the queries' sentence
 * @property {Token[] | null} [sourceTokens] of the other sentence, where keys and values come from one
 * @property {number} truncated
 * @property {Record<string, { offset: number, shape: number[] }>} stages key "layer/stage"; offset in bytes into buffer
 * @property {ArrayBuffer} buffer the run's own copy of every stage
 * @property {number} layers
 * @property {number} heads
 * @property {Float32Array} entropy (layers, heads): mean entropy of the rows of weights, in bits
 * @property {Float32Array | null} embedding
 */

/** One sentence gone through a model: every stage of every layer, kept apart from the core's memory. */
export class Run {
  /** @param {RunData} data */
  constructor(data) {
    this.data = data;
    this.tokens = data.tokens;
    /** tokens of the sentence that keys and values come from; null if it is the same one */
    this.sourceTokens = data.sourceTokens ?? null;
    /** number of tokens dropped, 0 if none */
    this.truncated = data.truncated;
    /** next-token probabilities of models that predict; null here */
    this.next = null;
    /** the sentence embedding, or null */
    this.embedding = data.embedding;
  }

  /** The tokens that the keys and values belong to. */
  get keyTokens() {
    return this.sourceTokens ?? this.tokens;
  }

  /**
   * A stage of a layer. The array is a view of the run's own copy, not of the core's memory.
   * @param {string} stage an id of c/attn.h: "x" "q" "k" "v" "scores" "scaled" "masked" "weights" "output" "joined" "projected"; with a second sentence also "source", its x
   * @param {number} layer from 0. With "x", one past the last of an encoder: what leaves the last layer
   * @param {"self" | "cross"} [kind] "cross" in runs with a second sentence, "self" in all others
   * @returns {{ data: Float32Array, shape: number[] }} shape as in c/attn.h, (heads, rows, columns)
   * @throws {AttentionError} BAD_STAGE
   */
  stage(stage, layer, kind = this.sourceTokens ? "cross" : "self") {
    const entry = kind === (this.sourceTokens ? "cross" : "self") ? this.data.stages[`${layer}/${stage}`] : undefined;
    if (!entry) {
      const { layers, stages } = this.data;
      const beyond = stages[`${layers}/x`] ? `, and layer ${layers} has the "x" that leaves the last` : "";
      throw new AttentionError("BAD_STAGE", `This run has no stage "${String(stage)}" (${kind}) in layer ${String(layer)}; layers count from 0 to ${layers - 1}${beyond}.`, "run.stage");
    }
    const [h, rows, cols] = entry.shape;
    return { data: new Float32Array(this.data.buffer, entry.offset, h * rows * cols), shape: entry.shape.slice() };
  }

  /** Whether this run has a stage in a layer. */
  has(stage, layer) {
    return `${layer}/${stage}` in this.data.stages;
  }

  /**
   * One head of a stage.
   * @param {string} stage
   * @param {number} layer from 0
   * @param {number} head from 0
   * @returns {{ data: Float32Array, rows: number, cols: number }} row-major
   */
  matrix(stage, layer, head) {
    const { data, shape: [h, rows, cols] } = this.stage(stage, layer);
    if (!(Number.isInteger(head) && head >= 0 && head < h)) {
      throw new AttentionError("BAD_STAGE", `Stage "${stage}" has heads 0 to ${h - 1}, not ${String(head)}.`, "run.matrix");
    }
    return { data: data.subarray(head * rows * cols, (head + 1) * rows * cols), rows, cols };
  }

  /** Mean entropy of a head's rows of weights, in bits. Layer and head from 0. */
  entropy(layer, head) {
    return this.data.entropy[layer * this.data.heads + head];
  }
}
