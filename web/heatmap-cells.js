import { paletteIndex } from "./palettes.js";

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

/** Place of a cell's colour in the palette; −1 for NaN. */
function colourIndex(picture, cell) {
  const [low, high] = picture.range;
  return paletteIndex((picture.data[cell] - low) / (high - low));
}

/**
 * Paints all cells, at device pixels, into a bitmap of the size of the grid.
 * @param {HTMLCanvasElement | undefined} bitmap to reuse
 * @returns {HTMLCanvasElement}
 */
export function paintCells(bitmap, layout, picture, tokens) {
  bitmap ??= document.createElement("canvas");
  bitmap.width = Math.max(1, Math.round(layout.gridWidth * layout.ratio));
  bitmap.height = Math.max(1, Math.round(layout.gridHeight * layout.ratio));
  const context = bitmap.getContext("2d");
  context.scale(layout.ratio, layout.ratio);
  if (layout.gapX) paintApart(context, layout, picture, tokens);
  else paintTouching(context, layout, picture, tokens);
  return bitmap;
}

function paintApart(context, layout, picture, tokens) {
  const hatch = hatchPattern(context, tokens.line2, layout.ratio);
  const text = picture.print && { print: picture.print, font: `${picture.printSize}px ${tokens.sans}` };
  for (let r = 0, cell = 0; r < picture.rows; r++) {
    for (let c = 0; c < picture.cols; c++, cell++) {
      const { x, y, width, height } = layout.cell(r, c);
      paintCell(context, { x: x - layout.x, y: y - layout.y, width, height, radius: layout.radius }, picture, cell, { hatch, tokens, text });
    }
  }
}

/** One cell with its number; also used for the pinned one, drawn again over the lines. */
export function paintCell(context, box, picture, cell, { hatch, tokens, text }) {
  const closed = picture.closed?.[cell];
  const index = closed ? -1 : colourIndex(picture, cell);
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
  context.fillText(text.print(picture.data[cell]), box.x + box.width / 2, middle(context, box.y + box.height / 2));
}

const ascents = new Map();

/** Baseline that centres digits on y; whole pixels, so that a row of numbers stands level. */
export function middle(context, y) {
  const { font } = context;
  if (!ascents.has(font)) ascents.set(font, context.measureText("0").actualBoundingBoxAscent);
  return Math.round(y + ascents.get(font) / 2);
}

/** Columns without gaps: one data pixel a cell, enlarged without smoothing over one continuous hatch. */
function paintTouching(context, layout, picture, tokens) {
  const { rows, cols } = picture;
  const image = context.createImageData(cols, rows);
  const sink = [1, 3, 5].map((at) => parseInt(tokens.sink.slice(at, at + 2), 16));
  for (let cell = 0; cell < rows * cols; cell++) {
    if (picture.closed?.[cell]) continue;
    const index = colourIndex(picture, cell);
    const from = index < 0 ? sink : picture.palette.rgb;
    const at = index < 0 ? 0 : 3 * index;
    image.data[4 * cell] = from[at];
    image.data[4 * cell + 1] = from[at + 1];
    image.data[4 * cell + 2] = from[at + 2];
    image.data[4 * cell + 3] = 255;
  }
  if (picture.closed) {
    context.fillStyle = hatchPattern(context, tokens.line2, layout.ratio);
    context.fillRect(0, 0, layout.gridWidth, layout.gridHeight);
  }
  const small = document.createElement("canvas");
  small.width = cols;
  small.height = rows;
  small.getContext("2d").putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  if (!layout.gapY) context.drawImage(small, 0, 0, layout.gridWidth, layout.gridHeight);
  else for (let r = 0; r < rows; r++) context.drawImage(small, 0, r, cols, 1, 0, r * layout.pitchY, layout.gridWidth, layout.pitchY - layout.gapY);
}

const hatches = new Map();

/** Diagonal lines, sharp at every pixel ratio. */
export function hatchPattern(context, colour, ratio) {
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
