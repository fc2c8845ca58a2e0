/** The package's entry: core.js with the SIMD module inside. */
import wasm from "attention-wasm";
import { loadCore as start } from "./core.js";

export { AttentionError, Core, HeapFloats, Model, Run, Scope } from "./core.js";

/**
 * Compiles and starts the core.
 * @param {ArrayBuffer | Uint8Array} [bytes] another build of the module, such as dist/attention-scalar.wasm; the SIMD one if not given
 * @returns {Promise<import("./core.js").Core>}
 */
export function loadCore(bytes = wasm) {
  return start(bytes);
}
