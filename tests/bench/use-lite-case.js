/** The trained model end to end, this core beside tfjs: the same file in Node and on a page of the bench. */
import * as tf from "@tensorflow/tfjs-core";
import { setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import { loadCore } from "../../web/core.js";
import { readModel } from "../../web/models/format.js";
import { read } from "./files.js";
import { interleave, ratios, summary } from "./measure.js";
import { ATTEND, useLiteInTfjs } from "./use-lite-tfjs.js";

const SENTENCES = [
  ["John told Bill that he had won the lottery.", 12],
  ["the quick brown fox jumps over the lazy dog. ".repeat(20), 128],
];
const ROUNDS = 30;
/** Largest difference between two embeddings of one sentence: their numbers are of length 1 together. */
const AGREEMENT = 1e-5;

/**
 * @returns {Promise<object[]>} one a sentence: tokens, multiplyAdds, difference (of the embeddings), ms of one run
 *   and times (how much longer than this core with the same f32 weights) by contender
 * @throws where tfjs and this core disagree
 */
export async function measure() {
  if (typeof document !== "undefined") setWasmPaths("/tests/bench/node_modules/@tensorflow/tfjs-backend-wasm/dist/");
  await tf.setBackend("wasm");
  const core = await loadCore(await read("build/attention.wasm"));
  const exactBytes = await read("build/models/use-lite.f32.bin");
  const exact = core.loadModel(exactBytes);
  const int8 = core.loadModel(await read("build/models/use-lite.q8.bin"));
  const file = readModel(exactBytes);
  const tfjs = useLiteInTfjs(tf, file, ATTEND.headByHead);
  const tfjsBatched = useLiteInTfjs(tf, file, ATTEND.batched);

  const results = [];
  for (const [text, tokens] of SENTENCES) {
    const ids = exact.run(text).tokens.map(({ id }) => id);
    if (ids.length !== tokens) throw new Error(`${ids.length} tokens, not ${tokens}: ${text}`);
    const expected = exact.run(ids).embedding;
    const difference = Math.max(...[tfjs, tfjsBatched].map((run) => largestDifference(run(ids), expected)));
    if (!(difference <= AGREEMENT)) throw new Error(`tfjs and the core are ${difference} apart in the embedding of: ${text}`);
    const samples = await interleave([
      { name: "this core, f32", run: () => exact.run(ids) },
      { name: "this core, int8", run: () => int8.run(ids) },
      { name: "this core, int8, from text", run: () => int8.run(text) },
      { name: "tfjs-wasm, a head at a time", run: () => tfjs(ids) },
      { name: "tfjs-wasm, batched", run: () => tfjsBatched(ids) },
    ], { rounds: ROUNDS });
    const names = Object.keys(samples);
    const byName = (figure) => Object.fromEntries(names.map((name) => [name, summary(figure(samples[name]))]));
    results.push({
      tokens, multiplyAdds: multiplyAdds(file, tokens), difference,
      ms: byName((times) => times), times: byName((times) => ratios(times, samples["this core, f32"])),
    });
  }
  return results;
}

/** Multiply-adds of one run over n tokens: every weight matrix, scores and blend. The pool comes after the mean over the tokens. */
function multiplyAdds({ tensors }, n) {
  let count = 0;
  for (const { name, shape: [inputs, outputs] } of tensors) {
    if (!name.endsWith(".weight")) continue;
    count += (name === "pool.weight" ? 1 : n) * inputs * outputs;
    if (name.endsWith(".qkv.weight")) count += 2 * n * n * (outputs / 3);
  }
  return count;
}

const largestDifference = (a, b) => a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);
