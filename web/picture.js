import { fixed, significant } from "./numbers.js";
import { continuesWord, tokenLabel } from "./labels.js";
import { palette } from "./palettes.js";

/**
 * Rows and columns of each stage. `row`, `column`: whose tokens, by role; column null: dimensions, which a
 * hand-made example names by `names`. `cell`: which index of the page's cell a row is.
 */
const QUERY_ROWS = { row: "q", column: null, cell: "i" };
const KEY_ROWS = { row: "k", column: null, cell: "j" };
const AXES = {
  x: { ...QUERY_ROWS, names: ({ features }) => features },
  source: { ...KEY_ROWS, names: ({ features }) => features },
  q: { ...QUERY_ROWS, names: ({ dimensions }) => dimensions.map(({ ask }) => ask) },
  k: { ...KEY_ROWS, names: ({ dimensions }) => dimensions.map(({ offer }) => offer) },
  v: { ...KEY_ROWS, names: ({ values }) => values },
  output: { ...QUERY_ROWS, names: ({ values }) => values },
  joined: { ...QUERY_ROWS, names: ({ values }) => values },
  projected: QUERY_ROWS,
};
const PAIR = { row: "q", column: "k", cell: "i" };

/**
 * One stage of one head, ready to be drawn.
 * @param {object} state of the store, with a result
 * @param {string} stage
 * @param {boolean} dark
 * @returns {import("./heatmap-cells.js").Picture & object}
 */
export function pictureOf({ result, layer, head, sameScale }, stage, dark) {
  const { run, text, example } = result;
  const axes = AXES[stage] ?? PAIR;
  const { data, rows, cols, pooled } = matrixOf(result, stage, layer, head);
  const closed = stage === "weights" || stage === "masked" ? closedCells(run, layer - 1, head - 1) : null;
  const empty = stage === "weights" && !run.has("masked", layer - 1) ? rowsOfZeros(data, rows, cols) : [];
  const labels = labelsOf(run.tokens, text);
  const other = run.sourceTokens ? labelsOf(run.sourceTokens, result.source) : labels;
  return {
    stage, layer, head, data, rows, cols, pooled, closed, axes,
    range: rangeOf(run, stage, layer - 1, data, sameScale),
    palette: palette(stage === "weights" ? "viridis" : "scores", dark),
    rowRole: axes.row,
    columnRole: axes.column,
    rowLabels: axes.cell === "j" ? other : labels,
    columnLabels: axes.column ? other : Array.from({ length: cols }, (_, at) => ({ text: String(at * pooled + 1) })),
    columnNames: example && axes.names ? axes.names(example) : null,
    emptyRows: closed ? rowsClosed(closed, rows, cols) : empty,
  };
}

/** One head of a stage; of a stage that all heads share, that; of a very wide one, as many columns as a map has room for. */
function matrixOf({ run, wide }, stage, layer, head) {
  const shape = run.stage(stage, layer - 1).shape;
  const pooled = wide[`${layer - 1}/${stage}`];
  if (pooled) return { data: pooled, rows: shape[1], cols: pooled.length / shape[1], pooled: (shape[2] * shape[1]) / pooled.length };
  return { ...run.matrix(stage, layer - 1, shape[0] === 1 ? 0 : head - 1), pooled: 1 };
}

/** Rows in which every cell is closed: nothing to attend to. */
function rowsClosed(closed, rows, cols) {
  return Array.from({ length: rows }, (_, row) => row).filter((row) => closed.subarray(row * cols, (row + 1) * cols).every(Boolean));
}

/** Rows of weights alone that are all 0: what closed their cells is not told. */
function rowsOfZeros(data, rows, cols) {
  return Array.from({ length: rows }, (_, row) => row).filter((row) => data.subarray(row * cols, (row + 1) * cols).every((value) => value === 0));
}

/** 1 where the mask closes a cell: −∞ in `masked` that was not in `scaled`. null: no such cell, or those stages are not there. */
export function closedCells(run, layer, head) {
  if (!run.has("masked", layer) || !run.has("scaled", layer)) return null;
  const { data: masked } = run.matrix("masked", layer, head);
  const { data: scaled } = run.matrix("scaled", layer, head);
  let closed = null;
  for (let cell = 0; cell < masked.length; cell++) {
    if (masked[cell] !== -Infinity || scaled[cell] === -Infinity) continue;
    closed ??= new Uint8Array(masked.length);
    closed[cell] = 1;
  }
  return closed;
}

/** A value of a stage as the page prints it. */
export function valueText(stage, value) {
  return stage === "weights" || !(Math.abs(value) >= 1000) ? fixed(value, 2) : significant(value, 4);
}

/** Weights: 0 to the largest, or to 1. Others: symmetric around 0; on one scale, over all heads of the layer. */
function rangeOf(run, stage, layer, data, sameScale) {
  if (stage === "weights") return [0, sameScale ? 1 : largest(data) || 1];
  const most = largest(sameScale ? run.stage(stage, layer).data : data) || 1;
  return [-most, most];
}

function largest(data) {
  let most = 0;
  for (let cell = 0; cell < data.length; cell++) {
    const size = Math.abs(data[cell]);
    if (size > most && size < Infinity) most = size;
  }
  return most;
}

/** tokens → their labels: every view asks */
const labelled = new WeakMap();

/** Pieces join where no space is between them and both are of letters or digits: “chase” + “d”, not “twice” + “.” */
export function labelsOf(tokens, text) {
  if (!labelled.has(tokens)) labelled.set(tokens, makeLabels(tokens, text));
  return labelled.get(tokens);
}

function makeLabels(tokens, text) {
  const labels = tokens.map((token) => tokenLabel(token, text)).map((label) => ({ ...label, text: label.text.replace(/\s+/gu, " ") }));
  const wordlike = labels.map((label) => /[\p{L}\p{N}]/u.test(label.text));
  return labels.map((label, at) => ({ ...label, joins: continuesWord(tokens, at) && wordlike[at] && wordlike[at - 1] }));
}
