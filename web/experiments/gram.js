/**
 * What a table of dot products says. `gram`: (n, n), row-major; rows, columns and words count from 0.
 * @typedef {Float32Array | number[]} Gram
 */

/** Cosine of two words from X·Xᵀ: the dot product over both lengths. NaN where a word has no length. @param {Gram} gram */
export function cosineIn(gram, n, i, j) {
  return gram[i * n + j] / Math.sqrt(gram[i * n + i] * gram[j * n + j]);
}

/**
 * The words that resemble one the most, the most alike first.
 * @param {Gram} gram X·Xᵀ
 * @returns {{ at: number, cosine: number }[]} at most `count`; without the word itself and without words that have no length
 */
export function nearestIn(gram, n, i, count) {
  return Array.from({ length: n }, (_, at) => ({ at, cosine: cosineIn(gram, n, i, at) }))
    .filter(({ at, cosine }) => at !== i && !Number.isNaN(cosine))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, count);
}

/**
 * The pair of cells that differs most from its mirror image: the largest |S − Sᵀ|.
 * @param {Gram} scores
 * @returns {{ size: number, i: number, j: number }} i < j; of a symmetric table size 0 at its first cell
 */
export function asymmetryOf(scores, n) {
  let worst = { size: 0, i: 0, j: 0 };
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const size = Math.abs(scores[i * n + j] - scores[j * n + i]);
      if (size > worst.size) worst = { size, i, j };
    }
  }
  return worst;
}
