import { continuesWord, tokenLabel } from "../labels.js";
import { fixed } from "../numbers.js";

/** What two matrices of weights, or two sentences, differ in; and the mean over the heads. No DOM. */

/**
 * Mean over the heads of a layer.
 * @param {{ data: Float32Array, shape: number[] }} weights (heads, n, m)
 * @returns {number[]} (n, m)
 */
export function headMean({ data, shape: [heads, n, m] }) {
  return Array.from({ length: n * m }, (_, cell) => {
    let sum = 0;
    for (let head = 0; head < heads; head++) sum += data[head * n * m + cell];
    return sum / heads;
  });
}

/**
 * a − b, cell by cell.
 * @param {ArrayLike<number>} a @param {ArrayLike<number>} b as long as a
 * @returns {{ data: number[], at: number, mean: number }} at: the cell of the largest change; mean: of the absolute changes
 */
export function difference(a, b) {
  const data = Array.from(a, (value, cell) => value - b[cell]);
  let at = 0;
  let sum = 0;
  data.forEach((change, cell) => {
    sum += Math.abs(change);
    if (Math.abs(change) > Math.abs(data[at])) at = cell;
  });
  return { data, at, mean: sum / data.length };
}

/** a − b as text, with the fewest digits, from three on, of which the printed sum checks. */
export function printedDifference(a, b) {
  for (let digits = 3; ; digits++) {
    const unit = 10 ** digits;
    const change = a - b;
    if (digits === 6 || Math.round(a * unit) - Math.round(b * unit) === Math.sign(change) * Math.round(Math.abs(change) * unit)) {
      return { a: fixed(a, digits), b: fixed(b, digits), change: fixed(change, digits) };
    }
  }
}

/** The words of a sentence as labels: what was typed, on one line. @param {{ run: import("../run.js").Run, text: string }} result */
export const wordsOf = ({ run, text }) => run.tokens.map((token) => tokenLabel(token, text).text.replace(/\s+/gu, " "));

/** The places, from 0, whose tokens differ in two sentences of as many tokens. */
export function changedPlaces(one, two) {
  return one.run.tokens.flatMap(({ piece }, at) => (piece === two.run.tokens[at].piece ? [] : [at]));
}

const WHOLE = {
  "She gave him her book and he thanked her.": "He gave her his book and she thanked him.",
  "The cat chased a mouse": "The mouse chased a cat",
};
/** Words that read well in each other's place, each one token. */
const INSTEAD = { tired: "wide", good: "bad", bad: "good", mouse: "dog", dog: "cat", cat: "dog", river: "house", house: "river" };

/**
 * The sentence with its last one-token word changed; of a few sentences, more than that.
 * @param {{ run: import("../run.js").Run, text: string }} result
 * @returns {string} the sentence itself where there is no such word
 */
export function changedSentence({ run: { tokens }, text }) {
  if (WHOLE[text]) return WHOLE[text];
  for (let at = tokens.length - 1; at >= 0; at--) {
    const word = text.slice(tokens[at].start, tokens[at].end);
    if (!/^\p{L}{2,}$/u.test(word) || continuesWord(tokens, at)) continue;
    if (at + 1 < tokens.length && continuesWord(tokens, at + 1) && /[\p{L}\p{N}]/u.test(tokens[at + 1].piece)) continue;
    return text.slice(0, tokens[at].start) + (INSTEAD[word.toLowerCase()] ?? "house") + text.slice(tokens[at].end);
  }
  return text;
}
