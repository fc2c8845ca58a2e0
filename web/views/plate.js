import { palette } from "../palettes.js";

/**
 * @typedef {object} Plate a matrix to be shown as a heatmap of its own, with its range beside it
 * @property {string} name what it is called: its title, and its name for those who do not see it
 * @property {any} [formula] MathML tree, see dom.js
 * @property {string} [note] at the right of the title
 * @property {Float32Array | number[]} data (rows, cols), row-major
 * @property {number} rows @property {number} cols
 * @property {string[]} rowLabels @property {string[]} columnLabels
 * @property {"sequential" | "diverging"} colour
 * @property {[number, number]} range what the two ends of the colours stand for
 * @property {"pair" | "plain"} [lines] “pair”, if left out: rows are queries and columns keys, in their colours; “plain”: neither
 * @property {(i: number, j: number) => string} [say] a cell (from 1) for those who do not see it; what a score or a weight is called if left out
 */

/**
 * What makes plates of the page's own map, which a part that comes later is handed.
 * @param {typeof import("./map.js").mount} map
 */
export const plateFrom = (map) => (element, options) => createPlate(map, element, options);

/**
 * A heatmap of any matrix, with the same labels, tips, keyboard grid and colour bar as the two maps of the page.
 * @param {typeof import("./map.js").mount} map
 * @param {HTMLElement} element
 * @param {object} options
 * @param {string} options.stage its data-stage, for scripts
 * @param {(cell: { i: number, j: number } | null) => void} [options.onPoint] the cell (from 1) that is pointed at, else pinned
 * @param {(cell: { i: number, j: number } | null) => void} [options.onPin] the cell that is pinned, or null for no longer
 * @param {boolean} [options.mirror] of a square matrix: (j, i) lights up with (i, j)
 * @returns {{ show(plate: Plate | null): void, point(cell: { i: number, j: number } | null): void, pin(cell: { i: number, j: number } | null): void, redraw(): void, destroy(): void }}
 *   point, pin: light a cell up from outside; redraw: after a change of the theme
 */
function createPlate(map, element, { stage, onPoint, onPin, mirror = false }) {
  element.classList.add("plate");
  const state = { plate: null, hover: null, pin: null, mask: "none" };
  const light = (patch) => {
    Object.assign(state, patch);
    view.render(state, new Set(Object.keys(patch)));
  };
  const set = (patch) => {
    light(patch);
    if ("pin" in patch) onPin?.(state.pin);
    if ("hover" in patch || "pin" in patch) onPoint?.(state.hover ?? state.pin);
  };
  const view = map(element, { state, set }, { subject: plateSubject(stage, mirror) });
  return {
    show: (plate) => {
      Object.assign(state, { plate, hover: null, pin: null });
      view.render(state, null);
    },
    point: (hover) => light({ hover }),
    pin: (pin) => light({ pin }),
    redraw: () => view.render(state, new Set(["theme"])),
    destroy: view.destroy,
  };
}

/** @returns {import("./map.js").Subject} */
function plateSubject(stage, mirror) {
  const current = ({ hover, pin }) => hover ?? pin;
  return {
    stage: () => stage,
    picture: ({ plate }, dark) => plate && {
      ...plate, stage: plate.colour === "sequential" ? "weights" : stage, closed: null, pooled: 1, columnNames: null,
      ...rolesOf(plate),
      rowLabels: plate.rowLabels.map((text) => ({ text })), columnLabels: plate.columnLabels.map((text) => ({ text })),
      palette: palette(plate.colour === "sequential" ? "viridis" : "scores", dark),
    },
    name: ({ name, rows, cols }) => `${name}, ${rows} × ${cols}`,
    title: ({ plate }) => plate ?? { name: "" },
    note: ({ note }) => note ?? "",
    current,
    mirrored: (state) => (mirror && current(state) ? { i: current(state).j, j: current(state).i } : null),
  };
}

/** Colours of the lines along a row and a column; see AXES of picture.js. */
function rolesOf({ lines = "pair" }) {
  const [row, column] = lines === "pair" ? ["q", "k"] : ["ink", "ink"];
  return { axes: { row, column, cell: "i" }, rowRole: row, columnRole: column };
}
