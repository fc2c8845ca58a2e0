/**
 * What the panel “Why three matrices” shows of a sentence: the table of its embeddings and the table of its scores.
 *
 * @typedef {object} Look
 * @property {string} choice id of SENTENCES
 * @property {import("../main.js").Result} result
 * @property {string[]} labels of the tokens
 * @property {number} n tokens
 * @property {number} layer of the scores, from 1 @property {number} head from 1
 * @property {Float32Array} gram X·Xᵀ of what enters the first layer
 * @property {Float32Array} scores Q·Kᵀ of the head
 * @property {Float32Array} weights of the head
 * @property {{ i: number, j: number } | null} pair the pair that is spoken of, from 0
 * @property {Look} [other] the same sentence with another last word
 */
import { labelsOf } from "../picture.js";
import { handMade } from "../models/by-hand.js";

/** The head of the trained model that is shown: the one that finds a verb's object. */
const TRAINED_HEAD = { layer: 2, head: 2 };
const TIRED = "The animal didn't cross the street because it was too tired.";

/** The choices. `pair`: places of the words that are spoken of; `other`: a sentence to compare with. */
export const SENTENCES = [
  { id: "it", example: "it-and-animal", pair: { i: 7, j: 1 } },
  { id: "cat", example: "cat-and-mouse", pair: { i: 2, j: 4 } },
  { id: "trained", text: TIRED, other: TIRED.replace("tired", "wide"), pair: { i: 9, j: 1 } },
  { id: "lab" },
];

/**
 * @param {{ choice: string, result: object | null, layer: number, head: number }} question the lab's own, for the choice “lab”
 * @param {object} ask see views/page.js
 * @returns {Promise<Look>}
 */
export async function lookAt({ choice, result, layer, head }, ask) {
  const { example: id, text, other, pair } = SENTENCES.find((each) => each.id === choice);
  if (choice === "lab") return look({ choice, result, layer, head }, ask);
  if (!id) {
    const [one, two] = await Promise.all([text, other].map(async (sentence) => look({ choice, pair, result: await ask.look({ text: sentence }), ...TRAINED_HEAD }, ask)));
    return { ...one, other: two };
  }
  const example = handMade.find((each) => each.id === id);
  return look({ choice, pair, result: await ask.look({ model: "by-hand", example: id, text: example.text }), layer: 1, head: 1 }, ask);
}

/** @returns {Promise<Look>} */
async function look({ choice, result, layer, head, pair }, ask) {
  const { run, text } = result;
  const { data, rows: n, cols: d } = run.matrix("x", 0, 0);
  const x = data.slice(); // a view would be sent with all of the run behind it
  const { scores: gram } = await ask.core("attention", { q: x, k: x, v: new Float32Array(n), heads: 1, n, m: n, dK: d, dV: 1, want: ["scores"] });
  const [scores, weights] = ["scores", "weights"].map((stage) => run.matrix(stage, layer - 1, head - 1).data);
  return { choice, result, layer, head, n, gram, scores, weights, labels: labelsOf(run.tokens, text).map((label) => label.text), pair: pair ?? strongestPair(weights, n) };
}

/** The largest weight between two different words; null for a single word. */
function strongestPair(weights, n) {
  let best = null;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      if (i !== j && (best === null || weights[i * n + j] > weights[best.i * n + best.j])) best = { i, j };
    }
  }
  return best;
}
