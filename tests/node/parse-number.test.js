/** Numbers as they are typed: read, or refused with a reason. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { LANGUAGES, language, setLanguage } from "../../web/language.js";
import { computedText, numberText, parseNumber } from "../../web/parse-number.js";
import "./english.js";

test("a dot, a comma, either minus, spaces around, exponents", () => {
  const cases = [
    ["1.5", 1.5], ["1,5", 1.5], ["-2", -2], ["−2", -2], ["+3", 3], ["  0.25\t", 0.25], [".5", 0.5], [",5", 0.5], ["5.", 5], ["5,", 5],
    ["1e3", 1000], ["1E−2", 0.01], ["2.5e+2", 250], ["−1,5e-1", -0.15], ["007", 7], ["1e38", 1e38], ["-3.4028235e38", -3.4028235e38],
    ["1e-60", 0], ["١٫٥", 1.5], ["−۲", -2], ["\u00a01\u202f", 1],
  ];
  for (const [typed, value] of cases) assert.deepEqual(parseNumber(typed), { value: Math.fround(value) }, typed);
});

test("no negative zero", () => {
  for (const typed of ["-0", "−0.0", "-1e-60"]) assert.ok(Object.is(parseNumber(typed).value, 0), typed);
});

test("everything else is refused, and the reason is its own", () => {
  const reasons = {
    Empty: ["", " ", "\t\n", "\u00a0"],
    "one decimal sign": ["1.2.3", "1,2,3", "1,234.5", "1.234,5", "1.000.000", "1 000", "1'000", "1’000", "1\u202f000,5", "1..5", "−1 000.5", "1_000", "1,,"],
    "finite": ["NaN", "nan", "∞", "-∞", "−Infinity", "inf"],
    "Too large": ["1e39", "-1e39", "3.5e38", "1e400", "9".repeat(400)],
    "not a number": ["abc", "1.5x", "x1", "--1", "+-1", "1e", "e5", "1e5.5", ".", ",", "-", "0x10", "1/2", "½", "１", "<b>1</b>", "1 ; 2", "null", "true"],
  };
  for (const [reason, all] of Object.entries(reasons)) {
    for (const typed of all) {
      const { value, problem } = parseNumber(typed);
      assert.equal(value, undefined, typed);
      assert.ok(problem.includes(reason), `${JSON.stringify(typed)}: ${problem}`);
    }
  }
  assert.ok(parseNumber("word ".repeat(50_000)).problem.length < 100, "a long text is not repeated whole");
  for (const long of ["1 ".repeat(50_000), `${"1 ".repeat(50_000)}x`, `${"1".repeat(100_000)}x`]) assert.ok(parseNumber(long).problem.length < 100);
});

test("the text of a number reads back as the same bits", () => {
  fc.assert(fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (x) => {
    assert.deepEqual(parseNumber(numberText(x)), { value: x || 0 });
  }), { numRuns: 2000 });
});

test("in every language too", () => {
  const before = language();
  for (const tag of Object.keys(LANGUAGES)) {
    setLanguage(tag);
    for (const x of [0.5, -0.25, 1e38, -1e-5, 16777216, 1234567, Math.fround(0.1)]) assert.deepEqual(parseNumber(numberText(x)), { value: Math.fround(x) }, `${tag}: ${numberText(x)}`);
  }
  setLanguage(before);
});

test("texts are short", () => {
  const cases = [
    [0.5, "0.5"], [1, "1"], [-0.25, "−0.25"], [0, "0"], [-0, "0"], [Math.fround(0.1), "0.1"], [1e38, "1e38"], [-1e-5, "−1e−5"], [16777216, "1.6777216e7"], [1234567, "1234567"],
    [NaN, "NaN"], [Infinity, "∞"], [-Infinity, "−∞"],
  ];
  for (const [x, text] of cases) assert.equal(numberText(x), text);
  const computed = [[Math.fround(1 / 3), "0.3333"], [Math.fround(0.15000001), "0.15"], [-0.00001, "0"], [2.5, "2.5"], [1e9, "1e9"], [12345.678, "12345.678"], [NaN, "NaN"], [-Infinity, "−∞"]];
  for (const [x, text] of computed) assert.equal(computedText(x), text);
});
