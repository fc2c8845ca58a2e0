import { paletteIndex, pixelsOf } from "./palettes.js";

/**
 * @typedef {object} Picture what a heatmap shows
 * @property {ArrayLike<number>} data (rows, cols)
 * @property {number} rows
 * @property {number} cols
 * @property {[number, number]} range the values at the ends of the palette
 * @property {import("./palettes.js").Palette} palette
 * @property {Uint8Array | null} closed (rows, cols), 1: the mask closes the cell
 * @property {((value: number) => string) | null} [print] a cell's number; null: numbers do not fit
 * @property {number} [printSize] its font size
 */

/** Place of a value's colour in the palette; −1 for NaN. */
const colourIndex = (value, [low, high]) => paletteIndex((value - low) / (high - low));

/**
 * What paints the cells of a picture: all of them, or again those of one row or one column.
 * @returns {(context: CanvasRenderingContext2D, row?: number | null, column?: number | null) => void}
 */
export function cellPainter(layout, picture, tokens) {
  const paint = (layout.gapX ? apart : touching)(layout, picture, tokens);
  return (context, row = null, column = null) => {
    const [top, rows] = row === null ? [0, picture.rows] : [row, 1];
    const [left, columns] = column === null ? [0, picture.cols] : [column, 1];
    paint(context, { all: row === null && column === null, top, rows, left, columns });
  };
}

/** Cells with gaps between them, one by one; all of them a third time, as under a pointer that moves, from a copy of the second. */
function apart(layout, picture, tokens) {
  const text = picture.print && { print: picture.print, font: `${picture.printSize}px ${tokens.sans}` };
  let copy = null;
  let painted = false; // a picture may never be painted again, and a copy waits until it is on the canvas
  const paint = (context, { top, rows, left, columns }) => {
    const hatch = hatchPattern(context, tokens.line2, layout.ratio);
    for (let r = top; r < top + rows; r++) {
      for (let c = left; c < left + columns; c++) {
        paintCell(context, { ...layout.cell(r, c), radius: layout.radius }, picture, r * picture.cols + c, { hatch, tokens, text });
      }
    }
  };
  return (context, part) => {
    if (part.all && copy) return copy(context);
    paint(context, part);
    if (part.all && !context.vectors) {
      if (painted) copy = copyOf(context, layout);
      painted = true;
    }
    return undefined;
  };
}

/** What puts the device pixels that the grid has now back there. Painted anew on another canvas, digits can differ. */
function copyOf(context, { x, y, gridWidth, gridHeight, ratio }) {
  const [left, top] = [Math.floor(x * ratio), Math.floor(y * ratio)];
  const [width, height] = [Math.ceil((x + gridWidth) * ratio) - left, Math.ceil((y + gridHeight) * ratio) - top];
  const bitmap = Object.assign(document.createElement("canvas"), { width, height });
  bitmap.getContext("2d").drawImage(context.canvas, -left, -top);
  return (pen) => {
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.drawImage(bitmap, left, top);
    pen.restore();
  };
}

/** One cell with its number; also used for the pinned one, drawn again over the lines. */
export function paintCell(context, box, picture, cell, { hatch, tokens, text }) {
  const closed = picture.closed?.[cell];
  const index = closed ? -1 : colourIndex(picture.data[cell], picture.range);
  context.fillStyle = closed ? hatch : index < 0 ? tokens.sink : picture.palette.css[index];
  if (box.radius) {
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, box.radius);
    context.fill();
  } else context.fillRect(box.x, box.y, box.width, box.height);
  if (!text || closed) return;
  context.font = text.font;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillStyle = index < 0 ? tokens.ink3 : picture.palette.ink[index];
  context.direction = "ltr"; // ".09", not "09." on a page from right to left
  context.fillText(text.print(picture.data[cell]), box.x + box.width / 2, middle(context, text.font, box.y + box.height / 2));
}

const ascents = new Map();

/** Baseline that centres digits of the context's font on y; whole pixels, so that a row of numbers stands level. */
export function middle(context, font, y) {
  if (!ascents.has(font)) ascents.set(font, context.measureText("0").actualBoundingBoxAscent);
  return Math.round(y + ascents.get(font) / 2);
}

/** Columns without gaps: one data pixel a cell, enlarged without smoothing over one continuous hatch. */
function touching(layout, picture, tokens) {
  const image = imageOf(picture, tokens);
  return (context, { top, rows, left, columns }) => {
    const [{ x, y }, last] = [layout.cell(top, left), layout.cell(top + rows - 1, left + columns - 1)];
    const [width, height] = [last.x + last.width - x, last.y + last.height - y];
    if (picture.closed) {
      context.fillStyle = hatchPattern(context, tokens.line2, layout.ratio);
      context.fillRect(x, y, width, height);
    }
    context.imageSmoothingEnabled = false;
    if (!layout.gapY) context.drawImage(image, left, top, columns, rows, x, y, width, height);
    else for (let r = top; r < top + rows; r++) context.drawImage(image, left, r, columns, 1, x, layout.cell(r, left).y, width, last.height);
  };
}

/** A picture at one pixel a cell; closed cells are transparent. */
function imageOf({ rows, cols, data, closed, palette, range }, tokens) {
  const canvas = Object.assign(document.createElement("canvas"), { width: cols, height: rows });
  const context = canvas.getContext("2d");
  const image = context.createImageData(cols, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const [sink] = pixelsOf([1, 3, 5].map((at) => parseInt(tokens.sink.slice(at, at + 2), 16)));
  for (let cell = 0; cell < rows * cols; cell++) {
    if (closed?.[cell]) continue;
    const index = colourIndex(data[cell], range);
    pixels[cell] = index < 0 ? sink : palette.pixels[index];
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

const hatches = new Map();

/** Diagonal lines, sharp at every pixel ratio; a context of vectors has its own. */
export function hatchPattern(context, colour, ratio) {
  if (context.vectors) return context.hatch(colour);
  const key = `${colour} ${ratio}`;
  if (!hatches.has(key)) hatches.set(key, makeHatch(context, colour, ratio));
  return hatches.get(key);
}

function makeHatch(context, colour, ratio) {
  const side = Math.round(8 * ratio);
  const tile = document.createElement("canvas");
  tile.width = tile.height = side;
  const pen = tile.getContext("2d");
  pen.strokeStyle = colour;
  pen.lineWidth = ratio;
  for (const shift of [-side, 0, side]) {
    pen.moveTo(shift - 2, side + 2);
    pen.lineTo(shift + side + 2, -2);
  }
  pen.stroke();
  const pattern = context.createPattern(tile, "repeat");
  pattern.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern;
}
