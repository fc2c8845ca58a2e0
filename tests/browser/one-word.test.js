/** One word as the query: what is printed is what the core says, what is drawn is in proportion, and all views keep in step. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixed } from "../../web/numbers.js";
import { handMade } from "../../web/models/by-hand.js";
import { reference } from "../node/support.js";
import { faults, inspect } from "./boxes.js";
import { trained } from "./reading.js";
import { open } from "./open.js";
import { BROWSERS, frames, paste, ready, text, tokensShown } from "./support.js";
import "../node/english.js";

const SENTENCE = "The cat chased a mouse.";
const ANIMAL = "The animal didn't cross the street because it was too tired.";
const LONG = "When the old keeper of the lighthouse finally opened the heavy door, a cold wind from the sea blew out his lamp and scattered every letter that his daughter sent.";
const number = (printed) => Number(printed.replace("−", "-").replace(" %", ""));

async function settled(page) {
  await page.evaluate(() => new Promise((done) => setTimeout(done, 150)));
  await frames(page);
}

async function oneWord(page) {
  await page.$eval('#steps input[value="word"]', (input) => input.click());
  await frames(page);
}

async function openSentence(t, name, sentence = SENTENCE) {
  const { page, server, browser } = await open(t, name);
  await page.goto(server.url);
  await ready(page, "use-lite");
  await paste(page, sentence);
  await tokensShown(page, trained.tokenize(sentence).length);
  await oneWord(page);
  await page.waitForSelector(".ow-word"); // a part that comes when it is asked for
  return { page, browser, server };
}

/** Chooses from the Examples menu the entry that says this. */
async function example(page, words) {
  await page.click("#examples button");
  await page.evaluate((says) => [...document.querySelectorAll('#examples [role^="menuitem"]')].find((item) => item.textContent.includes(says)).click(), words);
  await settled(page);
}

/** What stands in the view: numbers as printed and sizes as drawn, by key from 1. */
const seen = (page) => page.$eval("#one-word", (view) => {
  const sizes = (selector, size) => Object.fromEntries([...view.querySelectorAll(selector)].map((shape) => [shape.dataset.key, size(shape)]));
  const attribute = (name) => (shape) => Number(shape.getAttribute(name));
  return {
    title: view.querySelector(".ow-title").textContent,
    keys: [...view.querySelectorAll('[role="option"]')].map((option) => option.getAttribute("aria-label")),
    numbers: [...view.querySelectorAll(".ow-number")].map((each) => each.textContent),
    scores: sizes(".ow-bar:not(.is-weight)", attribute("height")),
    weights: sizes(".ow-bar.is-weight", attribute("height")),
    arcs: sizes(".ow-arc", attribute("stroke-width")),
    shares: sizes(".ow-share", attribute("width")),
    selected: [...view.querySelectorAll('[role="option"]')].findIndex((option) => option.getAttribute("aria-selected") === "true") + 1,
    sentence: view.querySelector(".ow-sentence").textContent,
    note: view.querySelector(".ow-note").textContent,
    rows: view.querySelector(".ow-chart").classList.contains("is-rows"),
  };
});

const rowOf = (run, stage, i) => {
  const { data, cols } = run.matrix(stage, 1, 1);
  return [...data.subarray((i - 1) * cols, i * cols)];
};
const wordsOf = (run, sentence) => run.tokens.map(({ start, end }) => sentence.slice(start, end));

/** Sizes of the shapes of one kind over what they stand for: one and the same ratio. */
function assertProportional(sizes, values, what) {
  const most = Math.max(...values.map(Math.abs));
  const largest = Math.max(...Object.values(sizes));
  values.forEach((value, index) => assert.ok(Math.abs((sizes[index + 1] ?? 0) / largest - Math.abs(value) / most) < 1e-5, `${what} of key ${index + 1}`));
}

for (const name of BROWSERS) {
  test(`${name}: one row as numbers, bars, arcs and shares; raw scores too`, async (t) => {
    const { page } = await openSentence(t, name);
    assert.equal(await page.evaluate(() => [...document.querySelectorAll("#map-left, #map-right")].every((map) => map.hidden)), true);
    const run = trained.run(SENTENCE);
    const words = wordsOf(run, SENTENCE);
    await page.$$eval(".ow-word", (all) => all[2].click());
    await frames(page);
    const [scores, scaled, weights] = ["scores", "scaled", "weights"].map((stage) => rowOf(run, stage, 3));
    const top = weights.indexOf(Math.max(...weights));
    for (const [stage, kind, values] of [["scaled", "scaled score", scaled], ["scores", "raw score", scores]]) {
      await page.$eval(`#one-word input[value="${stage}"]`, (input) => input.click());
      const shown = await seen(page);
      assert.equal(shown.title, "chase asks every word");
      assert.deepEqual(shown.keys, words.map((word, j) => `${word}, ${kind} ${fixed(values[j], 2)}, weight ${fixed(weights[j], 2)}`));
      assert.deepEqual(shown.numbers, [...values, ...weights].map((x) => fixed(x, 2)));
      assertProportional(shown.scores, values, kind);
      assertProportional(shown.weights, weights, "weight");
      assertProportional(shown.arcs, weights, "arc");
      assert.equal(shown.selected, top + 1, "a new query is asked about the key of its largest weight first");
      assert.equal(shown.sentence, `${fixed(100 * weights[top], 0)} % of chase’s answer is ${words[top]}’s value.`);
    }
    assert.match(await text(page, ".ow-divisor"), /÷ 128 = 11\.31/);
    // The parts along the output add up, as printed, to its length.
    const { adds, sum } = await page.$eval(".ow-blend table", (table) => ({
      adds: [...table.querySelectorAll("tbody tr td:last-child")].map((cell) => cell.textContent), sum: table.querySelector("tfoot td:last-child").textContent,
    }));
    const output = rowOf(run, "output", 3);
    assert.equal(sum, fixed(Math.hypot(...output), sum.split(".")[1].length));
    assert.equal(fixed(adds.reduce((total, each) => total + Math.round(number(each) * 1e6), 0) / 1e6, sum.split(".")[1].length), sum);
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: the keys walk, and the inspector walks with them`, async (t) => {
    const { page } = await openSentence(t, name);
    const run = trained.run(SENTENCE);
    const words = wordsOf(run, SENTENCE);
    await page.$$eval(".ow-word", (all) => all[1].click());
    await page.focus('#one-word [role="listbox"]');
    await page.keyboard.press("Home");
    let [i, j] = [2, 1];
    for (const [key, di, dj] of [["ArrowRight", 0, 1], ["ArrowRight", 0, 1], ["ArrowDown", 1, 0], ["ArrowDown", 1, 0], ["ArrowLeft", 0, -1], ["ArrowUp", -1, 0]]) {
      await page.keyboard.press(key);
      await frames(page);
      [i, j] = [i + di, j + dj];
      const [score, weight] = ["scaled", "weights"].map((stage) => fixed(rowOf(run, stage, i)[j - 1], 2));
      assert.equal(await text(page, "#live"), `query ${words[i - 1]} → key ${words[j - 1]}, scaled score ${score}, weight ${weight}`);
      assert.match(await text(page, "#inspector .rank"), new RegExp(`^query ${i}, key ${j}:`));
      assert.equal((await seen(page)).selected, j);
      assert.equal(await page.evaluate(() => document.querySelector(`#${document.activeElement.getAttribute("aria-activedescendant")}`).getAttribute("aria-selected")), "true");
    }
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft");
    await frames(page);
    assert.equal((await seen(page)).selected, 1, "the first key is the end");
    // The pointer: over a column it becomes the key for as long; a click pins it.
    const options = await page.$$('#one-word [role="option"]');
    await options[4].hover();
    await frames(page);
    assert.match(await text(page, "#inspector .rank"), /^query 3, key 5:/);
    await page.mouse.move(5, 5);
    await frames(page);
    assert.match(await text(page, "#inspector .rank"), /^query 3, key 1:/);
    await options[5].click();
    await page.mouse.move(5, 5);
    await frames(page);
    assert.match(await text(page, "#inspector .rank"), /^query 3, key 6:/);
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: pieces of a word taken together`, async (t) => {
    const { page } = await openSentence(t, name);
    const run = trained.run(SENTENCE);
    await page.$$eval(".ow-word", (all) => all[3].click()); // "d"
    await page.$eval("#one-word [role=switch]", (input) => input.click());
    await frames(page);
    const rows = [3, 4].map((i) => rowOf(run, "weights", i));
    const mean = rows[0].map((x, j) => (x + rows[1][j]) / 2);
    const grouped = [mean[0], mean[1], mean[2] + mean[3], ...mean.slice(4)];
    const shown = await seen(page);
    assert.equal(shown.title, "chased asks every word mean of 2 rows");
    assert.deepEqual(shown.numbers, [...grouped.map(() => "–"), ...grouped.map((x) => fixed(x, 2))]);
    assert.match(await page.$$eval(".ow-word", (all) => all[2].textContent), /^chasedsum of 2/);
    assert.match(shown.note, /Scores do not add up/);
    assertProportional(shown.weights, grouped, "weight");
    await paste(page, "a dog");
    await settled(page);
    assert.equal(await page.$eval("#one-word .switch", (label) => label.hidden), true, "nothing to group, nothing offered");
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: closed keys, and a row with nothing to attend to`, async (t) => {
    const { page } = await openSentence(t, name);
    await page.$$eval(".ow-word", (all) => all[2].click());
    await page.select("#controls select", "causal");
    await settled(page);
    const weights = rowOf(trained.run(SENTENCE, { mask: "causal" }), "weights", 3);
    const shown = await seen(page);
    assert.deepEqual(shown.keys.map((key) => /closed by the mask$/.test(key)), weights.map((_, j) => j > 2));
    assert.deepEqual([shown.weights, shown.arcs, shown.shares].map((shapes) => Object.keys(shapes).map(Number)), Array(3).fill([1, 2, 3]));
    assert.equal(shown.numbers.length, 6);
    await paste(page, "Hi");
    await page.select("#controls select", "padding");
    await settled(page);
    const none = await seen(page);
    assert.equal(none.title, "Hi has nothing to attend to");
    assert.equal(none.sentence, "Hi has nothing to attend to: its answer is 0.");
    assert.deepEqual([none.weights, none.arcs, none.shares], [{}, {}, {}]);
    assert.doesNotMatch(await text(page, "#one-word"), /NaN/);
    assert.equal(await page.$eval(".ow-blend tfoot", (foot) => foot.textContent), "0 %output0.00");
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: cross-attention asks the other sentence, and its sum can be checked with a pencil`, async (t) => {
    const { page } = await openSentence(t, name);
    await example(page, "le chat noir dort");
    const made = handMade.find(({ id }) => id === "chat-noir");
    const times = (x, w) => x.map((row) => w[0].map((_, c) => row.reduce((sum, value, f) => sum + value * w[f][c], 0)));
    const [q, k, v] = [times(made.E.slice(0, 4), made.wQ), times(made.E.slice(4), made.wK), times(made.E.slice(4), made.wV)];
    const { weights, output } = reference({ q: q.flat(), k: k.flat(), v: v.flat(), heads: 1, n: 4, m: 5, dK: 4, dV: 3 });
    for (const [at, word] of ["le", "chat", "noir", "dort"].entries()) {
      await page.$$eval("#one-word [data-ask]", (all, index) => all[index].click(), at);
      await frames(page);
      const shown = await seen(page);
      const row = [...weights.subarray(at * 5, at * 5 + 5)];
      assert.equal(shown.title, `${word} asks every word of the other sentence`);
      assert.deepEqual(shown.keys.map((key) => /^(\w+), .*weight (.*)$/.exec(key).slice(1)), made.words.slice(4).map((key, j) => [key, fixed(row[j], 2)]));
      const table = await page.$eval(".ow-blend table", (element) => [...element.querySelectorAll("tr")].slice(1).map((tr) => [...tr.querySelectorAll("td")].map((td) => [...td.querySelectorAll("span")].map((span) => span.textContent).join(" ") || td.textContent)));
      const sums = table.at(-1).slice(1);
      const keys = table.slice(0, -1).map(([share, ...cells]) => ({ weight: number(share.split("× ")[1]), cells: cells.map((cell) => cell.split(" ")) }));
      sums.forEach((sum, x) => {
        const places = sum.split(".")[1].length;
        assert.equal(sum, fixed(output[at * 3 + x], places));
        for (const { weight, cells } of keys) assert.equal(fixed(weight * number(cells[x][0]), cells[x][1].split(".")[1].length), cells[x][1], "weight × value");
        assert.equal(fixed(keys.reduce((total, { cells }) => total + Math.round(number(cells[x][1]) * 1e6), 0) / 1e6, places), sum, "down the column");
      });
    }
    assert.deepEqual(page.problems, []);
  });
}

test("chromium: what the trained model does not do, in figures", async (t) => {
  const { page } = await openSentence(t, "chromium");
  assert.equal(await page.$eval(".ow-limit", (part) => part.hidden), true);
  await example(page, "cross the street because it was too tired.");
  await page.waitForSelector(".ow-limit table");
  const rows = ["tired", "wide"].map((last) => {
    const sentence = ANIMAL.replace("tired", last);
    const run = trained.run(sentence);
    const words = wordsOf(run, sentence);
    return ["street", "animal", "cross", "."].map((key) => fixed(rowOf(run, "weights", words.indexOf("it") + 1)[words.indexOf(key)], 2));
  });
  const printed = () => page.$$eval(".ow-limit tbody tr", (trs) => trs.map((tr) => [...tr.querySelectorAll("td")].map((td) => td.textContent)));
  assert.deepEqual(await printed(), rows);
  const change = Math.max(...rows[0].map((x, k) => Math.abs(number(x) - number(rows[1][k]))));
  assert.match(await text(page, ".ow-limit p"), new RegExp(`In layer 2 head 2 the largest change is ${fixed(change, 2)}, .*hardly moves`));
  await page.$$eval(".ow-limit input", (inputs) => inputs[1].click());
  await settled(page);
  assert.equal(await page.$eval("textarea", (field) => field.value), ANIMAL.replace("tired", "wide"));
  assert.deepEqual(await page.$$eval(".ow-limit input", (inputs) => inputs.map((input) => input.checked)), [false, true]);
  assert.match((await seen(page)).title, /^it asks/);
  assert.deepEqual(page.problems, []);
});

test("chromium: nothing overlaps, nothing sticks out, axe finds nothing", async (t) => {
  const { page } = await openSentence(t, "chromium", LONG);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }, { name: "prefers-reduced-motion", value: "reduce" }]);
  const look = async (what, thorough) => {
    await settled(page);
    for (const part of ["#controls", "#figure"]) assert.deepEqual(await page.evaluate(faults, part), [], what);
    if (thorough) assert.deepEqual(await inspect(page), [], `axe: ${what}`);
  };
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewport({ width, height: 900 });
    const thorough = width === 360 || width === 1280;
    for (const sentence of [LONG, SENTENCE]) {
      await paste(page, sentence);
      await look(`${width} px, ${sentence}`, thorough && sentence === LONG);
      await page.$eval("#one-word [role=switch]", (input) => input.click());
      await look(`${width} px, grouped, ${sentence}`);
      await page.$eval("#one-word [role=switch]", (input) => input.click());
    }
    await example(page, "le chat noir dort");
    await look(`${width} px, cross-attention`, thorough);
    await example(page, "cross the street because it was too tired.");
    await look(`${width} px, the animal`, width === 1280);
  }
  await paste(page, "the quick brown fox jumps over the lazy dog. ".repeat(30));
  await tokensShown(page, 128);
  assert.equal((await seen(page)).rows, true);
  assert.equal((await seen(page)).keys.length, 128);
  assert.deepEqual(page.problems, []);
});
