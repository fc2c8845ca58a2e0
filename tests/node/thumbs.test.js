/** What the worker sends with a run: small pictures of every head, and the entropy of every head. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startEngine } from "../../web/engine.js";
import { Run } from "../../web/run.js";
import { PLAIN } from "../../web/settings.js";
import { serve } from "../../web/worker.js";
import { BUILDS, read } from "./support.js";

const bytes = () => Uint8Array.from(read("build/models/use-lite.q8.bin"));
const heads = [0, 1].flatMap((layer) => [0, 1, 2, 3].map((head) => [layer, head]));
const largest = (data) => data.reduce((a, b) => Math.max(a, b));
const engine = await startEngine({ wasm: read("build/attention.wasm"), workerUrl: new URL("file:///none"), bringProgram: async () => serve });
await engine.load("use-lite", bytes());
const ask = (text, settings = {}) => engine.lane().run({ model: "use-lite", text, settings: { ...PLAIN, ...settings } });

/** The largest of each square, where the squares are whole. */
function pool(data, n, side) {
  const step = n / side;
  const pooled = new Float32Array(side * side);
  data.forEach((x, cell) => {
    const at = Math.floor(Math.floor(cell / n) / step) * side + Math.floor((cell % n) / step);
    pooled[at] = Math.max(pooled[at], x);
  });
  return pooled;
}

test("each head's small picture is its own", async () => {
  for (const [text, options] of [["the quick brown fox ".repeat(40), {}], ["Some words of a longer text. ".repeat(15), { mask: "causal" }]]) {
    const { run: data, thumbs } = await ask(text, options);
    const run = new Run(data);
    const n = run.tokens.length;
    assert.ok(n > 64);
    assert.equal(thumbs.data.length, 8 * thumbs.rows * thumbs.cols);
    const seen = new Set();
    heads.forEach(([layer, head], at) => {
      const thumb = thumbs.data.subarray(at * thumbs.rows * thumbs.cols, (at + 1) * thumbs.rows * thumbs.cols);
      const weights = run.matrix("weights", layer, head).data;
      assert.equal(largest(thumb), largest(weights), `${layer}·${head}`);
      if (n === 128) assert.deepEqual(thumb, pool(weights, n, 64), `${layer}·${head}`);
      seen.add(thumb.join());
    });
    assert.equal(seen.size, 8);
  }
});

test("up to 64 tokens the matrices themselves are small enough", async () => {
  const counts = [];
  for (let words = 50; words <= 70; words++) {
    const { run, thumbs } = await ask("the ".repeat(words));
    counts.push(run.tokens.length);
    assert.equal(thumbs === null, run.tokens.length <= 64, `${run.tokens.length} tokens`);
  }
  assert.ok(counts.includes(64) && counts.includes(65), counts.join());
});

for (const { name, core } of BUILDS) {
  test(`${name}: entropy is the mean over the rows, in bits`, () => {
    const model = core.loadModel(bytes());
    for (const mask of ["none", "causal", { window: 1 }]) {
      for (const text of ["a", "The cat chased a mouse.", "the quick brown fox ".repeat(40)]) {
        const run = model.run(text, { mask });
        const all = heads.map(([layer, head]) => {
          const { data, rows } = run.matrix("weights", layer, head);
          const bits = data.reduce((sum, w) => sum - (w > 0 ? w * Math.log2(w) : 0), 0) / rows;
          assert.ok(Math.abs(run.entropy(layer, head) - bits) < 1e-5, `${layer}·${head}: ${run.entropy(layer, head)} ≠ ${bits}`);
          assert.ok(bits <= Math.log2(rows) + 1e-5);
          return bits;
        });
        if (run.tokens.length > 2) assert.equal(new Set(all).size, 8);
      }
    }
    model.dispose();
  });
}

test.after(() => engine.close());
