/** Nested arrays of numbers as one row-major array with its shape. */
import { readFloat } from "./float-text.js";
import { refusal } from "./refusal.js";

/** No file of more than this is read, and no tensor of more numbers. */
export const MOST_BYTES = 64 * 2 ** 20;
export const MOST_CELLS = 4 * 10 ** 6;
const DEEPEST = 5; // layers, a batch of one, heads, queries, keys

/** @typedef {{ data: Float64Array, shape: number[] }} Tensor */

/**
 * @param {number[]} shape
 * @returns {number} how many numbers it holds
 * @throws {AttentionError} BAD_DEPTH, EMPTY_ARRAY, TOO_MANY
 */
export function checkedShape(shape) {
  if (shape.some((size) => size === 0)) throw refusal("EMPTY_ARRAY", { shape: shape.join(" × ") });
  if (shape.length < 2 || shape.length > DEEPEST) throw refusal("BAD_DEPTH", { depth: shape.length > DEEPEST ? `${DEEPEST}+` : shape.length });
  const count = shape.reduce((product, size) => product * size, 1);
  if (!(count <= MOST_CELLS)) throw refusal("TOO_MANY", { count: Number.isSafeInteger(count) ? count : count.toExponential(0), most: MOST_CELLS });
  return count;
}

/**
 * @param {any} nested arrays in arrays, as tensor.tolist() writes them
 * @returns {Tensor}
 * @throws {AttentionError} those of checkedShape; RAGGED, NOT_NUMBER with the place
 */
export function tensorOf(nested) {
  const shape = [];
  for (let level = nested; Array.isArray(level) && shape.length <= DEEPEST; level = level[0]) shape.push(level.length);
  const data = new Float64Array(checkedShape(shape));
  let at = 0;
  const fill = (level, depth, place) => {
    if (depth === shape.length) {
      data[at++] = numberOf(level, place);
      return;
    }
    if (!Array.isArray(level) || level.length !== shape[depth]) throw refusal("RAGGED", raggedAt(level, shape[depth], place));
    for (let k = 0; k < level.length; k++) {
      place.push(k);
      fill(level[k], depth + 1, place);
      place.pop();
    }
  };
  fill(nested, 0, []);
  return { data, shape };
}

const nameOf = (place) => place.map((index) => `[${index}]`).join("");
const raggedAt = (level, need, place) => ({ place: nameOf(place), need, have: Array.isArray(level) ? level.length : "–" });

function numberOf(value, place) {
  if (typeof value === "number") return value;
  if (Array.isArray(value)) throw refusal("RAGGED", raggedAt(value, "–", place));
  const odd = typeof value === "string" && /^(-?inf|nan)$/.test(value) ? readFloat(value) : undefined;
  if (odd === undefined) throw refusal("NOT_NUMBER", { place: nameOf(place), found: JSON.stringify(value)?.slice(0, 40) ?? "–" });
  return odd;
}
