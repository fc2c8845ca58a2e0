/** The engine over its last resort, the main thread: Node has no Worker of the browser's kind. */
import assert from "node:assert/strict";
import { afterEach, test as nodeTest } from "node:test";
import { startEngine } from "../../web/engine.js";
import { Run } from "../../web/run.js";
import { serve } from "../../web/worker.js";
import { startServer } from "../serve.mjs";
import { BUILDS, read } from "./support.js";

const started = [];
async function start(wasm = read("build/attention.wasm")) {
  const engine = await startEngine({ wasm, workerUrl: new URL("file:///none"), bringProgram: async () => serve });
  started.push(engine);
  return engine;
}
/** An open channel would keep Node from ending. */
afterEach(() => {
  for (const engine of started.splice(0)) engine.close();
});
const bytes = () => Uint8Array.from(read("build/models/use-lite.q8.bin"));
const plain = { mask: "none", window: 1, padding: 1, closed: [], divide: true, temperature: 1, headsOff: [] };
/** A Request of worker.js. */
const args = (text, settings) => ({ model: "use-lite", text, settings: { ...plain, ...settings } });
/** An answer that does not come is a failure, not a wait. */
const test = (name, body) => nodeTest(name, { timeout: 60_000 }, body);

test("a run carries its inputs and equals the core's own", async () => {
  const engine = await start();
  assert.equal((await engine.load("use-lite", bytes())).layers, 2);
  const { inputs, run, thumbs } = await engine.lane().run(args("The cat chased a mouse", { mask: "causal" }));
  assert.equal(inputs.text, "The cat chased a mouse");
  assert.equal(thumbs, null);
  const own = BUILDS[0].core.loadModel(bytes()).run("The cat chased a mouse", { mask: "causal" });
  assert.deepEqual(new Run(run).stage("weights", 1), own.stage("weights", 1));
});

test("one run in flight, the latest wins, the overtaken end as STALE", async () => {
  const engine = await start();
  await engine.load("use-lite", bytes());
  const texts = ["a", "ab", "abc", "abcd"];
  const lane = engine.lane();
  const ends = await Promise.allSettled(texts.map((text) => lane.run(args(text))));
  assert.deepEqual(ends.map((end) => end.value?.inputs.text ?? end.reason.code), ["a", "STALE", "STALE", "abcd"]);
});

test("two askers do not overtake each other", async () => {
  const engine = await start();
  await engine.load("use-lite", bytes());
  const lanes = [engine.lane(), engine.lane()];
  const answers = await Promise.all(["a", "b"].map((text, index) => lanes[index].run(args(text))));
  assert.deepEqual(answers.map(({ inputs }) => inputs.text), ["a", "b"]);
});

test("errors come back named, and the next run works", async () => {
  const engine = await start();
  await assert.rejects(engine.load("use-lite", bytes().subarray(0, 1000).slice()), { code: "TRUNCATED" });
  await engine.load("use-lite", bytes());
  await assert.rejects(engine.lane().run(args("  ")), { code: "NO_TOKENS" });
  assert.equal((await engine.lane().run(args("hello"))).run.tokens.length, 2);
});

test("long texts bring pooled thumbnails in which no hot cell is lost", async () => {
  const engine = await start();
  await engine.load("use-lite", bytes());
  const { run, thumbs } = await engine.lane().run(args("the quick brown fox ".repeat(40)));
  const weights = new Run(run).matrix("weights", 1, 3);
  const thumb = thumbs.data.subarray(7 * thumbs.rows * thumbs.cols, 8 * thumbs.rows * thumbs.cols);
  assert.equal(thumb.length, 64 * 64);
  assert.equal(thumb.reduce((a, b) => Math.max(a, b)), weights.data.reduce((a, b) => Math.max(a, b)));
});

test("settings reach the core: temperature, no division, heads off", async () => {
  const engine = await start();
  await engine.load("use-lite", bytes());
  const { run } = await engine.lane().run(args("She gave him her book", { divide: false, temperature: 2, headsOff: ["2.3"] }));
  const own = BUILDS[0].core.loadModel(bytes()).run("She gave him her book", { scale: 1, temperature: 2, headsOff: [[1, 2]] });
  for (const stage of ["scaled", "weights", "projected"]) assert.deepEqual(new Run(run).stage(stage, 1), own.stage(stage, 1));
});

test("long work tells how far it is, then answers; closing ends it", async () => {
  const engine = await start();
  const sizes = { n: 2000, m: 2000, dK: 64, dV: 64, heads: 2, layers: 1 };
  const told = [];
  const { fused, stored } = await engine.call("cost", { sizes, seed: 1 }, [], (progress) => told.push(progress.done));
  assert.ok(told.length > 1 && fused.after > 0 && (stored.after ?? stored.bytes) > 0);

  let count = 0;
  const last = new Promise((done) => {
    engine.call("cost", { sizes: { ...sizes, layers: 100 }, seed: 1 }, [], () => {
      count++;
      engine.close();
      setTimeout(done, 100);
    });
  });
  await last;
  const before = performance.eventLoopUtilization();
  await new Promise((done) => setTimeout(done, 300));
  assert.equal(count, 1);
  assert.ok(performance.eventLoopUtilization(before).utilization < 0.5, "it computes on");
});

test("a model's file is fetched where it is computed; what hinders is named", async (t) => {
  const server = await startServer({ root: new URL("../../build/models", import.meta.url).pathname });
  t.after(() => server.close());
  const engine = await start();
  assert.equal((await engine.fetch("use-lite", `${server.url}use-lite.q8.bin`, () => {})).layers, 2);
  assert.equal((await engine.lane().run(args("hello"))).run.tokens.length, 2);
  await assert.rejects(engine.fetch("use-lite", `${server.url}none.bin`, () => {}), { code: "NETWORK" });
  await assert.rejects(engine.fetch("use-lite", "http://127.0.0.1:1/use-lite.q8.bin", () => {}), { code: "NO_FETCH" });
});

test("a module that cannot start says so", async () => {
  await assert.rejects(start(Uint8Array.of(1, 2, 3)), { code: "NO_WASM" });
});
