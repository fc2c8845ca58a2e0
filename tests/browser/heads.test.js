/** Reading heads: the numbers under and beside the small maps, against float64 over the core's weights. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixed, percent } from "../../web/numbers.js";
import { faults, inspect } from "./boxes.js";
import { chooseModel, trained } from "./reading.js";
import { open } from "./open.js";
import { BROWSERS, frames, paste, ready, text, tokensShown } from "./support.js";
import "../node/english.js";

const SENTENCE = "The cat, it chased a mouse!";
const LONG = "When the old keeper of the lighthouse finally opened the heavy door, a cold wind from the sea blew out his lamp and scattered every letter that his daughter had sent him over the years.";
const HEADS = [1, 2].flatMap((layer) => [1, 2, 3, 4].map((head) => [layer, head]));
const UNITS = { entropy: " bits", back: " tokens", self: "", previous: "", next: "", marked: "" };

/** Each measure from its definition, in float64. */
function measured({ data, rows: n, cols: m }, marked) {
  const sum = { entropy: 0, back: 0, self: 0, previous: 0, next: 0, marked: 0 };
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      const w = data[i * m + j];
      if (w > 0) sum.entropy -= w * Math.log2(w);
      sum.back += w * Math.max(0, i - j);
      if (j === i) sum.self += w;
      if (j === i - 1) sum.previous += w;
      if (j === i + 1) sum.next += w;
      if (marked[j]) sum.marked += w;
    }
  }
  return Object.fromEntries(Object.entries(sum).map(([id, total]) => [id, total / n]));
}

const print = (id, x) => `${UNITS[id] ? fixed(x, 2) : percent(x)}${UNITS[id]}`;
/** A value that lies on the edge between two prints may be printed as either. */
function printsAs(shown, id, value, where) {
  assert.ok([value - 2e-6, value, value + 2e-6].some((x) => shown === print(id, Math.max(0, x))), `${where}: ${shown}, not ${print(id, value)}`);
}

const choose = async (page, id) => {
  await page.$eval(`#heads input[value="${id}"]`, (input) => input.click());
  await frames(page);
};
const underHeads = (page) => page.$$eval(".head-button", (buttons) => buttons.map((button) => ({
  text: button.querySelector(".head-reading").textContent, line: Number(button.querySelector(".head-line i").style.transform.slice(7, -1)),
})));
const ofTheBigOne = (page) => page.$$eval(".heads-numbers:not([hidden]) dd", (cells) => cells.map((cell) => cell.textContent));
const offered = (page) => page.$$eval("#heads .segmented label", (labels) => labels.filter((label) => label.checkVisibility()).map((label) => label.textContent));

async function checkHeads(page, run, most) {
  const marked = run.tokens.map(({ piece }) => !/[\p{L}\p{N}]/u.test(piece));
  const all = HEADS.map(([layer, head]) => measured(run.matrix("weights", layer - 1, head - 1), marked));
  for (const id of Object.keys(UNITS)) {
    await choose(page, id);
    const shown = await underHeads(page);
    shown.forEach(({ text: printed, line }, at) => {
      printsAs(printed, id, all[at][id], `${id}, head ${HEADS[at].join("·")}`);
      assert.ok(Math.abs(line - all[at][id] / most[id]) < 1e-4, `line of ${id}: ${line}`);
    });
    assert.ok((await text(page, ".heads-means")).endsWith(`at most ${print(id, most[id])}.`));
  }
  return all;
}

for (const name of BROWSERS) {
  test(`${name}: the numbers of every head are those of its weights`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(server.url);
    await ready(page, "use-lite");
    for (const [sentence, mask] of [[SENTENCE, "none"], [SENTENCE, "causal"], ["Wait. No, stop here.", "none"]].slice(0, name === "chromium" ? 3 : 1)) {
      const run = trained.run(sentence, { mask });
      const n = run.tokens.length;
      await paste(page, sentence);
      await page.select("#controls select", mask);
      await tokensShown(page, n);
      await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
      const all = await checkHeads(page, run, { entropy: Math.log2(n), back: (n - 1) / 2, self: 1, previous: 1, next: 1, marked: 1 });
      for (const [layer, head] of [[1, 3], [2, 4]]) {
        await page.click(`.head-button:has(canvas[data-layer="${layer}"][data-head="${head}"])`);
        await frames(page);
        const [, ...numbers] = await ofTheBigOne(page);
        Object.keys(UNITS).forEach((id, at) => printsAs(numbers[at], id, all[4 * (layer - 1) + head - 1][id], `big ${layer}·${head} ${id}`));
      }
    }
    assert.deepEqual(page.problems, []);
  });
}

test("chromium: beside the hand-made example the strip reads the trained run; with a second sentence only what has a meaning", async (t) => {
  const { page, server } = await open(t, "chromium");
  await page.goto(server.url);
  await ready(page, "use-lite");
  await chooseModel(page, /Hand-made/);
  await ready(page, "by-hand");
  await page.waitForFunction(() => document.querySelectorAll(".head-button").length === 8);
  await frames(page);
  const sentence = await page.$eval("textarea", (field) => field.value);
  const run = trained.run(sentence);
  const n = run.tokens.length;
  await checkHeads(page, run, { entropy: Math.log2(n), back: (n - 1) / 2, self: 1, previous: 1, next: 1, marked: 1 });
  assert.deepEqual(await ofTheBigOne(page), []);

  await choose(page, "next");
  await page.click("#examples button");
  await page.evaluate(() => [...document.querySelectorAll('#examples [role="menuitem"]')].find((item) => /le chat noir/.test(item.textContent)).click());
  await page.waitForFunction(() => document.querySelectorAll(".head-button").length === 1);
  await frames(page);
  assert.deepEqual(await offered(page), ["Entropy", "Punctuation"]);
  const says = await text(page, ".heads-means");
  assert.match(says, new RegExp(`at most ${fixed(Math.log2(5), 2).replace(".", "\\.")} bits`), "five keys, four queries");
  assert.match(says, /no meaning where the keys are another sentence’s/);
  assert.match((await underHeads(page))[0].text, /^\d\.\d\d bits$/);
  assert.equal((await ofTheBigOne(page)).length, 3);
  assert.deepEqual(page.problems, []);
});

test("chromium: an empty sentence has no numbers, and they come back", async (t) => {
  const { page, server } = await open(t, "chromium");
  await page.goto(server.url);
  await ready(page, "use-lite");
  await paste(page, "");
  await page.waitForSelector("#heads.is-empty");
  assert.equal(await page.$eval(".heads-layers", (element) => element.checkVisibility({ visibilityProperty: true })), false);
  await paste(page, SENTENCE);
  await page.waitForSelector("#heads:not(.is-empty)");
  assert.deepEqual(page.problems, []);
});

test("chromium: the strip fits at every width, axe finds nothing", async (t) => {
  const { page, server } = await open(t, "chromium");
  await page.goto(server.url);
  await ready(page, "use-lite");
  await paste(page, LONG);
  await tokensShown(page, trained.tokenize(LONG).length);
  for (const [width, scheme] of [[360, "light"], [360, "dark"], [768, "light"], [768, "dark"], [1280, "light"], [1280, "dark"], [1920, "light"], [1920, "dark"]]) {
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: "reduce" }]);
    await frames(page);
    const heights = new Set();
    for (const id of scheme === "light" ? Object.keys(UNITS) : ["back"]) {
      await choose(page, id);
      assert.deepEqual(await page.evaluate(faults, "#heads"), [], `${scheme}, ${width} px, ${id}`);
      heights.add(await page.$eval("#heads", (element) => element.offsetHeight));
    }
    assert.equal(heights.size, 1, `${width} px: the strip jumps, ${[...heights]}`);
    assert.deepEqual(await inspect(page), [], `axe: ${scheme}, ${width} px`);
  }
});
