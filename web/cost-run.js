/**
 * Attention computed for real at given sizes, to learn what it costs: layer by layer and head by head over
 * random inputs, a few query rows at a time, so that nothing else is held up and it can be ended.
 *
 * Memory is measured, each way on a core of its own: the size of its WebAssembly memory before and after.
 * @typedef {{ n: number, m: number, dK: number, dV: number, heads: number, layers: number }} Sizes
 * @typedef {{ before: number, after: number }} Memory in bytes
 * @typedef {{ refused: "memory" | "time" | "browser", bytes: number, seconds: number }} Refusal what it would need
 */
import { AttentionError } from "./errors.js";

/** What one call of the core should take at most, in ms. */
const CHUNK_MS = 25;
/** Multiply-adds a millisecond to begin with, until it has been measured. */
const FIRST_GUESS = 1e6;
/** Normal numbers drawn in one call. */
const DRAWN_AT_ONCE = 2 ** 18;
const SEEDS = 2 ** 32;
/** Neither way is tried beyond this, in bytes. */
export const MOST_BYTES = 2 ** 30;
/** The stored way is one call and cannot be stopped half-way; on the page's own thread it would freeze the page. */
const LONGEST_S = typeof document === "undefined" ? 60 : 1;
/** Query rows on which the time of the stored way is tried out. */
const TRIED_ROWS = 8;

/** Bytes of Q, K, V and the output of one head. @param {Sizes} sizes */
export const fusedBytes = ({ n, m, dK, dV }) => 4 * (n * dK + m * dK + m * dV + n * dV);
/** The same with the four tables of n × m that lie between: scores, scaled, masked, weights. @param {Sizes} sizes */
export const storedBytes = (sizes) => fusedBytes(sizes) + 4 * 4 * sizes.n * sizes.m;

/**
 * @param {Sizes} sizes
 * @param {number} seed
 * @param {object} means
 * @param {import("./core.js").Core} means.core draws the inputs
 * @param {() => Promise<import("./core.js").Core>} means.fresh starts another core
 * @param {(progress: { done: number, total: number, way: "fused" | "stored" }) => void} [means.say] rows done, of all layers and heads
 * @param {() => boolean} [means.ended] true: stop
 * @returns {Promise<{ ms: number, fused: Memory, stored: Memory | Refusal }>} ms: of the core's calls of the fused way
 * @throws {AttentionError} OUT_OF_MEMORY before any work; STOPPED
 */
export async function costRun(sizes, seed, { core, fresh, say = () => {}, ended = () => false }) {
  if (fusedBytes(sizes) > MOST_BYTES) {
    throw new AttentionError("OUT_OF_MEMORY", `One head's queries, keys, values and output take ${fusedBytes(sizes)} bytes.`, "costRun");
  }
  const breathe = breathing(ended);
  const draw = drawing(core, seed, breathe);
  const fused = await fusedWay(sizes, { draw, breathe, say, core: await fresh() });
  const stored = await storedWay(sizes, { draw, breathe, say, core, fresh });
  return { ms: fused.ms, fused: fused.memory, stored };
}

async function fusedWay(sizes, { core, draw, breathe, say }) {
  const { n, m, dK, dV, heads, layers } = sizes;
  const memory = { before: core.memoryBytes, after: 0 };
  const total = layers * heads * n;
  let perRow = (m * (dK + dV)) / FIRST_GUESS;
  let ms = 0;
  let done = 0;
  for (let head = 0; head < layers * heads; head++) {
    const inputs = await drawHead(draw, sizes);
    for (let from = 0; from < n;) {
      const rows = Math.max(1, Math.min(n - from, Math.round(CHUNK_MS / perRow)));
      const took = timed(() => attendRows(core, inputs, sizes, from, rows));
      ms += took;
      perRow = Math.max(took / rows, perRow / 2); // coarse clocks make a short call look free
      done += rows;
      from += rows;
      await breathe(() => say({ done, total, way: "fused" }));
    }
  }
  say({ done, total, way: "fused" });
  memory.after = core.memoryBytes;
  return { ms, memory };
}

/**
 * Query rows `from` … `from + rows` of one head by the fused path, which stores no scores.
 * @param {import("./core.js").Core} core
 * @param {{ q: Float32Array, k: Float32Array, v: Float32Array }} inputs
 * @param {Sizes} sizes
 * @returns {Float32Array} (rows, dV)
 */
export function attendRows(core, { q, k, v }, { m, dK, dV }, from, rows) {
  return core.attention({ q: q.subarray(from * dK, (from + rows) * dK), k, v, heads: 1, n: rows, m, dK, dV, want: ["output"] }).output;
}

/** One head in one call with every stage kept, as whoever wants to see the scores needs it. @returns {Promise<Memory | Refusal>} */
async function storedWay(sizes, { core, fresh, draw, breathe, say }) {
  const { n, m, dK, dV } = sizes;
  const bytes = storedBytes(sizes);
  if (bytes > MOST_BYTES) return { refused: "memory", bytes, seconds: 0 };
  const { q, k, v } = await drawHead(draw, sizes);
  const keepAll = (where, rows) => where.attention({ q: q.subarray(0, rows * dK), k, v, heads: 1, n: rows, m, dK, dV, want: ["scores", "output"] });
  const rows = Math.min(TRIED_ROWS, n);
  const seconds = (timed(() => keepAll(core, rows)) * n) / rows / 1000;
  if (seconds > LONGEST_S) return { refused: "time", bytes, seconds };
  say({ done: 1, total: 1, way: "stored" });
  await breathe(() => {}, true);
  try {
    const own = await fresh();
    const before = own.memoryBytes;
    keepAll(own, n);
    return { before, after: own.memoryBytes };
  } catch (error) {
    if (error.code !== "OUT_OF_MEMORY" && !(error instanceof RangeError)) throw error;
    return { refused: "browser", bytes, seconds };
  }
}

/** Normal numbers, each from a seed of its own, in pieces. */
function drawing(core, seed, breathe) {
  let next = seed;
  return async (count) => {
    const numbers = new Float32Array(count);
    for (let at = 0; at < count; at += DRAWN_AT_ONCE) {
      numbers.set(core.normal(Math.min(DRAWN_AT_ONCE, count - at), next++ % SEEDS), at);
      await breathe();
    }
    return numbers;
  };
}

const drawHead = async (draw, { n, m, dK, dV }) => ({ q: await draw(n * dK), k: await draw(m * dK), v: await draw(m * dV) });

/** Lets other work of this thread go first, after each CHUNK_MS of it. */
function breathing(ended) {
  let since = performance.now();
  return async (before = () => {}, now = false) => {
    if (!now && performance.now() - since < CHUNK_MS) return;
    before();
    await new Promise((done) => setTimeout(done));
    if (ended()) throw new AttentionError("STOPPED", "The run was ended.", "costRun");
    since = performance.now();
  };
}

function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}
