import { middle } from "./heatmap-cells.js";
import { BLEED, TURN, turnedRoom } from "./heatmap-layout.js";
import { directionOf, shorten, textWidth } from "./heatmap-text.js";

/**
 * @typedef {object} Label
 * @property {string} text
 * @property {boolean} [unknown] set in italics, dotted
 * @property {boolean} [joins] goes on with the word of the label before it
 */

/**
 * Row and column labels of a heatmap, those of the current cell in their role's colour.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./heatmap-layout.js").Layout} layout
 * @param {{ rowLabels: Label[], columnLabels: Label[], rowRole: string, columnRole: string | null }} picture
 * @param {{ row: number, column: number | null }} at the current cell, from 0; −1: none
 */
export function drawLabels(context, layout, picture, tokens, at) {
  const { rowLabels, columnLabels, rowRole, columnRole } = picture;
  drawTies(context, layout, rowLabels, columnRole ? columnLabels : [], tokens);
  const pen = createPen(context, tokens);
  context.textBaseline = "alphabetic";
  context.textAlign = "right";
  for (const row of shownLabels(rowLabels.length, layout.everyRow, at.row)) {
    drawRowLabel(pen, layout, rowLabels[row], row, row === at.row && rowRole);
  }
  const upright = context.getTransform();
  const draw = layout.turned ? drawTurnedLabel : drawLevelLabel;
  context.textBaseline = layout.turned ? "middle" : "alphabetic";
  context.textAlign = layout.turned ? "left" : "center";
  for (const column of shownColumns(layout, picture, at.column)) {
    draw(pen, layout, columnLabels[column], column, column === at.column && (columnRole ?? "ink"));
    context.setTransform(upright);
  }
}

/** Which of `count` labels are shown: every k-th and the current one, none too close to that one. */
function shownLabels(count, every, current) {
  const shown = [];
  for (let at = 0; at < count; at++) {
    const near = current >= 0 && Math.abs(at - current) < every;
    if (at === current || (at % every === 0 && !near)) shown.push(at);
  }
  return shown;
}

/** Dimensions are thinned to 1 and the multiples of k: 1, 8, 16, … */
function shownColumns(layout, { columnLabels, columnRole }, current) {
  const every = layout.everyColumn;
  if (columnRole || every === 1) return shownLabels(columnLabels.length, every, current ?? -1);
  return columnLabels.map((_, at) => at).filter((at) => (at === 0 && every > 1) || (at + 1) % every === 0);
}

/** What labels are written with. A font that is set anew, even to the same one, costs as much as the text. */
function createPen(context, tokens) {
  let [font, direction] = ["", ""];
  return {
    context,
    /** @param {Label} label @param {number} size @param {string | false} role of the current label @returns {string} the font */
    take(label, size, role) {
      const wanted = `${label.unknown ? "italic " : ""}${role ? 600 : 400} ${size}px ${tokens.sans}`;
      if (font !== wanted) context.font = font = wanted;
      const way = directionOf(label.text);
      if (direction !== way) context.direction = direction = way;
      context.fillStyle = role ? tokens[role] : tokens.ink2;
      return font;
    },
  };
}

function drawRowLabel({ context, take }, layout, label, row, role) {
  const { y, height } = layout.cell(row, 0);
  const font = take(label, layout.size, role);
  const text = shorten(label.text, font, layout.rowLabelWidth);
  const right = layout.x - 10;
  const baseline = middle(context, font, y + height / 2);
  context.fillText(text, right, baseline);
  if (label.unknown) dotUnder(context, right - textWidth(text, font), right, baseline + 2);
}

function drawLevelLabel({ context, take }, layout, label, column, role) {
  const { x, width } = layout.cell(0, column);
  const font = take(label, layout.columnSize, role);
  const baseline = layout.y - 11;
  context.fillText(label.text, x + width / 2, baseline);
  const half = textWidth(label.text, font) / 2;
  if (label.unknown) dotUnder(context, x + width / 2 - half, x + width / 2 + half, baseline + 2);
}

/** Turned about the foot of the column; a label near the right edge gets the room that is left. */
function drawTurnedLabel({ context, take }, layout, label, column, role) {
  const { x, width } = layout.cell(0, column);
  const foot = x + width / 2 + Math.min(3, layout.columnSize * 0.2);
  const room = Math.min(turnedRoom(), (layout.width + (layout.width > 400 ? BLEED : -2) - foot) / Math.cos(TURN));
  context.translate(foot, layout.y - 8);
  context.rotate(TURN);
  const font = take(label, layout.columnSize, role);
  const text = shorten(label.text, font, room);
  context.fillText(text, 0, 0);
  if (label.unknown) dotUnder(context, 0, textWidth(text, font), layout.columnSize * 0.55);
}

/** In the colour of the label. */
function dotUnder(context, from, to, y) {
  context.save();
  context.strokeStyle = context.fillStyle;
  context.lineWidth = 1;
  context.setLineDash([1, 2]);
  context.beginPath();
  context.moveTo(from, Math.round(y) + 0.5);
  context.lineTo(to, Math.round(y) + 0.5);
  context.stroke();
  context.restore();
}

/** A line along the pieces of one word, between their labels and the cells. */
function drawTies(context, layout, rowLabels, columnLabels, tokens) {
  context.fillStyle = tokens.edge;
  const thick = Math.max(1, Math.round(layout.ratio)) / layout.ratio;
  for (const [first, last] of words(rowLabels)) {
    const [a, b] = [layout.cell(first, 0), layout.cell(last, 0)];
    const inset = Math.min(4, a.height / 5);
    context.fillRect(layout.x - 6, a.y + inset, thick, b.y + b.height - a.y - 2 * inset);
  }
  for (const [first, last] of words(columnLabels)) {
    const [a, b] = [layout.cell(0, first), layout.cell(0, last)];
    const inset = Math.min(4, a.width / 5);
    context.fillRect(a.x + inset, layout.y - 6, b.x + b.width - a.x - 2 * inset, thick);
  }
}

/** [first, last] of every word that is in several pieces. */
function words(labels) {
  const found = [];
  for (let at = 1; at < labels.length; at++) {
    if (!labels[at].joins) continue;
    const last = found.at(-1);
    if (last?.[1] === at - 1) last[1] = at;
    else found.push([at - 1, at]);
  }
  return found;
}
