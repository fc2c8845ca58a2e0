// node tests/golden/to-lines.mjs <out dir>: the JSON goldens as lines of words, for the C tests.
//   tokens.txt     a line a case: normalised text, tab, ids apart by spaces
//   use-lite.txt   a line an array: name, count, values. A case begins with its "ids"; then for each layer
//                  "scores" and "weights"; then "embedding". A lone row of weights is "row layer head query".
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const outDir = process.argv[2];
const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const line = (name, values) => `${name} ${values.length} ${values.join(" ")}\n`;

function caseLines({ ids, layers, embedding }) {
  const stages = layers.map(({ scores, weights }) => line("scores", scores) + line("weights", weights));
  return line("ids", ids) + stages.join("") + line("embedding", embedding);
}

const { cases, long } = read("use-lite.json");
const longLines = line("ids", long.ids_first128) + line("row 1 0 127", long.layer1_head0_row127) +
  line("embedding", long.embedding);
const tokens = read("normalized.json").cases.map(({ normalized, ids }) => `${normalized}\t${ids.join(" ")}\n`);

mkdirSync(outDir, { recursive: true });
writeFileSync(join(outDir, "use-lite.txt"), cases.map(caseLines).join("") + longLines);
writeFileSync(join(outDir, "tokens.txt"), tokens.join(""));
