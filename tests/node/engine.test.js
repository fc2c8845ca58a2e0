/** The engine over its last resort, the main thread: Node has no Worker of the browser's kind. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startEngine } from "../../web/engine.js";
import { Run } from "../../web/run.js";
import { serve } from "../../web/worker.js";
import { BUILDS, read } from "./support.js";

const start = (wasm = read("build/attention.wasm")) => startEngine({ wasm, workerUrl: new URL("file:///none"), bringProgram: async () => serve });
const bytes = () => Uint8Array.from(read("build/models/use-lite.q8.bin"));
const args = (text, more) => ({ model: "use-lite", text, options: {}, ...more });

test("a run carries its inputs and equals the core's own", async () => {
  const engine = await start();
  assert.equal((await engine.load("use-lite", bytes())).layers, 2);
  const { inputs, run, thumbs } = await engine.run(args("The cat chased a mouse", { options: { mask: "causal" } }));
  assert.equal(inputs.text, "The cat chased a mouse");
  assert.equal(thumbs, null);
  const own = BUILDS[0].core.loadModel(bytes()).run("The cat chased a mouse", { mask: "causal" });
  assert.deepEqual(new Run(run).stage("weights", 1), own.stage("weights", 1));
  engine.close();
});

test("one run in flight, the latest wins, the overtaken end as STALE", async () => {
  const engine = await start();
  await engine.load("use-lite", bytes());
  const texts = ["a", "ab", "abc", "abcd"];
  const ends = await Promise.allSettled(texts.map((text) => engine.run(args(text))));
  assert.deepEqual(ends.map((end) => end.value?.inputs.text ?? end.reason.code), ["a", "STALE", "STALE", "abcd"]);
  engine.close();
});

test("errors come back named, and the next run works", async () => {
  const engine = await start();
  await assert.rejects(engine.load("use-lite", bytes().subarray(0, 1000).slice()), { code: "TRUNCATED" });
  await engine.load("use-lite", bytes());
  await assert.rejects(engine.run(args("  ")), { code: "NO_TOKENS" });
  assert.equal((await engine.run(args("hello"))).run.tokens.length, 2);
  engine.close();
});

test("long texts bring pooled thumbnails in which no hot cell is lost", async () => {
  const engine = await start();
  await engine.load("use-lite", bytes());
  const { run, thumbs } = await engine.run(args("the quick brown fox ".repeat(40)));
  const weights = new Run(run).matrix("weights", 1, 3);
  const thumb = thumbs.data.subarray(7 * thumbs.side ** 2, 8 * thumbs.side ** 2);
  assert.equal(thumb.length, 64 * 64);
  assert.equal(thumb.reduce((a, b) => Math.max(a, b)), weights.data.reduce((a, b) => Math.max(a, b)));
  engine.close();
});

test("a module that cannot start says so", async () => {
  await assert.rejects(start(Uint8Array.of(1, 2, 3)), { code: "NO_WASM" });
});
