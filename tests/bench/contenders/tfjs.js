/**
 * TensorFlow.js on its wasm backend, SIMD, one thread, both ways of writing attention: batched, as people do, and
 * one two-dimensional product a head with K turned beforehand: its quick kernel (XNNPACK's) takes neither batches nor
 * transposed matrices. From Float32Arrays to Float32Arrays.
 */
import * as tf from "@tensorflow/tfjs-core";
import { setWasmPaths, version_wasm } from "@tensorflow/tfjs-backend-wasm";

const FOLDER = "tests/bench/node_modules/@tensorflow/tfjs-backend-wasm/dist/";

/** @returns {Promise<import("./index.js").Library[]>} */
export async function open() {
  tf.env().set("WASM_HAS_MULTITHREAD_SUPPORT", false);
  if (typeof document !== "undefined") setWasmPaths(`/${FOLDER}`);
  await tf.setBackend("wasm");
  await tf.ready();
  if (!tf.env().get("WASM_HAS_SIMD_SUPPORT")) throw new Error("tfjs found no SIMD");
  return Object.entries({ batched, "a head at a time": byHead }).map(([form, attend]) => ({
    name: `tfjs-wasm, ${form}`, version: version_wasm,
    prepare: (workload, inputs) => prepare(attend, workload, inputs),
  }));
}

function prepare(attend, workload, inputs) {
  const mask = workload.causal ? tf.tensor2d(causalMask(workload.n), [workload.n, workload.n]) : null;
  let result;
  return {
    run() {
      // Assigned, not returned: tidy walks every element of a typed array that is returned to it.
      tf.tidy(() => {
        result = attend(workload, inputs, mask);
      });
    },
    read: () => result,
    dispose: () => mask?.dispose(),
  };
}

function causalMask(n) {
  return Float32Array.from({ length: n * n }, (_, cell) => (cell % n <= Math.floor(cell / n) ? 0 : -Infinity));
}

const softmax = (scores, mask) => tf.softmax(mask ? tf.add(scores, mask) : scores);

function batched({ heads, n, d, weights: wanted }, inputs, mask) {
  const [q, k, v] = [inputs.q, inputs.k, inputs.v].map((array) => tf.tensor3d(array, [heads, n, d]));
  const weights = softmax(tf.matMul(tf.mul(q, 1 / Math.sqrt(d)), k, false, true), mask);
  const output = tf.matMul(weights, v);
  return { output: output.dataSync(), ...(wanted && { weights: weights.dataSync() }) };
}

function byHead({ heads, n, d, weights: wanted }, inputs, mask) {
  const result = { output: new Float32Array(heads * n * d), ...(wanted && { weights: new Float32Array(heads * n * n) }) };
  for (let head = 0; head < heads; head++) {
    tf.tidy(() => {
      const [q, k, v] = [inputs.q, inputs.k, inputs.v].map((array) => tf.tensor2d(array.subarray(head * n * d, (head + 1) * n * d), [n, d]));
      const weights = softmax(tf.matMul(tf.mul(q, 1 / Math.sqrt(d)), tf.transpose(k)), mask);
      const output = tf.matMul(weights, v);
      result.output.set(output.dataSync(), head * n * d);
      if (wanted) result.weights.set(weights.dataSync(), head * n * n);
    });
  }
  return result;
}
