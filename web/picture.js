import { fixed, significant } from "./numbers.js";
import { continuesWord, tokenLabel } from "./labels.js";
import { palette } from "./palettes.js";

/**
 * Rows and columns of each stage. `row`, `column`: whose tokens, by role; column null: dimensions.
 * `cell`: which index of the page's cell a row is.
 */
const AXES = {
  q: { row: "q", column: null, cell: "i" },
  k: { row: "k", column: null, cell: "j" },
  v: { row: "v", column: null, cell: "j" },
  output: { row: "q", column: null, cell: "i" },
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
  const { run, text } = result;
  const axes = AXES[stage] ?? PAIR;
  const { data, rows, cols } = run.matrix(stage, layer - 1, head - 1);
  const closed = stage === "weights" || stage === "masked" ? closedCells(run, layer - 1, head - 1) : null;
  const labels = labelsOf(run.tokens, text);
  const other = run.sourceTokens ? labelsOf(run.sourceTokens, result.source ?? "") : labels;
  return {
    stage, layer, head, data, rows, cols, closed, axes,
    range: rangeOf(run, stage, layer - 1, data, sameScale),
    palette: palette(stage === "weights" ? "viridis" : "scores", dark),
    rowRole: axes.row,
    columnRole: axes.column,
    rowLabels: axes.cell === "j" ? other : labels,
    columnLabels: axes.column ? other : Array.from({ length: cols }, (_, at) => ({ text: String(at + 1) })),
  };
}

/** 1 where the mask closes a cell: −∞ in `masked` that was not in `scaled`. null: no such cell. */
export function closedCells(run, layer, head) {
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

/** Pieces join where no space is between them and both are of letters or digits: “chase” + “d”, not “twice” + “.” */
function labelsOf(tokens, text) {
  const labels = tokens.map((token) => tokenLabel(token, text)).map((label) => ({ ...label, text: label.text.replace(/\s+/gu, " ") }));
  const wordlike = labels.map((label) => /[\p{L}\p{N}]/u.test(label.text));
  return labels.map((label, at) => ({ ...label, joins: continuesWord(tokens, at) && wordlike[at] && wordlike[at - 1] }));
}
