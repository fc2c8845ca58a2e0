import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError } from "../../web/core.js";
import { BUILDS, largestDifference, read, readJson, worsts } from "./support.js";

const golden = readJson("tests/golden/use-lite.json");
const tokenCases = readJson("tests/golden/tokens.json").cases;
const FILES = { f32: read("build/models/use-lite.f32.bin"), q8: read("build/models/use-lite.q8.bin") };
const longText = golden.long.text_repeat[0].repeat(golden.long.text_repeat[1]);

const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const cosine = (a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

for (const { name, core } of BUILDS) {
  const models = Object.fromEntries(Object.entries(FILES).map(([form, bytes]) => [form, core.loadModel(bytes)]));
  const exact = models.f32;

  test(`${name}: f32 model against the original runtime, 22 sentences and the long text`, () => {
    const worst = worsts();
    for (const { text, ids, layers, embedding } of golden.cases) {
      const run = exact.run(text);
      assert.deepEqual(run.tokens.map((token) => token.id), ids, text);
      assert.equal(run.truncated, 0);
      layers.forEach((layer, l) => {
        worst.hold("scores", largestDifference(run.stage("scaled", l).data, layer.scores), 1e-4, `${text}, layer ${l}`);
        worst.hold("weights", largestDifference(run.stage("weights", l).data, layer.weights), 2e-5, `${text}, layer ${l}`);
      });
      worst.hold("embedding", largestDifference(run.embedding, embedding), 3e-6, text);
    }
    worst.tell(`${name}, f32`);
    const long = exact.run(longText);
    assert.deepEqual(long.tokens.map((token) => token.id), golden.long.ids_first128);
    assert.equal(long.truncated, exact.tokenize(longText).length - 128);
    assert.ok(largestDifference(long.matrix("weights", 1, 0).data.subarray(127 * 128), golden.long.layer1_head0_row127) <= 2e-5);
    assert.ok(largestDifference(long.embedding, golden.long.embedding) <= 3e-6);
  });

  test(`${name}: int8 model against the same`, () => {
    assert.ok(FILES.q8.length <= 7.3e6);
    const worst = worsts();
    for (const { text, layers, embedding } of golden.cases) {
      const run = models.q8.run(text);
      layers.forEach((layer, l) => worst.hold("weights", largestDifference(run.stage("weights", l).data, layer.weights), 0.03, `${text}, layer ${l}`));
      worst.hold("1 − cosine", 1 - cosine(run.embedding, embedding), 0.0005, text);
    }
    const long = models.q8.run(longText);
    worst.hold("weights", largestDifference(long.matrix("weights", 1, 0).data.subarray(127 * 128), golden.long.layer1_head0_row127), 0.03, "the long text");
    worst.hold("1 − cosine", 1 - cosine(long.embedding, golden.long.embedding), 0.0005, "the long text");
    worst.tell(`${name}, int8`);
  });

  test(`${name}: 424 strings tokenized as SentencePiece does`, () => {
    assert.equal(tokenCases.length, 424);
    for (const { text, ids } of tokenCases) {
      assert.deepEqual(exact.tokenize(text).map((token) => token.id), ids, JSON.stringify(text));
    }
  });

  test(`${name}: tokens know where they were typed`, () => {
    const spans = (text) => exact.tokenize(text).map(({ piece, start, end }) => `${piece}[${text.slice(start, end)}]`);
    assert.deepEqual(spans("  The  cat "), ["▁The[The]", "▁cat[cat]"]);
    assert.deepEqual(spans("a  東京 b"), ["▁a[a]", "▁[  ]", "東京[東京]", "▁b[b]"]);
    assert.deepEqual(spans("ﬁne ½"), ["▁fine[ﬁne]", "▁1[½]", "⁄[½]", "2[½]"]);
    assert.deepEqual(spans("cafe\u0301"), ["▁ca[ca]", "f[f]", "é[e\u0301]"]);
    const pieces = exact.tokenize("\ud83d\ude00 x");
    assert.deepEqual(pieces.map((token) => [token.start, token.end, token.unknown]), [[0, 0, false], [0, 2, true], [3, 4, false]]);
  });

  test(`${name}: ids instead of a text give the same run`, () => {
    const { text, ids } = golden.cases[0];
    const byText = exact.run(text);
    const byIds = exact.run(ids);
    assert.deepEqual(byIds.embedding, byText.embedding);
    assert.deepEqual(byIds.tokens.map((token) => token.piece), byText.tokens.map((token) => token.piece));
    assert.ok(byIds.tokens.every((token) => token.start === null && token.end === null));
    assert.deepEqual(exact.run(Int32Array.from(ids)).embedding, byText.embedding);
  });

  test(`${name}: every stage of every layer, and they belong together`, () => {
    const run = exact.run("The cat chased a mouse.");
    const n = run.tokens.length;
    const widths = [{ d: 256, dk: 64 }, { d: 512, dk: 128 }];
    widths.forEach(({ d, dk }, layer) => {
      const shape = (stage) => run.stage(stage, layer).shape;
      assert.deepEqual(shape("x"), [1, n, d]);
      for (const stage of ["q", "k", "v", "output"]) assert.deepEqual(shape(stage), [4, n, dk]);
      for (const stage of ["scores", "scaled", "masked", "weights"]) assert.deepEqual(shape(stage), [4, n, n]);
      assert.deepEqual(shape("joined"), [1, n, d]);
      assert.deepEqual(shape("projected"), [1, n, 512]);
      const { q, k, v } = Object.fromEntries(["q", "k", "v"].map((stage) => [stage, run.stage(stage, layer).data]));
      const again = core.attention({ q, k, v, heads: 4, n, m: n, dK: dk, dV: dk });
      for (const stage of ["scores", "scaled", "weights", "output"]) {
        assert.ok(largestDifference(again[stage], run.stage(stage, layer).data) <= 1e-5 * Math.max(1, Math.abs(again[stage][0])), stage);
      }
    });
    assert.throws(() => run.stage("weights", 2), { code: "BAD_STAGE" });
    assert.throws(() => run.stage("weight", 0), { code: "BAD_STAGE" });
    assert.throws(() => run.stage("weights", 0, "cross"), { code: "BAD_STAGE" });
    assert.throws(() => run.matrix("weights", 0, 4), { code: "BAD_STAGE" });
  });

  test(`${name}: mask, scale, temperature and heads off hold for all layers`, () => {
    const text = "The cat chased a mouse.";
    const plain = exact.run(text);
    const causal = exact.run(text, { mask: "causal" });
    for (let layer = 0; layer < 2; layer++) {
      const { data, rows } = causal.matrix("weights", layer, 1);
      const masked = causal.matrix("masked", layer, 1).data;
      data.forEach((w, c) => {
        const closed = c % rows > Math.floor(c / rows);
        assert.ok(closed ? w === 0 : w > 0);
        assert.equal(masked[c] === -Infinity, closed);
      });
    }
    const open = new Uint8Array(plain.tokens.length ** 2).fill(1);
    assert.deepEqual(exact.run(text, { mask: open }).embedding, plain.embedding);
    assert.deepEqual(exact.run(text, { temperature: 1 }).embedding, plain.embedding);
    const unscaled = exact.run(text, { scale: 1 });
    assert.deepEqual(unscaled.stage("scaled", 0).data, unscaled.stage("scores", 0).data);
    const warm = exact.run(text, { temperature: 2 });
    assert.ok(largestDifference(warm.stage("scaled", 0).data, plain.stage("scaled", 0).data.map((s) => s / 2)) <= 1e-5);
    const off = exact.run(text, { headsOff: [[1, 2]] });
    assert.deepEqual(off.stage("output", 1).data, plain.stage("output", 1).data);
    const joined = off.stage("joined", 1).data;
    joined.forEach((x, c) => assert.equal(x === 0, c % 512 >= 256 && c % 512 < 384));
    assert.notDeepEqual(off.embedding, plain.embedding);
    assert.ok(exact.run(text, { headsOff: [0, 1, 2, 3] }).stage("joined", 0).data.every((x) => x === 0));
  });

  test(`${name}: bad calls are named and change nothing`, () => {
    const before = exact.run("hello").embedding;
    const refused = [
      [() => exact.run(""), "NO_TOKENS"], [() => exact.run(" \n\u200b"), "NO_TOKENS"], [() => exact.run([]), "NO_TOKENS"],
      [() => exact.run(7), "BAD_TYPE"], [() => exact.run(null), "BAD_TYPE"], [() => exact.run(undefined), "BAD_TYPE"],
      [() => exact.run([8002]), "BAD_TOKEN"], [() => exact.run([-1]), "BAD_TOKEN"], [() => exact.run([1.5]), "BAD_TOKEN"], [() => exact.run(["9"]), "BAD_TOKEN"],
      [() => exact.run("a", { mask: new Uint8Array(5) }), "BAD_MASK"], [() => exact.run("a", { scale: NaN }), "BAD_SCALE"],
      [() => exact.run("a", { temperature: 0 }), "BAD_SCALE"], [() => exact.run("a", { headsOff: [4] }), "BAD_STAGE"], [() => exact.run("a", { headsOff: [[2, 0]] }), "BAD_STAGE"],
      [() => exact.run("a", { source: "b" }), "BAD_TYPE"], [() => exact.tokenize(5), "BAD_TYPE"],
    ];
    for (const [call, code] of refused) assert.throws(call, (error) => error instanceof AttentionError && error.code === code, `${code}: ${call}`);
    assert.deepEqual(exact.run("hello").embedding, before);
    assert.deepEqual(exact.tokenize(""), []);
  });

  test(`${name}: a damaged file is told from a foreign, a newer and a short one`, () => {
    const changed = (at, value) => {
      const copy = Uint8Array.from(FILES.q8);
      copy[at] = value ?? copy[at] ^ 0x10;
      return copy;
    };
    const refused = [
      [changed(0), "NOT_A_MODEL"], [new Uint8Array(0), "NOT_A_MODEL"], [new TextEncoder().encode("<!doctype html><title>404</title>".repeat(9)), "NOT_A_MODEL"],
      [changed(4, 2), "BAD_VERSION"], [FILES.q8.subarray(0, 5_000_000), "TRUNCATED"], [FILES.q8.subarray(0, 40), "TRUNCATED"],
      [changed(3_000_000), "CORRUPT"], [changed(20), "CORRUPT"], [changed(FILES.q8.length - 1), "CORRUPT"],
    ];
    for (const [bytes, code] of refused) assert.throws(() => core.loadModel(bytes), { code }, code);
    assert.throws(() => core.loadModel("models/use-lite.bin"), { code: "BAD_TYPE" });
    assert.equal(exact.run("hello").tokens.length, 2);
  });

  test(`${name}: dispose gives the memory back, once; runs stay`, () => {
    const model = core.loadModel(FILES.q8);
    const run = model.run("hello");
    const reached = core.memoryBytes;
    model.dispose();
    for (let k = 0; k < 20; k++) core.loadModel(FILES.q8).dispose();
    assert.equal(core.memoryBytes, reached);
    assert.equal(run.stage("weights", 0).data.length, 16);
    for (const call of [() => model.run("hello"), () => model.tokenize("hello"), () => model.dispose()]) assert.throws(call, { code: "DISPOSED" });
  });

  test(`${name}: 100 KB of anything is tokenized, cut and run`, () => {
    for (const text of ["word ".repeat(20_000), "x".repeat(100_000), "😀".repeat(25_000), "e\u0301".repeat(30_000), "\ud800".repeat(1000) + "a"]) {
      const run = models.q8.run(text);
      assert.ok(run.tokens.length <= 128 && run.tokens.length >= 1);
      assert.equal(run.truncated, models.q8.tokenize(text).length - run.tokens.length);
    }
  });
}
