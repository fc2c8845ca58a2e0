import { t } from "../language.js";
import { fixed } from "../numbers.js";
import { pictureOf } from "../picture.js";
import { formulaOf, stageName, stageOf } from "../stages.js";
import { el } from "../views/dom.js";
import { nameOf } from "../views/map-words.js";

const BLEED = 14; // the map's canvas starts this far left of its element
const FOOT = 34; // a line of sums between the grid and its colour bar
const PITCH = 92;
const COLUMN = 28; // narrower columns have no room for their sums: the caption names the largest and the smallest

/**
 * The map of one stage, of weights with the sums of rows and columns, and what an answer outlines.
 * @param {HTMLElement} element
 * @param {(element: HTMLElement, store: object, options: object) => object} map views/map.js
 */
export function createLessonMap(element, store, map) {
  const holder = el("div", { class: "lesson-map" });
  const over = el("div", { class: "lesson-over", "aria-hidden": "true" });
  const sums = el("div", { class: "lesson-sums" });
  element.append(holder, sums, over);
  const view = { stage: "weights", marks: null, lit: null, picture: null, layout: null };
  const outline = () => over.replaceChildren(...outlines(view));
  const subject = {
    stage: () => view.stage,
    frame: () => ({ foot: view.stage === "weights" ? FOOT : 0, pitch: PITCH }),
    picture: (state, dark) => (hasStage(state, view.stage) ? pictureOf(state, view.stage, dark) : null),
    name: (picture) => nameOf(stageName(stageOf(picture.stage)), picture),
    title: (state) => ({ name: stageName(stageOf(view.stage)), formula: formulaOf(view.stage, state) }),
    note: () => "",
    current: ({ hover, pin }) => hover ?? (view.marks ? null : pin),
    placed(picture, layout) {
      Object.assign(view, { picture, layout });
      sums.classList.toggle("is-small", layout.pitchX < 44);
      sums.replaceChildren(...(picture && view.stage === "weights" ? sumsOf(view) : []));
      outline();
    },
  };
  const shown = map(holder, store, { side: "right", subject });
  shown.render(store.state, null); // so that it has its name before its first step

  return {
    /** @param {string} stage */
    show(stage) {
      Object.assign(view, { stage, marks: null, lit: null });
      element.classList.toggle("has-sums", stage === "weights");
      shown.render(store.state, null);
    },
    render: shown.render,
    mark(marks) {
      view.marks = marks;
      for (const sum of sums.children) sum.classList.toggle("is-marked", isMarked(sum, marks));
      outline();
      shown.render(store.state, new Set(["hover"]));
    },
    /** @param {{ stage: string, i: number, j: number } | null} cell one that is no pair of words has a row and a column of the map */
    light(cell) {
      const pairs = Boolean(cell && isPair(cell.stage));
      store.set({ hover: pairs ? { i: cell.i, j: cell.j } : null });
      view.lit = cell && !pairs && cell.stage === view.stage ? cell : null;
      outline();
    },
    /** Range and palette of a stage, as its map has them. */
    colours: (stage) => pictureOf(store.state, stage, isDark(element)),
    destroy: shown.destroy,
  };
}


const PAIRS = ["scores", "scaled", "masked", "weights"];
export const isPair = (stage) => PAIRS.includes(stage);
const isDark = (element) => getComputedStyle(element).colorScheme === "dark";
const isMarked = (sum, marks) => Boolean(marks && ((marks.row && sum.dataset.sum === `row ${marks.row}`) || (marks.column && sum.dataset.sum === `column ${marks.column}`)));

/** Row sums at the right of the grid, column sums under it. */
function sumsOf({ picture, layout, marks }) {
  const { data, rows, cols } = picture;
  const total = (numbers) => fixed(numbers.reduce((sum, x) => sum + x, 0), 2);
  const right = layout.x - BLEED + layout.gridWidth;
  const under = layout.y + layout.gridHeight;
  const put = (name, text, { x, y, width, height }) => {
    const element = el("span", { "data-sum": name }, text);
    Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    element.classList.toggle("is-marked", isMarked(element, marks));
    return element;
  };
  const list = [
    put("rows", t("lesson.sumRow"), { x: right, y: layout.y - 26, width: 56, height: 20 }),
    put("columns", t("lesson.sumColumn"), { x: 0, y: under + 8, width: layout.x - BLEED - 10, height: 20 }),
  ];
  for (let r = 0; r < rows; r++) {
    const { y, height } = layout.cell(r, 0);
    list.push(put(`row ${r + 1}`, total([...data.subarray(r * cols, (r + 1) * cols)]), { x: right, y, width: 56, height }));
  }
  if (layout.pitchX < COLUMN) return list.filter(({ dataset }) => dataset.sum !== "columns");
  for (let c = 0; c < cols; c++) {
    const { x, width } = layout.cell(0, c);
    list.push(put(`column ${c + 1}`, total(Array.from({ length: rows }, (_, r) => data[r * cols + c])), { x: x - BLEED, y: under + 8, width, height: 20 }));
  }
  return list;
}

/** Boxes around what an open answer speaks of, and around a number that is pointed at in the text. */
function outlines({ picture, layout, marks, lit }) {
  if (!picture) return [];
  const whole = { x: layout.x, y: layout.y, width: layout.gridWidth, height: layout.gridHeight };
  const inside = (i, j) => (i ?? 1) <= picture.rows && (j ?? 1) <= picture.cols;
  const boxes = [];
  if (marks?.row && inside(marks.row)) boxes.push({ ...whole, ...only(layout.cell(marks.row - 1, 0), "y", "height"), role: picture.rowRole });
  if (marks?.column && inside(1, marks.column)) boxes.push({ ...whole, ...only(layout.cell(0, marks.column - 1), "x", "width"), role: picture.columnRole });
  for (const cell of [marks?.cell, lit]) if (cell && inside(cell.i, cell.j)) boxes.push({ ...layout.cell(cell.i - 1, cell.j - 1), role: null });
  return boxes.map(({ x, y, width, height, role }) => {
    const element = el("span", { class: `lesson-outline is-${role ?? "ink"}` });
    Object.assign(element.style, { left: `${x - BLEED - 3}px`, top: `${y - 3}px`, width: `${width + 6}px`, height: `${height + 6}px` });
    return element;
  });
}

const only = (box, ...keys) => Object.fromEntries(keys.map((key) => [key, box[key]]));

/** Not yet, while the page still shows data from a file, which may lack it. */
function hasStage({ result, layer }, stage) {
  return Boolean(result?.run.tokens.length && layer <= result.info.layers && result.run.has(stage, layer - 1));
}
