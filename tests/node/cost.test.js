/** What attention costs: counts against counting, and the run in the core that measures it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { attendRows, costRun, fusedBytes, MOST_BYTES, storedBytes } from "../../web/cost-run.js";
import { loadCore } from "../../web/core.js";
import { counts, PAPER } from "../../web/experiments/cost-counts.js";
import { wholeNumber } from "../../web/experiments/whole-field.js";
import { grouped } from "../../web/numbers.js";
import { BUILDS, random, read, reference, worsts } from "./support.js";

const wasm = read("build/attention.wasm");
const fresh = () => loadCore(wasm);
const core = BUILDS[0].core;

test("the counts are what counting gives", () => {
  const { integer } = random(31);
  for (let round = 0; round < 50; round++) {
    const sizes = { n: integer(1, 7), m: integer(1, 7), dK: integer(1, 5), dV: integer(1, 5), heads: integer(1, 4), layers: integer(1, 3) };
    const seen = { scores: 0n, qk: 0n, wv: 0n };
    for (let head = 0; head < sizes.heads * sizes.layers; head++) {
      for (let cell = 0; cell < sizes.n * sizes.m; cell++) {
        seen.scores++;
        for (let x = 0; x < sizes.dK; x++) seen.qk++;
        for (let y = 0; y < sizes.dV; y++) seen.wv++;
      }
    }
    const all = counts(sizes);
    for (const key of ["scores", "qk", "wv"]) {
      assert.equal(all[key].all, seen[key], `${key} ${JSON.stringify(sizes)}`);
      assert.equal(all[key].layer * BigInt(sizes.layers), seen[key]);
      assert.equal(all[key].head * BigInt(sizes.layers * sizes.heads), seen[key]);
    }
    assert.equal(all.bytes.all, seen.scores * BigInt(Float32Array.BYTES_PER_ELEMENT));
  }
});

test("the paper's base model at 1000 positions, and sizes past 2⁵³", () => {
  const { scores, qk } = counts(PAPER);
  assert.deepEqual([scores.head, qk.head, qk.layer, scores.all].map(grouped), ["1,000,000", "64,000,000", "512,000,000", "48,000,000"]);
  const largest = counts({ n: 65536, m: 65535, dK: 4095, dV: 1, heads: 63, layers: 127 });
  assert.equal(grouped(largest.qk.all), grouped(65536n * 65535n * 4095n * 63n * 127n));
});

test("digits are grouped by threes, and read back grouped or not", () => {
  assert.deepEqual([0, 7, 999, 1000, 12345, 1234567, -1000].map(grouped), ["0", "7", "999", "1,000", "12,345", "1,234,567", "−1,000"]);
  assert.deepEqual(["1000", " 1,000 ", "1\u2009000", "65536"].map(wholeNumber), [1000, 1000, 1000, 65536]);
  for (const text of ["", "abc", "1.5", "1e3", "-1", "1,00", "0x10", "NaN", "∞"]) assert.ok(Number.isNaN(wholeNumber(text)), text);
});

test("rows computed in pieces are one whole run, and attention", () => {
  const { hold, tell } = worsts();
  const { integer, normals } = random(77);
  for (let round = 0; round < 20; round++) {
    const sizes = { n: integer(1, 40), m: integer(1, 40), dK: integer(1, 20), dV: integer(1, 20) };
    const { n, m, dK, dV } = sizes;
    const inputs = { q: normals(n * dK), k: normals(m * dK), v: normals(m * dV) };
    const whole = attendRows(core, inputs, sizes, 0, n);
    const pieces = new Float32Array(n * dV);
    for (let from = 0; from < n;) {
      const rows = Math.min(n - from, integer(1, 9));
      pieces.set(attendRows(core, inputs, sizes, from, rows), from * dV);
      from += rows;
    }
    const { output } = reference({ ...inputs, ...sizes, heads: 1 });
    for (let at = 0; at < whole.length; at++) {
      hold("pieces against whole", Math.abs(pieces[at] - whole[at]), 1e-6, JSON.stringify(sizes));
      hold("against float64", Math.abs(pieces[at] - output[at]), 1e-5, JSON.stringify(sizes));
    }
  }
  tell("rows in pieces");
});

test("a run goes through every row of every head, and tells how far it is", async () => {
  const sizes = { n: 60, m: 50, dK: 8, dV: 4, heads: 3, layers: 2 };
  let rows = 0;
  const counting = async () => {
    const own = await fresh();
    return {
      get memoryBytes() { return own.memoryBytes; },
      attention(input) {
        if (input.want.length === 1) rows += input.heads * input.n;
        return own.attention(input);
      },
    };
  };
  const { ms, fused, stored } = await costRun(sizes, 1, { core, fresh: counting });
  assert.equal(rows, 60 * 3 * 2);
  assert.ok(ms > 0);
  assert.ok(fused.after >= fused.before && stored.after >= stored.before);

  const told = [];
  await costRun({ ...sizes, n: 3000, m: 1500, dK: 32, dV: 32 }, 1, { core, fresh, say: (progress) => told.push(progress) });
  const fusedTold = told.filter(({ way }) => way === "fused");
  assert.equal(fusedTold.at(-1)?.done, 18000);
  fusedTold.forEach(({ done, total }, at) => assert.ok(total === 18000 && done >= (fusedTold[at - 1]?.done ?? 1) && done <= total, `${done} of ${total}`));
});

test("measured memory: the fused way takes less than the stored", async () => {
  const { fused, stored } = await costRun({ n: 2000, m: 2000, dK: 16, dV: 16, heads: 2, layers: 1 }, 1, { core, fresh });
  assert.equal(fused.before, stored.before);
  assert.ok(fused.after < stored.after, `${fused.after} < ${stored.after}`);
  // The tables alone are 4 · 4 · 2000² bytes.
  assert.ok(stored.after > 64e6, `${stored.after}`);
});

test("what would not fit is refused before any work, with the bytes it would need", async () => {
  const none = { core: { normal: () => assert.fail("it was begun") }, fresh: () => assert.fail("it was begun") };
  const huge = { n: 65536, m: 65536, dK: 4096, dV: 4096, heads: 1, layers: 1 };
  await assert.rejects(costRun(huge, 1, none), { code: "OUT_OF_MEMORY", message: new RegExp(String(4 * 4 * 65536 * 4096)) });
  assert.equal(fusedBytes(huge), 4 * 65536 * 4096 * 4);
  assert.equal(storedBytes({ n: 3, m: 5, dK: 2, dV: 7 }), 4 * (3 * 2 + 5 * 2 + 5 * 7 + 3 * 7 + 4 * 15));
});

test("at 8192 queries the fused way runs, the stored one is refused", { timeout: 60_000 }, async () => {
  const sizes = { n: 8192, m: 8192, dK: 4, dV: 4, heads: 1, layers: 1 };
  const { fused, stored } = await costRun(sizes, 1, { core, fresh });
  assert.deepEqual(stored, { refused: "memory", bytes: storedBytes(sizes), seconds: 0 });
  assert.ok(storedBytes(sizes) > MOST_BYTES);
  assert.ok(fused.after < 40e6, `${fused.after}`);
});

test("a run that is ended stops at its next pause", async () => {
  let said = 0;
  const sizes = { n: 8192, m: 8192, dK: 64, dV: 64, heads: 64, layers: 128 };
  const start = performance.now();
  const say = () => {
    if (++said > 20) throw new Error("it goes on");
  };
  await assert.rejects(costRun(sizes, 1, { core, fresh, say, ended: () => said >= 2 }), { code: "STOPPED" });
  assert.equal(said, 2);
  assert.ok(performance.now() - start < 30_000);
});
