/** 32-bit numbers as text and back, bit for bit but for the payload of a NaN. */

/** What is no number of JSON, as Python, NumPy and pandas write and read it. */
const ODD = new Map([["inf", Infinity], ["-inf", -Infinity], ["nan", NaN]]);

/** The shortest decimal that reads back to the same 32-bit number; "inf", "-inf", "nan". @param {number} x of a Float32Array */
export function floatText(x) {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  const full = String(x);
  if (full.length < 8) return Object.is(x, -0) ? "-0" : full;
  const at = (digits) => Number(x.toPrecision(digits));
  // Whatever reads back with p digits does so with p + 1; nine are always enough.
  let digits = 7;
  if (Math.fround(at(digits)) === x) while (digits > 1 && Math.fround(at(digits - 1)) === x) digits--;
  else do digits++; while (Math.fround(at(digits)) !== x);
  return String(at(digits));
}

/** @param {string} text @returns {number | undefined} undefined: no number */
export function readFloat(text) {
  const trimmed = text.trim();
  if (ODD.has(trimmed.toLowerCase())) return ODD.get(trimmed.toLowerCase());
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : undefined;
}

/** The same in JSON, where what is no number stands in quotes. @param {number} x */
export const jsonFloat = (x) => (Number.isFinite(x) ? floatText(x) : `"${floatText(x)}"`);
