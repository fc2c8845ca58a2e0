/** Cosines, neighbours and asymmetry from tables of dot products. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { asymmetryOf, cosineIn, nearestIn } from "../../web/experiments/gram.js";
import { random } from "./support.js";

const N = 9;
const D = 5;
const { normals } = random(7);
const rows = Array.from({ length: N }, () => [...normals(D)]);
const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);
const gram = rows.flatMap((a) => rows.map((b) => dot(a, b)));
const cosine = (a, b) => dot(a, b) / Math.hypot(...a) / Math.hypot(...b);

test("cosines are those of the vectors", () => {
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < N; j++) assert.ok(Math.abs(cosineIn(gram, N, i, j) - cosine(rows[i], rows[j])) < 1e-12);
  }
});

test("neighbours come in order, without the word itself and without words of no length", () => {
  for (let i = 0; i < N; i++) {
    const expected = rows.map((row, at) => ({ at, cosine: cosine(rows[i], row) })).filter(({ at }) => at !== i).sort((a, b) => b.cosine - a.cosine);
    assert.deepEqual(nearestIn(gram, N, i, 3).map(({ at }) => at), expected.slice(0, 3).map(({ at }) => at));
  }
  assert.deepEqual(nearestIn([1, 0, 0.5, 0, 0, 0, 0.5, 0, 1], 3, 0, 3).map(({ at }) => at), [2]);
  assert.deepEqual(nearestIn([1], 1, 0, 3), []);
});

test("the asymmetry is the largest difference from the mirror image", () => {
  assert.deepEqual(asymmetryOf(gram, N), { size: 0, i: 0, j: 0 });
  const bent = gram.slice();
  bent[7 * N + 2] += 0.5;
  bent[1 * N + 4] -= 2;
  const { size, i, j } = asymmetryOf(bent, N);
  assert.deepEqual([i, j], [1, 4]);
  assert.ok(Math.abs(size - 2) < 1e-12);
});
