import { tokenLabel } from "../labels.js";
import { guarded, quoted } from "./csv.js";
import { floatText } from "./float-text.js";
import { MARK, PLACE } from "./import-csv.js";
import { stageFile } from "./stage-file.js";

/** Spreadsheets take a file without it for one of the local code page. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * A stage as CSV (RFC 4180). The first line is one field, a # and the metadata as JSON, from which the page reads it back;
 * pandas.read_csv(file, skiprows=1) reads the rest: layer, head, row, its label, and one column a key or dimension. A closed
 * cell of `masked` is -inf. A label that a spreadsheet would compute stands behind an apostrophe.
 * @returns {string}
 */
export function stageCsv(result, what) {
  const { about, matrices, rows, cols } = stageFile(result, what);
  const labels = (tokens, sentence) => tokens.map((token) => guarded(tokenLabel(token, sentence).text));
  const queries = labels(result.run.tokens, result.text);
  const keys = result.run.sourceTokens ? labels(result.run.sourceTokens, result.source ?? "") : queries;
  const columns = about.axes[3] === "key" ? keys : Array.from({ length: cols }, (_, at) => `d${at + 1}`);
  const names = about.axes[2] === "key" ? keys : queries;
  const line = (fields) => fields.join(",");
  return BYTE_ORDER_MARK + [
    quoted(MARK + JSON.stringify(about)),
    line([...PLACE, ...columns.map(quoted)]),
    ...matrices.flatMap(({ layer, head, data }) => Array.from({ length: rows }, (_, i) =>
      line([layer, head, i + 1, quoted(names[i]), ...Array.from(data.subarray(i * cols, (i + 1) * cols), floatText)]))),
    "",
  ].join("\r\n");
}
