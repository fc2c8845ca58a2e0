import { hatchPattern, paintCell } from "./heatmap-cells.js";

/**
 * What moves over the cells: row and column line, the pinned cell, the pointed cell, the focus.
 * Cells are { row, column } from 0, or null; column null: a whole row.
 * @param {CanvasRenderingContext2D} context
 * @param {{ current: object | null, pinned: object | null, hovered: object | null, focused: object | null }} marks
 */
export function drawOverlay(context, layout, picture, tokens, marks) {
  const { current, pinned, hovered, focused } = marks;
  if (current) drawLines(context, layout, picture, tokens, current);
  const hatch = hatchPattern(context, tokens.line2, layout.ratio);
  const again = (at, weight) => {
    const text = picture.print && { print: picture.print, font: `${weight} ${picture.printSize}px ${tokens.sans}` };
    const box = { ...layout.cell(at.row, at.column), radius: layout.radius };
    paintCell(context, box, picture, at.row * picture.cols + at.column, { hatch, tokens, text });
  };
  if (current && current.column !== null) again(current, 400);
  if (hovered && hovered.column !== null) drawHover(context, layout, tokens, hovered);
  if (pinned && pinned.column !== null) {
    again(pinned, 600);
    drawPinned(context, layout, pinned);
  }
  if (focused) drawFocus(context, layout, tokens, focused);
}

function drawLines(context, layout, picture, tokens, { row, column }) {
  const out = Math.max(1, layout.gap / 2);
  const first = layout.cell(row ?? 0, column ?? 0);
  const boxes = [];
  if (row !== null) boxes.push([layout.x - out, first.y - out, layout.gridWidth + 2 * out, first.height + 2 * out, tokens[picture.rowRole]]);
  if (column !== null) boxes.push([first.x - out, layout.y - out, first.width + 2 * out, layout.gridHeight + 2 * out, tokens[picture.columnRole]]);
  const radius = layout.radius + out;
  for (const box of boxes) ring(context, ...box.slice(0, 4), radius, 4, tokens.paper);
  for (const box of boxes) ring(context, ...box.slice(0, 4), radius, 1.5, box[4]);
}

function drawHover(context, layout, tokens, at) {
  const { x, y, width, height } = layout.cell(at.row, at.column);
  const out = layout.gap ? 2 : 1;
  ring(context, x - out, y - out, width + 2 * out, height + 2 * out, layout.radius + out, 4, tokens.paper);
  ring(context, x - out, y - out, width + 2 * out, height + 2 * out, layout.radius + out, 1.5, tokens.edge);
}

/** Black and white, so that it stands out from every colour: inside a large cell, around a small one. */
function drawPinned(context, layout, at) {
  const { x, y, width, height } = layout.cell(at.row, at.column);
  const inside = Math.min(width, height) >= 20 ? 0 : width >= 10 ? 2 : 4;
  const black = inside - 1;
  const white = black - (inside === 2 ? 1.5 : 2);
  const radius = Math.max(1, layout.radius + black);
  ring(context, x - white, y - white, width + 2 * white, height + 2 * white, Math.max(0.5, radius - 1), inside === 2 ? 1 : 2, "#fff");
  ring(context, x - black, y - black, width + 2 * black, height + 2 * black, radius, 2, "#000");
}

function drawFocus(context, layout, tokens, { row, column }) {
  const { x, y, width, height } = layout.cell(row, column);
  const out = layout.gap ? 3 : 5;
  ring(context, x - out + 2, y - out + 2, width + 2 * out - 4, height + 2 * out - 4, layout.radius + 2, 2, tokens.paper);
  ring(context, x - out, y - out, width + 2 * out, height + 2 * out, layout.radius + 3, 2, tokens.ink);
}

function ring(context, x, y, width, height, radius, thick, colour) {
  context.strokeStyle = colour;
  context.lineWidth = thick;
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.stroke();
}
