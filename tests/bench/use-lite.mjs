/**
 * The trained model, from token ids to the sentence embedding: this core beside the same model in tfjs.
 *   node tests/bench/use-lite.mjs          after ./build.sh
 * tfjs runs on its wasm backend (SIMD, one thread), from the same f32 weights, and must give the same embedding.
 */
import { fileURLToPath } from "node:url";
import { inChromium } from "./chromium.js";
import { figure, spread, table } from "./table.js";
import { measure } from "./use-lite-case.js";

/**
 * @param {{ say?: (line: string) => void, chromium?: string }} [options]
 * @returns {Promise<Record<string, object[]>>} what measure gives, by place: Node and Chromium
 */
export async function figures({ say = () => {}, chromium } = {}) {
  if (chromium) process.env.CHROMIUM = chromium;
  const places = {};
  const keep = (place, results) => {
    places[place] = results;
    for (const result of results) say(tableOf(place, result));
  };
  keep(`Node ${process.versions.node}`, await measure());
  const { value, version } = await inChromium("tests/bench/use-lite-case.js", "measure");
  keep(version, value);
  return places;
}

function tableOf(place, { tokens, multiplyAdds, difference, peak, contenders }) {
  const title = `${place}, ${tokens} tokens, ${figure(multiplyAdds / 1e6)} M multiply-adds, embeddings ${difference.toExponential(1)} apart, peak ${figure(peak.median)} GMAC/s`;
  const rows = Object.entries(contenders).map(([name, { ms, times, gmacs, share }]) => [name, ...spread(ms), figure(ms.least), figure(times.median), figure(gmacs.median), figure(share.median)]);
  return table(title, ["", "ms", "quartiles", "least", "× this core in f32", "GMAC/s", "of peak"], rows);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await figures({ say: console.log });
