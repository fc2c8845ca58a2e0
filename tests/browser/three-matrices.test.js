/** “Why three matrices”: figures against float64, symmetry, the mirror cell in both maps, what cannot be shown, every width. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { handMade } from "../../web/models/by-hand.js";
import { fixed } from "../../web/numbers.js";
import { faults, inspect } from "./boxes.js";
import { openExperiment, trained } from "./reading.js";
import { open } from "./open.js";
import { BROWSERS, frames, paste, ready } from "./support.js";

const TIRED = "The animal didn't cross the street because it was too tired.";
const LONG = "When the old keeper of the lighthouse finally opened the heavy door, a cold wind from the sea blew out his lamp and scattered every letter that his daughter had sent him over the years.";

const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);
const cosine = (a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
const times = (x, w) => x.map((row) => w[0].map((_, col) => row.reduce((sum, value, at) => sum + value * w[at][col], 0)));
const table = (a, b) => a.map((row) => b.map((other) => dot(row, other)));
const softmax = (row) => row.map((value) => Math.exp(value) / row.reduce((sum, other) => sum + Math.exp(other), 0));
const largestAsymmetry = (s) => Math.max(...s.flatMap((row, i) => row.map((value, j) => Math.abs(value - s[j][i]))));
const number = (text) => Number(text.replace("−", "-"));

/** A hand-made example in float64. */
function worked(id) {
  const { E, wQ, wK, words } = handMade.find((example) => example.id === id);
  const scores = table(times(E, wQ), times(E, wK));
  const weights = scores.map((row) => softmax(row.map((value) => value / Math.sqrt(wQ[0].length))));
  return { words, gram: table(E, E), scores, weights, cosine: (i, j) => cosine(E[i], E[j]) };
}

/** The same of the trained model's layer 2 head 2, with what enters layer 1. */
function trainedTables(text) {
  const run = trained.run(text);
  const rows = ({ data, rows: n, cols }) => Array.from({ length: n }, (_, i) => Array.from(data.subarray(i * cols, (i + 1) * cols)));
  const x = rows(run.matrix("x", 0, 0));
  return { words: run.tokens.map(({ start, end }) => text.slice(start, end)), gram: table(x, x), scores: table(rows(run.matrix("q", 1, 1)), rows(run.matrix("k", 1, 1))), weights: rows(run.matrix("weights", 1, 1)) };
}

/** What the panel says: pairs, asymmetries, paragraphs. */
const said = (page) => page.evaluate(() => {
  const numbers = (selector) => [...document.querySelectorAll(`${selector} .number`)].map((element) => element.textContent);
  const side = (id) => ({ pair: numbers(`.pair-line[data-side=${id}]`), line: document.querySelector(`.pair-line[data-side=${id}]`).textContent, asymmetry: numbers(`.asymmetry[data-side=${id}]`) });
  const [shows, pair] = document.querySelectorAll(".matrices-words > section");
  return { embeddings: side("embeddings"), scores: side("scores"), shows: shows.textContent, pair: pair.textContent };
});

const choose = (page, id) => page.$eval(`.matrices-choice input[value=${id}]`, (input) => input.click());
const shown = async (page, pattern) => {
  await page.waitForFunction((source) => document.querySelector(".matrices-body").checkVisibility() && new RegExp(source).test(document.querySelector(".matrices-sentence").textContent), {}, pattern.source);
  await frames(page);
};

function checkPair({ embeddings, scores }, { gram, scores: s }, i, j, tolerance = 0.0051) {
  const close = (printed, value) => assert.ok(Math.abs(number(printed) - value) <= tolerance, `${printed} for ${value}`);
  assert.equal(embeddings.pair.length, 1, "one value in both cells");
  close(embeddings.pair[0], gram[i][j]);
  if (i === j) return close(scores.pair[0], s[i][i]);
  close(scores.pair[0], s[i][j]);
  return close(scores.pair[1], s[j][i]);
}

/** Where a cell of a map stands on the screen, from the real cells of its grid. */
const boxOf = (page, stage, { i, j }) => page.evaluate((name, row, column) => {
  const figure = document.querySelector(`.plate canvas[data-stage="${name}"]`).parentElement;
  const cells = [...figure.querySelectorAll("[role=gridcell]")].map((cell) => ({ box: cell.getBoundingClientRect(), row: Number(cell.parentElement.getAttribute("aria-rowindex")) - 1, column: Number(cell.getAttribute("aria-colindex")) - 1 }));
  const [a, b] = [cells[0], cells.at(-1)];
  const pitch = (b.box.left - a.box.left) / (b.column - a.column);
  return { left: a.box.left + (column - a.column) * pitch, top: a.box.top + (row - a.row) * pitch, side: a.box.width };
}, stage, i, j);

/** Darkest pixel on the ring around a cell's left side: paper where there is none. */
async function ring(page, stage, cell) {
  const { left, top, side } = await boxOf(page, stage, cell);
  return page.$eval(`.plate canvas[data-stage="${stage}"]`, (canvas, x, y) => {
    const box = canvas.getBoundingClientRect();
    const { data } = canvas.getContext("2d").getImageData(Math.round((x - box.left - 4) * devicePixelRatio), Math.round((y - box.top) * devicePixelRatio), Math.round(4 * devicePixelRatio), 1);
    return Math.min(...Array.from({ length: data.length / 4 }, (_, at) => (data[4 * at + 3] ? data[4 * at] + data[4 * at + 1] + data[4 * at + 2] : 765)));
  }, left, top + side / 2);
}

for (const name of BROWSERS) {
  test(`${name}: it and animal, by hand: figures in float64, and matching is not meaning`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(server.url);
    await ready(page, "by-hand");
    await openExperiment(page, "matrices");
    await shown(page, /too tired.*Hand-made/);
    const made = worked("it-and-animal");
    const panel = await said(page);
    checkPair(panel, made, 7, 1);
    assert.deepEqual([panel.embeddings.asymmetry[0], panel.scores.asymmetry[0]], ["0", fixed(largestAsymmetry(made.scores), 2)]);
    const resembled = made.words.map((word, at) => ({ word, at, cosine: made.cosine(7, at) })).filter(({ at }) => at !== 7).sort((a, b) => b.cosine - a.cosine).slice(0, 2);
    const list = (each) => resembled.map(each).join(" and ");
    assert.ok(panel.shows.includes(`it gives animal ${fixed(made.weights[7][1], 2)} of its weight, more than any other word. The cosine of their embeddings is ${fixed(made.cosine(7, 1), 2)}.`), panel.shows);
    assert.ok(panel.shows.includes(`resembles most are ${list((each) => `${each.word} (${fixed(each.cosine, 2)})`)}; they get ${list((each) => fixed(made.weights[7][each.at], 2))}.`), panel.shows);
    assert.match(panel.shows, /Matching is not meaning/);
    assert.match(panel.pair, /it asks “someone alive\?” with 3\.00, animal offers “I am alive” with 2\.00: this makes 6\.00 of the score 6\.00\./);
    assert.deepEqual(page.problems, []);
  });
}

test("chromium: the cell and its mirror light up in both maps, by pointer and by key; a click pins", async (t) => {
  const { page, server } = await open(t, "chromium");
  await page.goto(server.url);
  await ready(page, "use-lite");
  await openExperiment(page, "matrices");
  await shown(page, /Hand-made/);
  const made = worked("it-and-animal");
  const PAPER = 700;
  for (const [stage, i, j] of [["embeddings", 5, 10], ["scores", 9, 4], ["scores", 6, 6]]) {
    const mirror = { i: j, j: i };
    for (const map of ["embeddings", "scores"]) assert.ok((await ring(page, map, mirror)) > PAPER, "no ring before");
    const { left, top, side } = await boxOf(page, stage, { i, j });
    await page.mouse.move(left + side / 2, top + side / 2);
    await frames(page);
    for (const map of ["embeddings", "scores"]) {
      assert.ok((await ring(page, map, mirror)) < 300, `${map}: the mirror of ${i}, ${j}`);
      assert.ok((await ring(page, map, { i, j })) < 300, `${map}: the cell ${i}, ${j}`);
    }
    checkPair(await said(page), made, i - 1, j - 1);
    await page.mouse.move(5, 5);
    await frames(page);
    checkPair(await said(page), made, 7, 1); // back to the pair that is pinned
  }
  const { left, top, side } = await boxOf(page, "scores", { i: 4, j: 7 });
  await page.mouse.click(left + side / 2, top + side / 2);
  await page.mouse.move(5, 5);
  await frames(page);
  checkPair(await said(page), made, 3, 6);
  await page.focus('canvas[data-stage="embeddings"] + [role=grid] [tabindex="0"]');
  await page.keyboard.press("ArrowRight");
  await frames(page);
  checkPair(await said(page), made, 3, 7);
  assert.match(await page.$eval("#live", (live) => live.textContent), /^cross with it: −1\.00; it with cross: −1\.00$/);
  assert.deepEqual(page.problems, []);
});

test("chromium: the trained model, in figures: it does not find the animal, and wide changes little", async (t) => {
  const { page, server } = await open(t, "chromium");
  await page.goto(server.url);
  await ready(page, "use-lite");
  await openExperiment(page, "matrices");
  await choose(page, "trained");
  await shown(page, /layer 2 head 2/);
  const [one, two] = [TIRED, TIRED.replace("tired", "wide")].map(trainedTables);
  const [it, animal, street] = ["it", "animal", "street"].map((word) => one.words.indexOf(word));
  const panel = await said(page);
  checkPair(panel, one, it, animal, 0.0055);
  assert.equal(panel.embeddings.asymmetry[0], "0");
  const both = ({ weights }) => `animal ${fixed(weights[it][animal], 2)} and street ${fixed(weights[it][street], 2)}`;
  const moved = Math.max(...[animal, street].map((at) => Math.abs(one.weights[it][at] - two.weights[it][at])));
  assert.ok(panel.shows.includes(`it gives ${both(one)}. With wide in place of tired the street is meant; the weights are ${both(two)}: they move by ${fixed(moved, 2)} at most. So this head does not find`), panel.shows);
  assert.ok(moved < 0.02 && one.weights[it][street] > one.weights[it][animal]);

  await choose(page, "cat");
  await shown(page, /The cat chased a mouse/);
  checkPair(await said(page), worked("cat-and-mouse"), 2, 4);
  assert.match((await said(page)).shows, /chased gives mouse 0\.60 .* resembles no other word: no cosine is above 0\.00/);
  assert.deepEqual(page.problems, []);
});

test("chromium: the sentence of the lab; none, and two sentences, are said", async (t) => {
  const { page, server } = await open(t, "chromium");
  await page.goto(server.url);
  await ready(page, "use-lite");
  const says = (pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".matrices-message").textContent) && !document.querySelector(".matrices-body").checkVisibility(), {}, pattern.source);
  await openExperiment(page, "matrices");
  await choose(page, "lab");
  await paste(page, "<b>bold</b> مرحبا");
  await shown(page, /<b>bold/);
  await paste(page, "alone");
  await shown(page, /alone/);
  assert.match((await said(page)).shows, /has no other to be compared with/);
  await paste(page, " ");
  await says(/no sentence in the lab/);
  await page.evaluate(() => [...document.querySelectorAll("#examples button")][0].click());
  await page.evaluate(() => [...document.querySelectorAll('#examples [role^="menuitem"]')].find((item) => /le chat noir/.test(item.textContent)).click());
  await says(/its table is 4 × 5/);
  await choose(page, "it");
  await shown(page, /Hand-made/);
  assert.equal(await page.$eval(".matrices-message", (message) => message.textContent), "");
  assert.deepEqual(page.problems, []);
});

test("chromium: nothing overlaps and axe finds nothing, light and dark, 360 to 1920 px", async (t) => {
  const { browser, server } = await open(t, "chromium");
  assert.ok(trained.tokenize(LONG).length >= 40);
  for (const [scheme, widths] of Object.entries({ light: [360, 768, 1280, 1920], dark: [360, 1280] })) {
    for (const width of widths) {
      const page = await browser.page({ width, height: 900 });
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await page.goto(server.url);
      await ready(page, "use-lite");
      await paste(page, LONG);
      await openExperiment(page, "matrices");
      for (const [id, pattern] of [["it", /Hand-made/], ["trained", /too tired\..*layer 2/], ["lab", /lighthouse/]]) {
        await choose(page, id);
        await shown(page, pattern);
        assert.deepEqual(await page.evaluate(faults), [], `${scheme}, ${width} px, ${id}`);
        if (id !== "trained") assert.deepEqual(await inspect(page), [], `axe: ${scheme}, ${width} px, ${id}`);
      }
      assert.deepEqual(page.problems, []);
      await page.close();
    }
  }
});

test("chromium: another theme paints both maps anew", async (t) => {
  const { page, server } = await open(t, "chromium");
  await page.goto(server.url);
  await ready(page, "by-hand");
  await openExperiment(page, "matrices");
  await shown(page, /Hand-made/);
  const sums = () => page.$$eval(".plate canvas", (canvases) => canvases.map((canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.reduce((sum, value) => (sum * 31 + value) | 0, 0)));
  const seen = [await sums()];
  for (let turn = 0; turn < 2; turn++) {
    await page.click(".theme-button");
    await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
    seen.push(await sums());
  }
  assert.equal(seen[0].length, 2);
  for (const map of [0, 1]) assert.ok(new Set(seen.map((sum) => sum[map])).size > 1);
});
