/**
 * Bytes that a page fetches to do attention: the module alone, and with its script, minified.
 *   node tests/bench/size.mjs          after ./build.sh
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { ROOT } from "./chromium.js";
import { table } from "./table.js";

const PEERS = "tests/bench/node_modules";

/** For each, its WebAssembly and the script beside it: a file, or a module to be bundled as a user of it would. */
const SIDES = {
  "this core": { wasm: "build/attention.wasm", entry: "web/core.js" },
  "this core, scalar build": { wasm: "build/attention-scalar.wasm", entry: "web/core.js" },
  "tfjs-core and its wasm backend": { wasm: `${PEERS}/@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm`, entry: "tests/bench/contenders/tfjs.js" },
  "onnxruntime-web": { wasm: `${PEERS}/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm`, entry: "tests/bench/contenders/onnxruntime.js" },
};

/**
 * @param {{ say?: (line: string) => void }} [options]
 * @returns {Promise<Record<string, Record<"wasm" | "script" | "both", { bytes: number, gzip: number }>>>} gzip at level 9
 */
export async function figures({ say = () => {} } = {}) {
  const sides = {};
  for (const [name, { wasm, entry }] of Object.entries(SIDES)) {
    const script = await build({ absWorkingDir: ROOT, entryPoints: [entry], bundle: true, minify: true, write: false, format: "esm", platform: "browser", external: ["node:*"], logLevel: "error" });
    const parts = { wasm: sizes(readFileSync(join(ROOT, wasm))), script: sizes(script.outputFiles[0].contents) };
    sides[name] = { ...parts, both: { bytes: parts.wasm.bytes + parts.script.bytes, gzip: parts.wasm.gzip + parts.script.gzip } };
  }
  const row = ([name, { wasm, script, both }]) => [name, ...[wasm, script, both].flatMap(({ bytes, gzip }) => [kilobytes(bytes), kilobytes(gzip)])];
  say(`\n${table("KB (1000 bytes) to fetch", ["", "wasm", "gzip", "script", "gzip", "both", "gzip"], Object.entries(sides).map(row))}`);
  return sides;
}

const sizes = (content) => ({ bytes: content.length, gzip: gzipSync(content, { level: 9 }).length });
const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

if (process.argv[1] === fileURLToPath(import.meta.url)) await figures({ say: console.log });
