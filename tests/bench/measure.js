/**
 * How everything here is timed: in Node and in a browser alike.
 *
 * Noise is met four ways: contenders take turns within each round, in an order of its own, so that a slow second of
 * the machine falls on all of them; figures are medians with their quartiles; ratios are taken round by round before
 * their median is; and time in which the machine ran something else is not counted.
 */

/** A sample lasts at least this long: a page's clock ticks in tenths of a millisecond, and asking for its processor time costs it one. */
const SHORTEST_SAMPLE_MS = 50;

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {() => unknown} [run] may give a promise, which is waited for
 * @property {(times: number) => number | Promise<number>} [sample] instead of run: ms of so many runs, by its own clock
 *
 * @typedef {{ median: number, low: number, high: number, least: number, count: number }} Summary low and high are the
 *   quartiles
 */

/**
 * Times contenders in turns.
 * @param {Contender[]} contenders
 * @param {object} options
 * @param {number} options.rounds samples of each
 * @param {number} [options.warmups] untimed samples before
 * @param {number} [options.shortest] ms that a sample lasts at least: quick contenders run several times for one
 * @param {number} [options.longest] ms that a contender may take in all: slow ones take part in the first rounds only
 * @returns {Promise<Record<string, number[]>>} by name, ms of one run in each round; the same place is the same round
 */
export async function interleave(contenders, { rounds, warmups = 2, shortest = SHORTEST_SAMPLE_MS, longest = Infinity }) {
  const plans = [];
  for (const contender of contenders) {
    const { times, ms } = await warmedUp(contender, { warmups, shortest, longest });
    plans.push({ contender, times, rounds: Math.min(rounds, Math.max(1, Math.floor(longest / (ms * times)))) });
  }
  const samples = Object.fromEntries(contenders.map(({ name }) => [name, []]));
  const random = sequence(1);
  for (let round = 0; round < rounds; round++) {
    for (const plan of shuffled(plans, random)) {
      if (round < plan.rounds) samples[plan.contender.name].push(await sample(plan.contender, plan.times) / plan.times);
    }
  }
  return samples;
}

/** ms of so many runs. */
function sample(contender, times) {
  if (contender.sample) return contender.sample(times);
  return nearer(async () => {
    const start = performance.now();
    for (let k = 0; k < times; k++) {
      const pending = contender.run();
      if (pending instanceof Promise) await pending;
    }
    return performance.now() - start;
  });
}

/**
 * ms of one thread that does not wait. The wall clock counts what other programs take; processor time counts what stands
 * around the work, and what V8 compiles and collects beside: the smaller of the two is nearer.
 * @param {() => number | Promise<number>} work gives its ms by the wall clock
 * @returns {Promise<number>}
 */
export async function nearer(work) {
  const before = await processorTime();
  const wall = await work();
  const processor = await processorTime() - before;
  return processor < wall ? processor : wall;
}

/** ms that this process has had in all. A page cannot know: whoever opened it lends it a function, see chromium.js. */
function processorTime() {
  if (typeof document !== "undefined") return globalThis.benchProcessorTime?.() ?? NaN;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Runs it a few times, the slow ones fewer; how often it must run for a sample that lasts, and ms of one run. */
async function warmedUp(contender, { warmups, shortest, longest }) {
  let spent = 0;
  for (let run = 1, times = 1; ; run++) {
    const took = await sample(contender, times);
    spent += took;
    if (took < shortest) times *= 2;
    else if (run >= warmups || spent > longest / 4) return { times: Math.max(1, Math.ceil(shortest * times / took)), ms: took / times };
  }
}

function shuffled(list, random) {
  const out = list.slice();
  for (let k = out.length - 1; k > 0; k--) {
    const other = Math.floor(random() * (k + 1));
    [out[k], out[other]] = [out[other], out[k]];
  }
  return out;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function sequence(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * @param {number[]} samples
 * @returns {Summary}
 */
export function summary(samples) {
  return { median: quantile(samples, 0.5), low: quantile(samples, 0.25), high: quantile(samples, 0.75), least: Math.min(...samples), count: samples.length };
}

/** The value below which this share of the samples lies, between two samples where need be. */
export function quantile(samples, share) {
  const sorted = samples.slice().sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

/** Round by round, a over b, as far as both went: give their summary, not the ratio of two medians. */
export const ratios = (a, b) => a.slice(0, b.length).map((value, round) => value / b[round]);
