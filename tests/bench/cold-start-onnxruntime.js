/** onnxruntime-web without its GPU backends, and a model file with its attention operator. */
import * as ort from "onnxruntime-web/wasm";

export async function first({ heads, n, d }, inputs) {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = { wasm: fileBeside("ort-wasm-simd-threaded.wasm") };
  const session = await ort.InferenceSession.create(fileBeside("attention.onnx"), { executionProviders: ["wasm"] });
  const [q, k, v] = [inputs.q, inputs.k, inputs.v].map((array) => new ort.Tensor("float32", array, [1, heads, n, d]));
  return (await session.run({ q, k, v })).output.data;
}

const fileBeside = (name) => new URL(name, import.meta.url).href;
