/**
 * The words that two sentences share: the same piece of the vocabulary in both, spelled the same, so that the model
 * starts both from one embedding. Of a word that stands more than once in a sentence the first place counts.
 * @param {import("../run.js").Token[]} a @param {import("../run.js").Token[]} b
 * @returns {{ piece: string, a: number, b: number, timesA: number, timesB: number }[]} places from 0, in the order of a
 */
export function sharedWords(a, b) {
  const pieces = [...new Set(a.map(({ piece }) => piece))].filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  const places = (tokens, piece) => tokens.flatMap((token, at) => (token.piece === piece ? [at] : []));
  return pieces.flatMap((piece) => {
    const [inA, inB] = [places(a, piece), places(b, piece)];
    return inB.length ? [{ piece, a: inA[0], b: inB[0], timesA: inA.length, timesB: inB.length }] : [];
  });
}

/** The shared word to begin with: the longest, since little words are short; of two, the first. */
export function longestShared(words) {
  return words.reduce((best, word) => (best === null || lengthOf(word) > lengthOf(best) ? word : best), null);
}

const lengthOf = ({ piece }) => [...piece].length;
