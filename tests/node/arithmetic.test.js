/** One cell's arithmetic against plain float64, over runs of the core and over small made-up ones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cellArithmetic } from "../../web/arithmetic.js";
import { BUILDS, read } from "./support.js";

const [{ core }] = BUILDS;
const model = core.loadModel(Uint8Array.from(read("build/models/use-lite.q8.bin")));
const add = (numbers) => numbers.reduce((sum, x) => sum + x, 0);
const close = (a, b, what) => assert.ok(Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(b)), `${what}: ${a} ≠ ${b}`);

/** A run of one head, given by rows. */
function made({ q = [[0]], k = [[0]], v = [[0]], scaled, masked = scaled, weights }) {
  const stages = { q, k, v, scores: scaled, scaled, masked, weights };
  return { has: (stage) => stage in stages, matrix: (stage) => ({ data: Float32Array.from(stages[stage].flat()), rows: stages[stage].length, cols: stages[stage][0].length }) };
}
const cellOf = (run, i, j) => cellArithmetic(run, { layer: 1, head: 1, cell: { i, j } });

for (const mask of ["none", "causal", { window: 1 }]) {
  test(`every cell of every head, mask ${JSON.stringify(mask)}`, () => {
    const run = model.run("The cat chased a mouse.", { mask });
    const n = run.tokens.length;
    for (let layer = 1; layer <= 2; layer++) {
      for (let head = 1; head <= 4; head++) {
        const at = (stage) => run.matrix(stage, layer - 1, head - 1);
        const row = (stage, index) => Array.from(at(stage).data.slice((index - 1) * at(stage).cols, index * at(stage).cols));
        for (let i = 1; i <= n; i++) {
          for (let j = 1; j <= n; j++) {
            const cell = cellArithmetic(run, { layer, head, cell: { i, j } });
            const where = `${layer}·${head} ${i}, ${j}`;
            const [q, k, scaled, weights] = [row("q", i), row("k", j), row("scaled", i), row("weights", i)];
            assert.deepEqual([cell.q, cell.k, cell.value, cell.weights], [q, k, row("v", j), weights], where);
            const products = q.map((x, d) => x * k[d]);
            assert.deepEqual(cell.products, products);
            close(cell.positive, add(products.filter((x) => x > 0)), `${where} positive`);
            close(cell.negative, add(products.filter((x) => x < 0)), `${where} negative`);
            assert.equal(cell.score, row("scores", i)[j - 1]);
            assert.equal(cell.root, Math.sqrt(q.length));
            assert.equal(cell.scaled, scaled[j - 1]);
            assert.equal(cell.weight, weights[j - 1]);
            const sees = (key) => mask === "none" || (mask === "causal" ? key <= i : Math.abs(key - i) <= 1);
            const open = scaled.filter((_, key) => sees(key + 1));
            const most = Math.max(...open);
            assert.deepEqual([cell.open, cell.openKeys, cell.rowMax], [sees(j), open.length, most], where);
            close(cell.exp, Math.exp(scaled[j - 1] - most), `${where} exp`);
            close(cell.rowSum, add(open.map((x) => Math.exp(x - most))), `${where} row sum`);
            if (!sees(j)) continue;
            assert.equal(cell.rank, 1 + weights.filter((x, key) => sees(key + 1) && x > weights[j - 1]).length, where);
            assert.ok(Math.abs(cell.exp / cell.rowSum - cell.weight) < 1e-6, where);
          }
        }
      }
    }
  });
}

test("equal weights share a rank", () => {
  const run = made({ scaled: [[1, 2, 2, 0]], weights: [[0.2, 0.35, 0.35, 0.1]], k: [[0], [0], [0], [0]], v: [[0], [0], [0], [0]] });
  assert.deepEqual([1, 2, 3, 4].map((j) => cellOf(run, 1, j).rank), [3, 1, 1, 4]);
});

test("a whole row closed has no open key and sums to 0", () => {
  const run = made({ q: [[1], [1]], k: [[1], [1]], v: [[1], [1]], scaled: [[1, 2], [3, 4]], masked: [[-Infinity, -Infinity], [3, 4]], weights: [[0, 0], [0.3, 0.7]] });
  const { open, openKeys, rowMax, rowSum, rank } = cellOf(run, 1, 2);
  assert.deepEqual({ open, openKeys, rowMax, rowSum, rank }, { open: false, openKeys: 0, rowMax: -Infinity, rowSum: 0, rank: 1 });
  assert.equal(cellOf(run, 2, 2).openKeys, 2);
});

test("a score that was −∞ before the mask is open", () => {
  const run = made({ scaled: [[-Infinity, 1]], weights: [[0, 1]], k: [[0], [0]], v: [[0], [0]] });
  const { open, openKeys, rowMax, exp } = cellOf(run, 1, 1);
  assert.deepEqual({ open, openKeys, rowMax, exp }, { open: true, openKeys: 2, rowMax: 1, exp: 0 });
});

test("NaN is shown, not passed over", () => {
  const run = made({ q: [[NaN, 2]], k: [[1, 1], [1, -1]], scaled: [[NaN, 1]], weights: [[NaN, NaN]], v: [[0], [0]] });
  assert.ok(Number.isNaN(cellOf(run, 1, 2).positive));
  assert.equal(cellOf(run, 1, 2).negative, -2);
});
