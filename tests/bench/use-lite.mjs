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
 * @returns {Promise<object>} by place, Node and Chromium: what measure gives, and GMAC/s by contender
 */
export async function figures({ say = () => {}, chromium } = {}) {
  if (chromium) process.env.CHROMIUM = chromium;
  const places = {};
  const tell = (place, results) => {
    places[place] = results.map((result) => ({ ...result, gmacs: rates(result) }));
    for (const result of places[place]) lines(place, result).forEach((line) => say(line));
  };
  tell(`Node ${process.versions.node}`, await measure());
  const { value, version } = await inChromium("tests/bench/use-lite-case.js", "measure");
  tell(version, value);
  return places;
}

/** 10⁹ multiply-adds a second. */
const rates = ({ multiplyAdds, ms }) => Object.fromEntries(Object.entries(ms).map(([name, { median }]) => [name, multiplyAdds / median / 1e6]));

function lines(place, { tokens, multiplyAdds, difference, ms, times, gmacs }) {
  const spread = ({ median, low, high }, digits) => `${median.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
  return [
    `${place}, ${tokens} tokens, ${(multiplyAdds / 1e6).toFixed(1)} M multiply-adds, embeddings ${difference.toExponential(1)} apart`,
    ...Object.keys(ms).map((name) => `  ${name.padEnd(27)} ${spread(ms[name], 2)} ms, ${spread(times[name], 2)} × this core in f32, ${gmacs[name].toFixed(1)} GMAC/s`),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await figures({ say: console.log });
