import { groupAt, groupedRow, singles, tokensOf, wordsOf } from "./grouping.js";
import { closedCells, labelsOf } from "./picture.js";
import { currentCell } from "./state.js";

/**
 * @typedef {import("./grouping.js").Group & { weight: number, scores: number | null, scaled: number | null, closed: boolean }} Key
 *   scores, scaled: null where several pieces are taken together, since scores do not add up to a word's
 * @typedef {object} Asking one query and what it asks
 * @property {import("./grouping.js").Group[]} queries @property {number} at of them the one that asks
 * @property {import("./grouping.js").Group} query @property {Key[]} keys
 * @property {boolean} cross the keys are of another sentence
 * @property {boolean} inPieces some word has several pieces
 * @property {boolean} scored its scores are known @property {boolean} blends values and output are known: data from a file may lack them
 * @property {number} open how many keys it may read
 * @property {number[]} top the two keys of the largest weights, from 0
 */

/** @param {object} state of the store, with a result @returns {Asking} */
export function askingOf(state) {
  const { result: { run, text, source = text }, layer, head, grouped } = state;
  const take = grouped ? wordsOf : singles;
  const labels = labelsOf(run.tokens, text);
  const others = run.sourceTokens && labelsOf(run.sourceTokens, source);
  const queries = take(labels);
  const at = groupAt(queries, currentCell(state).i - 1);
  const matrix = (stage) => run.matrix(stage, layer - 1, head - 1);
  const has = (stage) => run.has(stage, layer - 1);
  const keys = keysOf({ has, matrix }, closedCells(run, layer - 1, head - 1), queries[at], others ? take(others) : queries);
  const byWeight = keys.map((_, index) => index).filter((index) => keys[index].weight > 0).sort((a, b) => keys[b].weight - keys[a].weight);
  return {
    queries, at, query: queries[at], keys, cross: Boolean(others), top: byWeight.slice(0, 2),
    inPieces: [labels, others ?? []].some((list) => list.some(({ joins }) => joins)),
    scored: has("scores") && has("scaled"), blends: has("v") && has("output"),
    open: keys.filter(({ closed }) => !closed).length,
  };
}

function keysOf({ has, matrix }, closed, query, groups) {
  const [scores, scaled, weights] = ["scores", "scaled", "weights"].map((stage) => has(stage) && matrix(stage));
  const { cols } = weights;
  const shares = groupedRow(weights, query, groups);
  const alone = (matrix, { from, count }) => (matrix && count === 1 && query.count === 1 ? matrix.data[query.from * cols + from] : null);
  const isClosed = (group) => tokensOf(query).every((i) => tokensOf(group).every((j) => closed[i * cols + j]));
  return groups.map((group, index) => ({
    ...group, weight: shares[index], scores: alone(scores, group), scaled: alone(scaled, group), closed: Boolean(closed) && isClosed(group),
  }));
}

/**
 * The output row as a sum: what each key's value adds, in float64 over the core's numbers.
 * @param {import("./run.js").Run} run
 * @param {{ layer: number, head: number }} place from 1
 * @param {Asking} asking
 * @returns {{ parts: { value: number[], term: number[] }[], output: number[] }} value of several pieces: their mean by weight
 */
export function blendOf(run, { layer, head }, { query, keys }) {
  const [weights, v, out] = ["weights", "v", "output"].map((stage) => run.matrix(stage, layer - 1, head - 1));
  const row = ({ data, cols }, index) => Array.from(data.subarray(index * cols, (index + 1) * cols));
  const mean = (rows) => rows[0].map((_, x) => rows.reduce((sum, each) => sum + each[x], 0) / rows.length);
  const parts = keys.map((key) => {
    const pieces = tokensOf(key).map((j) => ({ value: row(v, j), weight: groupedRow(weights, query, [{ ...key, from: j, count: 1 }])[0] }));
    // 0 · NaN is NaN, but what has no weight adds nothing, whatever it is.
    const term = pieces[0].value.map((_, x) => pieces.reduce((sum, { value, weight }) => (weight === 0 ? sum : sum + weight * value[x]), 0));
    const plain = pieces.length === 1 || !(key.weight > 0);
    return { term, value: plain ? mean(pieces.map(({ value }) => value)) : term.map((x) => x / key.weight) };
  });
  return { parts, output: mean(tokensOf(query).map((i) => row(out, i))) };
}
