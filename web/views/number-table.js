import { t } from "../language.js";
import { el, math } from "./dom.js";
import { numberCell } from "./number-cell.js";

/**
 * A matrix whose numbers can be typed over.
 * @param {object} options
 * @param {string} options.name as a screen reader says it
 * @param {Array} options.symbol MathML tree
 * @param {string} options.what what the matrix holds
 * @param {string[]} options.rowNames @param {string[]} options.columnNames
 * @param {"word" | "feature"} options.rowKind
 * @param {(row: number, col: number, value: number) => boolean} options.onNumber see numberCell
 */
export function numberTable({ name, symbol, what, rowNames, columnNames, rowKind, onNumber }) {
  const rows = rowNames.map((rowName, row) => {
    const reasons = el("td", { class: "reasons", colspan: String(columnNames.length + 1) });
    const cells = columnNames.map((columnName, col) =>
      numberCell({ label: t("workings.cell", { matrix: name, row: rowName, column: columnName }), reasons, onNumber: (value) => onNumber(row, col, value) }));
    const line = el("tr", {}, el("th", { scope: "row" }, el("bdi", {}, rowName)), ...cells.map((cell) => cell.element));
    return { cells, line, parts: [line, el("tr", { class: "refusal" }, reasons)] };
  });
  const body = el("tbody", {}, ...rows.flatMap((row) => row.parts));
  const element = el("div", { class: "table-box" }, el("table", { class: `number-table of-${rowKind}s` },
    el("caption", {}, math(["math", symbol]), " ", what),
    el("thead", {}, el("tr", {}, el("td"), ...columnNames.map((columnName) => el("th", { scope: "col" }, el("span", {}, heading(columnName)))))), body));
  let shown = "";

  return {
    element,
    cells: rows.flatMap((row) => row.cells),
    /** Shows these rows only, in this order. @param {number[]} order */
    choose(order) {
      if (shown === order.join()) return;
      shown = order.join();
      body.replaceChildren(...order.flatMap((row) => rows[row].parts));
    },
    /** @param {(row: number, col: number) => { text: string, byHand: boolean }} numberAt */
    show(numberAt) {
      rows.forEach(({ cells }, row) => cells.forEach((cell, col) => {
        const { text, byHand } = numberAt(row, col);
        cell.show(text, byHand);
      }));
    },
    /** Marks one row, or none. @param {number | null} at */
    mark(at) {
      rows.forEach(({ line }, row) => line.classList.toggle("is-current", row === at));
    },
  };
}

/** A sign in brackets stays with its word: "doer (+), done to (−)". */
const heading = (name) => name.replaceAll(" (", "\u00a0(");
