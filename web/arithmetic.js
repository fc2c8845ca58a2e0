/**
 * @typedef {object} CellArithmetic how one cell came about, in float64 over the core's own f32 values
 * @property {number[]} q the query's row, d_k numbers
 * @property {number[]} k the key's row, d_k numbers
 * @property {number[]} products q_x · k_x
 * @property {number} positive sum of the products above zero
 * @property {number} negative sum of those below
 * @property {number} score @property {number} root √d_k @property {number} scaled
 * @property {boolean} open the mask lets this query read this key
 * @property {number} openKeys how many keys it lets this query read
 * @property {number} rowMax largest scaled score of the open keys
 * @property {number} exp exp(scaled − rowMax)
 * @property {number} rowSum sum of that over the open keys
 * @property {number} weight @property {number[]} weights the row
 * @property {number} rank 1 = no open key of this row weighs more
 * @property {number[]} value the key's row of V
 */

/**
 * @param {import("./run.js").Run} run
 * @param {{ layer: number, head: number, cell: { i: number, j: number } }} at all count from 1
 * @returns {CellArithmetic} of a run that lacks the stages before the weights: q null, and of the rest only what follows from the weights
 */
export function cellArithmetic(run, { layer, head, cell: { i, j } }) {
  const row = (stage, index) => {
    const { data, cols } = run.matrix(stage, layer - 1, head - 1);
    return Array.from(data.subarray((index - 1) * cols, index * cols));
  };
  const weights = row("weights", i);
  const rankAmong = (keys) => 1 + keys.filter((index) => weights[index] > weights[j - 1]).length;
  if (!["q", "k", "v", "scores", "scaled", "masked"].every((stage) => run.has(stage, layer - 1))) {
    const value = run.has("v", layer - 1) ? row("v", j) : null;
    return { q: null, open: true, openKeys: weights.length, weight: weights[j - 1], weights, rank: rankAmong([...weights.keys()]), value };
  }
  const q = row("q", i);
  const k = row("k", j);
  const products = q.map((x, d) => x * k[d]);
  const scaled = row("scaled", i);
  const masked = row("masked", i);
  // Closed is what the mask made −∞, not what was −∞ before it.
  const open = (index) => masked[index] !== -Infinity || scaled[index] === -Infinity;
  const keys = scaled.map((_, index) => index).filter(open);
  const rowMax = keys.reduce((most, index) => (scaled[index] > most || Number.isNaN(scaled[index]) ? scaled[index] : most), -Infinity);
  return {
    q, k, products,
    positive: sum(products.filter((x) => !(x < 0))),
    negative: sum(products.filter((x) => x < 0)),
    score: row("scores", i)[j - 1],
    root: Math.sqrt(q.length),
    scaled: scaled[j - 1],
    open: open(j - 1),
    openKeys: keys.length,
    rowMax,
    exp: Math.exp(scaled[j - 1] - rowMax),
    rowSum: sum(keys.map((index) => Math.exp(scaled[index] - rowMax))),
    weight: weights[j - 1],
    weights,
    rank: rankAmong(keys),
    value: row("v", j),
  };
}

const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);
