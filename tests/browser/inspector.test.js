/**
 * Every number in the inspector is right to its last printed digit: expected in float64 from the q, k and v of the run
 * that the page saves as JSON, for random cells over models, heads, steps, masks, edits and cross-attention.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { allows, random } from "../node/support.js";
import { chooseExample, press } from "./reading.js";
import { open } from "./open.js";
import { BROWSERS, frames, paste, ready, tokensShown } from "./support.js";

const CELLS = 20; // of each case; ten cases
const read = (text) => Number(text.replace("−", "-").replace(/^\+/, ""));
const decimals = (text) => (text.split(".")[1] ?? "").length;

/** A printed number stands for a value if it is that value rounded; what f32 has lost on the way is allowed for. */
function stands(text, value, lost, what) {
  if (/e/.test(text)) return assert.ok(Math.abs(read(text) - value) <= Math.abs(value) * 1e-3, `${what}: ${text} for ${value}`);
  const step = 0.5 * 10 ** -decimals(text);
  return assert.ok(Math.abs(read(text) - value) <= step + lost, `${what}: ${text} for ${value}`);
}

/** The run as the page saves it. */
async function savedRun(page) {
  await press(page, "Save");
  await page.waitForSelector("dialog[open] section:nth-of-type(3)");
  await page.$eval("dialog[open] section:nth-of-type(3) .underlined", (button) => button.click());
  const text = await page.waitForSelector("dialog[open] .files-copy textarea").then((field) => field.evaluate(({ value }) => value));
  await page.$eval("dialog[open]", (dialog) => dialog.close());
  return JSON.parse(text);
}

/** Goes to a cell of the right map by its keys and reads the inspector. */
async function inspect(page, i, j) {
  await page.$eval('#map-right [role="grid"]', (grid, down, right) => {
    const key = (name, init = {}) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...init }));
    grid.querySelector('[tabindex="0"]').focus();
    key("Home", { ctrlKey: true });
    for (let k = 1; k < down; k++) key("ArrowDown");
    for (let k = 1; k < right; k++) key("ArrowRight");
  }, i, j);
  await frames(page);
  return page.$eval("#inspector", (inspector) => {
    const texts = (element, selector) => [...element.querySelectorAll(selector)].map((each) => each.textContent);
    const blocks = Object.fromEntries([...inspector.querySelectorAll(".block")].map((block) => [block.querySelector("h3").textContent, block]));
    return {
      rank: inspector.querySelector(".rank").textContent,
      results: Object.fromEntries(Object.entries(blocks).map(([name, block]) => [name, block.querySelector(".result").textContent])),
      products: [...inspector.querySelectorAll(".product")].map((row) => texts(row, ".q, .k, .result")),
      totals: texts(inspector, ".totals .up, .totals .down"),
      softmax: texts(blocks.Weight, ".sum-row").map((_, at) => texts(blocks.Weight.querySelectorAll(".sum-row")[at], "span")),
      value: texts(blocks["Share of output"], ".numbers span"),
    };
  });
}

/** One cell in float64, from the f32 numbers of the saved run. */
function expected(saved, { layer, head, i, j }) {
  const { q, k, v } = saved.layers[layer];
  const rows = ({ shape: [, n, d], data }) => Array.from({ length: n }, (_, row) => data.slice((head * n + row) * d, (head * n + row + 1) * d).map(Math.fround));
  const [Q, K, V] = [q, k, v].map((stage) => rows({ ...stage, shape: [0, ...stage.shape.slice(1)] }));
  const { mask, window, padding, closed, divide, temperature } = saved.settings;
  const [n, m] = [Q.length, K.length];
  const open = (key) => (mask === "padding" ? key < m - padding : mask === "free" ? !closed.includes(`${i + 1}.${key + 1}`)
    : allows(mask === "none" ? undefined : mask === "window" ? { window } : mask, { heads: 1, n, m }, 0, i, key));
  const by = (divide ? Math.sqrt(Q[0].length) : 1) * temperature;
  const dot = (a, b) => a.reduce((sum, x, at) => sum + x * b[at], 0);
  const scaled = K.map((key) => dot(Q[i], key) / by);
  const keys = K.map((_, at) => at).filter(open);
  const rowMax = Math.max(...keys.map((at) => scaled[at]));
  const exps = scaled.map((s, at) => (open(at) ? Math.exp(s - rowMax) : 0));
  const rowSum = exps.reduce((a, b) => a + b, 0);
  const weights = exps.map((e) => (rowSum ? e / rowSum : 0));
  const products = Q[i].map((x, at) => x * K[j][at]);
  return {
    q: Q[i], k: K[j], value: V[j], products, size: products.reduce((sum, x) => sum + Math.abs(x), 0),
    score: dot(Q[i], K[j]), scaled: scaled[j], open: open(j), keys: keys.length, rowMax, exp: exps[j], rowSum, weight: weights[j],
    ranks: [1e-6, -1e-6].map((margin) => 1 + keys.filter((at) => at !== j && weights[at] > weights[j] + margin).length), // equal ones in f32 may differ here
  };
}

function check(shown, cell, what) {
  const lost = 3e-7 * (cell.size + 1);
  stands(shown.results.Score, cell.score, lost, `${what} score`);
  stands(shown.results.Scaled, cell.scaled, lost, `${what} scaled`);
  shown.products.forEach(([q, k, product], at) => {
    stands(q, cell.q[at], 1e-9, `${what} q${at}`);
    stands(k, cell.k[at], 1e-9, `${what} k${at}`);
    stands(product, cell.products[at], 1e-9, `${what} product ${at}`);
  });
  if (shown.totals.length) {
    const sum = (keep) => cell.products.filter(keep).reduce((a, b) => a + b, 0);
    stands(shown.totals[0], sum((x) => x > 0), lost, `${what} above`);
    stands(shown.totals[1], sum((x) => x < 0), lost, `${what} below`);
  } else assert.equal(shown.products.length, cell.q.length, what);
  if (cell.value.length <= 8) shown.value.forEach((text, at) => stands(text, cell.value[at], 1e-9, `${what} value ${at}`));
  else stands(/length (.*)$/.exec(shown.value[0])[1], Math.hypot(...cell.value), 1e-6 * Math.hypot(...cell.value), `${what} length`);
  if (!cell.open) {
    assert.equal(shown.results.Weight, "0", what);
    assert.match(shown.rank, cell.keys ? /closed by the mask/ : /nothing to attend to/, what);
    assert.doesNotMatch(JSON.stringify(shown), /NaN/, what);
    return;
  }
  const [max, exp, sum] = shown.softmax.map(([, number]) => number);
  stands(max, cell.rowMax, lost, `${what} row maximum`);
  stands(exp, cell.exp, lost * cell.exp, `${what} exp`);
  stands(sum, cell.rowSum, lost * cell.rowSum, `${what} row sum`);
  stands(shown.results.Weight, cell.weight, lost, `${what} weight`);
  stands(shown.results["Share of output"].replace(" %", ""), 100 * cell.weight, 100 * lost, `${what} share`);
  if (cell.keys === 1) return;
  const rank = /the largest weight/.test(shown.rank) ? 1 : Number(/rank (\d+) of/.exec(shown.rank)[1]);
  assert.ok(rank >= cell.ranks[0] && rank <= cell.ranks[1], `${what}: ${shown.rank}, not ${cell.ranks}`);
}

const SENTENCE = "She gave him her book and he thanked her.";
const setMask = (page, mask) => page.select("#controls select", mask);
/** A control has its name when it has been drawn. */
async function setting(page, selector) {
  await page.waitForSelector(selector);
  await page.$eval(selector, (control) => control.click());
}

/** What is done before the cells are read. */
const CASES = [
  ["by hand, plain", "scores", async () => {}],
  ["by hand, no division, causal", "scaled", async (page) => { await setting(page, '[aria-label="Divide by √dₖ"]'); await setMask(page, "causal"); }],
  ["by hand, edited", "weights", async (page) => {
    await setting(page, '[aria-label="Divide by √dₖ"]');
    await edit(page, 0, "0.73");
    await edit(page, 40, "-1.25");
  }],
  ["it and animal, window of 2", "q", async (page) => {
    await chooseExample(page, /The animal didn't cross the street because it was too tired$/);
    await setMask(page, "window");
    await setting(page, '[aria-label="Width of the window: one more"]');
  }],
  ["cross-attention", "k", async (page) => { await setMask(page, "none"); await chooseExample(page, /le chat noir dort/); }],
  ["cross-attention, padding, edited", "masked", async (page) => { await setMask(page, "padding"); await edit(page, 3, "0.5"); }],
  ["use-lite 2·2", "scores", async (page) => { await setMask(page, "none"); await chooseExample(page, /She gave him her book/); }],
  ["use-lite 1·3, causal", "output", async (page) => { await page.click('.head-button:has(canvas[data-layer="1"][data-head="3"])'); await setMask(page, "causal"); }],
  ["use-lite 2·4, every key of row 2 closed by hand", "masked", async (page) => {
    await page.click('.head-button:has(canvas[data-layer="2"][data-head="4"])');
    await setMask(page, "free");
    await frames(page);
    await closeRow(page, 2);
  }],
  ["use-lite, temperature", "projected", async (page) => {
    await setMask(page, "none");
    await page.$eval("#temperature", (input) => { input.value = "0.4"; input.dispatchEvent(new Event("input")); });
  }],
];

/** Changes one of the example's numbers by its field. */
async function edit(page, at, number) {
  if (await page.$eval("#workings [aria-expanded]", (button) => button.ariaExpanded === "false")) await page.click("#workings [aria-expanded]");
  const field = (await page.$$("#workings input"))[at];
  await field.evaluate((input) => input.select());
  await field.type(number);
  await page.keyboard.press("Enter");
}

/** Closes a row of the masked map by its M key. */
function closeRow(page, row) {
  return page.$eval('#map-left [role="grid"]', (grid, down) => {
    const key = (name, init = {}) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...init }));
    grid.querySelector('[tabindex="0"]').focus();
    key("Home", { ctrlKey: true });
    for (let k = 1; k < down; k++) key("ArrowDown");
    for (let k = 0; k < Number(grid.ariaColCount) - 1; k++) {
      key("m");
      key("ArrowRight");
    }
  }, row);
}

for (const name of BROWSERS) {
  test(`${name}: 200 random cells of the inspector against float64`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(server.url);
    await ready(page, "use-lite");
    await paste(page, SENTENCE);
    await tokensShown(page, 11);
    await chooseExample(page, /The cat chased a mouse/);
    await ready(page, "by-hand");
    const draw = random(name.length);
    let edited = 0;
    for (const [what, stage, prepare] of CASES) {
      await prepare(page);
      await page.$eval(`.step[data-brings="${stage}"]`, (button) => button.click());
      await page.evaluate(() => new Promise((done) => setTimeout(done, 250)));
      await page.$eval('.step[data-brings="weights"]', (button) => button.click());
      await frames(page);
      const saved = await savedRun(page);
      edited += saved.edited ? 1 : 0;
      const { layer, head } = await page.$eval("#map-right canvas", ({ dataset }) => ({ ...dataset }));
      const at = (stageId) => saved.layers[layer][stageId].shape[1];
      for (let count = 0; count < CELLS; count++) {
        const [i, j] = [draw.integer(1, at("q")), draw.integer(1, at("k"))];
        check(await inspect(page, i, j), expected(saved, { layer, head: head - 1, i: i - 1, j: j - 1 }), `${what}: ${i}.${j}`);
      }
    }
    assert.equal(edited, 2);
    assert.deepEqual(page.problems, []);
  });
}
