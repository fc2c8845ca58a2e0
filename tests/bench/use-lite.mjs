/**
 * The trained model, from token ids to the sentence embedding: this core beside the same model in tfjs.
 *   node tests/bench/use-lite.mjs          after ./build.sh
 * tfjs runs on its wasm backend (SIMD, one thread), from the same f32 weights, and must give the same embedding.
 */
import { fileURLToPath } from "node:url";
import { inChromium } from "./chromium.js";
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
    for (const result of results) lines(place, result).forEach((line) => say(line));
  };
  keep(`Node ${process.versions.node}`, await measure());
  const { value, version } = await inChromium("tests/bench/use-lite-case.js", "measure");
  keep(version, value);
  return places;
}

function lines(place, { tokens, multiplyAdds, difference, peak, contenders }) {
  const spread = ({ median, low, high }, digits) => `${median.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
  return [
    `${place}, ${tokens} tokens, ${(multiplyAdds / 1e6).toFixed(1)} M multiply-adds, embeddings ${difference.toExponential(1)} apart, peak ${spread(peak, 1)} GMAC/s`,
    ...Object.entries(contenders).map(([name, { ms, times, gmacs, share }]) => `  ${name.padEnd(27)} ${spread(ms, 2)} ms, ${spread(times, 2)} × this core in f32, ${gmacs.median.toFixed(1)} GMAC/s, ${spread(share, 2)} of the peak`),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await figures({ say: console.log });
