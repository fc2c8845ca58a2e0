/** The trained model end to end, this core beside tfjs: the same file in Node and on a page of the bench. */
import * as tf from "@tensorflow/tfjs-core";
import { setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import { loadCore } from "../../web/core.js";
import { readModel } from "../../web/models/format.js";
import { read } from "./files.js";
import { interleave, ratios, summary } from "./measure.js";
import { peakLoops } from "./peak.js";
import { useLiteAsDistributed } from "./use-lite-graph.js";
import { ATTEND, useLiteInTfjs } from "./use-lite-tfjs.js";

const SENTENCES = [
  ["John told Bill that he had won the lottery.", 12],
  ["the quick brown fox jumps over the lazy dog. ".repeat(20), 128],
];
const ROUNDS = 30;
/** Between two embeddings of one sentence, at any place; embeddings are of length 1. */
const AGREEMENT = 1e-5;

/**
 * @returns {Promise<object[]>} one a sentence: tokens, multiplyAdds, difference (of the embeddings), peak (GMAC/s of
 *   the machine in the same turns); by contender ms of one run, times (how much longer than this core with the same
 *   f32 weights), gmacs, and share of the peak
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
  const distributed = await useLiteAsDistributed(tf);

  const peak = await peakLoops(false);
  const results = [];
  for (const [text, tokens] of SENTENCES) {
    const ids = exact.run(text).tokens.map(({ id }) => id);
    if (ids.length !== tokens) throw new Error(`${ids.length} tokens, not ${tokens}: ${text}`);
    const expected = exact.run(ids).embedding;
    const difference = Math.max(...[tfjs(ids), tfjsBatched(ids), await distributed(ids)].map((embedding) => largestDifference(embedding, expected)));
    if (!(difference <= AGREEMENT)) throw new Error(`tfjs and the core are ${difference} apart in the embedding of: ${text}`);
    const contenders = [
      { name: "this core, f32", run: () => exact.run(ids) },
      { name: "this core, int8", run: () => int8.run(ids) },
      { name: "this core, int8, from text", run: () => int8.run(text) },
      { name: "tfjs-wasm, a head at a time", run: () => tfjs(ids) },
      { name: "tfjs-wasm, batched", run: () => tfjsBatched(ids) },
      { name: "tfjs-wasm, the graph as distributed", run: () => distributed(ids) },
    ];
    const samples = await interleave([...contenders, ...peak.contenders], { rounds: ROUNDS });
    const work = multiplyAdds(file, tokens);
    const peakRates = peak.rates(samples).wasm;
    const result = { tokens, multiplyAdds: work, difference, peak: summary(peakRates), contenders: {} };
    for (const { name } of contenders) {
      const ms = samples[name];
      const gmacs = ms.map((time) => work / time / 1e6);
      result.contenders[name] = {
        ms: summary(ms), times: summary(ratios(ms, samples["this core, f32"])),
        gmacs: summary(gmacs), share: summary(ratios(gmacs, peakRates)),
      };
    }
    results.push(result);
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
