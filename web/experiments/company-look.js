/**
 * What the panel “Words in company” shows of two sentences: where every token stands before attention and after each layer.
 *
 * @typedef {{ word: string, side: "A" | "B", place: number, piece: string }} Member a token; place from 1 in its sentence
 * @typedef {object} Depth
 * @property {number} layers of attention that lie behind; 0: before attention
 * @property {Float32Array} x (members, d) the full vectors
 * @property {number} d
 * @property {Float32Array} gram (members, members) X·Xᵀ
 * @property {Float32Array} xy two coordinates a member, and
 * @property {[number, number]} shares what part of the variance each axis carries
 *
 * @typedef {object} Company
 * @property {Member[]} members those of A, then those of B
 * @property {number} countA how many are of A
 * @property {ReturnType<typeof sharedWords>} shared
 * @property {Depth[]} depths
 * @property {number[]} truncated tokens that are not read of A and of B
 */
import { labelsOf } from "../picture.js";
import { sharedWords } from "./shared-words.js";

/**
 * @param {{ A: string, B: string }} texts
 * @param {object} ask see views/page.js
 * @returns {Promise<Company | { empty: "A" | "B" }>} empty: that sentence has nothing to read
 */
export async function companyOf(texts, ask) {
  const results = {};
  for (const side of ["A", "B"]) {
    results[side] = await lookOrNull(texts[side], ask);
    if (!results[side]) return { empty: side };
  }
  const { A, B } = results;
  const layers = Array.from({ length: A.info.layers + 1 }, (_, at) => at);
  return {
    members: [...membersOf(A, "A"), ...membersOf(B, "B")],
    countA: A.run.tokens.length,
    shared: sharedWords(A.run.tokens, B.run.tokens),
    truncated: [A.run.truncated, B.run.truncated],
    depths: await Promise.all(layers.map((behind) => depthOf([A, B].map(({ run }) => run.stage("x", behind)), behind, ask))),
  };
}

async function lookOrNull(text, ask) {
  try {
    return await ask.look({ text });
  } catch (error) {
    if (error.code === "NO_TOKENS") return null;
    throw error;
  }
}

function membersOf({ run: { tokens }, text }, side) {
  return labelsOf(tokens, text).map(({ text: word }, at) => ({ word, side, place: at + 1, piece: tokens[at].piece }));
}

/** @returns {Promise<Depth>} */
async function depthOf([a, b], layers, ask) {
  const d = a.shape[2];
  const rows = a.shape[1] + b.shape[1];
  const x = new Float32Array(rows * d);
  x.set(a.data);
  x.set(b.data, a.data.length);
  const [{ scores: gram }, { xy, shares }] = await Promise.all([
    ask.core("attention", { q: x, k: x, v: new Float32Array(rows), heads: 1, n: rows, m: rows, dK: d, dV: 1, want: ["scores"] }),
    ask.core("pca", x, rows, d),
  ]);
  return { layers, x, d, gram, xy, shares };
}

/**
 * The two occurrences of a shared word at each depth, on the full vectors.
 * @param {Company} company
 * @param {{ a: number, b: number }} word
 * @returns {Promise<import("../main.js").Compared[]>}
 */
export function comparedAt({ depths, countA }, { a, b }, ask) {
  return Promise.all(depths.map(({ x, d }) => ask.core("compare", x.slice(a * d, (a + 1) * d), x.slice((countA + b) * d, (countA + b + 1) * d))));
}
