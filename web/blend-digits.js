/** How many digits the sum of value rows is printed with, so that it checks as printed (see checked-digits.js). */
import { number, paperSum, plain, printedList } from "./checked-digits.js";
import { fixed, perCent, readNumber as read } from "./numbers.js";

/**
 * Terms and their sums, dimension by dimension: with the fewest digits at which the printed terms add up to the printed sum.
 * @param {number[][]} terms a row a key @param {number[]} sums a dimension each
 * @returns {{ terms: string[][], sums: string[], digits: number }} digits: of the terms
 */
export function printedSum(terms, sums) {
  const print = (places, digits) => ({ terms: terms.map((row) => row.map((x) => number(x, digits))), sums: sums.map((x) => number(x, places)), digits });
  if (![...terms, sums].flat().every(plain)) return print(2, 2);
  const adds = (places, digits) => sums.every((sum, x) => fixed(paperSum(terms.map((row) => fixed(row[x], digits)), digits), places) === fixed(sum, places));
  for (let places = 2; places <= 5; places++) {
    for (let digits = places; digits <= places + 3; digits++) if (adds(places, digits)) return print(places, digits);
  }
  return print(5, 8);
}

/**
 * Weights and values of which each product, as printed, is the printed term.
 * @param {{ weight: number, value: number[] }[]} parts @param {{ terms: string[][], digits: number }} printed of printedSum
 * @returns {{ weights: string[], values: string[][] }}
 */
export function printedFactors(parts, { terms, digits }) {
  const width = parts[0]?.value.length ?? 0;
  const all = parts.flatMap(({ value }) => value);
  const at = (places, most) => {
    const flat = printedList(all, most);
    return { weights: parts.map(({ weight }) => number(weight, places)), values: parts.map((_, k) => flat.slice(k * width, (k + 1) * width)) };
  };
  const checks = ({ weights, values }) => weights.every((weight, k) => values[k].every((value, x) => fixed(read(weight) * read(value), digits) === terms[k][x]));
  if (![...all, ...parts.map(({ weight }) => weight)].every(plain)) return at(2, 2);
  for (let places = digits; places <= digits + 5; places++) {
    const printed = at(places, Math.max(2, places));
    if (checks(printed)) return printed;
  }
  return at(digits + 5, digits + 5);
}

/** Shares of one whole in per cent: with the fewest digits at which they add up to the whole per cent of their sum. @param {number[]} weights */
export function printedShares(weights) {
  const whole = fixed(100 * weights.reduce((sum, x) => sum + x, 0), 0);
  for (let digits = 0; digits <= 3; digits++) {
    const texts = weights.map((x) => fixed(100 * x, digits));
    if (digits === 3 || fixed(paperSum(texts, digits), 0) === whole) return { shares: texts.map(perCent), whole: perCent(whole) };
  }
}
