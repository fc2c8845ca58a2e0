/** Attention over n queries and as many keys, 8 heads, d = 64, the output alone: each export in a Node process of its own. */
import { loadCore } from "../../web/core.js";
import { open as openCore } from "./contenders/core.js";
import { open as openOnnxruntime } from "./contenders/onnxruntime.js";
import { open as openTfjs } from "./contenders/tfjs.js";
import { read } from "./files.js";
import { interleave, summary } from "./measure.js";
import { errorsOf, inputsOf } from "./workloads.js";

const OPENERS = { "this core": openCore, "tfjs-wasm, a head at a time": openTfjs, "onnxruntime-web, MatMul, Softmax, MatMul": openOnnxruntime };
export const NAMES = Object.keys(OPENERS);

const ROUNDS = 7;
/** Long enough for V8 to have compiled a contender's small steps before its first sample. */
const SHORTEST_MS = 50;
const LONGEST_MS = 20_000;
const WRONG = 1e-5;

const workloadOf = (n) => ({ name: `${n}`, heads: 8, n, d: 64, causal: false, weights: false });
const open = async (name) => (await OPENERS[name]()).find((library) => library.name === name);

/**
 * All contenders at all sizes in turns.
 * @param {{ sizes: number[], from: number }} options
 * @returns {Promise<Record<string, { ms: Record<number, import("./measure.js").Summary>, failed: Record<number, string>, slope: import("./measure.js").Summary }>>}
 *   by contender, then by size: ms of one run, or what it failed with; slope of the sizes from `from` on, taken round by round
 */
export async function times({ sizes, from }) {
  const found = {};
  const ready = [];
  for (const name of NAMES) {
    const library = await open(name);
    found[name] = { ms: {}, failed: {} };
    for (const n of sizes) {
      try {
        ready.push({ name: `${name} ${n}`, run: (await checked(library, workloadOf(n))).run });
      } catch (error) {
        found[name].failed[n] = String(error?.message ?? error).split("\n")[0];
      }
    }
  }
  const samples = await interleave(ready, { rounds: ROUNDS, shortest: SHORTEST_MS, longest: LONGEST_MS });
  for (const name of NAMES) {
    const done = sizes.filter((n) => samples[`${name} ${n}`]);
    for (const n of done) found[name].ms[n] = summary(samples[`${name} ${n}`]);
    const upper = done.filter((n) => n >= from);
    if (upper.length < 2) throw new Error(`${name} has no slope from n = ${from} on: ${JSON.stringify(found[name].failed)}`);
    const rounds = Math.min(...upper.map((n) => samples[`${name} ${n}`].length));
    found[name].slope = summary(Array.from({ length: rounds }, (_, round) => slope(upper.map((n) => [n, samples[`${name} ${n}`][round]]))));
  }
  return found;
}

/** Ready to run, after a run whose output was right. */
async function checked(library, workload) {
  const inputs = inputsOf(workload);
  const prepared = await library.prepare(workload, inputs);
  await prepared.run();
  const { output } = errorsOf(workload, inputs, prepared.read());
  if (!(output <= WRONG)) throw new Error(`wrong by ${output}`);
  return prepared;
}

/**
 * @param {{ n: number, name: string }} options
 * @returns {Promise<number>} bytes by which the process grew at most, from a library that has run and the inputs there
 */
export async function memory({ n, name }) {
  const library = await open(name);
  const small = workloadOf(16);
  await (await library.prepare(small, inputsOf(small))).run();
  const workload = workloadOf(n);
  const inputs = inputsOf(workload);
  const before = process.memoryUsage.rss();
  await (await library.prepare(workload, inputs)).run();
  return process.resourceUsage().maxRSS * 1024 - before;
}

/**
 * @param {{ n: number }} options
 * @returns {Promise<{ before: number, after: number }>} bytes of this core's own memory, fresh and after one run
 */
export async function moduleMemory({ n }) {
  const core = await loadCore(await read("build/attention.wasm"));
  const before = core.memoryBytes;
  const { heads, d } = workloadOf(n);
  core.attention({ ...inputsOf({ heads, n, d }), heads, n, m: n, dK: d, dV: d, want: ["output"] });
  return { before, after: core.memoryBytes };
}

/** Of the line through the logarithms of these pairs, by least squares: p where y grows with x^p. */
export function slope(pairs) {
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [x, y] = [0, 1].map((axis) => pairs.map((pair) => Math.log(pair[axis])));
  const [xMean, yMean] = [mean(x), mean(y)];
  return mean(x.map((value, k) => (value - xMean) * (y[k] - yMean))) / mean(x.map((value) => (value - xMean) ** 2));
}
