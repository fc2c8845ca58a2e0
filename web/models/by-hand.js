/**
 * Worked examples made by hand: embeddings E and three matrices, small enough to check with a pencil.
 * They are drawn up, not learned. Only E and the matrices stand here; the core computes all the rest.
 *
 * How to read them. A row of E says what a word is, feature by feature. Row f of W_Q says what a word that
 * has feature f asks for, row f of W_K what it advertises, row f of W_V what it hands over; a word adds up
 * the rows of its features. Column x of W_Q and column x of W_K are two sides of one thing: the score of a
 * query with a key is the sum over x of (how much it is asked for) × (how much it is offered).
 */
import { KIND, text, vocabulary, writeModel } from "./format.js";

/**
 * @typedef {Object} HandMade
 * @property {string} id
 * @property {string} text         as typed
 * @property {string[]} words      in the order of the text; rows of E
 * @property {string[]} features   columns of E, rows of wQ, wK, wV
 * @property {{ask: string, offer: string}[]} dimensions  columns of wQ (ask) and wK (offer)
 * @property {string[]} values     columns of wV
 * @property {number[][]} E        (words, features)
 * @property {number[][]} wQ       (features, dimensions)
 * @property {number[][]} wK       (features, dimensions)
 * @property {number[][]} wV       (features, values)
 */

/** @type {HandMade} */
const catAndMouse = {
  id: "cat-and-mouse",
  text: "The cat chased a mouse",
  words: ["The", "cat", "chased", "a", "mouse"],
  features: ["names a thing", "names a deed", "acts", "is acted on", "points ahead", "is new"],
  dimensions: [
    { ask: "who does it?", offer: "I do it" },
    { ask: "to whom is it done?", offer: "it is done to me" },
    { ask: "what is done?", offer: "I am what is done" },
    { ask: "new, or known?", offer: "I am new (+), known (−)" },
  ],
  values: ["a thing", "a deed", "doer (+), done to (−)", "new (+), known (−)"],
  E: [
    // thing deed acts acted ahead new
    [0.0, 0.0, 0.0, 0.0, 1.0, -0.5], // The: points ahead, as a rule to something known
    [1.0, 0.0, 1.0, 0.0, 0.0, -1.0], // cat: a known thing that acts
    [0.0, 1.0, 0.0, 0.0, 0.0, 0.0], //  chased: a deed
    [0.0, 0.0, 0.0, 0.0, 1.0, 1.0], //  a: points ahead, to something new
    [1.0, 0.0, 0.0, 1.0, 0.0, 1.0], //  mouse: a new thing that is acted on
  ],
  wQ: [
    [0.0, 0.0, 1.5, 0.0], //   a thing asks what is done
    [1.5, 2.0, -0.2, 0.2], //  a deed asks for its doer, more for whom it is done to; for no other deed
    [0.0, 0.5, 0.0, 0.0], //   who acts also asks: to whom?
    [1.0, 0.0, 0.0, 0.0], //   who is acted on asks more: by whom?
    [1.0, 1.0, -0.5, 0.0], //  what points ahead asks for a thing, in either part, and for no deed
    [0.0, 0.0, 0.0, 1.0], //   new asks for new, known (−1) for known
  ],
  wK: [
    [0.5, 0.5, 0.0, 0.0], //   a thing could play either part
    [-0.5, -0.5, 2.0, 0.0], // a deed is what is done, and plays no part in it
    [1.5, 0.0, 0.0, 0.0], //   who acts does it
    [0.0, 1.5, 0.0, 0.0], //   who is acted on has it done to it
    [-0.5, -0.5, -0.5, 0.0], // what only points ahead is none of these
    [0.0, 0.0, 0.0, 1.0], //   new is offered as new
  ],
  wV: [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, -1.0, 0.0],
    [0.0, 0.0, 0.0, 0.0], //   what points ahead hands over nothing of its own
    [0.0, 0.0, 0.0, 1.0],
  ],
};

/** @type {HandMade[]} the first is the one offered first */
export const handMade = [catAndMouse];

/** The model file of an example, of kind BARE with one head. @returns {Uint8Array} */
export function byHandModel(example = handMade[0]) {
  // Ids are not places in the sentence: the vocabulary is in alphabetical order, after the unknown piece.
  const words = [...new Set(example.words)].sort((a, b) => a.localeCompare(b, "en"));
  const unknown = example.features.map(() => 0);
  const embedding = [unknown, ...words.map((word) => example.E[example.words.indexOf(word)])];
  const pieces = ["<unk>", ...words.map((word) => `▁${word}`)].map((piece) => ({ piece, score: -1 }));
  return writeModel({
    kind: KIND.BARE, heads: 1, maxTokens: 32, tensors: [
      text("text.name", example.text),
      text("text.source", "made by hand for Attention Lab"),
      text("text.license", "MIT"),
      ...vocabulary(pieces, 1),
      matrix("embedding", embedding),
      matrix("layer0.q.weight", example.wQ),
      matrix("layer0.k.weight", example.wK),
      matrix("layer0.v.weight", example.wV),
    ],
  });
}

function matrix(name, rows) {
  return { name, shape: [rows.length, rows[0].length], data: Float32Array.from(rows.flat()) };
}
