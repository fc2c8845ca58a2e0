/** Numbers as people type them, and as the page puts them into a field: what one writes the other reads back. */
import { t } from "./language.js";
import { exponentText, fixed, plainText } from "./numbers.js";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** What is no NUMBER and yet digits only, with something between: 1.000.000, 1,234.5, 1 000, 1'000. */
const PARTED = /^[+-]?\d[\d.,٬'’_\s]*(?:e[+-]?\d+)?$/i;
const NOT_FINITE = /^[+-]?(?:nan|∞|inf(?:inity)?)$/i;
const SHOWN = 20; // characters of a refused text that its reason repeats

/**
 * A dot and a comma are both decimal signs, whatever the reader's language; so are Arabic digits and their sign.
 * @param {string} text as typed
 * @returns {{ value: number } | { problem: string }} the nearest number that the core can hold, or why there is none
 */
export function parseNumber(text) {
  const typed = text.trim();
  if (typed === "") return { problem: t("parse.empty") };
  const plain = latin(typed);
  const signs = plain.replace(/,/g, ".");
  if (NUMBER.test(signs)) return inRange(Number(signs));
  if (PARTED.test(plain)) return { problem: t("parse.parted") };
  if (NOT_FINITE.test(plain)) return { problem: t("parse.finite") };
  const shown = typed.length > SHOWN ? `${typed.slice(0, SHOWN)}…` : typed;
  return { problem: t("parse.noNumber", { shown, example: fixed(-0.5, 1) }) };
}

function inRange(number) {
  const value = Math.fround(number);
  if (!Number.isFinite(value)) return { problem: t("parse.large", { most: exponentText(3.4e38) }) };
  return { value: value || 0 }; // no −0
}

/** Latin digits, a hyphen for the minus, a comma for the Arabic decimal sign. */
export function latin(text) {
  const digit = (first) => (sign) => String(sign.charCodeAt(0) - first);
  return text.replace(/[٠-٩]/g, digit(0x660)).replace(/[۰-۹]/g, digit(0x6f0)).replace(/−/g, "-").replace(/٫/g, ",");
}

/** The number of fewest figures that the core takes for the same. @param {number} x finite */
export function shortest(x) {
  const wanted = Math.fround(x);
  let figures = 1;
  while (Math.fround(Number(wanted.toPrecision(figures))) !== wanted) figures++;
  return Number(wanted.toPrecision(figures));
}

/** The shortest text that reads back as the same number of the core. @param {number} x */
export function numberText(x) {
  const wanted = Math.fround(x);
  if (!Number.isFinite(wanted) || wanted === 0) return fixed(wanted, 0);
  const short = shortest(wanted);
  const plain = Math.abs(short) < 1e7 && Math.abs(short) >= 1e-4;
  return plain ? plainText(short) : exponentText(short);
}

/** A computed number: at most four decimals, for what comes after is mostly the rounding of the core. @param {number} x */
export function computedText(x) {
  if (!Number.isFinite(x)) return fixed(x, 0);
  return numberText(Math.abs(x) < 1000 ? Number(x.toFixed(4)) : x);
}
