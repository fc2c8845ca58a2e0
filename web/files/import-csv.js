/** A stage as this page saves it in CSV, see export-csv.js. */
import { parseCsv } from "./csv.js";
import { readFloat } from "./float-text.js";
import { fromStage, STAGE } from "./import-own.js";
import { refusal } from "./refusal.js";
import { checkedShape } from "./tensor.js";

export const MARK = "# attention-lab stage ";
/** Columns before those of the numbers. */
export const PLACE = ["layer", "head", "row", "label"];

/** @param {string} text @throws {AttentionError} BAD_CSV, NOT_NUMBER, and those of a stage */
export function fromCsv(text) {
  const rows = parseCsv(text);
  if (!rows) throw refusal("BAD_CSV", { line: "–" });
  const about = aboutOf(rows[0]?.[0] ?? "");
  const [, heads, n, m] = about.shape;
  const layers = about.shape[0];
  const data = new Float64Array(checkedShape(about.shape));
  const lines = rows.slice(2);
  if (rows[1]?.slice(0, 4).join() !== PLACE.join() || lines.length !== layers * heads * n) throw refusal("BAD_CSV", { line: rows.length });
  lines.forEach((line, index) => {
    if (line.length !== PLACE.length + m) throw refusal("BAD_CSV", { line: index + 3 });
    for (let column = 0; column < m; column++) {
      const value = readFloat(line[PLACE.length + column]);
      if (value === undefined) throw refusal("NOT_NUMBER", { place: ` ${index + 3}:${PLACE.length + column + 1}`, found: JSON.stringify(line[PLACE.length + column].slice(0, 40)) });
      data[index * m + column] = value;
    }
  });
  return fromStage(about, { data, shape: about.shape });
}

/** The metadata of the first line. */
function aboutOf(line) {
  if (!line.startsWith(MARK)) throw refusal("CSV_HEAD");
  let about;
  try {
    about = JSON.parse(line.slice(MARK.length));
  } catch {
    throw refusal("CSV_HEAD");
  }
  const { shape } = about ?? {};
  if (!Array.isArray(shape) || shape.length !== 4 || !shape.every((size) => Number.isInteger(size) && size >= 0)) throw refusal("CSV_HEAD");
  if (about.version !== 1) throw refusal("VERSION", { version: JSON.stringify(about.version)?.slice(0, 20) ?? "–" });
  return { ...about, format: STAGE };
}
