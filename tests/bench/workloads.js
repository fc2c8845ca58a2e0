/** What is computed: sizes, inputs, and the right answer in float64. */
import { sequence } from "./measure.js";

/**
 * @typedef {object} Workload
 * @property {string} name
 * @property {number} heads
 * @property {number} n queries, and as many keys
 * @property {number} d width of queries, keys and values
 * @property {boolean} causal
 * @property {boolean} weights (heads, n, n) are wanted beside the output
 *
 * @typedef {{ q: Float32Array, k: Float32Array, v: Float32Array }} Inputs each (heads, n, d)
 * @typedef {{ output: Float32Array, weights?: Float32Array }} Result (heads, n, d) and (heads, n, n)
 */

const plain = { heads: 8, d: 64, causal: false, weights: false };

/** @type {Record<string, Workload>} */
export const WORKLOADS = Object.fromEntries([
  { ...plain, name: "A", n: 1000 },
  { ...plain, name: "A causal", n: 1000, causal: true },
  { ...plain, name: "B 16", n: 16 },
  { ...plain, name: "B 64", n: 64 },
  { ...plain, name: "C 16", n: 16, weights: true },
  { ...plain, name: "C 64", n: 64, weights: true },
  { ...plain, name: "C 1000", n: 1000, weights: true },
  { ...plain, name: "D", n: 4096 },
].map((workload) => [workload.name, workload]));

/** Multiply-adds that the workload needs: for causal ones those of open cells. */
export function multiplyAdds({ heads, n, d, causal }) {
  return 2 * heads * d * (causal ? n * (n + 1) / 2 : n * n);
}

/** @param {Workload} workload @returns {Inputs} normal numbers, mean 0, variance 1, always the same */
export function inputsOf({ heads, n, d }) {
  const random = sequence(7);
  const normal = () => Float32Array.from({ length: heads * n * d }, () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));
  return { q: normal(), k: normal(), v: normal() };
}

/** Rows to check: all of a small workload, else so many spread over it, the first and the last among them. */
const CHECKED_ROWS = 128;

/**
 * The largest difference from float64, over the checked rows.
 * @param {Workload} workload @param {Inputs} inputs @param {Result} result
 * @returns {{ output: number, weights?: number }}
 */
export function errorsOf(workload, inputs, result) {
  const { heads, n, d } = workload;
  const all = heads * n;
  const count = Math.min(all, CHECKED_ROWS);
  const errors = workload.weights ? { output: 0, weights: 0 } : { output: 0 };
  for (let k = 0; k < count; k++) {
    const row = count === 1 ? 0 : Math.round(k * (all - 1) / (count - 1));
    const right = rowInFloat64(workload, inputs, Math.floor(row / n), row % n);
    errors.output = Math.max(errors.output, difference(right.output, result.output, row * d));
    if (workload.weights) errors.weights = Math.max(errors.weights, difference(right.weights, result.weights, row * n));
  }
  return errors;
}

/** Infinity for what is missing or not a number. */
function difference(right, array, at) {
  let largest = 0;
  right.forEach((value, k) => {
    const off = Math.abs(value - array[at + k]);
    largest = off <= largest ? largest : Number.isNaN(off) ? Infinity : off;
  });
  return largest;
}

function rowInFloat64({ n, d, causal }, { q, k, v }, head, i) {
  const at = head * n * d;
  const open = causal ? i + 1 : n;
  const weights = new Float64Array(n);
  for (let j = 0; j < open; j++) {
    for (let x = 0; x < d; x++) weights[j] += q[at + i * d + x] * k[at + j * d + x];
    weights[j] /= Math.sqrt(d);
  }
  const top = Math.max(...weights.subarray(0, open));
  let sum = 0;
  for (let j = 0; j < open; j++) sum += weights[j] = Math.exp(weights[j] - top);
  const output = new Float64Array(d);
  for (let j = 0; j < open; j++) {
    weights[j] /= sum;
    for (let x = 0; x < d; x++) output[x] += weights[j] * v[at + j * d + x];
  }
  return { output, weights };
}
