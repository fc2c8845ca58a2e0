/** What the page does before the clock starts, and the clock. The contender's script is not known to it. */
import { WORKLOADS, errorsOf, inputsOf } from "./workloads.js";

const workload = WORKLOADS["B 64"];
const inputs = inputsOf(workload);

/**
 * @param {string} address of a contender's script, whose first(workload, inputs) gives the output
 * @returns {Promise<{ ms: number, error: number }>} from the request of the script to the output in an array; the
 *   largest difference from float64
 */
export async function firstResult(address) {
  const start = performance.now();
  const { first } = await import(address);
  const output = await first(workload, inputs);
  const ms = performance.now() - start;
  return { ms, error: errorsOf(workload, inputs, { output }).output };
}
