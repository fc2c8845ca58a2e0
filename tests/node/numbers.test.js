/** How numbers are printed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixed, percent, significant } from "../../web/numbers.js";
import "./english.js";

const all = (print, cases) => {
  for (const [expected, ...args] of cases) assert.equal(print(...args), expected, JSON.stringify(args.map(String)));
};

test("fixed: digits, a true minus sign, no negative zero", () => all(fixed, [
  ["0.60", 0.6, 2], ["−0.60", -0.6, 2], ["1", 0.6, 0], ["−1", -0.6, 0], ["12.346", 12.3456, 3], ["1234.5", 1234.5, 1],
  ["0.00", 0, 2], ["0.00", -0, 2], ["0.00", -0.004, 2], ["0", -0.4, 0], ["−0.01", -0.006, 2], ["0.000", -1e-300, 3],
  ["NaN", NaN, 2], ["∞", Infinity, 2], ["−∞", -Infinity, 2],
]));

test("significant: as many figures as asked, no exponent below 10⁷", () => all(significant, [
  ["1.0", 1, 2], ["0.30", 0.3, 2], ["10", 10, 2], ["−2.475", -2.475, 4], ["1235", 1234.6, 4], ["123456", 123456, 4],
  ["10.00", 9.9996, 4], ["0.0001000", 0.0001, 4], ["1.00", 0.9999, 3], ["1000000", 1e6, 4],
  ["1.000e+7", 1e7, 4], ["−1.235e+7", -12345678, 4], ["1.2e−5", 0.0000123, 2], ["−1.2e−5", -0.0000123, 2], ["1.000e+7", 9999999, 4],
  ["0", 0, 4], ["0", -0, 4], ["NaN", NaN, 4], ["∞", Infinity, 4], ["−∞", -Infinity, 4],
]));

test("percent: whole per cents", () => all(percent, [
  ["60 %", 0.6], ["0 %", 0], ["0 %", -0], ["0 %", -0.004], ["100 %", 1], ["1 %", 0.006], ["−5 %", -0.05],
  ["NaN", NaN], ["∞", Infinity], ["−∞", -Infinity],
]));
