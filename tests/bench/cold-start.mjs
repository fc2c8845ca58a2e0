/**
 * From the first fetch to the first result, 64 queries and keys of 8 heads, in Chromium with nothing cached.
 *   node tests/bench/cold-start.mjs          after ./build.sh
 * Each side is bundled and minified as a user would ship it. Every sample has a browser context of its own, and so
 * an empty cache and a process that has compiled nothing; the clock starts on a page that is open and has the inputs.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { launch } from "../browser/support.js";
import { startServer } from "../serve.mjs";
import { ROOT } from "./chromium.js";
import { onnxModel } from "./contenders/onnx.js";
import { interleave, ratios, summary } from "./measure.js";
import { figure, spread, table } from "./table.js";
import { WORKLOADS } from "./workloads.js";

const HERE = dirname(fileURLToPath(import.meta.url));
const SITE = join(ROOT, "build/bench/cold-start");
const PEERS = join(HERE, "node_modules");
const ROUNDS = 15;
const LARGEST_ERROR = 1e-5;

const OURS = "this core";
/** By name: the script, and the files that it fetches. */
const SIDES = {
  [OURS]: ["cold-start-core.js"],
  "this core, attention.wasm fetched": ["cold-start-core-fetched.js", join(ROOT, "build/attention.wasm")],
  "tfjs-core and its wasm backend": ["cold-start-tfjs.js", join(PEERS, "@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm-simd.wasm")],
  "onnxruntime-web": ["cold-start-onnxruntime.js", join(PEERS, "onnxruntime-web/dist/ort-wasm-simd-threaded.wasm"), join(SITE, "attention.onnx")],
};

/**
 * @param {{ say?: (line: string) => void, chromium?: string }} [options]
 * @returns {Promise<object>} browser; by side: ms and times (how much longer than this core), bytes and gzip of the
 *   files that it fetched, the largest error of its output
 */
export async function figures({ say = () => {}, chromium } = {}) {
  if (chromium) process.env.CHROMIUM = chromium;
  await site();
  const server = await startServer({ root: SITE });
  const browser = await launch("chromium");
  try {
    const sides = {};
    for (const [place, name] of Object.keys(SIDES).entries()) {
      server.requests.length = 0;
      const { error } = await visit(browser, server.url, place);
      if (!(error <= LARGEST_ERROR)) throw new Error(`${name} is ${error} off`);
      sides[name] = { error, ...sizes(server.requests.filter((path) => path.startsWith(`/${place}/`))) };
    }
    const contenders = Object.keys(SIDES).map((name, place) => ({ name, sample: async () => (await visit(browser, server.url, place)).ms }));
    const samples = await interleave(contenders, { rounds: ROUNDS, warmups: 0, shortest: 0 });
    for (const [name, side] of Object.entries(sides)) {
      Object.assign(side, { ms: summary(samples[name]), times: summary(ratios(samples[name], samples[OURS])) });
    }
    say(tableOf(sides));
    return { browser: await browser.browser.version(), sides };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Writes the page, and a folder for each side. */
async function site() {
  rmSync(SITE, { recursive: true, force: true });
  mkdirSync(SITE, { recursive: true });
  writeFileSync(join(SITE, "index.html"), '<!doctype html><meta charset="utf-8"><title>bench</title><script type="module">import { firstResult } from "./page.js"; globalThis.firstResult = firstResult;</script>');
  writeFileSync(join(SITE, "attention.onnx"), attentionModel());
  const bundle = (entry, outfile) => build({ entryPoints: [join(HERE, entry)], outfile: join(SITE, outfile), bundle: true, minify: true, format: "esm", platform: "browser", logLevel: "error" });
  await bundle("cold-start-page.js", "page.js");
  for (const [place, [entry, ...files]] of Object.values(SIDES).entries()) {
    await bundle(entry, `${place}/main.js`);
    for (const file of files) copyFileSync(file, join(SITE, String(place), basename(file)));
  }
}

function attentionModel() {
  const { heads, n, d } = WORKLOADS["B 64"];
  const shape = [1, heads, n, d];
  return onnxModel({
    inputs: { q: shape, k: shape, v: shape }, outputs: { output: shape },
    nodes: [{ op: "Attention", inputs: ["q", "k", "v"], outputs: ["output"] }], opsets: { "": 23 },
  });
}

/** One visitor who was never here before. */
async function visit({ browser }, url, place) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "networkidle0" });
    return await page.evaluate((address) => globalThis.firstResult(address), `/${place}/main.js`);
  } finally {
    await context.close();
  }
}

function sizes(paths) {
  const files = paths.map((path) => join(SITE, path));
  const sum = (bytes) => files.reduce((total, file) => total + bytes(file), 0);
  return { bytes: sum((file) => statSync(file).size), gzip: sum((file) => gzipSync(readFileSync(file), { level: 9 }).length) };
}

function tableOf(sides) {
  const rows = Object.entries(sides).map(([name, { ms, times, bytes, gzip }]) => [name, ...spread(ms), figure(ms.least), figure(times.median), figure(bytes / 1000), figure(gzip / 1000)]);
  return table("First fetch to first result, n = 64", ["", "ms", "quartiles", "least", `× ${OURS}`, "KB", "KB gzip"], rows);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await figures({ say: console.log });
