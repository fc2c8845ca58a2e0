/**
 * Worked examples made by hand: embeddings E and three matrices, small enough to check with a pencil.
 * They are drawn up, not learned. Only E and the matrices stand here; the core computes all the rest.
 *
 * How to read them. A row of E says what a word is, feature by feature. Row f of W_Q says what a word that
 * has feature f asks for, row f of W_K what it advertises, row f of W_V what it hands over; a word adds up
 * the rows of its features. Column x of W_Q and column x of W_K are two sides of one thing: the score of a
 * query with a key is the sum over x of (how much it is asked for) × (how much it is offered).
 * An example with a source is cross-attention: Q comes from the words of its text, K and V from those of its source.
 */
import { KIND, text, vocabulary, writeModel } from "./format.js";

/**
 * @typedef {Object} HandMade
 * @property {string} id
 * @property {string} text         as typed; its words ask
 * @property {string} [source]     the other sentence, as typed, of cross-attention: its words are asked, not those of text
 * @property {string[]} words      rows of E: those of text in its order, then those of source
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

/**
 * Matching is not meaning: “it” finds “animal”, though as a word it resembles the other little words.
 * @type {HandMade}
 */
const itAndAnimal = {
  id: "it-and-animal",
  text: "The animal didn't cross the street because it was too tired",
  words: ["The", "animal", "didn't", "cross", "the", "street", "because", "it", "was", "too", "tired"],
  features: [
    "little word (+), full word (−)", "names a thing", "is alive", "is a deed", "is a state",
    "points to someone", "points to a thing", "points to a deed", "points to a state",
  ],
  dimensions: [
    { ask: "someone alive?", offer: "I am alive" },
    { ask: "which thing?", offer: "I am a thing" },
    { ask: "what happens?", offer: "I am what happens" },
    { ask: "in what state?", offer: "I am a state" },
  ],
  values: ["alive", "a thing", "a deed", "a state"],
  E: [
    // is: little thing alive deed state, points to: someone thing deed state
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0], //  The: opens the sentence; points to someone as much as to a thing
    [-1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], // animal: a thing that is alive
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0], //  didn't: points to the deed that was not done
    [-1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0], // cross: a deed
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0], //  the: points to a thing
    [-1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], // street: a thing
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 1.0], //  because: points to a state as the reason, half as much to the deed
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], //  it: points to someone
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 1.0], //  was: points to a state, and to someone in it
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], //  too: points to the state it is the measure of
    [-1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0], // tired: a state
  ],
  wQ: [
    [0.0, 0.0, 0.0, 0.0], //   little or full is no question: it makes words alike, not matches
    [0.0, 0.0, 2.0, 0.0], //   a thing asks what happens with it
    [0.0, 0.0, 0.5, 1.5], //   who is alive asks what happens the more, and also: in what state?
    [1.5, 2.0, 0.0, 0.0], //   a deed asks who does it, and to which thing
    [2.5, -0.5, 0.0, 0.0], //  a state asks who is in it, and for no mere thing
    [3.0, 0.0, 0.0, 0.5], //   what points to someone asks who is alive, and a little: in what state?
    [0.0, 2.5, -0.5, -0.5], // what points to a thing asks which, and for no deed or state
    [0.0, 0.0, 2.5, 0.0], //   what points to a deed asks what happens
    [0.0, 0.0, 0.0, 2.5], //   what points to a state asks in what state
  ],
  wK: [
    [0.0, 0.0, 0.0, 0.0], //   little or full is no answer either
    [0.0, 2.0, 0.0, 0.0], //   a thing is a thing
    [2.0, -1.0, 0.0, 0.0], //  who is alive is alive, and so less of a thing
    [0.0, 0.0, 2.0, 0.0], //   a deed is what happens
    [0.0, 0.0, 0.0, 2.0], //   a state is a state
    [0.5, 0.5, 0.0, 0.0], //   what points to someone could be taken for it
    [0.0, 0.0, 0.0, 0.0], //   what points to a thing says nothing about it
    [0.0, 0.0, 0.5, 0.0], //   what points to a deed says a little of what happens
    [0.0, 0.0, 0.0, 0.5], //   what points to a state says a little of it
  ],
  wV: [
    [0.0, 0.0, 0.0, 0.0], //   little or full is not handed over
    [0.0, 1.0, 0.0, 0.0],
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
    [0.0, 0.0, 0.0, 0.0], //   what only points hands over nothing of its own
    [0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0],
  ],
};

/**
 * Cross-attention: each French word, as it is written, asks the English sentence. Noun and adjective change places.
 * @type {HandMade}
 */
const chatNoir = {
  id: "chat-noir",
  text: "le chat noir dort",
  source: "the black cat is sleeping",
  words: ["le", "chat", "noir", "dort", "the", "black", "cat", "is", "sleeping"],
  features: ["means a known one", "means an animal", "means a colour", "means a state", "tells when", "is masculine"],
  dimensions: [
    { ask: "which one?", offer: "I say which one" },
    { ask: "what is named?", offer: "I name it" },
    { ask: "what is it like?", offer: "I say what it is like" },
    { ask: "what goes on?", offer: "I say what goes on" },
  ],
  values: ["a known one", "an animal", "it lasts (+), it passes (−)"],
  E: [
    // known animal colour state when masculine
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0], // le: the known one, masculine
    [0.0, 1.0, 0.0, 0.0, 0.0, 1.0], // chat: an animal, masculine
    [0.0, 0.0, 1.0, 0.0, 0.0, 1.0], // noir: a colour, masculine
    [0.0, 0.0, 0.0, 1.0, 1.0, 0.0], // dort: a state and its time in one word
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.0], // the: the known one; English words have no gender
    [0.0, 0.0, 1.0, 0.0, 0.0, 0.0], // black: a colour
    [0.0, 1.0, 0.0, 0.0, 0.0, 0.0], // cat: an animal
    [0.0, 0.0, 0.0, 0.0, 1.0, 0.0], // is: only tells when
    [0.0, 0.0, 0.0, 1.0, 0.0, 0.0], // sleeping: a state
  ],
  wQ: [
    [2.0, 0.0, 0.0, -0.5], // a known one asks which one, and for nothing that goes on
    [0.5, 1.5, 0.5, 0.0], //  an animal asks what is named, and a little which one and what it is like
    [0.0, 0.0, 2.5, 0.0], //  a colour asks what it is like
    [0.0, 0.5, 0.0, 1.5], //  a state asks what goes on, and a little with whom
    [0.0, 0.0, 0.0, 1.0], //  what tells when asks more: what goes on?
    [0.0, 1.0, 0.0, 0.0], //  masculine asks what is named: the noun decides the gender
  ],
  wK: [
    [2.0, 0.0, 0.0, 0.0], //  a known one says which one
    [0.0, 2.0, 0.0, 0.0], //  an animal is named
    [0.0, 0.0, 2.0, 0.0], //  a colour says what it is like
    [0.0, 0.0, 0.5, 2.0], //  a state says what goes on, and a little what it is like
    [0.0, 0.0, 0.0, 1.5], //  what tells when says that something goes on, not what
    [0.0, 0.0, 0.0, 0.0], //  gender is not on offer: no English word has it
  ],
  wV: [
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0], //       a colour lasts
    [0.0, 0.0, -1.0], //      a state passes
    [0.0, 0.0, -0.5], //      what is now passes too
    [0.0, 0.0, 0.0], //       gender is form, not meaning
  ],
};

/** @type {HandMade[]} the first is the one offered first */
export const handMade = [catAndMouse, itAndAnimal, chatNoir];

/** The model file of an example, of kind BARE with one head; it reads the words of both sentences. @returns {Uint8Array} */
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
