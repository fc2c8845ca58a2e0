/** This core: its SIMD and its scalar build, from a caller's arrays to arrays of the caller's own. */
import { loadCore } from "../../../web/core.js";
import { read } from "../files.js";

const BUILDS = { "this core": "build/attention.wasm", "this core, scalar build": "build/attention-scalar.wasm" };

/** @returns {Promise<import("./index.js").Library[]>} */
export async function open() {
  const libraries = [];
  for (const [name, file] of Object.entries(BUILDS)) libraries.push(copying(name, await loadCore(await read(file))));
  return libraries;
}

function copying(name, core) {
  return {
    name, version: "this",
    prepare({ heads, n, d, causal, weights }, inputs) {
      const want = weights ? ["output", "weights"] : ["output"];
      let result;
      return {
        run() {
          result = core.attention({ ...inputs, heads, n, m: n, dK: d, dV: d, mask: causal ? "causal" : "none", want });
        },
        read: () => result,
        dispose() {},
      };
    },
  };
}
