import { softmaxFigures } from "./root-dk-figures.js";

export const DRAWS = 10_000;
export const QUERIES = 200;
export const KEYS = 16;

/**
 * Queries of their own 16 keys each, all of independent normal numbers, and what softmax makes of their scores.
 * @param {(method: string, ...args: any[]) => Promise<any>} core
 * @param {number} dK
 * @param {number} seed
 * @returns {Promise<{ divided: ReturnType<typeof softmaxFigures>, plain: ReturnType<typeof softmaxFigures> }>}
 */
export async function drawSoftmax(core, dK, seed) {
  const q = await core("normal", QUERIES * dK, 2 * seed);
  const k = await core("normal", QUERIES * KEYS * dK, 2 * seed + 1);
  const sizes = { q, k, v: new Float32Array(QUERIES * KEYS), heads: QUERIES, n: 1, m: KEYS, dK, dV: 1, want: ["weights"] };
  const figures = async (scale) => {
    const { weights } = await core("attention", { ...sizes, scale });
    return softmaxFigures(weights, await core("entropy", weights, QUERIES, KEYS), KEYS);
  };
  return { divided: await figures(1 / Math.sqrt(dK)), plain: await figures(1) };
}

/** The d_k of the curve. */
export const POWERS = Array.from({ length: 11 }, (_, power) => 2 ** power);

/** drawSoftmax, remembered for the seed that was asked for last. */
export function rememberedSoftmax(core) {
  let kept = new Map();
  let keptSeed = null;
  return {
    /** @returns {Promise<Awaited<ReturnType<typeof drawSoftmax>>>} */
    async ask(dK, seed) {
      if (seed !== keptSeed) {
        kept = new Map();
        keptSeed = seed;
      }
      if (!kept.has(dK)) kept.set(dK, await drawSoftmax(core, dK, seed));
      return kept.get(dK);
    },
  };
}
