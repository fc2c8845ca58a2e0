/**
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
 * @property {import("./models/by-hand.js").HandMade} [example] the hand-made example
 * @property {import("./edits.js").Workings} [workings] what a hand-made example was computed from
 * @property {boolean} edited the person has changed numbers of the example
 * @typedef {{ layers: Compared[], embedding: Compared | null }} Change of each layer's output (projected, else joined), from
 *   layer 1, and of the sentence embedding
 * @typedef {{ cosine: number, distance: number, relative: number }} Compared see core.compare
 * @typedef {{ data: Float32Array, rows: number, cols: number, pooled: boolean }} Thumb
 */
import { exampleOf } from "./request.js";
import { Run } from "./run.js";

/** @returns {Result} from what was asked for and what the worker answered */
export function toResult(model, { text, source, settings, example: id, workings, edited = false }, { info, run, thumbs, wide, readings, change = null }) {
  const made = new Run(run);
  const thumb = (layer, head) => {
    if (!thumbs) return { ...made.matrix("weights", layer, head), pooled: false };
    const { rows, cols } = thumbs;
    const at = (layer * info.heads + head) * rows * cols;
    return { data: thumbs.data.subarray(at, at + rows * cols), rows, cols, pooled: true };
  };
  return { model, info, text, source, settings, run: made, thumb, wide, readings, change, example: exampleOf(id), workings, edited };
}
