import { hatchPattern, paintCell } from "./heatmap-cells.js";

/**
 * What moves over the cells: row and column line, the pinned cell, the pointed cell, the focus.
 * Cells are { row, column } from 0, or null; column null: a whole row.
 * @param {CanvasRenderingContext2D} context
 * @param {ReturnType<typeof import("./heatmap-cells.js").cellPainter>} paint
 * @param {{ current: object | null, mirrored: object | null, pinned: object | null, hovered: object | null, focused: object | null }} marks
 */
export function drawOverlay(context, layout, picture, tokens, paint, marks) {
  const { current, mirrored, pinned, hovered, focused } = marks;
  if (current) drawLines(context, layout, picture, tokens, paint, current);
  const hatch = hatchPattern(context, tokens.line2, layout.ratio);
  const again = (at, weight) => {
    const text = picture.print && { print: picture.print, font: `${weight} ${picture.printSize}px ${tokens.sans}` };
    const box = { ...layout.cell(at.row, at.column), radius: layout.radius };
    if (picture.closed?.[at.row * picture.cols + at.column]) return; // a hatch does not cover what is under it
    paintCell(context, box, picture, at.row * picture.cols + at.column, { hatch, tokens, text });
  };
  if (current && current.column !== null) again(current, 400);
  if (mirrored) {
    again(mirrored, 400);
    drawHover(context, layout, tokens, mirrored);
  }
  if (hovered && hovered.column !== null) drawHover(context, layout, tokens, hovered);
  if (pinned && pinned.column !== null) {
    again(pinned, 600);
    drawPinned(context, layout, pinned);
  }
  if (focused) drawFocus(context, layout, tokens, focused);
}

/** Around the row in its colour, around the column in its own; the cells between the lines stay whole. */
function drawLines(context, layout, picture, tokens, paint, { row, column }) {
  const first = layout.cell(row, column ?? 0);
  const strips = [{ x: layout.x, y: first.y, width: layout.gridWidth, height: first.height, colour: tokens[picture.rowRole] }];
  if (column !== null) strips.push({ x: first.x, y: layout.y, width: first.width, height: layout.gridHeight, colour: tokens[picture.columnRole] });
  const out = Math.max(1.25, Math.min(layout.gapX || layout.gapY, layout.gapY) / 2);
  const radius = layout.radius + out;
  for (const strip of strips) ringAround(context, strip, out, radius, 4, tokens.paper);
  if (layout.gapY < 4) {
    paint(context, row);
    if (column !== null) paint(context, null, column);
  }
  for (const strip of strips) ringAround(context, strip, out, radius, 1.5, strip.colour);
}

function drawHover(context, layout, tokens, at) {
  const box = layout.cell(at.row, at.column);
  const out = layout.gapX ? 2 : 1.25;
  ringAround(context, box, out, layout.radius + out, 4, tokens.paper);
  ringAround(context, box, out, layout.radius + out, 1.5, tokens.ink);
}

/** Black and white, so that it stands out from every colour: inside a large cell, around a small one. */
function drawPinned(context, layout, at) {
  const box = layout.cell(at.row, at.column);
  const side = Math.min(box.width, box.height);
  const [white, black, thin] = side >= 40 ? [-3, -1, 2] : side >= 10 ? [-0.5, 1, 1] : [1, 3, 2];
  ringAround(context, box, white, Math.max(0.5, layout.radius + white), thin, "#fff");
  ringAround(context, box, black, Math.max(1, layout.radius + black), 2, "#000");
}

function drawFocus(context, layout, tokens, { row, column }) {
  const box = layout.cell(row, column);
  const out = layout.gapX ? 3 : 5;
  ringAround(context, box, out - 2, layout.radius + out - 2, 2, tokens.paper);
  ringAround(context, box, out, layout.radius + out, 2, tokens.ink);
}

/** A line around a box; `out`: how far outside of it its middle runs. */
function ringAround(context, { x, y, width, height }, out, radius, thick, colour) {
  context.strokeStyle = colour;
  context.lineWidth = thick;
  context.beginPath();
  context.roundRect(x - out, y - out, width + 2 * out, height + 2 * out, radius);
  context.stroke();
}
