/**
 * What attention costs as the text grows: time and memory of one run over n queries and as many keys, in Node.
 *   node tests/bench/growth.mjs          after ./build.sh; draws build/bench/growth.png with Chart.js in Chromium
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT, inChromium } from "./chromium.js";
import { NAMES, slope } from "./growth-case.js";
import { inNode } from "./node.js";
import { figure, table } from "./table.js";

const CASE = "tests/bench/growth-case.js";
const SIZES = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192];
/** Slopes are taken from here on, where what grows outweighs what does not. */
const UPPER = 1024;
/** Below, the process's own few megabytes are more than those of the run. */
const MEMORY_FROM = 256;
const FLOAT_BYTES = 4;
const HEADS = 8;
const PICTURE = "build/bench/growth.png";

/**
 * @param {{ say?: (line: string) => void, chromium?: string }} [options]
 * @returns {Promise<object>} from: where the upper range begins, for all slopes; contenders: by name ms and slope as
 *   times of growth-case.js gives them, and bytes (by size) by which the process grows, with their slope; module: this
 *   core's own memory by size, and the slope of what a run adds; stored: bytes of (heads, n, n) weights by size
 */
export async function figures({ say = () => {}, chromium } = {}) {
  if (chromium) process.env.CHROMIUM = chromium;
  const contenders = await inNode(CASE, "times", { sizes: SIZES, from: UPPER });
  for (const name of NAMES) contenders[name].memory = await memoryOf(name, Object.keys(contenders[name].ms).map(Number));
  const module = await moduleMemory();
  const stored = Object.fromEntries(SIZES.map((n) => [n, FLOAT_BYTES * HEADS * n * n]));
  const result = { from: UPPER, contenders, module, stored };
  tables(result).forEach((each) => say(each));
  const { value } = await inChromium("tests/bench/growth-chart.js", "draw", result);
  mkdirSync(dirname(join(ROOT, PICTURE)), { recursive: true });
  writeFileSync(join(ROOT, PICTURE), Buffer.from(value.split(",")[1], "base64"));
  say(PICTURE);
  return result;
}

async function memoryOf(name, sizes) {
  const bytes = {};
  for (const n of sizes.filter((size) => size >= MEMORY_FROM)) bytes[n] = await inNode(CASE, "memory", { n, name });
  return { bytes, slope: slope(upper(bytes)) };
}

async function moduleMemory() {
  const bytes = {};
  for (const n of SIZES) bytes[n] = await inNode(CASE, "moduleMemory", { n });
  return { bytes, slope: slope(upper(bytes).map(([n, { before, after }]) => [n, after - before])) };
}

const upper = (bySize) => Object.entries(bySize).map(([n, figure]) => [Number(n), figure]).filter(([n]) => n >= UPPER);

function tables({ contenders, module, stored }) {
  const megabytes = (bytes) => (bytes === undefined ? "" : figure(bytes / 1e6));
  const exponent = (power) => `n^${power.toFixed(2)}`;
  const times = NAMES.map((name) => {
    const { ms, failed, slope: grown, memory } = contenders[name];
    const title = `${name}: from n = ${UPPER} on time grows with ${exponent(grown.median)} (${grown.low.toFixed(2)} to ${grown.high.toFixed(2)}), the process with ${exponent(memory.slope)}`;
    return table(title, ["n", "ms", "MB"], SIZES.map((n) => (failed[n] ? [`${n}`, `fails: ${failed[n]}`] : [`${n}`, figure(ms[n].median), megabytes(memory.bytes[n])])));
  });
  const own = SIZES.map((n) => [`${n}`, megabytes(module.bytes[n].before), megabytes(module.bytes[n].after), megabytes(stored[n])]);
  return [...times, table(`This core's own memory: what a run adds grows with ${exponent(module.slope)}`, ["n", "MB fresh", "MB after", "MB of weights, if stored"], own)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await figures({ say: console.log });
