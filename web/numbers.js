/** Numbers as the page prints them: Latin digits, U+2212 for minus, no negative zero. */

/** @param {number} x @param {number} digits after the point */
export function fixed(x, digits) {
  if (Number.isNaN(x)) return "NaN";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const text = Math.abs(x).toFixed(digits);
  return x < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** @param {number} x @param {number} figures significant figures, without an exponent below 10⁷ */
export function significant(x, figures) {
  if (!Number.isFinite(x) || x === 0) return fixed(x, 0);
  const magnitude = Math.floor(Math.log10(Math.abs(Number(x.toPrecision(figures)))));
  if (magnitude >= 7 || magnitude < -4) return x.toExponential(figures - 1).replace(/-/g, "−");
  return fixed(x, Math.max(0, figures - 1 - magnitude));
}

/** A share of 1 as a whole per cent; what is beyond a million per cent in three figures. */
export function percent(x) {
  if (!Number.isFinite(x)) return fixed(x, 0);
  return `${Math.abs(x) < 1e4 ? fixed(100 * x, 0) : significant(100 * x, 3)} %`;
}

/** A whole number with a comma after every third digit: 1,000,000. @param {number | bigint} x */
export function grouped(x) {
  return String(x).replace("-", "−").replace(/\B(?=(\d{3})+$)/g, ",");
}
