/** tfjs-core and its wasm backend with the kernels that attention needs and no others. */
import { matMul, mul, registerKernel, setBackend, softmax, tensor3d } from "@tensorflow/tfjs-core";
import { setWasmPaths } from "@tensorflow/tfjs-backend-wasm/dist/base.js";
import { batchMatMulConfig } from "@tensorflow/tfjs-backend-wasm/dist/kernels/BatchMatMul.js";
import { multiplyConfig } from "@tensorflow/tfjs-backend-wasm/dist/kernels/Multiply.js";
import { softmaxConfig } from "@tensorflow/tfjs-backend-wasm/dist/kernels/Softmax.js";

export async function first({ heads, n, d }, inputs) {
  for (const kernel of [batchMatMulConfig, multiplyConfig, softmaxConfig]) registerKernel(kernel);
  setWasmPaths(new URL("./", import.meta.url).href);
  await setBackend("wasm");
  const [q, k, v] = [inputs.q, inputs.k, inputs.v].map((array) => tensor3d(array, [heads, n, d]));
  return matMul(softmax(matMul(mul(q, 1 / Math.sqrt(d)), k, false, true)), v).dataSync();
}
