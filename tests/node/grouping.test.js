/** Pieces of a word taken together: weights summed, rows averaged; and the digits with which the blend checks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { askingOf, blendOf } from "../../web/asking.js";
import { printedFactors, printedShares, printedSum } from "../../web/blend-digits.js";
import { groupAt, groupedRow, singles, tokensOf, wordsOf } from "../../web/grouping.js";
import { fixed } from "../../web/numbers.js";
import { labelsOf } from "../../web/picture.js";
import { BUILDS, random, read } from "./support.js";
import "./english.js";

const model = BUILDS[0].core.loadModel(Uint8Array.from(read("build/models/use-lite.q8.bin")));
const SENTENCE = "The cat chased a mouse. The animal didn't chase it.";
const run = model.run(SENTENCE);
const stateOf = (patch) => ({ result: { run, text: SENTENCE }, layer: 2, head: 2, grouped: true, hover: null, pin: { i: 1, j: 1 }, ...patch });
const spoken = (groups) => groups.map(({ text }) => text).join("|");
const number = (text) => Number(text.replace("−", "-").replace(" %", ""));

test("words are their pieces; punctuation stays alone", () => {
  const labels = labelsOf(run.tokens, SENTENCE);
  const words = wordsOf(labels);
  assert.equal(spoken(singles(labels)), "The|cat|chase|d|a|mouse|.|The|animal|didn|'|t|chase|it|.");
  assert.equal(spoken(words), "The|cat|chased|a|mouse|.|The|animal|didn|'|t|chase|it|.");
  assert.deepEqual(words[2], { text: "chased", unknown: false, from: 2, count: 2 });
  assert.deepEqual([0, 1, 2, 3, 4].map((token) => groupAt(words, token)), [0, 1, 2, 2, 3]);
  assert.deepEqual(words.flatMap(tokensOf), labels.map((_, at) => at), "every token is in one word");
  assert.deepEqual(wordsOf([]), []);
  assert.equal(wordsOf([{ text: "東", unknown: true }, { text: "s", unknown: false, joins: true }])[0].unknown, true);
});

test("key pieces are summed, query rows averaged", () => {
  const data = Float32Array.of(0.5, 0.25, 0.25, 0.125, 0.125, 0.75, 0, 0, 1);
  const group = (from, count) => ({ text: "", unknown: false, from, count });
  assert.deepEqual(groupedRow({ data, cols: 3 }, group(0, 1), [group(0, 2), group(2, 1)]), [0.75, 0.25]);
  assert.deepEqual(groupedRow({ data, cols: 3 }, group(0, 2), [group(0, 1), group(1, 2)]), [0.3125, 0.6875]);
  assert.deepEqual(groupedRow({ data, cols: 3 }, group(2, 1), [group(0, 1), group(1, 1), group(2, 1)]), [0, 0, 1], "a token alone is its own row");
  assert.deepEqual(groupedRow({ data: Float32Array.of(NaN, 1, 0, 1), cols: 2 }, group(0, 2), [group(0, 1), group(1, 1)]), [NaN, 1]);
});

test("a word that asks: its row sums to 1, its scores are those of single pieces only, its output the mean row", () => {
  for (const [i, several] of [[3, true], [4, true], [2, false]]) {
    const state = stateOf({ pin: { i, j: 1 } });
    const asking = askingOf(state);
    assert.equal(asking.query.count, several ? 2 : 1);
    assert.ok(Math.abs(asking.keys.reduce((sum, { weight }) => sum + weight, 0) - 1) < 1e-6);
    for (const key of asking.keys) assert.equal(key.scaled === null, several || key.count > 1, key.text);
    const { parts, output } = blendOf(run, state, asking);
    const { data, cols } = run.matrix("output", 1, 1);
    for (let x = 0; x < cols; x++) {
      const rows = tokensOf(asking.query).map((row) => data[row * cols + x]);
      assert.ok(Math.abs(output[x] - rows.reduce((a, b) => a + b) / rows.length) < 1e-9);
      assert.ok(Math.abs(parts.reduce((sum, { term }) => sum + term[x], 0) - output[x]) < 2e-5, "the terms add up to the output");
      parts.forEach(({ value, term }, key) => assert.ok(Math.abs(value[x] * asking.keys[key].weight - term[x]) < 1e-9));
    }
  }
});

test("closed keys, and a row with nothing to attend to", () => {
  const n = run.tokens.length;
  const allowed = new Uint8Array(n * n).fill(1);
  for (let j = 0; j < n; j++) allowed[j] = 0;
  allowed[n + 2] = 0;
  const masked = model.run(SENTENCE, { mask: allowed });
  const ask = (i, grouped) => askingOf(stateOf({ result: { run: masked, text: SENTENCE }, pin: { i, j: 1 }, grouped }));
  const none = ask(1, true);
  assert.deepEqual([none.open, none.top, none.keys.every(({ weight, closed }) => weight === 0 && closed)], [0, [], true]);
  const { parts, output } = blendOf(masked, stateOf({}), none);
  assert.ok([...output, ...parts.flatMap(({ term, value }) => [...term, ...value])].every(Number.isFinite));
  assert.ok(output.every((x) => x === 0));
  assert.deepEqual([ask(2, false).keys[2].closed, ask(2, true).keys[2].closed], [true, false], "a word is closed when all its pieces are");
});

test("what is printed adds up as printed: terms to sums, weights × values to terms, shares to the whole", () => {
  const source = random(7);
  for (let round = 0; round < 200; round++) {
    const keys = source.integer(1, 9);
    const width = source.integer(1, 5);
    const raw = Array.from({ length: keys }, () => Math.exp(2 * source.normals(1)[0]));
    const whole = raw.reduce((a, b) => a + b);
    const parts = raw.map((x) => ({ weight: x / whole, value: Array.from(source.normals(width), (v) => Math.round(v * 10) / 10) }));
    const terms = parts.map(({ weight, value }) => value.map((v) => weight * v));
    const sums = terms[0].map((_, x) => terms.reduce((sum, term) => sum + term[x], 0));
    const printed = printedSum(terms, sums);
    const places = printed.sums[0].split(".")[1].length;
    sums.forEach((sum, x) => {
      assert.equal(printed.sums[x], fixed(sum, places));
      const paper = printed.terms.reduce((total, row) => total + Math.round(number(row[x]) * 10 ** printed.digits), 0) / 10 ** printed.digits;
      assert.equal(fixed(paper, places), printed.sums[x]);
    });
    const { weights, values } = printedFactors(parts, printed);
    weights.forEach((weight, k) => values[k].forEach((value, x) => assert.equal(fixed(number(weight) * number(value), printed.digits), printed.terms[k][x])));
    const { shares, whole: all } = printedShares(parts.map(({ weight }) => weight));
    assert.equal(all, "100 %");
    assert.equal(Math.round(shares.reduce((sum, text) => sum + number(text), 0)), 100);
  }
  assert.deepEqual(printedShares([0, 0]), { shares: ["0 %", "0 %"], whole: "0 %" });
  assert.deepEqual(printedSum([[NaN]], [NaN]), { terms: [["NaN"]], sums: ["NaN"], digits: 2 });
});
