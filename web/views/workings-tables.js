import { t } from "../language.js";
import { computedText, numberText } from "../parse-number.js";
import { currentCell } from "../state.js";
import { wordOf } from "../worked.js";
import { el, math } from "./dom.js";
import { numberTable } from "./number-table.js";

const X = ["mi", "X"];
const weight = (letter, role) => ["msub", ["mi", { class: role }, "W"], ["mi", { class: role }, letter]];

/** The three equations: matrix and product by their names in edits.js, the stage, and whose words are its rows. */
const SUMS = [
  { of: "wQ", to: "Q", role: "q", side: "queries", dimensions: ({ dimensions }) => dimensions.map(({ ask }) => ask) },
  { of: "wK", to: "K", role: "k", side: "keys", dimensions: ({ dimensions }) => dimensions.map(({ offer }) => offer) },
  { of: "wV", to: "V", role: "v", side: "keys", dimensions: ({ values }) => values },
];

/**
 * The matrices of one hand-made example as tables.
 * @param {import("../models/by-hand.js").HandMade} example
 * @param {(edit: import("../edits.js").Edit) => boolean} onEdit false: nothing changes by it
 */
export function workingsTables(example, onEdit) {
  const tables = [...wordTables(example, onEdit), ...SUMS.flatMap((sum) => sumTables(example, sum, onEdit))];
  const of = (name) => tables.filter(({ matrix }) => matrix === name).map(({ table }) => table.element);
  const [asking, read] = of("E");
  const [first, ...others] = SUMS.map((sum) => sumRow(sum, ...of(sum.of), ...of(sum.to)));
  const wide = example.features.length > 6;
  const element = el("div", { dir: "ltr", class: `sums${read ? " is-crossed" : ""}${wide ? " is-wide" : ""}` },
    el("div", { class: "words-side" }, asking), first, ...(read ? [el("div", { class: "words-side" }, read)] : []), ...others);

  return {
    element,
    cells: tables.flatMap(({ table }) => table.cells),
    /** The numbers and the rows of a result of this example. @param {import("../main.js").Result} result */
    show(result) {
      const rows = rowsOf(result);
      for (const { matrix, table, side } of tables) {
        if (side) table.choose([...new Set(rows[side])]);
        table.show(numbersOf(result, matrix, rows[side]));
      }
    },
    /** The query's row of Q and the key's row of K, of the cell that is current. */
    mark(state) {
      const rows = rowsOf(state.result);
      const { i, j } = currentCell(state);
      const current = { Q: rows.queries[i - 1], K: rows.keys[j - 1] };
      for (const { matrix, table } of tables) if (matrix in current) table.mark(current[matrix]);
    },
  };
}

/** X: rows of E, of each sentence. */
function wordTables(example, onEdit) {
  const of = (side, what) => ({
    matrix: "E", side,
    table: numberTable({
      name: "X", symbol: X, what, rowNames: example.words, columnNames: example.features, rowKind: "word",
      onNumber: (row, col, value) => onEdit({ matrix: "E", row, col, value }),
    }),
  });
  if (!example.source) return [of("queries", t("workings.words"))];
  return [of("queries", t("workings.asking")), of("keys", t("workings.read"))];
}

function sumTables(example, { of, to, role, side, dimensions }, onEdit) {
  const columnNames = dimensions(example);
  const edit = (matrix) => (row, col, value) => onEdit({ matrix, row, col, value });
  return [
    { matrix: of, table: numberTable({ name: `W_${to}`, symbol: weight(to, role), what: t(`workings.${of}`), rowNames: example.features, columnNames, rowKind: "feature", onNumber: edit(of) }) },
    { matrix: to, side, table: numberTable({ name: to, symbol: ["mi", { class: role }, to], what: t(`workings.${to}`), rowNames: example.words, columnNames, rowKind: "word", onNumber: edit(to) }) },
  ];
}

function sumRow({ to, role }, factor, product) {
  const equation = math(["math", X, ["mo", "·"], weight(to, role), ["mo", "→"], ["mi", { class: role }, to]]);
  return el("div", { class: `sum of-${role}` }, el("h3", { "aria-label": t("workings.sum", { to }) }, equation), factor, el("span", { class: "arrow", "aria-hidden": "true" }, "→"), product);
}

/** Which word of the example each token is, of both sides. */
function rowsOf({ run, example }) {
  const rows = (tokens) => tokens.map((token) => wordOf(example.words, token));
  return { queries: rows(run.tokens), keys: rows(run.keyTokens) };
}

/** How the numbers of a matrix are printed: those that were set as they were, computed ones with a few decimals. */
function numbersOf({ workings, example, run }, matrix, rows) {
  if (matrix in workings) {
    return (row, col) => ({ text: numberText(workings[matrix][row][col]), byHand: workings[matrix][row][col] !== example[matrix][row][col] });
  }
  const { data, cols } = run.matrix(matrix.toLowerCase(), 0, 0);
  return (row, col) => {
    const set = workings.set[matrix][row][col];
    if (set !== null) return { text: numberText(set), byHand: true };
    const at = rows.indexOf(row);
    return { text: at < 0 ? "" : computedText(data[at * cols + col]), byHand: false };
  };
}
