/** Heads and layers: rollout and differences against float64 over the core's weights. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixed } from "../../web/numbers.js";
import { read } from "../node/support.js";
import { faults, inspect } from "./boxes.js";
import { chooseModel, press, trained } from "./reading.js";
import { open } from "./open.js";
import { BROWSERS, frames, ready, text } from "./support.js";
import "../node/english.js";

const SENTENCE = "She gave him her book and he thanked her.";
const SECOND = "He gave her his book and she thanked him.";
const LONG = "When the old keeper of the lighthouse finally opened the heavy door, a cold wind from the sea blew out his lamp and scattered every letter that his daughter had sent him over the years.";
const AREAS = { first: ".compare > .text-field textarea", second: ".compare-second textarea" };

async function openPanel(page) {
  await press(page, "Experiments");
  await page.waitForSelector("#tab-compare");
  await page.click("#tab-compare");
  await page.waitForSelector(".compare");
}

/** Puts a text into a field of the panel and waits until the panel is still. */
async function type(page, which, sentence) {
  await page.$eval(AREAS[which], (area, value) => {
    area.value = value;
    area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
  }, sentence);
  await still(page);
}

/** No text of the panel has changed for a while. */
async function still(page) {
  let before;
  for (let same = 0; same < 3;) {
    await page.evaluate(() => new Promise((done) => setTimeout(done, 80)));
    const now = await page.$eval(".compare", (element) => element.textContent);
    same = now === before ? same + 1 : 0;
    before = now;
  }
}

const pick = async (page, value, which = 0) => {
  await page.$$eval(`.compare-choice input[value="${value}"]`, (inputs, at) => inputs[at].click(), which);
  await still(page);
};

/** Every cell of a plate, as its own grid says it, walked by key. */
async function cells(page, stage) {
  return page.$eval(`.compare canvas[data-stage="${stage}"]`, (canvas) => {
    const grid = canvas.parentElement.querySelector('[role="grid"]');
    const [rows, cols] = [grid.ariaRowCount - 1, grid.ariaColCount - 1];
    const key = (name, init = {}) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...init }));
    grid.querySelector('[tabindex="0"]').focus();
    key("Home", { ctrlKey: true });
    const all = [];
    for (let i = 0; i < rows; i++) {
      const row = [];
      for (let j = 0; j < cols; j++) {
        row.push(document.activeElement.textContent);
        key("ArrowRight");
      }
      all.push(row);
      key("Home");
      key("ArrowDown");
    }
    document.activeElement.blur();
    return all;
  });
}

/** Rollout from its definition, in float64: one matrix a layer. */
function rollouts(run) {
  const n = run.tokens.length;
  const after = [];
  for (let layer = 0; layer < run.data.layers; layer++) {
    const mean = means(run, layer);
    const a = mean.map((row, i) => {
      const half = row.map((w, j) => w / 2 + (i === j ? 0.5 : 0));
      const sum = half.reduce((total, x) => total + x, 0);
      return half.map((x) => x / sum);
    });
    const below = after.at(-1);
    after.push(below ? a.map((row) => Array.from({ length: n }, (_, j) => row.reduce((total, x, k) => total + x * below[k][j], 0))) : a);
  }
  return after;
}

function means(run, layer) {
  const n = run.tokens.length;
  const { data, shape: [heads] } = run.stage("weights", layer);
  return Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => {
    let sum = 0;
    for (let head = 0; head < heads; head++) sum += data[(head * n + i) * n + j];
    return sum / heads;
  }));
}

function matrix(run, layer, head) {
  const { data, rows, cols } = run.matrix("weights", layer - 1, head - 1);
  return Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * cols, (i + 1) * cols)));
}

/** Printed cells against values; one on the edge between two prints may be printed as either. */
function printsAll(shown, values, what) {
  assert.deepEqual([shown.length, shown[0].length], [values.length, values[0].length], what);
  values.forEach((row, i) => row.forEach((value, j) => prints(shown[i][j], value, 2, `${what}: ${i + 1}, ${j + 1}`)));
}

function prints(shown, value, digits, where) {
  assert.ok([value - 2e-6, value, value + 2e-6].some((x) => shown === fixed(x, digits)), `${where}: ${shown}, not ${fixed(value, digits)}`);
}

const figures = (page) => page.$$eval(".compare-figures > div", (entries) => Object.fromEntries(entries.map((entry) => [entry.querySelector("dt").textContent, [...entry.querySelectorAll("dd")].map((dd) => dd.textContent)])));

/** The largest change with its words, and the mean absolute change, from float64. */
function checkFigures(shown, a, b, words, where) {
  const changes = a.flatMap((row, i) => row.map((w, j) => ({ i, j, d: w - b[i][j], a: w, b: b[i][j] })));
  const top = changes.reduce((most, each) => (Math.abs(each.d) > Math.abs(most.d) ? each : most));
  const [, query, key, one, two, change] = /^(.+) → (.+) (−?[\d.]+) − (−?[\d.]+) = (−?[\d.]+)$/.exec(shown["Largest change"][0]);
  const digits = change.split(".")[1].length;
  assert.deepEqual([query, key, shown["Largest change"][1]], [words[top.i], words[top.j], `query ${top.i + 1}, key ${top.j + 1}`], where);
  prints(one, top.a, digits, where);
  prints(two, top.b, digits, where);
  prints(change, top.d, digits, where);
  const number = (printed) => Number(printed.replace("−", "-"));
  assert.equal(fixed(number(one) - number(two), digits), change, "the printed sum checks");
  prints(shown["Mean absolute change"][0], changes.reduce((sum, { d }) => sum + Math.abs(d), 0) / changes.length, 4, where);
  assert.equal(shown["Mean absolute change"][1], `over ${changes.length} cells`);
}

const wordsOf = (run, sentence) => run.tokens.map(({ start, end }) => sentence.slice(start, end));
const minus = (a, b) => a.map((row, i) => row.map((x, j) => x - b[i][j]));

for (const name of BROWSERS) {
  test(`${name}: rollout and differences are those of the weights`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(server.url);
    await ready(page, "use-lite");
    for (const [sentence, mask] of [[SENTENCE, "none"], ["The cat chased a mouse.", "causal"]].slice(0, name === "chromium" ? 2 : 1)) {
      await page.select("#controls select", mask);
      await openPanel(page);
      await type(page, "first", sentence);
      const run = trained.run(sentence, { mask });
      const expected = rollouts(run);
      for (const layer of [0, 1]) {
        printsAll(await cells(page, `rollout-${layer + 1}`), expected[layer], `${mask} rollout ${layer + 1}`);
        printsAll(await cells(page, `mean-${layer + 1}`), means(run, layer), `${mask} mean ${layer + 1}`);
      }
      await checkReading(page, run, expected);
      await pick(page, "1.4", 1);
      const [a, b] = [matrix(run, 2, 2), matrix(run, 1, 4)];
      for (const [stage, values] of [["first", a], ["second", b], ["difference", minus(a, b)]]) printsAll(await cells(page, stage), values, `${mask} ${stage}`);
      checkFigures(await figures(page), a, b, wordsOf(run, sentence), `${mask} heads`);
      assert.equal(await page.$eval(".compare > .compare-note", (element) => element.hidden), mask === "none");
      await pick(page, "sentences");
      await checkSentences(page, sentence, mask);
      await pick(page, "heads");
      await press(page, "Lab");
    }
    assert.deepEqual(page.problems, []);
  });
}

/** The pointed cell in figures, in both layers. */
async function checkReading(page, run, expected) {
  await page.$eval('.compare canvas[data-stage="rollout-1"]', (canvas) => {
    const grid = canvas.parentElement.querySelector('[role="grid"]');
    const key = (name, init = {}) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...init }));
    grid.querySelector('[tabindex="0"]').focus();
    key("Home", { ctrlKey: true });
    key("ArrowDown");
    key("ArrowDown");
    key("ArrowRight");
  });
  await frames(page);
  assert.equal(await text(page, ".compare-reading .compare-note"), "query 3, key 2");
  const rows = await page.$$eval(".compare-reading tbody tr", (trs) => trs.map((tr) => [...tr.querySelectorAll("td")].map((td) => td.textContent)));
  rows.forEach(([mean, rollout], layer) => {
    prints(mean, means(run, layer)[2][1], 3, "mean in the reading");
    prints(rollout, expected[layer][2][1], 3, "rollout in the reading");
  });
}

/** The suggested second sentence, then one of another length. */
async function checkSentences(page, sentence, mask) {
  const second = await page.$eval(AREAS.second, (area) => area.value);
  if (sentence === SENTENCE) assert.equal(second, SECOND);
  const [one, two] = [sentence, second].map((each) => trained.run(each, { mask }));
  const [a, b] = [one, two].map((run) => matrix(run, 2, 2));
  const [first, other] = [wordsOf(one, sentence), wordsOf(two, second)];
  const shown = await figures(page);
  checkFigures(shown, a, b, first.map((word, at) => (word === other[at] ? word : `${word}/${other[at]}`)), `${mask} sentences`);
  assert.equal(shown["Changed tokens"][0], first.flatMap((word, at) => (word === other[at] ? [] : [`${at + 1} ${word} → ${other[at]}`])).join(", "));
  printsAll(await cells(page, "difference"), minus(a, b), `${mask} difference of sentences`);
  const longer = `${sentence} Yes.`;
  await type(page, "second", longer);
  const count = trained.tokenize(longer).length;
  const says = await text(page, ".compare section .message");
  assert.ok(says.includes(`A has ${one.tokens.length} tokens, B has ${count} tokens`), says);
  assert.equal(await page.$eval('.compare canvas[data-stage="difference"]', (canvas) => canvas.checkVisibility()), false);
  assert.equal(await page.$eval(".compare-figures", (element) => element.hidden), true);
  printsAll(await cells(page, "second"), matrix(trained.run(longer, { mask }), 2, 2), `${mask} longer`);
  await press(page, "The first with a word changed");
  await still(page);
  assert.equal(await page.$eval(AREAS.second, (area) => area.value), second);
}

test("chromium: bad input is told, and the text stays", async (t) => {
  const { page, server } = await open(t, "chromium");
  await page.goto(server.url);
  await ready(page, "use-lite");
  await openPanel(page);
  await type(page, "first", SENTENCE);
  await pick(page, "2.2", 1);
  assert.match(await text(page, ".compare section .message"), /same head/);
  assert.deepEqual((await figures(page))["Largest change"], ["none", ""]);
  await pick(page, "sentences");
  for (const [value, says] of [["", /empty/], [" \n ", /empty/], ["\u200b", /nothing to read|empty/], [SENTENCE, /same tokens/]]) {
    await type(page, "second", value);
    assert.match(await text(page, ".compare section .message"), says, JSON.stringify(value));
    assert.equal(await page.$eval(AREAS.second, (area) => area.value), value.replace(/\r/g, ""));
  }
  await type(page, "second", "<b>\ud83d\ude00</b> ".repeat(300));
  assert.match(await text(page, ".compare section .message"), /B has 128 tokens/);
  await type(page, "first", "");
  assert.match(await text(page, ".compare > .message"), /sentence is empty/);
  assert.equal(await page.$eval("#compare-rollout", (element) => element.checkVisibility()), false);
  await type(page, "first", "Yes");
  assert.equal(await page.$eval(".compare > .message", (element) => element.hidden), true);
  assert.match(await text(page, ".compare-reading .compare-note"), /^query 1, key 1$/);
  assert.deepEqual(page.problems, []);
});

test("chromium: the panel waits for the trained model, and says so beside examples of two sentences", async (t) => {
  let send;
  const { page, server } = await open(t, "chromium", {
    intercept(path, response) {
      if (!path.endsWith("/use-lite.q8.bin") || send) return false;
      send = () => response.destroy();
      return true;
    },
  });
  await page.goto(server.url);
  await ready(page, "by-hand");
  await openPanel(page);
  assert.match(await text(page, ".compare > .message"), /on its way/);
  send();
  await page.waitForFunction(() => /did not load|^$/.test(document.querySelector(".compare > .message p").textContent), { timeout: 20_000 });
  if (await page.$eval(".compare > .message button", (button) => button.checkVisibility())) await page.click(".compare > .message button");
  await page.waitForFunction(() => document.querySelector(".compare > .message").hidden, { timeout: 20_000 });
  await page.waitForSelector('.compare canvas[data-stage="rollout-2"]');
  await press(page, "Lab");
  await chooseModel(page, /Hand-made/);
  await ready(page, "by-hand");
  await page.click("#examples button");
  await page.evaluate(() => [...document.querySelectorAll('#examples [role="menuitem"]')].find((item) => /le chat noir/.test(item.textContent)).click());
  await page.waitForFunction(() => document.querySelectorAll(".head-button").length === 1);
  await openPanel(page);
  assert.match(await text(page, ".compare > .message p"), /second sentence/);
  await press(page, "Use the trained model");
  await page.waitForFunction(() => document.querySelector(".compare > .message").hidden);
});

test("chromium: beside a hand-made example that stays, the panel shows the trained model's run when that comes in", async (t) => {
  let send;
  const { page, server } = await open(t, "chromium", {
    intercept(path, response) {
      if (!path.endsWith("/use-lite.q8.bin")) return false;
      send = () => response.end(read("dist/models/use-lite.q8.bin"));
      return true;
    },
  });
  await page.goto(`${server.url}#v=1&place=experiments&experiment=compare&stage=tokens&text=The+cat+chased+a+mouse`);
  await ready(page, "by-hand");
  await page.waitForFunction(() => /on its way/.test(document.querySelector(".compare > .message")?.textContent));
  const row = await page.$("#tokens tbody tr");
  send();
  await page.waitForSelector('.compare canvas[data-stage="rollout-2"]', { timeout: 20_000 });
  await page.waitForSelector('html[data-trained="ready"]');
  assert.equal(await page.$eval("html", (html) => html.dataset.ready), "by-hand");
  assert.equal(await page.$$eval("#heads .head-button", (heads) => heads.length), 8, "and so does the strip");
  assert.equal(await row.evaluate((element) => element.isConnected), true, "what is shown is not made anew");
});

test("chromium: the panel fits at every width, axe finds nothing", async (t) => {
  const { page, server } = await open(t, "chromium");
  await page.goto(server.url);
  await ready(page, "use-lite");
  await openPanel(page);
  await type(page, "first", LONG);
  for (const [width, scheme] of [[360, "light"], [360, "dark"], [768, "light"], [768, "dark"], [1280, "light"], [1280, "dark"], [1920, "light"], [1920, "dark"]]) {
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: "reduce" }]);
    for (const mode of ["heads", "sentences"]) {
      await pick(page, mode);
      assert.deepEqual(await page.evaluate(faults), [], `${scheme}, ${width} px, ${mode}`);
    }
    assert.deepEqual(await inspect(page), [], `axe: ${scheme}, ${width} px`);
    assert.deepEqual(page.problems, []);
  }
});
