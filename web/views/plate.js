import { palette } from "../palettes.js";
import { mount as map } from "./map.js";

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
 */

/**
 * A heatmap of any matrix, with the same labels, tips, keyboard grid and colour bar as the two maps of the page.
 * @param {HTMLElement} element
 * @param {{ stage: string, onPoint?(cell: { i: number, j: number } | null): void }} options stage: its data-stage, for
 *   scripts; onPoint: the cell (from 1) that is pointed at, else pinned
 * @returns {{ show(plate: Plate | null): void, point(cell: { i: number, j: number } | null): void, redraw(): void, destroy(): void }}
 *   point: lights a cell up from outside; redraw: after a change of the theme
 */
export function createPlate(element, { stage, onPoint }) {
  const state = { plate: null, hover: null, pin: null, mask: "none" };
  const set = (patch) => {
    Object.assign(state, patch);
    view.render(state, new Set(Object.keys(patch)));
    if ("hover" in patch || "pin" in patch) onPoint?.(state.hover ?? state.pin);
  };
  const view = map(element, { state, set }, { subject: plateSubject(stage) });
  return {
    show: (plate) => {
      Object.assign(state, { plate, hover: null, pin: null });
      view.render(state, null);
    },
    point(cell) {
      state.hover = cell;
      view.render(state, new Set(["hover"]));
    },
    redraw: () => view.render(state, new Set(["theme"])),
    destroy: view.destroy,
  };
}

/** @returns {import("./map.js").Subject} */
function plateSubject(stage) {
  return {
    stage: () => stage,
    picture: ({ plate }, dark) => plate && {
      ...plate, stage: plate.colour === "sequential" ? "weights" : stage, closed: null, pooled: 1, columnNames: null,
      axes: { row: "q", column: "k", cell: "i" }, rowRole: "q", columnRole: "k",
      rowLabels: plate.rowLabels.map((text) => ({ text })), columnLabels: plate.columnLabels.map((text) => ({ text })),
      palette: palette(plate.colour === "sequential" ? "viridis" : "scores", dark),
    },
    name: ({ name, rows, cols }) => `${name}, ${rows} × ${cols}`,
    title: ({ plate }) => plate ?? { name: "" },
    note: ({ note }) => note ?? "",
    current: ({ hover, pin }) => hover ?? pin,
  };
}
