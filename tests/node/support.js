/** What the tests under Node share: the two builds, seeded numbers, attention in float64. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { loadCore } from "../../web/core.js";

const here = (path) => new URL(`../../${path}`, import.meta.url);
export const read = (path) => readFileSync(here(path));
export const readJson = (path) => JSON.parse(read(path).toString("utf8"));

/** Both builds of the same sources. */
export const BUILDS = [
  { name: "simd", core: await loadCore(read("build/attention.wasm")) },
  { name: "scalar", core: await loadCore(read("build/attention-scalar.wasm")) },
];

/** xorshift32 (Marsaglia, 2003), as in tests/c/reference.h: the same case for the same seed. */
export function random(seed) {
  let state = seed >>> 0 || 1;
  const uniform = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return {
    integer: (least, most) => least + Math.floor(uniform() * (most - least + 1)),
    /** Box–Muller, one of the pair */
    normals: (count) => Float32Array.from({ length: count }, () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())),
    bits: (count, share) => Uint8Array.from({ length: count }, () => (uniform() < share ? 1 : 0)),
  };
}

/** Whether query i of a head may see key j, for each form of mask that core.attention takes. */
export function allows(mask, { heads, n, m }, head, i, j) {
  if (mask === undefined) return true;
  if (mask === "causal") return j <= i + m - n;
  if (mask instanceof Uint8Array) return mask[((mask.length === n * m ? 0 : head) * n + i) * m + j] !== 0;
  return Math.abs(i - j) <= mask.window;
}

/**
 * Attention in float64, straight from the equation.
 * @returns {{ scores: Float64Array, magnitudes: Float64Array, weights: Float64Array, output: Float64Array }}
 *   magnitudes: Σ|q_x·k_x| of each cell
 */
export function reference({ q, k, v, heads, n, m, dK, dV, scale = 1 / Math.sqrt(dK), mask }) {
  const scores = new Float64Array(heads * n * m);
  const magnitudes = new Float64Array(heads * n * m);
  const weights = new Float64Array(heads * n * m);
  const output = new Float64Array(heads * n * dV);
  for (let row = 0; row < heads * n; row++) {
    const head = Math.floor(row / n);
    const open = [];
    for (let j = 0; j < m; j++) {
      for (let x = 0; x < dK; x++) {
        const product = q[row * dK + x] * k[(head * m + j) * dK + x];
        scores[row * m + j] += product;
        magnitudes[row * m + j] += Math.abs(product);
      }
      if (allows(mask, { heads, n, m }, head, row % n, j)) open.push(j);
    }
    const most = Math.max(...open.map((j) => scores[row * m + j] * scale));
    const sum = open.reduce((total, j) => total + Math.exp(scores[row * m + j] * scale - most), 0);
    for (const j of open) {
      weights[row * m + j] = Math.exp(scores[row * m + j] * scale - most) / sum;
      for (let y = 0; y < dV; y++) output[row * dV + y] += weights[row * m + j] * v[(head * m + j) * dV + y];
    }
  }
  return { scores, magnitudes, weights, output };
}

export function largestDifference(a, b) {
  if (a.length !== b.length) return Infinity;
  let most = 0;
  for (let k = 0; k < a.length; k++) {
    const difference = Math.abs(a[k] - b[k]);
    if (!(difference <= most)) most = difference; // NaN counts as a difference
  }
  return most;
}

/** Differences held against their bounds, the largest of each name kept to be told. */
export function worsts() {
  const most = new Map();
  return {
    hold(what, difference, bound, where) {
      most.set(what, Math.max(most.get(what) ?? 0, difference));
      assert.ok(difference <= bound, `${what}: ${difference} > ${bound} in ${where}`);
    },
    tell: (name) => console.log(`${name}: ${[...most].map(([what, value]) => `${what} ${value.toPrecision(2)}`).join(", ")}`),
  };
}

export const largest = (array) => array.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
