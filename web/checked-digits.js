/**
 * How many digits to print, so that what stands on the screen checks: the printed products add up to the printed
 * score, the printed score divides to the printed scaled score, the printed exponentials to the printed weight.
 * As few digits as do that; of values beyond printing (NaN, ∞, 10⁶ and more) the fewest, without the promise.
 */
import { fixed, perCent, plainText, readNumber as read, significant } from "./numbers.js";

const LARGE = 1e6;
export const plain = (x) => Number.isFinite(x) && Math.abs(x) < LARGE;

/** fixed(), but large numbers keep their figures. */
export const number = (x, digits) => (plain(x) || !Number.isFinite(x) ? fixed(x, digits) : significant(x, 4));
const least = (from, to, holds) => {
  for (let digits = from; digits < to; digits++) if (holds(digits)) return digits;
  return to;
};
/** Sums printed numbers as a reader would, on paper: without the noise of binary fractions. */
export const paperSum = (texts, digits) => Math.round(texts.reduce((total, text) => total + read(text) * 10 ** digits, 0)) / 10 ** digits;

/**
 * The dot product and its division.
 * @param {import("./arithmetic.js").CellArithmetic} cell
 * @param {{ divide: boolean, temperature: number }} scale
 * @param {boolean} each whether every product is printed, or their two totals
 * @returns {{ score: string, scaled: string, divisor: string, temperature: string, parts: string[], q: string[], k: string[] }}
 *   parts: the products, or [positive total, negative total]
 */
export function printedScore(cell, { divide, temperature }, each) {
  const terms = each ? cell.products : [cell.positive, cell.negative];
  const by = (divide ? cell.root : 1) * temperature;
  const divisor = Number.isInteger(by) ? plainText(by) : fixed(by, 4);
  const sound = [...terms, cell.score, cell.scaled].every(plain);
  const [places, digits, more] = sound ? scoreDigits(cell, terms, read(divisor)) : [3, 2, 0];
  const parts = terms.map((x) => number(x, digits + more));
  return {
    score: number(cell.score, digits), scaled: number(cell.scaled, places), divisor, temperature: significant(temperature, 2),
    parts, ...(each ? printedFactors(cell, parts, digits + more) : { q: [], k: [] }),
  };
}

/**
 * The fewest digits of scaled score, score and (beyond the score's) terms with which both steps check. The terms
 * may need more than their sum, each being rounded on its own; a value close to a half needs more throughout.
 */
function scoreDigits({ score, scaled }, terms, divisor) {
  for (let places = 3; places <= 6; places++) {
    for (let digits = 2; digits <= 6; digits++) {
      const printed = fixed(score, digits);
      if (fixed(read(printed) / divisor, places) !== fixed(scaled, places)) continue;
      for (let more = 0; more <= 3; more++) {
        const fine = digits + more;
        if (fixed(paperSum(terms.map((x) => fixed(x, fine)), fine), digits) === printed) return [places, digits, more];
      }
    }
  }
  return [3, 2, 1];
}

/** q and k of every product, with the digits at which each pair multiplies to what is printed. */
function printedFactors({ q, k }, products, digits) {
  const at = (x, d) => number(x, d);
  const sound = [...q, ...k].every(plain);
  const multiply = (d) => q.every((x, index) => fixed(read(at(x, d)) * read(at(k[index], d)), digits) === products[index]);
  const d = sound ? least(1, 8, multiply) : 2;
  return { q: q.map((x) => at(x, d)), k: k.map((x) => at(x, d)) };
}

/**
 * The softmax of one cell: exp(scaled − row maximum), the row's sum, their ratio.
 * @param {import("./arithmetic.js").CellArithmetic} cell
 * @returns {{ scaled: string, rowMax: string, exp: string, rowSum: string, weight: string, percent: string }}
 */
export function printedWeight({ scaled, rowMax, exp, rowSum, weight }) {
  const print = (places, figures, digits) => ({
    scaled: number(scaled, places), rowMax: number(rowMax, places),
    exp: exp === 1 ? "1" : significant(exp, figures), rowSum: significant(rowSum, Math.max(figures, 4)),
    weight: fixed(weight, digits), percent: perCent(fixed(100 * weight, Math.max(0, digits - 2))),
  });
  if (![scaled, rowMax, exp, rowSum, weight].every(plain)) return print(3, 4, 2);
  const first = weightDigits(weight);
  for (let digits = first; digits <= first + 3; digits++) {
    for (let total = 6; total <= 14; total++) {
      for (let places = 3; places <= total - 3 && places <= 7; places++) {
        const printed = print(places, total - places, digits);
        if (softmaxChecks(printed, total - places, digits)) return printed;
      }
    }
  }
  return print(7, 7, first);
}

function softmaxChecks({ scaled, rowMax, exp, rowSum, weight }, figures, digits) {
  const power = Math.exp(read(scaled) - read(rowMax));
  const shown = power === 1 ? "1" : significant(power, figures);
  return shown === exp && fixed(read(exp) / read(rowSum), digits) === weight;
}

/** Two digits, as in the cells; small weights keep two figures. */
function weightDigits(weight) {
  if (weight === 0 || weight >= 0.0995) return 2;
  return Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(weight))));
}

/** Fewest digits, up to `most`, that keep every number of a list apart from what it was by less than half a unit in 10⁻⁵. */
export function printedList(values, most) {
  const digits = values.every(plain) ? least(1, most, (d) => values.every((x) => Math.abs(x - read(fixed(x, d))) < 5e-6)) : 2;
  return values.map((x) => number(x, digits));
}
