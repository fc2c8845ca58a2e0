/**
 * What attention takes, by the equation. Whole numbers without rounding: the largest sizes pass 2⁵³.
 * @typedef {{ head: bigint, layer: bigint, all: bigint }} Count of one head, of the heads of one layer, of all layers
 */

const FLOAT_BYTES = 4n;

/**
 * @param {import("../cost-run.js").Sizes} sizes
 * @returns {{ scores: Count, qk: Count, wv: Count, bytes: Count }} qk, wv: multiply-adds of Q·Kᵀ and of weights·V
 */
export function counts(sizes) {
  const [n, m, dK, dV, heads, layers] = [sizes.n, sizes.m, sizes.dK, sizes.dV, sizes.heads, sizes.layers].map(BigInt);
  const count = (head) => ({ head, layer: heads * head, all: layers * heads * head });
  return { scores: count(n * m), qk: count(n * m * dK), wv: count(n * m * dV), bytes: count(FLOAT_BYTES * n * m) };
}

/** The base model of Vaswani et al., “Attention Is All You Need”, 2017, reading 1000 positions. */
export const PAPER = { n: 1000, m: 1000, dK: 64, dV: 64, heads: 8, layers: 6 };
