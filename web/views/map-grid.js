import { el, setAttribute, setText } from "./dom.js";

/**
 * The heatmap for keyboard and screen reader: role=grid with a window of 3 × 3 real cells around one cell,
 * the only tab stop. A full twin of 128 × 128 cells would cost more than all the rest of the page.
 *
 * @typedef {object} GridModel
 * @property {number} rows
 * @property {number} cols
 * @property {string} name
 * @property {(row: number) => string} rowName
 * @property {(column: number) => string} columnName
 * @property {(row: number, column: number) => string} text
 * @property {(row: number, column: number) => boolean} chosen
 * @property {(row: number, column: number) => { x: number, y: number, width: number, height: number }} box
 */

/** @param {HTMLElement} element gets role=grid */
export function createGrid(element) {
  element.setAttribute("role", "grid");
  const header = el("div", { role: "row", "aria-rowindex": 1 });
  element.append(header);
  const rows = new Map(); // row → { element, head, cells: Map(column → element) }
  const columnHeads = new Map();
  let at = { row: 0, column: 0 };
  let model = null;

  /** Shows the window around a cell; with `focus` the focus goes there. */
  function place(next, focus = false) {
    if (!model) return;
    at = { row: clamp(next.row, model.rows), column: clamp(next.column, model.cols) };
    const around = { rows: window3(at.row, model.rows), columns: window3(at.column, model.cols) };
    // The new cell is often one of the old window: focus first, move the rest around it.
    if (focus) cellAt(at)?.focus({ preventScroll: true });
    fillHeader(around.columns);
    fillRows(around);
    const cell = cellAt(at);
    if (focus && document.activeElement !== cell) cell.focus({ preventScroll: true });
    if (focus) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function fillHeader(columns) {
    keepOnly(columnHeads, columns);
    for (const column of columns) {
      if (!columnHeads.has(column)) columnHeads.set(column, el("div", { role: "columnheader" }));
      const head = columnHeads.get(column);
      setAttribute(head, "aria-colindex", column + 2);
      setText(head, model.columnName(column));
    }
    order(header, columns.map((column) => columnHeads.get(column)));
  }

  function fillRows(around) {
    keepOnly(rows, around.rows);
    for (const row of around.rows) {
      if (!rows.has(row)) {
        const head = el("div", { role: "rowheader", "aria-colindex": 1 });
        rows.set(row, { element: el("div", { role: "row" }, head), head, cells: new Map() });
      }
      fillRow(row, rows.get(row), around.columns);
    }
    order(element, [header, ...around.rows.map((row) => rows.get(row).element)]);
  }

  function fillRow(row, { element: line, head, cells }, columns) {
    setAttribute(line, "aria-rowindex", row + 2);
    setText(head, model.rowName(row));
    keepOnly(cells, columns);
    for (const column of columns) {
      if (!cells.has(column)) cells.set(column, el("div", { role: "gridcell" }));
      fillCell(cells.get(column), row, column);
    }
    order(line, [head, ...columns.map((column) => cells.get(column))]);
  }

  function fillCell(cell, row, column) {
    setText(cell, model.text(row, column));
    setAttribute(cell, "aria-colindex", column + 2);
    setAttribute(cell, "aria-selected", String(model.chosen(row, column)));
    setAttribute(cell, "tabindex", row === at.row && column === at.column ? 0 : -1);
    const { x, y, width, height } = model.box(row, column);
    Object.assign(cell.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  }

  function cellAt({ row, column }) {
    return rows.get(row)?.cells.get(column);
  }

  return {
    get at() {
      return at;
    },
    hasFocus: () => element.contains(document.activeElement),
    ringed: () => element.querySelector(":focus-visible") !== null,
    place,
    /** @param {GridModel | null} next */
    update(next, cell) {
      model = next;
      element.hidden = !model;
      if (!model) return;
      setAttribute(element, "aria-label", model.name);
      setAttribute(element, "aria-rowcount", model.rows + 1);
      setAttribute(element, "aria-colcount", model.cols + 1);
      place(cell ?? at);
    },
    /** Where a key leads from the present cell; null if it is not a key of the grid. */
    target: (event) => model && target(event, at, model),
  };
}

function target({ key, ctrlKey, metaKey }, { row, column }, { rows, cols }) {
  const corner = ctrlKey || metaKey;
  const page = 5;
  switch (key) {
    case "ArrowLeft": return { row, column: column - 1 };
    case "ArrowRight": return { row, column: column + 1 };
    case "ArrowUp": return { row: row - 1, column };
    case "ArrowDown": return { row: row + 1, column };
    case "Home": return { row: corner ? 0 : row, column: 0 };
    case "End": return { row: corner ? rows - 1 : row, column: cols - 1 };
    case "PageUp": return { row: row - page, column };
    case "PageDown": return { row: row + page, column };
    default: return null;
  }
}

const clamp = (at, count) => Math.max(0, Math.min(count - 1, at));

function window3(at, count) {
  return [at - 1, at, at + 1].filter((index) => index >= 0 && index < count);
}

function keepOnly(map, wanted) {
  for (const [key, value] of map) {
    if (wanted.includes(key)) continue;
    (value.element ?? value).remove();
    map.delete(key);
  }
}

/** Children in this order; what stays is not moved, so that the focus stays in it. */
function order(parent, wanted) {
  wanted.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
}
