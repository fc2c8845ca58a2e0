// node tests/c/small-models.mjs <out dir>: model files small enough to try every damage on.
//   by-hand.bin         the first hand-made example: BARE, one layer, no output projection
//   small-encoder.bin   ENCODER, two layers, widths 4 → 6, one int8 and one f32, made-up values
//   small-encoder.txt   ids and the embedding that web/models/forward.mjs computes for them in float64
//   small-bare.bin      BARE, two layers, two heads, dk ≠ dv, with an output projection in the first, and a
//                       tensor that nobody asks for
//   deepest.bin         BARE, as many layers as the core takes; too-deep.bin one more
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { byHandModel } from "../../web/models/by-hand.js";
import { linear, walk } from "../../web/models/forward.mjs";
import { KIND, readModel, text, vocabulary, writeModel } from "../../web/models/format.js";

/** The same scores stand in test_tokenizer.c, whose cases hang on them. */
const PIECES = [
  ["<unk>", 0], ["▁a", -1], ["▁ab", -2], ["b", -3], ["c", -4], ["abc", -5], ["▁", -6], ["bc", -7], ["da", -8],
  ["ab", -1.5],
].map(([piece, score]) => ({ piece, score }));

/** Made-up values in −1 … 1, the same at each run: a sine of the place. */
const f32 = (name, ...shape) => {
  const data = Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => Math.sin(1 + 7 * i + name.length));
  return { name, shape, data };
};
const i8 = (stem, rows, cols) => [
  { name: `${stem}.weight`, shape: [rows, cols], data: Int8Array.from(f32(stem, rows * cols).data, (v) => 127 * v) },
  { name: `${stem}.scale`, shape: [cols], data: new Float32Array(cols).fill(1 / 127) },
];
const weight = (quantized, stem, rows, cols) =>
  quantized ? i8(stem, rows, cols) : [f32(`${stem}.weight`, rows, cols)];
const affine = (quantized, stem, rows, cols) => [...weight(quantized, stem, rows, cols), f32(`${stem}.bias`, cols)];
const norm = (stem, d) => [f32(`${stem}.gain`, d), f32(`${stem}.bias`, d)];

function encoderLayer(i, d, out, quantized) {
  const at = (part) => `layer${i}.${part}`;
  return [
    ...norm(at("ln1"), d), ...affine(quantized, at("qkv"), d, 3 * d), ...affine(quantized, at("output"), d, out),
    ...(d === out ? [] : affine(quantized, at("residual"), d, out)),
    ...norm(at("ln2"), out), ...affine(quantized, at("ffn1"), out, 20), ...affine(quantized, at("ffn2"), 20, out),
  ];
}

const common = [
  text("text.name", "small"), text("text.source", "made up"), text("text.license", "MIT"),
  ...vocabulary(PIECES, 1),
];
const encoder = writeModel({
  kind: KIND.ENCODER, heads: 2, maxTokens: 9, tensors: [
    ...common, f32("embedding", PIECES.length, 4), f32("position.inverse", 2),
    ...encoderLayer(0, 4, 6, true), ...encoderLayer(1, 6, 6, false), ...affine(true, "pool", 6, 5),
  ],
});
function encoderAnswer(ids) {
  const { heads, tensors } = readModel(encoder);
  const named = new Map(tensors.map((tensor) => [tensor.name, tensor]));
  let embedding;
  walk(named, [ids], heads, named.get("embedding").data, (stem, x) => {
    const { shape: [rows, cols], data } = named.get(`${stem}.weight`);
    const scale = named.get(`${stem}.scale`)?.data;
    const values = Float64Array.from(data, (value, at) => value * (scale?.[at % cols] ?? 1));
    return (embedding = linear(x, values, named.get(`${stem}.bias`).data, rows, cols));
  });
  const e = Array.from(embedding, Math.tanh);
  const length = Math.hypot(...e);
  return `ids ${ids.length} ${ids.join(" ")}\nembedding ${e.length} ${e.map((value) => value / length).join(" ")}\n`;
}

const bareLayer = (i, d) => [
  f32(`layer${i}.q.weight`, d, 6), f32(`layer${i}.k.weight`, d, 6), f32(`layer${i}.v.weight`, d, 4),
];
const bare = writeModel({
  kind: KIND.BARE, heads: 2, maxTokens: 9, tensors: [
    ...common, f32("embedding", PIECES.length, 5), ...bareLayer(0, 5), f32("layer0.output.weight", 4, 7),
    ...bareLayer(1, 7), text("spare", "ignored"),
  ],
});
const deep = (layers) => writeModel({
  kind: KIND.BARE, heads: 1, maxTokens: 2, tensors: [
    ...common, f32("embedding", PIECES.length, 1),
    ...Array.from({ length: layers }, (_, i) => ["q", "k", "v"].map((part) => f32(`layer${i}.${part}.weight`, 1, 1))).flat(),
  ],
});

const outDir = process.argv[2];
mkdirSync(outDir, { recursive: true });
writeFileSync(join(outDir, "by-hand.bin"), byHandModel());
writeFileSync(join(outDir, "small-encoder.bin"), encoder);
writeFileSync(join(outDir, "small-encoder.txt"), encoderAnswer([1, 9, 0, 4, 4, 2, 8, 3, 6]));
writeFileSync(join(outDir, "small-bare.bin"), bare);
writeFileSync(join(outDir, "deepest.bin"), deep(16));
writeFileSync(join(outDir, "too-deep.bin"), deep(17));
