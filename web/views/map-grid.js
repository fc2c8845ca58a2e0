import { el, focusedBy, setAttribute, setText } from "./dom.js";

/**
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

const PAGE = 10;

/**
 * The heatmap for keyboard and screen reader: role=grid with a window of 3 × 3 real cells around one cell,
 * the only tab stop. A full twin of 128 × 128 cells would cost more than all the rest of the page.
 */
export class MapGrid {
  /** @param {HTMLElement} element gets role=grid */
  constructor(element) {
    this.element = element;
    this.header = el("div", { role: "row", "aria-rowindex": 1 });
    this.rows = new Map(); // row → { element, head, cells: Map(column → element) }
    this.columnHeads = new Map();
    this.at = { row: 0, column: 0 };
    this.model = null;
    this.byPointer = false;
    element.setAttribute("role", "grid");
    element.append(this.header);
  }

  hasFocus() {
    return this.element.contains(focusedBy(this.element));
  }

  /** The focus is in it and is to be seen: not after a click. */
  ringed() {
    return !this.byPointer && this.element.querySelector(":focus-visible") !== null;
  }

  /** The focus has gone elsewhere. */
  left() {
    this.byPointer = false;
  }

  /**
   * Another picture, or another choice in it.
   * @param {GridModel | null} model
   * @param {{ row: number, column: number }} at
   */
  update(model, at) {
    this.model = model;
    this.element.hidden = !model;
    if (!model) return;
    setAttribute(this.element, "aria-label", model.name);
    setAttribute(this.element, "aria-rowcount", model.rows + 1);
    setAttribute(this.element, "aria-colcount", model.cols + 1);
    this.show(at);
  }

  /** Moves the focus to a cell, held inside. @param {"key" | "pointer"} by */
  focus(at, by) {
    if (!this.model) return;
    this.byPointer = by === "pointer";
    // The new cell is often one of the old window: focus first, then move the rest around it.
    this.at = this.held(at);
    this.cell(this.at)?.focus({ preventScroll: true });
    this.show(this.at);
    const cell = this.cell(this.at);
    if (focusedBy(cell) !== cell) cell.focus({ preventScroll: true });
    if (by === "key") cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Where a key leads from the present cell; null if it is not a key of the grid. @param {KeyboardEvent} event */
  target({ key, ctrlKey, metaKey }) {
    if (!this.model) return null;
    const { row, column } = this.at;
    const corner = ctrlKey || metaKey;
    switch (key) {
      case "ArrowLeft": return { row, column: column - 1 };
      case "ArrowRight": return { row, column: column + 1 };
      case "ArrowUp": return { row: row - 1, column };
      case "ArrowDown": return { row: row + 1, column };
      case "Home": return { row: corner ? 0 : row, column: 0 };
      case "End": return { row: corner ? this.model.rows - 1 : row, column: this.model.cols - 1 };
      case "PageUp": return { row: row - PAGE, column };
      case "PageDown": return { row: row + PAGE, column };
      default: return null;
    }
  }

  /** The window around a cell. */
  show(at) {
    this.at = this.held(at);
    const columns = around(this.at.column, this.model.cols);
    const rows = around(this.at.row, this.model.rows);
    turnTo(this.columnHeads, columns, () => ({ element: el("div", { role: "columnheader" }) }));
    arrange(this.header, columns.map((column) => this.columnHead(column)));
    turnTo(this.rows, rows, newRow);
    arrange(this.element, [this.header, ...rows.map((row) => this.row(row, columns))]);
  }

  columnHead(column) {
    const { element } = this.columnHeads.get(column);
    setAttribute(element, "aria-colindex", column + 2);
    setText(element, this.model.columnName(column));
    return element;
  }

  row(row, columns) {
    const { element, head, cells } = this.rows.get(row);
    setAttribute(element, "aria-rowindex", row + 2);
    setText(head, this.model.rowName(row));
    turnTo(cells, columns, () => ({ element: el("div", { role: "gridcell" }) }));
    for (const column of columns) this.fill(cells.get(column).element, row, column);
    arrange(element, [head, ...columns.map((column) => cells.get(column).element)]);
    return element;
  }

  fill(cell, row, column) {
    setAttribute(cell, "aria-colindex", column + 2);
    setText(cell, this.model.text(row, column));
    setAttribute(cell, "aria-selected", String(this.model.chosen(row, column)));
    setAttribute(cell, "tabindex", row === this.at.row && column === this.at.column ? 0 : -1);
    const { x, y, width, height } = this.model.box(row, column);
    Object.assign(cell.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  }

  cell({ row, column }) {
    return this.rows.get(row)?.cells.get(column)?.element;
  }

  held({ row, column }) {
    const inside = (at, count) => Math.max(0, Math.min(count - 1, at));
    return { row: inside(row, this.model.rows), column: inside(column, this.model.cols) };
  }
}

function around(at, count) {
  return [at - 1, at, at + 1].filter((index) => index >= 0 && index < count);
}

function newRow() {
  const head = el("div", { role: "rowheader", "aria-colindex": 1 });
  return { element: el("div", { role: "row" }, head), head, cells: new Map() };
}

/**
 * Index → { element } for these indices: what stays, then what is no longer wanted under another index, but not where
 * the focus is, since to move that it has to leave; then new ones.
 */
function turnTo(map, wanted, make) {
  const spare = [];
  for (const [index, each] of map) {
    if (wanted.includes(index)) continue;
    map.delete(index);
    if (each.element.contains(focusedBy(each.element))) each.element.remove();
    else spare.push(each);
  }
  for (const index of wanted) if (!map.has(index)) map.set(index, spare.shift() ?? make());
  for (const { element } of spare) element.remove();
}

/** Children in this order; what stays is not moved, so that the focus stays in it. */
function arrange(parent, wanted) {
  wanted.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
}
