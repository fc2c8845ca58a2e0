/**
 * This core in two forms: copying, from a caller's arrays to arrays of the caller's own, as every peer here does; and
 * in the heap, where inputs stand in the core's memory already and results stay there. And its scalar build, copying.
 */
import { loadCore } from "../../../web/core.js";
import { read } from "../files.js";
import { nearer } from "../measure.js";

/** @returns {Promise<import("./index.js").Library[]>} */
export async function open() {
  const simd = await loadCore(await read("build/attention.wasm"));
  const scalar = await loadCore(await read("build/attention-scalar.wasm"));
  return [
    { name: "this core, in the heap", version: "this", prepare: (workload, inputs) => inHeap(simd, workload, inputs) },
    { name: "this core", version: "this", prepare: (workload, inputs) => copying(simd, workload, inputs) },
    { name: "this core, scalar build", version: "this", prepare: (workload, inputs) => copying(scalar, workload, inputs) },
  ];
}

const settings = ({ heads, n, d, causal, weights }) => ({
  heads, n, m: n, dK: d, dV: d, mask: causal ? /** @type {const} */ ("causal") : undefined, want: weights ? ["output", "weights"] : ["output"],
});

function copying(core, workload, inputs) {
  const set = settings(workload);
  let result;
  return {
    run() {
      result = core.attention({ ...inputs, ...set });
    },
    read: () => result,
    dispose() {},
  };
}

function inHeap(core, workload, inputs) {
  const set = settings(workload);
  let result;
  return {
    // A scope ends with its callback, so the clock stands inside, behind the filling.
    sample: (times) => nearer(() => core.scope((scope) => {
      const [q, k, v] = [inputs.q, inputs.k, inputs.v].map((array) => {
        const floats = scope.floats(array.length);
        floats.view.set(array);
        return floats;
      });
      const start = performance.now();
      for (let run = 1; run < times; run++) core.scope((inner) => core.attention({ q, k, v, ...set, scope: inner }));
      const { output, weights } = core.attention({ q, k, v, ...set, scope });
      const ms = performance.now() - start;
      result ??= { output: output.view.slice(), ...(weights && { weights: weights.view.slice() }) };
      return ms;
    })),
    read: () => result,
    dispose() {},
  };
}
