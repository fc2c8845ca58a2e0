/** Comma-separated values after RFC 4180, with labels that no spreadsheet takes for a formula. */

/** A spreadsheet computes what begins like this. The mark before it is the one that spreadsheets themselves read as “text”. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** @param {string} text @returns {string} with a leading ' where a spreadsheet would compute it */
export const guarded = (text) => (FORMULA.test(text) ? `'${text}` : text);

/** @param {string} text of a field */
export const quoted = (text) => (/[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * @param {string} text
 * @returns {string[][] | null} rows of fields; null: a quote that is not closed, or stands inside of a bare field
 */
export function parseCsv(text) {
  const rows = [];
  const part = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/gy;
  let row = [];
  while (part.lastIndex < text.length || row.length) {
    const found = part.exec(text);
    if (!found) return null;
    row.push(found[1] === undefined ? found[2] : found[1].replaceAll('""', '"'));
    if (found[3] === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
