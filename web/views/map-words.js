import { t } from "../language.js";
import { valueText } from "../picture.js";

/** Stages of pairs that are no plain scores. */
const PAIRS = ["weights", "scaled", "masked"];

/** What is said of a cell, for the live region: “query chased → key mouse, weight 0.60, rank 1”. */
export function sayCell(picture, { row, column }) {
  if (picture.say) return picture.say(row + 1, column + 1);
  const { axes, stage, rowLabels, columnLabels } = picture;
  const value = cellText(picture, row, column);
  if (!axes.column) return t(`say.${stage}`, { word: rowLabels[row].text, dimension: dimensionName(picture, column), value });
  const pair = { query: rowLabels[row].text, key: columnLabels[column].text };
  if (picture.closed?.[row * picture.cols + column]) return t("say.closed", pair);
  return t(`say.${PAIRS.includes(stage) ? stage : "scores"}`, { ...pair, value, rank: rankInRow(picture, row, column) });
}

/** “dimension 3”, with its name in a hand-made example; of a pooled picture, the dimensions that a column stands for. */
export function dimensionName({ pooled, columnNames }, column) {
  const first = column * pooled + 1;
  if (pooled > 1) return t("map.dimensions", { first, last: first + pooled - 1 });
  return columnNames ? t("map.dimensionNamed", { number: first, name: columnNames[column] }) : t("map.dimension", { number: first });
}

export function cellText(picture, row, column) {
  const cell = row * picture.cols + column;
  return picture.closed?.[cell] ? t("map.closedCell") : valueText(picture.stage, picture.data[cell]);
}

/** 1 for the largest of its row; equal values share a rank. */
function rankInRow({ data, cols }, row, column) {
  const value = data[row * cols + column];
  let larger = 0;
  for (let at = 0; at < cols; at++) if (data[row * cols + at] > value) larger++;
  return larger + 1;
}

/** “Weights, layer 2 head 2, 5 × 5” */
export function nameOf(name, { layer, head, rows, cols, pooled }) {
  return t("map.name", { name, layer, head, rows, cols: cols * pooled });
}

/** What the title adds: a mask, or a range that reaches beyond this head. */
export function noteOf(picture, { sameScale }) {
  if (picture.closed) return t("map.closed");
  if (sameScale && picture.stage !== "weights") return t("map.range", { layer: picture.layer });
  return "";
}

/** What stands under the colour bar. */
export function ticksOf(picture) {
  const [low, high] = picture.range.map((value) => valueText(picture.stage, value));
  if (picture.stage !== "weights") return { low, middle: "0", high };
  return { low: "0", middle: sumsToOne(picture) ? t("map.rowSums") : "", high };
}

/** False where a row has no open key (all its weights are 0) or is not a number. */
function sumsToOne({ data, rows, cols }) {
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let column = 0; column < cols; column++) sum += data[row * cols + column];
    if (!(Math.abs(sum - 1) < 1e-3)) return false;
  }
  return true;
}
