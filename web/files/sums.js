const NEAR = 1e-3;

/** Where the nth row of a stage stands, from 1. @param {string} key "layer/stage" @param {number} row over all heads @param {number} n rows of a head */
const placeOf = (key, row, n) => ({ layer: Number.parseInt(key, 10) + 1, head: Math.floor(row / n) + 1, row: (row % n) + 1 });

/**
 * Weights below 0, which no softmax gives.
 * @param {Record<string, { data: Float32Array, shape: number[] }>} stages "layer/stage" → (heads, n, m)
 * @returns {{ count: number, worst: { layer: number, head: number, row: number, weight: number } | null }} worst: the lowest; from 1
 */
export function negativeWeights(stages) {
  const found = { count: 0, worst: null };
  for (const [key, { data, shape: [, n, m] }] of Object.entries(stages)) {
    if (!key.endsWith("/weights")) continue;
    data.forEach((weight, at) => {
      if (!(weight < 0)) return;
      found.count++;
      if (weight >= found.worst?.weight) return;
      found.worst = { ...placeOf(key, Math.floor(at / m), n), weight };
    });
  }
  return found;
}

/**
 * Rows of weights that do not add up to 1. A row of zeros is one in which every key was closed.
 * @param {Record<string, { data: Float32Array, shape: number[] }>} stages "layer/stage" → (heads, n, m)
 * @returns {{ count: number, rows: number, worst: { layer: number, head: number, row: number, sum: number } | null }} from 1
 */
export function strayRows(stages) {
  const found = { count: 0, rows: 0, worst: null };
  let most = NEAR;
  for (const [key, { data, shape: [heads, n, m] }] of Object.entries(stages)) {
    if (!key.endsWith("/weights")) continue;
    for (let row = 0; row < heads * n; row++) {
      let [sum, empty] = [0, true];
      for (let j = 0; j < m; j++) {
        sum += data[row * m + j];
        empty &&= data[row * m + j] === 0;
      }
      found.rows++;
      const off = Number.isNaN(sum) ? Infinity : Math.abs(sum - 1);
      if (empty || off <= NEAR) continue;
      found.count++;
      if (off < most && found.worst) continue;
      most = off;
      found.worst = { ...placeOf(key, row, n), sum };
    }
  }
  return found;
}
