/**
 * onnxruntime-web on its wasm backend, one thread: the plain graph, and the two operators that fuse it. From
 * Float32Arrays to Float32Arrays, as session.run takes and gives them: it has no way to leave either in its heap.
 */
import * as ort from "onnxruntime-web/wasm";
import { read } from "../files.js";
import { onnxModel } from "./onnx.js";

const WASM = "tests/bench/node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm";
const FORMS = { "MatMul, Softmax, MatMul": plainGraph, MultiHeadAttention: multiHeadGraph, Attention: attentionGraph };

/** @returns {Promise<import("./index.js").Library[]>} */
export async function open() {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  ort.env.wasm.wasmBinary = (await read(WASM)).buffer;
  return Object.entries(FORMS).map(([form, graphOf]) => ({
    name: `onnxruntime-web, ${form}`, version: ort.env.versions.web,
    prepare: (workload, inputs) => prepare(graphOf(workload, inputs), workload),
  }));
}

async function prepare({ model, feeds, rows = (output) => output }, workload) {
  const session = await ort.InferenceSession.create(onnxModel(model), { executionProviders: ["wasm"], graphOptimizationLevel: "all" });
  let results;
  return {
    async run() {
      const tensors = Object.fromEntries(Object.entries(feeds).map(([name, data]) => [name, new ort.Tensor("float32", data, model.inputs[name])]));
      results = await session.run(tensors);
    },
    read: () => ({ output: rows(results.output.data), ...(workload.weights && { weights: results.weights.data }) }),
    dispose: () => session.release(),
  };
}

/** What people export: Softmax(Q·Kᵀ/√d + mask)·V. */
function plainGraph({ heads, n, d, causal, weights }, { q, k, v }) {
  const wide = [heads, n, d];
  const nodes = [
    { op: "Mul", inputs: ["q", "scale"], outputs: ["scaled"] },
    { op: "Transpose", inputs: ["k"], outputs: ["turned"], attributes: { perm: [0, 2, 1] } },
    { op: "MatMul", inputs: ["scaled", "turned"], outputs: ["scores"] },
    ...(causal ? [{ op: "Add", inputs: ["scores", "mask"], outputs: ["masked"] }] : []),
    { op: "Softmax", inputs: [causal ? "masked" : "scores"], outputs: ["weights"] },
    { op: "MatMul", inputs: ["weights", "v"], outputs: ["output"] },
  ];
  return {
    feeds: { q, k, v },
    model: {
      inputs: { q: wide, k: wide, v: wide },
      outputs: { output: wide, ...(weights && { weights: [heads, n, n] }) },
      constants: { scale: { shape: [1], data: new Float32Array([1 / Math.sqrt(d)]) }, ...(causal && { mask: { shape: [n, n], data: causalMask(n) } }) },
      nodes,
      opsets: { "": 17 },
    },
  };
}

/** (n, n): 0 where a query may see the key, −∞ above the diagonal. */
function causalMask(n) {
  return Float32Array.from({ length: n * n }, (_, cell) => (cell % n <= Math.floor(cell / n) ? 0 : -Infinity));
}

/** com.microsoft's operator. It takes and gives (1, n, heads·d), so it gets its inputs in that order to begin with. */
function multiHeadGraph({ heads, n, d, causal, weights }, { q, k, v }) {
  if (weights) throw new Error("gives no weights");
  const wide = [1, n, heads * d];
  return {
    feeds: { q: byRow(q, heads, n, d), k: byRow(k, heads, n, d), v: byRow(v, heads, n, d) },
    rows: (output) => byRow(output, n, heads, d),
    model: {
      inputs: { q: wide, k: wide, v: wide },
      outputs: { output: wide },
      nodes: [{ op: "MultiHeadAttention", domain: "com.microsoft", inputs: ["q", "k", "v"], outputs: ["output"], attributes: { num_heads: heads, unidirectional: causal ? 1 : 0 } }],
      opsets: { "": 17, "com.microsoft": 1 },
    },
  };
}

/** (a, b, d) as (b, a, d) */
function byRow(array, a, b, d) {
  const out = new Float32Array(array.length);
  for (let x = 0; x < a; x++) for (let y = 0; y < b; y++) out.set(array.subarray((x * b + y) * d, (x * b + y + 1) * d), (y * a + x) * d);
  return out;
}

/** ONNX's own operator, since opset 23. */
function attentionGraph({ heads, n, d, causal, weights }, { q, k, v }) {
  const wide = [1, heads, n, d];
  return {
    feeds: { q, k, v },
    model: {
      inputs: { q: wide, k: wide, v: wide },
      outputs: { output: wide, ...(weights && { weights: [1, heads, n, n] }) },
      nodes: [{ op: "Attention", inputs: ["q", "k", "v"], outputs: weights ? ["output", "", "", "weights"] : ["output"], attributes: { is_causal: causal ? 1 : 0, ...(weights && { qk_matmul_output_mode: 3 }) } }],
      opsets: { "": 23 },
    },
  };
}
