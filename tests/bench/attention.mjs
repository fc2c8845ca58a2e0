/**
 * Attention over explicit arrays, every contender on every workload, in Node and in Chromium.
 *   node tests/bench/attention.mjs          after ./build.sh bench has built its peak loops
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT, inChromium } from "./chromium.js";
import { startNative } from "./native.js";
import { inNode } from "./node.js";
import { figure, reason, spread, table } from "./table.js";

/** Measured together, each group in a process or page of its own. Of the last, slow contenders run once or twice. */
const GROUPS = [
  { names: ["A", "A causal", "C 1000"], rounds: 20, longest: 4000 },
  { names: ["B 16", "B 64", "C 16", "C 64"], rounds: 25, longest: 4000 },
  { names: ["D"], rounds: 5, longest: 6000 },
];
const ENTRY = "tests/bench/attention.js";

const ABOUT = {
  A: "8 heads, 1000 queries and keys of width 64; the output",
  "A causal": "the same, each query sees the keys up to its own",
  "B 16": "as A, 16 queries and keys",
  "B 64": "as A, 64 queries and keys",
  "C 16": "B 16 with the weights (8,16,16) beside the output",
  "C 64": "B 64 with the weights (8,64,64)",
  "C 1000": "A with the weights (8,1000,1000)",
  D: "as A, 4096 queries and keys",
};

/**
 * @param {{ say?: (line: string) => void, chromium?: string }} [options]
 * @returns {Promise<object>} node and chromium, each { place, workloads, peak } as attention gives them, peak by group
 */
export async function figures({ say = () => {}, chromium } = {}) {
  if (chromium) process.env.CHROMIUM = chromium;
  const native = existsSync(join(ROOT, "build/bench/peak"));
  const node = await place(say, async (group) => ({ value: await inNode(ENTRY, "attention", { ...group, native }), version: `Node ${process.versions.node}` }));
  const program = native ? await startNative() : null;
  const lend = program ? { benchNative: program.ask } : {};
  const page = await place(say, (group) => inChromium(ENTRY, "attention", { ...group, native }, { lend }));
  program?.stop();
  return { node, chromium: page };
}

async function place(say, measure) {
  const found = { place: "", workloads: {}, peak: {} };
  for (const group of GROUPS) {
    const { value, version } = await measure(group);
    found.place = version;
    Object.assign(found.workloads, value.workloads);
    found.peak[group.names.join(", ")] = value.peak;
    for (const [name, workload] of Object.entries(value.workloads)) say(`\n${tableOf(`${name} in ${version}: ${ABOUT[name]}`, workload)}`);
    say(`\n${peakLine(value.peak)}`);
  }
  return found;
}

/** The form of this core that others are compared with: where copies outweigh the arithmetic, the one that copies as they do. */
const baseOf = ({ n }) => (n < 256 ? "this core" : "this core, in the heap");

function tableOf(title, workload) {
  const base = baseOf(workload);
  const rows = Object.entries(workload.contenders).map(([name, { failed, ms, times, share, error }]) => {
    if (failed) return [name, reason(failed)];
    const worst = Math.max(...Object.values(error)).toExponential(1);
    return [name, ...spread(ms), figure(ms.least), spread(times[base])[0], `${(100 * share.median).toFixed(1)} %`, worst, `${ms.count}`];
  });
  return table(title, ["", "ms", "quartiles", "least", `× “${base}”`, "of peak", "error", "samples"], rows);
}

function peakLine({ wasm, native, wasmToNative }) {
  const told = (summary) => spread(summary).join(", ");
  const beside = native ? `; natively ${told(native)}; WebAssembly over native ${told(wasmToNative)}` : "; no native program beside it";
  return `peak: ${told(wasm)} GMAC/s in WebAssembly${beside}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await figures({ say: console.log });
