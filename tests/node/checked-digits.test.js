/** What the inspector prints has to check on paper, for every cell of real runs under every setting. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cellArithmetic } from "../../web/arithmetic.js";
import { printedScore, printedWeight } from "../../web/checked-digits.js";
import { language, setLanguage } from "../../web/language.js";
import { byHandModel, handMade } from "../../web/models/by-hand.js";
import { BUILDS, read } from "./support.js";
import "./english.js";

const SENTENCE = "She gave him her book and he thanked her.";
const SETTINGS = [
  { mask: undefined, divide: true, temperature: 1 },
  { mask: "causal", divide: false, temperature: 1 },
  { mask: { window: 1 }, divide: true, temperature: 0.3 },
  { mask: undefined, divide: true, temperature: 7.4 },
];
const MODELS = [
  { name: "by hand", bytes: () => byHandModel(), text: handMade[0].text, heads: [[1, 1]] },
  { name: "use-lite", bytes: () => Uint8Array.from(read("build/models/use-lite.q8.bin")), text: SENTENCE, heads: [[1, 2], [2, 2], [2, 4]] },
];

const number = (text) => Number(text.replace("−", "-").replace(",", "."));
const decimals = (text) => (text.split(/[.,]/)[1] ?? "").length;
/** Whether a value rounds to the printed text. */
const prints = (value, text) => Math.abs(value - number(text)) <= 0.5 * 10 ** -decimals(text) + 1e-9;

function checkScore(cell, setting, label) {
  const each = cell.q.length <= 8;
  const printed = printedScore(cell, setting, each);
  assert.ok(prints(printed.parts.map(number).reduce((a, b) => a + b), printed.score), `${label}: ${printed.parts} against ${printed.score}`);
  assert.ok(prints(number(printed.score) / number(printed.divisor), printed.scaled), `${label}: ${printed.score} / ${printed.divisor} against ${printed.scaled}`);
  printed.q.forEach((q, x) => assert.ok(prints(number(q) * number(printed.k[x]), printed.parts[x]), `${label}: ${q} × ${printed.k[x]} against ${printed.parts[x]}`));
  assert.ok(prints(cell.score, printed.score) && prints(cell.scaled, printed.scaled), `${label}: not the core's own values`);
}

function checkWeight(cell, label) {
  if (!cell.open) return assert.equal(cell.weight, 0, label);
  const printed = printedWeight(cell);
  const { exp, rowSum, weight } = printed;
  assert.ok(prints(number(exp) / number(rowSum), weight), `${label}: ${exp} / ${rowSum} against ${weight}`);
  const power = Math.exp(number(printed.scaled) - number(printed.rowMax));
  assert.ok(Math.abs(power - number(exp)) <= 0.005 * power, `${label}: exp(${printed.scaled} − ${printed.rowMax}) against ${exp}`);
  assert.ok(Math.abs(cell.weight - number(weight)) <= 0.51 * 10 ** -decimals(weight), `${label}: not the core's own weight`);
}

for (const { name, bytes, text, heads } of MODELS) {
  // English in full; in other notations what they could differ in.
  for (const { tag, settings } of [{ tag: "en", settings: SETTINGS }, { tag: "de", settings: SETTINGS.slice(2, 3) }, { tag: "ar", settings: SETTINGS.slice(2, 3) }]) {
    test(`${name}, ${tag}: products, scaled scores and weights check as printed`, () => {
      const before = language();
      setLanguage(tag);
      const model = BUILDS[0].core.loadModel(bytes());
      for (const setting of settings) {
        const dK = (layer) => model.run(text).stage("q", layer - 1).shape[2];
        for (const [layer, head] of heads) {
          const scale = (setting.divide ? 1 / Math.sqrt(dK(layer)) : 1) / setting.temperature;
          const run = model.run(text, { mask: setting.mask, scale });
          const n = run.tokens.length;
          for (let c = 0; c < n * n; c++) {
            const cell = { i: Math.floor(c / n) + 1, j: (c % n) + 1 };
            const label = `${layer}·${head} (${cell.i}, ${cell.j}) ${JSON.stringify(setting)}`;
            const sum = cellArithmetic(run, { layer, head, cell });
            checkScore(sum, setting, label);
            checkWeight(sum, label);
          }
        }
      }
      model.dispose();
      setLanguage(before);
    });
  }
}

test("values that are not numbers are printed, not thrown", () => {
  const bad = { q: [NaN, 1], k: [1, 1e30], products: [NaN, 1e30], positive: NaN, negative: 0, score: NaN, root: Math.SQRT2, scaled: NaN, rowMax: NaN, exp: NaN, rowSum: NaN, weight: NaN };
  assert.equal(printedScore(bad, { divide: true, temperature: 1 }, true).score, "NaN");
  assert.equal(printedWeight(bad).weight, "NaN");
});
