/** Numbers as the page prints them: Latin digits in the reader's notation, U+2212 for minus, no negative zero. */
import { language, t } from "./language.js";

/** Language → its decimal sign as Intl has it with Latin digits. To ask Intl would keep an opening page for 40 ms. */
export const DECIMALS = { en: ".", zh: ".", es: ",", de: ",", ar: "." };
const decimalSign = () => DECIMALS[language()] ?? DECIMALS.en;

/** Language → what parts its thousands. */
const groupings = {};
const grouping = () => (groupings[language()] ??= new Intl.NumberFormat(language(), { numberingSystem: "latn" }));

/** A text of digits with a point, as the reader writes it. */
function written(text) {
  const decimal = decimalSign();
  return (decimal === "." ? text : text.replace(".", decimal)).replace(/-/g, "−");
}

/** @param {number} x @param {number} digits after the decimal sign */
export function fixed(x, digits) {
  if (Number.isNaN(x)) return "NaN";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const text = Math.abs(x).toFixed(digits);
  const signed = x < 0 && Number(text) !== 0 ? `−${text}` : text;
  const decimal = decimalSign();
  return decimal === "." || digits === 0 ? signed : signed.replace(".", decimal);
}

/** @param {number} x @param {number} figures significant figures, without an exponent below 10⁷ */
export function significant(x, figures) {
  if (!Number.isFinite(x) || x === 0) return fixed(x, 0);
  const magnitude = Math.floor(Math.log10(Math.abs(Number(x.toPrecision(figures)))));
  if (magnitude >= 7 || magnitude < -4) return written(x.toExponential(figures - 1));
  return fixed(x, Math.max(0, figures - 1 - magnitude));
}

/** A share of 1 as a whole per cent; what is beyond a million per cent in three figures. */
export function percent(x) {
  if (!Number.isFinite(x)) return fixed(x, 0);
  return perCent(Math.abs(x) < 1e4 ? fixed(100 * x, 0) : significant(100 * x, 3));
}

/** A printed number with its sign of per cent. @param {string} number */
export const perCent = (number) => t("number.percent", { number });

/** A whole number, parted as the reader parts thousands: 1,000,000. @param {number | bigint} x */
export function grouped(x) {
  const text = grouping().format(x < 0 ? -x : x);
  return x < 0 ? `−${text}` : text; // Arabic would put a sign of direction before its minus
}

/** What parts thousands. */
export const groupSign = () => grouping().formatToParts(123456.5).find(({ type }) => type === "group")?.value || ",";

/** The shortest text of a number. @param {number} x */
export const plainText = (x) => written(String(x));

/** A number in the shortest form with an exponent: 1.5e7, 2e−5. @param {number} x */
export const exponentText = (x) => written(x.toExponential().replace("+", ""));

/** What a reader reads off: a printed text, ungrouped, as a number again. */
export function readNumber(text) {
  return Number(text.replace(decimalSign(), ".").replace(/−/g, "-").replace("∞", "Infinity"));
}
