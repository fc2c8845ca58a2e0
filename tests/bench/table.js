/** Tables for a terminal. */

/**
 * The first column is words, the others are figures. A row of two cells is a name and a remark.
 * @param {string} title @param {string[]} heads @param {string[][]} rows
 */
export function table(title, heads, rows) {
  const full = [heads, ...rows.filter((row) => row.length === heads.length)];
  const widths = heads.map((_, column) => Math.max(...(column === 0 ? [heads, ...rows] : full).map((row) => row[column].length)));
  const line = ([name, ...cells]) => {
    const figures = cells.length < heads.length - 1 ? cells : cells.map((cell, column) => cell.padStart(widths[column + 1]));
    return `  ${[name.padEnd(widths[0]), ...figures].join("  ").trimEnd()}`;
  };
  return [title, ...[heads, ...rows].map(line)].join("\n");
}

/** A figure and its quartiles. @param {import("./measure.js").Summary} summary @returns {[string, string]} */
export function spread({ median, low, high }) {
  return [figure(median), `${figure(low)} to ${figure(high)}`];
}

/** Three digits, never as a power of ten. */
export function figure(value) {
  if (!Number.isFinite(value) || Math.abs(value) >= 1000) return value.toFixed(0);
  return Math.abs(value) < 1 ? value.toFixed(3) : value.toPrecision(3);
}

/** What a contender failed with, its end if it is long: there stands the reason. */
export const reason = (failed) => `fails: ${failed.length > 80 ? `…${failed.slice(-80)}` : failed}`;
