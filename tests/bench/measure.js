/**
 * How everything here is timed: in Node and in a browser alike.
 *
 * Noise is met three ways: contenders take turns within each round, in an order that turns with the rounds, so
 * that a slow second of the machine falls on all of them; figures are medians with their quartiles; and ratios
 * are taken round by round before their median is.
 */

/** A sample lasts at least this long, since a page's clock ticks in tenths of a millisecond. */
const SHORTEST_SAMPLE_MS = 10;

/**
 * @typedef {{ name: string, run: () => unknown }} Contender run may give a promise, which is waited for
 * @typedef {{ median: number, low: number, high: number, count: number }} Summary low and high are the quartiles
 */

/**
 * Times contenders in turns.
 * @param {Contender[]} contenders
 * @param {object} options
 * @param {number} options.rounds samples of each
 * @param {number} [options.warmups] untimed rounds before
 * @param {number} [options.shortest] ms that a sample lasts at least: quick contenders run several times for one
 * @returns {Promise<Record<string, number[]>>} by name, ms of one run in each round; the same place is the same round
 */
export async function interleave(contenders, { rounds, warmups = 2, shortest = SHORTEST_SAMPLE_MS }) {
  const times = new Map();
  for (const contender of contenders) {
    for (let k = 0; k < warmups; k++) await sample(contender, 1);
    times.set(contender, await timesFor(contender, shortest));
  }
  const samples = Object.fromEntries(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const contender = contenders[(round * 3 + turn) % contenders.length];
      samples[contender.name].push(await sample(contender, times.get(contender)));
    }
  }
  return samples;
}

/** ms of one run, over some runs. */
async function sample({ run }, times) {
  const start = performance.now();
  for (let k = 0; k < times; k++) {
    const pending = run();
    if (pending instanceof Promise) await pending;
  }
  return (performance.now() - start) / times;
}

/** How often a contender must run for a sample that lasts. Found by doubling, which warms it up as well. */
async function timesFor(contender, shortest) {
  for (let times = 1; ; times *= 2) {
    const ms = await sample(contender, times);
    if (ms * times >= shortest) return Math.max(1, Math.ceil(shortest / ms));
  }
}

/**
 * @param {number[]} samples
 * @returns {Summary}
 */
export function summary(samples) {
  return { median: quantile(samples, 0.5), low: quantile(samples, 0.25), high: quantile(samples, 0.75), count: samples.length };
}

/** The value below which this share of the samples lies, between two samples where need be. */
export function quantile(samples, share) {
  const sorted = samples.slice().sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

/** Round by round, a over b: give their summary, not the ratio of two medians. */
export const ratios = (a, b) => a.map((value, round) => value / b[round]);
