/** One contender on one workload, in a Node process of its own: how much memory the process took at most. */
import { MODULES, openOne } from "./contenders/index.js";
import { WORKLOADS, inputsOf } from "./workloads.js";

const peakBytes = () => process.resourceUsage().maxRSS * 1024;

/** @returns {Promise<{ module: string, name: string }[]>} */
export async function forms() {
  const found = [];
  for (const module of MODULES) for (const { name } of await openOne(module)) found.push({ module, name });
  return found;
}

/** The process with the inputs alone, no library loaded. @param {{ workload: string }} options */
export function bare({ workload }) {
  inputsOf(WORKLOADS[workload]);
  return { bytes: peakBytes() };
}

/**
 * @param {{ module: string, name: string, workload: string }} options
 * @returns {Promise<{ bytes?: number, failed?: string }>} most memory of the whole process, from its start to the first result
 */
export async function peak({ module, name, workload }) {
  const inputs = inputsOf(WORKLOADS[workload]);
  const library = (await openOne(module)).find((form) => form.name === name);
  try {
    const prepared = await library.prepare(WORKLOADS[workload], inputs);
    await (prepared.run ? prepared.run() : prepared.sample(1));
    prepared.read();
  } catch (error) {
    return { failed: String(error?.message ?? error).split("\n")[0] };
  }
  return { bytes: peakBytes() };
}
