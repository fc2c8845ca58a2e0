// node tests/golden/make-normalized.mjs: tokens.json → normalized.json, what C sees of each text.
import { readFileSync, writeFileSync } from "node:fs";
import { normalize } from "../../web/normalize.js";

const here = (name) => new URL(name, import.meta.url);
const { cases } = JSON.parse(readFileSync(here("tokens.json"), "utf8"));
const rows = cases.map(({ text, ids }) => JSON.stringify({ normalized: normalize(text).text, ids }));
writeFileSync(here("normalized.json"), `{"meta":{"what":"tokens.json with its texts normalised by web/normalize.js","by":"make-normalized.mjs"},"cases":[
${rows.join(",\n")}
]}
`);
