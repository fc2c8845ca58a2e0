/**
 * Where everything of one heatmap stands, in CSS pixels of its canvas. Pitch and gap are whole device
 * pixels, so that every edge is sharp.
 *
 * @typedef {object} Layout
 * @property {number} width of the canvas
 * @property {number} height
 * @property {number} ratio device pixels for one CSS pixel
 * @property {number} x left edge of the grid
 * @property {number} y top edge of the grid
 * @property {number} pitchX from one column to the next
 * @property {number} pitchY
 * @property {number} gapX between columns
 * @property {number} gapY between rows
 * @property {number} radius of a cell's corner
 * @property {number} gridWidth without the last gap
 * @property {number} gridHeight
 * @property {(row: number, column: number) => { x: number, y: number, width: number, height: number }} cell
 * @property {number} size of the row labels' font
 * @property {number} columnSize of the column labels' font
 * @property {boolean} turned column labels stand at −52°
 * @property {number} everyRow every which row label is shown
 * @property {number} everyColumn
 * @property {number} rowLabelWidth longest row label that fits
 * @property {number} [foot] room between the grid and the colour bar, none if not given
 */

/** The canvas is this much wider than its container on both sides, for outlines and turned labels. */
export const BLEED = 14;
export const TURN = (-52 * Math.PI) / 180;
/** Highest and shortest space above the grid; short labels turn without moving it. */
const TOP = { least: 36, most: 80 };
const BELOW = 46;
const PITCH_MOST = 72;
const LABEL_GAP = 10;
/** Label font, the label column at least, and the least pitch that it is for. */
const SIZES = [
  { size: 14, column: 72, pitch: 44 },
  { size: 12, column: 64, pitch: 24 },
  { size: 11, column: 60, pitch: 0 },
];

/**
 * Layout of tokens × tokens. Two maps with the same labels and width get the same one.
 * @param {object} what
 * @param {number} what.width of the container
 * @param {number} what.ratio
 * @param {string[]} what.rows row labels
 * @param {string[]} what.columns column labels
 * @param {(text: string, size: number) => number} what.measure width of a text, semibold
 * @param {number} [what.most] largest pitch
 * @returns {Layout}
 */
export function pairLayout({ width, ratio, rows, columns, measure, most }) {
  const row = rowGeometry({ width, ratio, rows, count: columns.length, measure, most });
  const widest = (size) => Math.max(0, ...columns.map((text) => measure(text, size)));
  const level = [row.size, row.size - 1, row.size - 2].find((size) => size >= 11 && widest(size) <= row.pitch - 4);
  const columnSize = level ?? row.size;
  const rise = level ? 0 : turnedHeight(Math.min(widest(columnSize), turnedRoom()), columnSize);
  return finish({
    ...row, width, ratio, most, columnSize, turned: !level, rows: rows.length, columns: columns.length,
    pitchX: row.pitch, pitchY: row.pitch, gapX: gapOf(row.pitch, ratio), gapY: gapOf(row.pitch, ratio),
    top: Math.max(TOP.least, Math.ceil(rise)),
    everyColumn: level ? 1 : Math.ceil((columnSize * 1.05) / Math.sin(-TURN) / row.pitch),
  });
}

/**
 * Layout of tokens × dimensions: rows stand where they stand in the map of tokens × tokens beside it,
 * columns share the width.
 */
export function dimensionLayout({ width, ratio, rows, dimensions, measure, most }) {
  const row = rowGeometry({ width, ratio, rows, count: rows.length, measure, most });
  const { y: top, gapY } = pairLayout({ width, ratio, rows, columns: rows, measure, most });
  const columnSize = Math.min(12, row.size);
  const pitchX = Math.min(Math.max(row.pitch, 44), snap((width - row.column) / dimensions, ratio));
  const step = [1, 2, 4, 8, 16, 32, 64].find((every) => every * pitchX >= measure(String(dimensions), columnSize) + 6);
  return finish({
    ...row, width, ratio, columnSize, turned: false, rows: rows.length, columns: dimensions,
    pitchX, pitchY: row.pitch, gapX: gapOf(pitchX, ratio), gapY, top, everyColumn: step ?? 128,
  });
}

/** A map that stands alone: with room under its grid, and no higher than it needs. @param {Layout} layout @returns {Layout} */
export function framed(layout, foot) {
  return { ...layout, foot, height: layout.y + layout.gridHeight + foot + BELOW };
}

/** Picture of a head: cells share the whole width and height, edges on device pixels. */
export function thumbLayout({ side, ratio, rows, cols }) {
  const pitch = side / Math.max(rows, cols);
  const gap = Math.round((pitch >= 20 ? 2 : pitch >= 9 ? 1 : 0) * ratio) / ratio;
  const edge = (at, count) => Math.round(((at * (side + gap)) / count) * ratio) / ratio;
  return {
    width: side, height: side, ratio, x: 0, y: 0, gapX: gap, gapY: gap, radius: 0, gridWidth: side, gridHeight: side,
    cell: (r, c) => {
      const [x, y] = [edge(c, cols), edge(r, rows)];
      return { x, y, width: edge(c + 1, cols) - gap - x, height: edge(r + 1, rows) - gap - y };
    },
  };
}

/** Longest text, in pixels, that a turned label may have. */
export function turnedRoom() {
  return Math.floor((TOP.most - 14) / Math.sin(-TURN));
}

function turnedHeight(length, size) {
  return length * Math.sin(-TURN) + size * 0.6 * Math.cos(TURN) + 8;
}

function rowGeometry({ width, ratio, rows, count, measure, most = PITCH_MOST }) {
  for (const { size, column: least, pitch: enough } of SIZES) {
    const widest = Math.max(0, ...rows.map((text) => measure(text, size)));
    const column = Math.min(Math.max(least, Math.ceil((widest + LABEL_GAP + 2) / 4) * 4), Math.floor(width * 0.3));
    const pitch = pitchFor(width - column, count, ratio, most);
    if (pitch >= enough) return { size, column, pitch };
  }
  return undefined;
}

function pitchFor(space, count, ratio, most) {
  const capped = (pitch) => Math.min(snap(most, ratio), snap(pitch, ratio));
  for (const gap of [4, 2]) {
    const pitch = capped((space + gap) / count);
    if (gapOf(pitch, 1) >= gap) return pitch;
  }
  return Math.max(1 / ratio, capped(space / count));
}

function snap(length, ratio) {
  return Math.max(1, Math.floor(length * ratio + 1e-6)) / ratio;
}

function gapOf(pitch, ratio) {
  const gap = pitch >= 44 ? 4 : pitch >= 20 ? 2 : 0;
  return Math.round(gap * ratio) / ratio;
}

function finish({ width, ratio, most, size, columnSize, column, turned, rows, columns, pitchX, pitchY, gapX, gapY, top, everyColumn }) {
  const gridWidth = columns * pitchX - gapX;
  const gridHeight = rows * pitchY - gapY;
  // The rest of the width goes to the label column, unless there are too few cells to fill it.
  const rest = width - column - gridWidth;
  const left = (pitchX >= 44 || pitchX >= snap(most ?? PITCH_MOST, ratio)) && rest > 32 ? column : width - gridWidth;
  const [x, y] = [BLEED + left, top].map((edge) => Math.round(edge * ratio) / ratio);
  const radius = { 4: 3, 2: 2 }[Math.round(Math.min(gapX, gapY))] ?? 0;
  return {
    width: width + 2 * BLEED, height: heightOf(width, top + gridHeight), ratio, x, y, pitchX, pitchY, gapX, gapY,
    radius, gridWidth, gridHeight, size, columnSize, turned, everyColumn,
    everyRow: Math.ceil((size + 1) / pitchY), rowLabelWidth: x - BLEED - LABEL_GAP,
    cell: (r, c) => ({ x: x + c * pitchX, y: y + r * pitchY, width: pitchX - gapX, height: pitchY - gapY }),
  };
}

/** The same for almost every sentence, so that nothing below moves while somebody types. */
function heightOf(width, bottom) {
  return Math.ceil(Math.max(TOP.least + width - SIZES[0].column + 8, bottom) + BELOW);
}
