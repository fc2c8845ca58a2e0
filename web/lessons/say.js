/**
 * What the lessons say: paragraphs made of parts, and numbers printed so that a sum, a product or a quotient in the
 * prose checks as it is printed. Of values beyond printing (not a number, ∞, 10⁶ and more) without that promise.
 */
import { printedList } from "../checked-digits.js";
import { fixed, significant } from "../numbers.js";

const LARGE = 1e6;
const plain = (x) => Number.isFinite(x) && Math.abs(x) < LARGE;
const UNKNOWN = "not a number";
const readable = (text) => text.replace("NaN", UNKNOWN);
/** A whole calculation, or that nothing can be calculated. */
const spoken = (left, result) => (result === UNKNOWN ? UNKNOWN : `${left} = ${result}`);
/** What a reader reads off: the printed text as a number again. */
const read = (text) => Number(text.replace("−", "-").replace("∞", "Infinity"));

/** A word in the colour of queries, keys or values. */
export const q = (word) => ["q", word];
export const k = (word) => ["k", word];
export const v = (word) => ["v", word];
/** A number of a map, with its colour. */
export const cell = (facts, stage, i, j) => (Number.isNaN(facts.at(stage, i, j)) ? UNKNOWN : ["cell", stage, i, j]);
export const math = (...tree) => ["math", ["math", ...tree]];

/** A paragraph as a template: say`Row 3 belongs to ${q("chased")}.` Lists of parts may stand in it too. */
export function say(texts, ...between) {
  const parts = (value) => value?.list ?? [typeof value === "number" ? String(value) : value];
  const all = texts.flatMap((text, index) => [text, ...(index < between.length ? parts(between[index]) : [])]);
  return joined(all).map((part) => (typeof part === "string" ? unbroken(part) : part));
}

/** Texts that follow one another as one. */
function joined(parts) {
  const list = [];
  for (const part of parts) {
    if (typeof part === "string" && typeof list.at(-1) === "string") list.push(list.pop() + part);
    else if (part !== "") list.push(part);
  }
  return list;
}

/** Lines break before +, − and =, never after them, nor around × and ÷. */
const unbroken = (text) => text.replace(/ ([×÷]) /g, "\u00a0$1\u00a0").replace(/ ([+−=]) (?=[\d(√−])/g, " $1\u00a0").replace(/ %/g, "\u00a0%");

/** Several parts with commas and a last “and”, to stand in say. */
export function listed(parts, last = " and ") {
  return { list: parts.flatMap((part, index) => (index === 0 ? [part] : [index === parts.length - 1 ? last : ", ", part])) };
}

/** @param {number} x @param {number} [digits] after the point */
export function figure(x, digits = 2) {
  return plain(x) || !Number.isFinite(x) ? readable(fixed(x, digits)) : significant(x, 4);
}

/** The same without needless zeros at the end. */
export function short(x, digits = 2) {
  const text = figure(x, digits);
  return plain(x) && text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** What is not 0 does not read as 0. */
export function share(x) {
  return x !== 0 && Number(figure(x)) === 0 ? significant(x, 2) : figure(x);
}

/** A share of 1 in hundredths. */
export const percent = (x) => (Number.isFinite(x) ? `${figure(100 * x, 0)} %` : figure(x));

/** A row of numbers with as few digits as they need, two at most. */
export function row(numbers) {
  return (numbers.every(Number.isInteger) ? numbers.map((x) => figure(x, 0)) : printedList(numbers, 2).map(readable)).join(", ");
}

/** A row of numbers as a map prints them. */
export const cells = (numbers) => numbers.map((x) => figure(x)).join(", ");

/** A row of weights; a key that gets nothing at all is a bare 0. */
export const weightsRow = (weights, digits = 3) => weights.map((x) => (x === 0 ? "0" : figure(x, digits))).join(", ");

/**
 * A calculation with the fewest digits at which the printed numbers give the printed result.
 * @param {number[]} numbers
 * @param {number} result
 * @param {(numbers: number[]) => number} compute
 * @param {(x: number, digits: number, at: number) => string} [print] of the numbers
 * @returns {{ numbers: string[], result: string }}
 */
function worked(numbers, result, compute, print = figure) {
  if ([...numbers, result].every(plain)) {
    for (let digits = 2; digits <= 5; digits++) {
      for (let more = 0; more <= 4; more++) {
        const texts = numbers.map((x, at) => print(x, digits + more, at));
        const computed = Number(compute(texts.map(read)).toFixed(12));
        if (fixed(computed, digits) === fixed(result, digits)) return { numbers: texts, result: fixed(result, digits) };
      }
    }
  }
  return { numbers: numbers.map((x, at) => print(x, 2, at)), result: figure(result) };
}

const total = (numbers) => numbers.reduce((sum, x) => sum + x, 0);
const signed = (texts) => texts.map((text, index) => (index === 0 ? text : text.startsWith("−") ? ` − ${text.slice(1)}` : ` + ${text}`)).join("");
const bracketed = (text) => (text.startsWith("−") ? `(${text})` : text);

/** “0.75 + 4.00 + 0.20 = 4.95” @param {number[]} terms @param {number} [sum] what the core made of them */
export function addition(terms, sum = total(terms)) {
  const { numbers, result } = worked(terms, sum, total);
  return { result, text: spoken(signed(numbers), result) };
}

/** “0.60 × (−1) = −0.60” @param {number} a a weight @param {number} b what it multiplies */
export function product(a, b) {
  const { numbers, result } = worked([a, b], a * b, ([x, y]) => x * y, (x, digits, at) => (at ? short : figure)(x, digits));
  return { result, text: spoken(`${numbers[0]} × ${bracketed(numbers[1])}`, result) };
}

/** “0.563 ÷ 1.667 = 0.34” */
export function quotient(a, b) {
  const { numbers, result } = worked([a, b], a / b, ([x, y]) => x / y, short);
  return { result, text: spoken(`${numbers[0]} ÷ ${bracketed(numbers[1])}`, result) };
}

/** “0.34 × 1 + 0.60 × (−1) = −0.26” @param {number[]} weights @param {number[]} values @param {number} sum */
export function blend(weights, values, sum) {
  const size = weights.length;
  const { numbers, result } = worked([...weights, ...values], sum, (all) => total(all.slice(0, size).map((x, at) => x * all[size + at])),
    (x, digits, at) => (at < size ? figure : short)(x, digits));
  const terms = numbers.slice(0, size).map((text, at) => `${text} × ${bracketed(numbers[size + at])}`);
  return { result, text: spoken(terms.join(" + "), result) };
}

/** Two numbers with as many digits as tell them apart, six at most. */
export function apart(a, b, from = 2) {
  for (let digits = from; digits < 6; digits++) if (figure(a, digits) !== figure(b, digits)) return [figure(a, digits), figure(b, digits)];
  return [figure(a, 6), figure(b, 6)];
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];
/** @param {number} place from 1 */
export const ordinal = (place) => ORDINALS[place - 1] ?? `${place}th`;

export const right = (text, says, marks) => ({ text, right: true, says, ...(marks ? { marks } : {}) });
export const wrong = (text, says, { mistake, marks } = {}) => ({ text, right: false, says, ...(mistake ? { mistake } : {}), ...(marks ? { marks } : {}) });
