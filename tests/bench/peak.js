/** The loops of peak.c as contenders: what four lanes of float can do at most, in WebAssembly and beside it natively. */
import { read } from "./files.js";

const LOOPS = { chains: "c", tile: "t" };
/** Multiply-adds of one run. */
const COUNT = 10_000_000;

/**
 * @param {boolean} native beside the native program
 * @returns {Promise<{ contenders: import("./measure.js").Contender[], rates: (samples: Record<string, number[]>) => Record<string, number[]>, stop(): void }>}
 *   rates: GMAC/s in each round, of "wasm" and "native" the quicker loop
 */
export async function peakLoops(native) {
  const { instance } = await WebAssembly.instantiate(await read("build/bench/peak.wasm"), {});
  const wasm = /** @type {Record<string, (steps: number) => number>} */ (/** @type {unknown} */ (instance.exports));
  const { ask, stop } = native ? await nativeProgram() : { stop() {} };
  const contenders = [];
  for (const [name, letter] of Object.entries(LOOPS)) {
    contenders.push({ name: `wasm ${name}`, run: () => wasm[`peak_${name}`](COUNT) });
    if (ask) contenders.push({ name: `native ${name}`, sample: (times) => ask(`${letter} ${COUNT * times}\n`) });
  }
  return { contenders, stop, rates: (samples) => ({ wasm: quicker("wasm", samples), ...(native && { native: quicker("native", samples) }) }) };
}

/** A page has no processes: whoever opened it lends it a function. */
async function nativeProgram() {
  if (typeof document !== "undefined") return { ask: globalThis.benchNative, stop() {} };
  const { startNative } = await import("./native.js");
  return startNative();
}

/** Round by round. */
function quicker(place, samples) {
  const [chains, tile] = Object.keys(LOOPS).map((name) => samples[`${place} ${name}`]);
  return chains.map((ms, round) => COUNT / Math.min(ms, tile[round]) / 1e6);
}
