import assert from "node:assert/strict";
import { test } from "node:test";
import { byHandModel, handMade } from "../../web/models/by-hand.js";
import { BUILDS, largestDifference } from "./support.js";

/** (n,d) times (d,k) in float64 */
const times = (x, w) => x.map((row) => w[0].map((_, c) => row.reduce((sum, value, f) => sum + value * w[f][c], 0)));

for (const { name, core } of BUILDS) {
  for (const example of handMade) {
    test(`${name}: “${example.text}” comes from its embeddings and its three matrices`, () => {
      const model = core.loadModel(byHandModel(example));
      assert.equal(model.info.kind, "bare");
      const run = model.run(example.text);
      assert.deepEqual(run.tokens.map((token) => example.text.slice(token.start, token.end)), example.words);
      assert.deepEqual([...run.stage("x", 0).data], example.E.flat().map(Math.fround));
      const stages = { q: times(example.E, example.wQ), k: times(example.E, example.wK), v: times(example.E, example.wV) };
      for (const [stage, rows] of Object.entries(stages)) {
        assert.deepEqual(run.stage(stage, 0).shape, [1, rows.length, rows[0].length]);
        assert.ok(largestDifference(run.stage(stage, 0).data, rows.flat()) <= 1e-6, stage);
      }
      assert.equal(stages.q[0].length, 4);
      assert.equal(run.embedding, null);
      assert.throws(() => run.stage("projected", 0), { code: "BAD_STAGE" });
    });
  }

  test(`${name}: chased gives mouse 0.60, the row sums to 1, and scores are not symmetric`, () => {
    const run = core.loadModel(byHandModel()).run("The cat chased a mouse");
    const { data, cols } = run.matrix("weights", 0, 0);
    const row = [...data.subarray(2 * cols, 3 * cols)];
    assert.equal(row[4].toFixed(2), "0.60");
    assert.equal(Math.max(...row), row[4]);
    assert.ok(Math.abs(row.reduce((sum, w) => sum + w, 0) - 1) <= 1e-6);
    const scores = run.matrix("scores", 0, 0).data;
    assert.ok(Math.abs(scores[2 * cols + 4] - scores[4 * cols + 2]) > 1);
  });
}
