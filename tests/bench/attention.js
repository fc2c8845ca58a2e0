/** Workloads, every contender in turns, beside the peak of the same process: in Node and on a page alike. */
import { openAll } from "./contenders/index.js";
import { interleave, ratios, summary } from "./measure.js";
import { peakLoops } from "./peak.js";
import { WORKLOADS, errorsOf, inputsOf, multiplyAdds } from "./workloads.js";

/** Further off from float64 than this is wrong. */
const WRONG = 1e-3;
/** The names of this core's forms begin so. */
const OURS = "this core";

/**
 * @typedef {import("./measure.js").Summary} Summary
 *
 * @typedef {object} Figures of one contender
 * @property {string} version
 * @property {string} [failed] why it has no times
 * @property {boolean} [wrong] it failed because its result is wrong
 * @property {{ output: number, weights?: number }} [error] largest difference from float64
 * @property {Summary} [ms]
 * @property {Summary} [gmacs] 10⁹ needed multiply-adds a second
 * @property {Summary} [share] of the WebAssembly peak
 * @property {Record<string, Summary>} [times] ms over those of each form of this core
 * @property {Summary} [ofFirst] ms over its own with the first workload of the group
 */

/**
 * @param {object} options
 * @param {string[]} options.names workloads, all measured in turns
 * @param {number} options.rounds
 * @param {number} options.longest ms that a contender may take in all, for each workload; of one that takes more for a
 *   single run, that run, the first, is the only sample
 * @param {boolean} options.native there is a native peak program
 * @returns {Promise<{ workloads: Record<string, { multiplyAdds: number, contenders: Record<string, Figures> }>, peak: Record<string, Summary> }>}
 *   peak: GMAC/s in WebAssembly and natively, and the former over the latter
 */
export async function attention({ names, rounds, longest, native }) {
  const libraries = await openAll();
  const workloads = {};
  const ready = [];
  for (const name of names) {
    const workload = WORKLOADS[name];
    const inputs = inputsOf(workload);
    workloads[name] = { ...workload, multiplyAdds: multiplyAdds(workload), contenders: {} };
    for (const library of libraries) {
      const { prepared, first, ...outcome } = await tried(library, workload, inputs);
      const figures = workloads[name].contenders[library.name] = { version: library.version, ...outcome };
      if (prepared) ready.push({ ...prepared, first, name: key(name, library.name), figures, workload: name, library: library.name });
    }
  }
  const peak = await peakLoops(native);
  const samples = await interleave([...ready.filter(({ first }) => first <= longest), ...peak.contenders], { rounds, longest });
  peak.stop();
  for (const { name, first } of ready) samples[name] ??= [first];
  const rates = peak.rates(samples);
  for (const { figures, workload, library, dispose } of ready) {
    const of = (someWorkload, someLibrary) => samples[key(someWorkload, someLibrary)];
    const ms = of(workload, library);
    const gmacs = ms.map((time) => workloads[workload].multiplyAdds / time / 1e6);
    const bases = libraries.map(({ name }) => name).filter((name) => name.startsWith(OURS) && of(workload, name));
    Object.assign(figures, {
      ms: summary(ms), gmacs: summary(gmacs), share: summary(ratios(gmacs, rates.wasm)),
      times: Object.fromEntries(bases.map((base) => [base, summary(ratios(ms, of(workload, base)))])),
      ...(workload !== names[0] && of(names[0], library) && { ofFirst: summary(ratios(ms, of(names[0], library))) }),
    });
    await dispose();
  }
  return { workloads, peak: peakFigures(rates) };
}

const key = (workload, library) => `${workload}: ${library}`;

/** Runs it once and checks the result; first is the ms of that run. */
async function tried(library, workload, inputs) {
  let prepared, first;
  try {
    prepared = await library.prepare(workload, inputs);
    const start = performance.now();
    await (prepared.run ? prepared.run() : prepared.sample(1));
    first = performance.now() - start;
  } catch (error) {
    return { failed: String(error?.message ?? error).split("\n")[0] };
  }
  const error = errorsOf(workload, inputs, prepared.read());
  const worst = Math.max(...Object.values(error));
  return worst > WRONG ? { failed: `wrong by ${worst}`, wrong: true } : { prepared, first, error };
}

function peakFigures({ wasm, native }) {
  if (!native) return { wasm: summary(wasm) };
  return { wasm: summary(wasm), native: summary(native), wasmToNative: summary(ratios(wasm, native)) };
}
