/**
 * Memory of one run over 4096 queries and keys, 8 heads, in Node: each contender in a process of its own, the most that
 * the whole process had in physical memory (ru_maxrss).
 *   node tests/bench/memory.mjs          after ./build.sh
 */
import { fileURLToPath } from "node:url";
import { inNode } from "./node.js";
import { reason, table } from "./table.js";

const ENTRY = "tests/bench/memory.js";
const WORKLOAD = "D";
/** They take much time and no other memory than the build or form beside them. */
const LEFT_OUT = ["this core, scalar build", "plain JavaScript"];

/**
 * @param {{ say?: (line: string) => void }} [options]
 * @returns {Promise<object>} bare: bytes of a process with the inputs alone; contenders: bytes, or what it failed with
 */
export async function figures({ say = () => {} } = {}) {
  const { bytes: bare } = await inNode(ENTRY, "bare", { workload: WORKLOAD });
  const contenders = {};
  for (const { module, name } of await inNode(ENTRY, "forms")) {
    if (!LEFT_OUT.includes(name)) contenders[name] = await inNode(ENTRY, "peak", { module, name, workload: WORKLOAD });
  }
  const base = contenders["this core"].bytes;
  const row = ([name, { bytes, failed }]) => (failed ? [name, reason(failed)] : [name, megabytes(bytes), megabytes(bytes - bare), (bytes / base).toFixed(2)]);
  say(`\n${table(`Peak memory of a Node process, ${WORKLOAD}: 8 heads, 4096 queries and keys`, ["", "MB", "over the bare process", "× “this core”"], [["the inputs alone", megabytes(bare), "0", ""], ...Object.entries(contenders).map(row)])}`);
  return { workload: WORKLOAD, bare, contenders };
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(0);

if (process.argv[1] === fileURLToPath(import.meta.url)) await figures({ say: console.log });
