/** One workload, every contender in turns, beside the peak of the same process: in Node and on a page alike. */
import { openAll } from "./contenders/index.js";
import { interleave, ratios, summary } from "./measure.js";
import { peakLoops } from "./peak.js";
import { WORKLOADS, errorsOf, inputsOf, multiplyAdds } from "./workloads.js";

/** Further off from float64 than this is wrong. */
const WRONG = 1e-3;

/**
 * @param {object} options
 * @param {string} options.name of the workload
 * @param {number} options.rounds
 * @param {number} [options.longest] ms that a contender may take in all
 * @param {boolean} options.native there is a native peak program
 * @returns {Promise<object>} of each contender: version, error from float64, ms, gmacs, share of the wasm peak, and
 *   ms over those of every form of this core; or what it failed with. And the peaks in GMAC/s.
 */
export async function attention({ name, rounds, longest, native }) {
  const workload = WORKLOADS[name];
  const inputs = inputsOf(workload);
  const found = {};
  const ready = [];
  for (const library of await openAll()) {
    const { prepared, ...outcome } = await tried(library, workload, inputs);
    found[library.name] = { version: library.version, ...outcome };
    if (prepared) ready.push({ ...prepared, name: library.name });
  }
  const peak = await peakLoops(native);
  const samples = await interleave([...ready, ...peak.contenders], { rounds, longest });
  const rates = peak.rates(samples);
  const work = multiplyAdds(workload);
  const bases = Object.keys(samples).filter((contender) => contender.startsWith("this core"));
  for (const contender of ready) {
    const ms = samples[contender.name];
    const gmacs = ms.map((time) => work / time / 1e6);
    Object.assign(found[contender.name], {
      ms: summary(ms), gmacs: summary(gmacs), share: summary(ratios(gmacs, rates.wasm)),
      times: Object.fromEntries(bases.map((base) => [base, summary(ratios(ms, samples[base]))])),
    });
    await contender.dispose();
  }
  await peak.stop();
  return {
    workload, multiplyAdds: work, contenders: found,
    peak: { wasm: summary(rates.wasm), ...(rates.native && { native: summary(rates.native), wasmToNative: summary(ratios(rates.wasm, rates.native)) }) },
  };
}

/** Runs it once and checks the result. */
async function tried(library, workload, inputs) {
  let prepared;
  try {
    prepared = await library.prepare(workload, inputs);
    await (prepared.run ? prepared.run() : prepared.sample(1));
  } catch (error) {
    return { failed: String(error?.message ?? error).split("\n")[0] };
  }
  const error = errorsOf(workload, inputs, prepared.read());
  const worst = Math.max(...Object.values(error));
  return worst > WRONG ? { failed: `wrong by ${worst}`, wrong: true } : { prepared, error };
}
