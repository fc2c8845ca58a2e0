/** What edits of a hand-made example come to, worked out apart from the page's own code. */

/** (n,d) times (d,k) in float64, and over it what was set. */
const projected = (x, w, set) => x.map((row, i) => w[0].map((_, c) => set[i][c] ?? row.reduce((sum, value, f) => sum + value * w[f][c], 0)));

/**
 * What attention takes, in float64 from the example and a list of edits without resets.
 * @param {import("../../web/models/by-hand.js").HandMade} example
 * @param {import("../../web/edits.js").Edit[]} list
 */
export function expectedInput(example, list) {
  const matrices = Object.fromEntries(["E", "wQ", "wK", "wV"].map((name) => [name, example[name].map((row) => row.map(Math.fround))]));
  const set = Object.fromEntries(["Q", "K", "V"].map((name) => [name, example.words.map(() => [])]));
  for (const { matrix, row, col, value } of list) (matrices[matrix] ?? set[matrix])[row][col] = value;
  const words = (sentence) => sentence.split(" ").map((word) => example.words.indexOf(word));
  const queries = words(example.text);
  const keys = words(example.source ?? example.text);
  const of = (rows, w, name) => projected(rows.map((row) => matrices.E[row]), matrices[w], rows.map((row) => set[name][row]));
  const [q, k, v] = [of(queries, "wQ", "Q"), of(keys, "wK", "K"), of(keys, "wV", "V")];
  return { q: q.flat(), k: k.flat(), v: v.flat(), heads: 1, n: q.length, m: k.length, dK: k[0].length, dV: v[0].length };
}
