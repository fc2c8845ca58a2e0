/** What this project promises about speed and size, each beside what was measured. */

const HEAP = "this core, in the heap";
const COPYING = "this core";
const INTO = "this core, into arrays";
const SHIPPED = "this core, int8";
const TFJS = { batched: "tfjs-wasm, batched", byHead: "tfjs-wasm, a head at a time" };
const PLACES = { node: /^Node/, chromium: /^Chrome/ };

/**
 * @typedef {object} Promised
 * @property {string} what
 * @property {"node" | "chromium" | ""} [where]
 * @property {"attention" | "use-lite" | "memory" | "size" | "cold-start" | "page"} part that measures it
 * @property {number} [least] bound
 * @property {number} [most] bound
 * @property {(figures: any) => number} figure of the parts' figures
 */

/** @returns {Promised[]} */
function promised() {
  return [
    ...both("attention", "A, share of peak", { node: { least: 0.8 }, chromium: { least: 0.78 } }, (place) => forms(place, "A")[HEAP].share.median),
    ...both("attention", "A, onnxruntime-web's best form over this core in the heap", { node: { least: 1.7 }, chromium: { least: 1.5 } }, (place) => best(place, "A", HEAP, onnxruntime)),
    ...both("attention", "A, tfjs a head at a time over this core in the heap", { least: 1.35 }, (place) => forms(place, "A")[TFJS.byHead].times[HEAP].median),
    ...both("attention", "A, tfjs batched over this core in the heap", { least: 12 }, (place) => forms(place, "A")[TFJS.batched].times[HEAP].median),
    ...both("attention", "A causal over A", { most: 0.56 }, (place) => forms(place, "A causal")[HEAP].ofFirst.median),
    ...both("attention", "A causal, onnxruntime-web's best form over this core in the heap", { least: 3 }, (place) => best(place, "A causal", HEAP, onnxruntime)),
    ...both("attention", "C 1000, weights kept in the heap, over A", { most: 1.12 }, (place) => forms(place, "C 1000")[HEAP].ofFirst.median),
    ...both("attention", "B 64, onnxruntime-web's best form over this core, both copying", { node: { least: 1.6 }, chromium: { least: 1.35 } }, (place) => best(place, "B 64", COPYING, onnxruntime)),
    ...both("attention", "B 64, the same, this core into arrays that are there", { node: { least: 1.6 }, chromium: { least: 1.35 } }, (place) => best(place, "B 64", INTO, onnxruntime)),
    ...both("attention", "B 16, both copying", { node: { least: 2.2 }, chromium: { least: 1.4 } }, (place) => best(place, "B 16", COPYING, onnxruntime)),
    ...both("attention", "B 16, the same, this core into arrays that are there", { node: { least: 2.2 }, chromium: { least: 1.4 } }, (place) => best(place, "B 16", INTO, onnxruntime)),
    ...both("attention", "largest error of an output from float64, all workloads", { most: 1e-6 }, largestError),
    ...both("attention", "WebAssembly peak over native peak", { least: 0.95 }, (place) => first(place.peak).wasmToNative?.median),
    ...both("use-lite", "use-lite, 12 tokens, the graph as distributed in tfjs over this core's int8, which the page loads", { least: 2.5 }, ([{ contenders }]) => contenders["tfjs-wasm, the graph as distributed"].times.median / contenders[SHIPPED].times.median),
    ...both("use-lite", "use-lite, 12 tokens, tfjs's best form written by hand over the same", { least: 2.5 }, ([{ contenders }]) => Math.min(...Object.values(TFJS).map((name) => contenders[name].times.median)) / contenders[SHIPPED].times.median),
    ...both("use-lite", "use-lite, 12 tokens, share of peak", { least: 0.5 }, ([{ contenders }]) => contenders[SHIPPED].share.median),
    { part: "memory", what: "D, peak memory over onnxruntime-web's", where: "node", most: 1 / 4, figure: (all) => memoryShare(all, (name) => name.startsWith("onnxruntime")) },
    { part: "memory", what: "D, peak memory over tfjs's, batched", where: "node", most: 1 / 8, figure: (all) => memoryShare(all, (name) => name === TFJS.batched) },
    { part: "size", what: "attention.wasm, KB gzip", most: 24, figure: (all) => all.size["this core"].wasm.gzip / 1000 },
    { part: "cold-start", what: "cold start, tfjs-core and wasm over this core", where: "chromium", least: 4, figure: (all) => all["cold-start"].sides["tfjs-core and its wasm backend"].times.median },
    { part: "page", what: "keystroke to repaint, 12 tokens, median ms", where: "chromium", most: 16, figure: (all) => all.page.tokens12.keystroke.painted.median },
    { part: "page", what: "the same, 95 % of keys", where: "chromium", most: 33, figure: (all) => all.page.tokens12.keystroke.painted.p95 },
    { part: "page", what: "keystroke to repaint, 128 tokens, median ms", where: "chromium", most: 150, figure: (all) => all.page.tokens128.keystroke.painted.median },
    { part: "page", what: "pointing at a cell of 128 tokens, from the page's listener to painted, median ms", where: "chromium", most: 8, figure: (all) => all.page.tokens128.hover.own.median },
  ];
}

/**
 * @param {Record<string, any>} figures by part
 * @returns {{ what: string, where: string, bound: string, figure: number, holds: boolean }[]} those whose parts were measured
 */
export function kept(figures) {
  return promised().filter(({ part }) => part in figures).map(({ what, where = "", least, most, figure }) => {
    const value = measured(() => figure(figures));
    return { what, where, bound: least === undefined ? `at most ${short(most)}` : `at least ${short(least)}`, figure: value, holds: least === undefined ? value <= most : value >= least };
  });
}

/** NaN where what it needs has failed: no promise holds by it. */
function measured(figure) {
  try {
    return figure() ?? NaN;
  } catch (error) {
    if (error instanceof TypeError) return NaN;
    throw error;
  }
}

const short = (bound) => (bound < 1e-3 ? bound.toExponential() : `${Number(bound.toPrecision(3))}`);

/** A promise in Node and in Chromium; the bound may differ. The figure is given the part's figures there. */
function both(part, what, bounds, figure) {
  return Object.keys(PLACES).map((where) => ({ part, what, where, ...(bounds[where] ?? bounds), figure: (all) => figure(there(all[part], where)) }));
}

/** What a part found in Node or in Chromium, under that name or under one with its version. */
const there = (found, where) => found[where] ?? found[Object.keys(found).find((name) => PLACES[where].test(name))];
const first = (entries) => Object.values(entries)[0];

const forms = (place, workload) => place.workloads[workload].contenders;
const onnxruntime = (name) => name.startsWith("onnxruntime");

/** Time of the quickest of some forms over that of a form of this core. */
function best(place, workload, base, chosen) {
  const times = Object.entries(forms(place, workload)).filter(([name, { ms }]) => chosen(name) && ms).map(([, form]) => form.times[base].median);
  return times.length ? Math.min(...times) : NaN;
}

function largestError(place) {
  const own = Object.values(place.workloads).flatMap(({ contenders }) => Object.entries(contenders).filter(([name]) => name.startsWith("this core")));
  return Math.max(...own.flatMap(([, { error }]) => Object.values(error)));
}

function memoryShare({ memory: { contenders } }, chosen) {
  const others = Object.entries(contenders).filter(([name, { bytes }]) => chosen(name) && bytes).map(([, { bytes }]) => bytes);
  return others.length ? contenders[COPYING].bytes / Math.min(...others) : NaN;
}
