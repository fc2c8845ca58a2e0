/** The statistics of the experiment with √d_k: plain arithmetic over what the core drew and computed. */

/** @param {ArrayLike<number>} values @returns {{ mean: number, deviation: number }} standard deviation about the mean */
export function spread(values) {
  const { length } = values;
  let sum = 0;
  for (let k = 0; k < length; k++) sum += values[k];
  const mean = sum / length;
  let squares = 0;
  for (let k = 0; k < length; k++) squares += (values[k] - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / length) };
}

/**
 * How many values fall into each of `bins` equal parts of −half … half.
 * @returns {{ counts: number[], outside: number }}
 */
export function histogram(values, factor, half, bins) {
  const counts = new Array(bins).fill(0);
  let outside = 0;
  for (let k = 0; k < values.length; k++) {
    const bin = Math.floor(((values[k] * factor + half) / (2 * half)) * bins);
    if (bin >= 0 && bin < bins) counts[bin]++;
    else outside++;
  }
  return { counts, outside };
}

/** Points of density summed in each bin: enough for a bell narrower than one. */
const POINTS = 64;

/** What a normal distribution puts into the same bins. @returns {number[]} */
export function normalCounts(total, deviation, half, bins) {
  const width = (2 * half) / bins;
  const density = (x) => Math.exp(-((x / deviation) ** 2) / 2) / (deviation * Math.sqrt(2 * Math.PI));
  return Array.from({ length: bins }, (_, bin) => {
    let sum = 0;
    for (let point = 0; point < POINTS; point++) sum += density(-half + width * (bin + (point + 0.5) / POINTS));
    return (total * width * sum) / POINTS;
  });
}

/** Half the width of the picture: five standard deviations, rounded up to a power of two of 5, so that it stands still for a while. */
export const halfWidth = (dK) => 5 * 2 ** Math.ceil(Math.log2(Math.sqrt(dK)));

/**
 * Means over the rows: the largest weight, the entropy, and the softmax's slope at the largest weight,
 * ∂w/∂s = w·(1 − w).
 * @param {Float32Array} weights (rows, m)
 * @param {Float32Array} entropy (rows)
 * @returns {{ largest: number, entropy: number, slope: number, row: number[] }} row: the first one
 */
export function softmaxFigures(weights, entropy, m) {
  const rows = weights.length / m;
  let largest = 0;
  let slope = 0;
  for (let row = 0; row < rows; row++) {
    const top = weights.subarray(row * m, (row + 1) * m).reduce((a, b) => Math.max(a, b));
    largest += top / rows;
    slope += (top * (1 - top)) / rows;
  }
  return { largest, slope, entropy: entropy.reduce((sum, bits) => sum + bits, 0) / rows, row: Array.from(weights.subarray(0, m)) };
}
