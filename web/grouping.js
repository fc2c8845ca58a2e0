/**
 * Pieces of a word taken together: “chase” + “d” is “chased”. Weights of key pieces are summed, since each is a share
 * of one whole; rows of query pieces are averaged, since each is a whole of its own. Punctuation stays alone.
 *
 * @typedef {{ text: string, unknown: boolean, from: number, count: number }} Group `count` tokens from `from`, from 0
 * @typedef {{ text: string, unknown: boolean, joins?: boolean }} Label as labelsOf of picture.js makes them
 */

/** Every token on its own. @param {Label[]} labels @returns {Group[]} */
export const singles = (labels) => labels.map(({ text, unknown }, from) => ({ text, unknown, from, count: 1 }));

/** Every word with all its pieces. @param {Label[]} labels @returns {Group[]} */
export function wordsOf(labels) {
  const words = [];
  labels.forEach(({ text, unknown, joins }, from) => {
    const last = words.at(-1);
    if (joins && last) words[words.length - 1] = { ...last, text: last.text + text, unknown: last.unknown || unknown, count: last.count + 1 };
    else words.push({ text, unknown, from, count: 1 });
  });
  return words;
}

/** The group that a token is in; both from 0. @param {Group[]} groups @param {number} token */
export const groupAt = (groups, token) => groups.findIndex(({ from, count }) => token < from + count);

/** The tokens of a group, from 0. @param {Group} group */
export const tokensOf = ({ from, count }) => Array.from({ length: count }, (_, k) => from + k);

/**
 * One row over groups of keys: sums over their pieces, the mean over the query's.
 * @param {{ data: ArrayLike<number>, cols: number }} matrix
 * @param {Group} query @param {Group[]} keys
 */
export function groupedRow({ data, cols }, query, keys) {
  const total = (list, of) => list.reduce((sum, each) => sum + of(each), 0);
  return keys.map((key) => total(tokensOf(query), (i) => total(tokensOf(key), (j) => data[i * cols + j])) / query.count);
}
