/** How numbers are printed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LANGUAGES, language, setLanguage } from "../../web/language.js";
import { DECIMALS, fixed, grouped, percent, readNumber, significant } from "../../web/numbers.js";
import "./english.js";

const all = (print, cases) => {
  for (const [expected, ...args] of cases) assert.equal(print(...args), expected, JSON.stringify(args.map(String)));
};

test("the decimal sign of every language is the one that Intl has", () => {
  assert.deepEqual(Object.keys(DECIMALS), Object.keys(LANGUAGES));
  for (const [spoken, sign] of Object.entries(DECIMALS)) {
    const parts = new Intl.NumberFormat(spoken, { numberingSystem: "latn" }).formatToParts(1234.5);
    assert.equal(parts.find(({ type }) => type === "decimal").value, sign, spoken);
  }
});

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

/* ---- in other languages ---- */

function speaking(tag, run) {
  const before = language();
  setLanguage(tag);
  try {
    run();
  } finally {
    setLanguage(before);
  }
}

test("German and Spanish write a comma; Chinese and Arabic a point, in Latin digits and without hidden signs", () => {
  for (const tag of ["de", "es"]) {
    speaking(tag, () => {
      all(fixed, [["0,60", 0.6, 2], ["−12,346", -12.3456, 3], ["1", 1.2, 0], ["1234,5", 1234.5, 1], ["∞", Infinity, 2], ["NaN", NaN, 2]]);
      all(significant, [["1,2e−5", 0.0000123, 2], ["1,000e+7", 1e7, 4], ["−2,475", -2.475, 4]]);
    });
  }
  for (const tag of ["zh", "ar"]) speaking(tag, () => all(fixed, [["0.60", 0.6, 2], ["−12.346", -12.3456, 3], ["−∞", -Infinity, 2]]));
  const parted = { en: "1,234,567", zh: "1,234,567", es: "1.234.567", de: "1.234.567", ar: "1,234,567" };
  for (const [tag, text] of Object.entries(parted)) {
    speaking(tag, () => {
      assert.equal(grouped(1234567), text, tag);
      assert.equal(grouped(-1234567n), `−${text}`, tag);
    });
  }
});

test("every language: what is printed reads back, and holds no signs of direction", () => {
  for (const tag of Object.keys(LANGUAGES)) {
    speaking(tag, () => {
      for (const x of [0, 1, -1, 0.25, -3.75, 1234.5, -98765.125, Infinity, -Infinity]) {
        const text = fixed(x, 3);
        assert.equal(readNumber(text), x, `${tag}: ${text}`);
        assert.match(text, /^−?(\d+[.,]\d{3}|∞)$/);
      }
      assert.equal(readNumber(significant(-0.0000123, 3)), -0.0000123, tag);
      for (const text of [grouped(-9876543), percent(-0.05)]) assert.doesNotMatch(text, /[\u200e\u200f\u061c\u2066-\u2069]/);
    });
  }
});
