/** What is built: the package entry, sizes, and that nothing points outside of the folder. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { loadCore } from "../../dist/core.js";
import { read } from "./support.js";

const gzipped = (...paths) => paths.reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, 0);

test("dist/core.js carries its module: import, load, compute", async () => {
  const core = await loadCore();
  const { weights } = core.attention({ q: Float32Array.of(1), k: Float32Array.of(1, 2), v: Float32Array.of(3, 4), heads: 1, n: 1, m: 2, dK: 1, dV: 1 });
  assert.ok(Math.abs(weights[1] - 1 / (1 + Math.exp(-1))) <= 1e-6);
  assert.doesNotMatch(read("dist/core.js").toString("utf8"), /node:|require\(/);
});

test("before the model: page, style, script and both ways to the module are at most 150 KB gzip", () => {
  const all = gzipped("dist/index.html", "dist/attention-lab.css", "dist/attention-lab.js", "dist/worker.js", "dist/icon.svg");
  console.log(`before the model: ${(all / 1000).toFixed(1)} KB gzip`);
  assert.ok(all <= 150_000, `${all} bytes`);
});

for (const module of ["attention.wasm", "attention-scalar.wasm"]) {
  test(`${module} is at most 24 KB gzip`, () => {
    const bytes = gzipped(`dist/${module}`);
    console.log(`${module}: ${(bytes / 1000).toFixed(1)} KB gzip`);
    assert.ok(bytes <= 24_000, `${bytes} bytes`);
  });
}

test("the int8 model is at most 7.3 MB", () => {
  assert.ok(read("dist/models/use-lite.q8.bin").length <= 7.3e6);
});

test("the page names no address of another host", () => {
  for (const path of ["dist/index.html", "dist/attention-lab.css"]) {
    assert.doesNotMatch(read(path).toString("utf8"), /(?:src|href|url|@import)[=(\s]*["']?(?:https?:)?\/\//i, path);
  }
});
