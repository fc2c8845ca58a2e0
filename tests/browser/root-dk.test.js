/** Why √d_k: what the panel shows is what the core gives for the same seed, worked out again here. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { faults, inspect } from "./boxes.js";
import { enter, figure, number, openPanel } from "./experiments.js";
import { core } from "./reading.js";
import { open } from "./open.js";
import { BROWSERS, frames } from "./support.js";

const DRAWS = 10_000;
const QUERIES = 200;
const KEYS = 16;

const shown = (page, dK, seed) => page.waitForSelector(`.root-bench[data-shown="${dK}/${seed}"]`, { timeout: 30_000 });
const curveShown = (page, seed) => page.waitForSelector(`.root-bench[data-curve="${seed}"]`, { timeout: 60_000 });

/** By the two sums, not about the mean as the page does it. */
function deviationOf(values) {
  let [sum, squares] = [0, 0];
  for (const x of values) [sum, squares] = [sum + x, squares + x * x];
  return Math.sqrt(squares / values.length - (sum / values.length) ** 2);
}

/** Means over the queries in float64, from the same random numbers. */
function softmaxOf(dK, seed, scale) {
  const q = core.normal(QUERIES * dK, 2 * seed);
  const k = core.normal(QUERIES * KEYS * dK, 2 * seed + 1);
  const means = { largest: 0, entropy: 0, slope: 0 };
  for (let row = 0; row < QUERIES; row++) {
    const scores = Array.from({ length: KEYS }, (_, j) => {
      let sum = 0;
      for (let x = 0; x < dK; x++) sum += q[row * dK + x] * k[(row * KEYS + j) * dK + x];
      return sum * scale;
    });
    const most = Math.max(...scores);
    const total = scores.reduce((sum, s) => sum + Math.exp(s - most), 0);
    const weights = scores.map((s) => Math.exp(s - most) / total);
    const top = Math.max(...weights);
    means.largest += top / QUERIES;
    means.slope += (top - top * top) / QUERIES;
    means.entropy -= weights.reduce((sum, w) => sum + (w > 0 ? w * Math.log2(w) : 0), 0) / QUERIES;
  }
  return means;
}

async function softmaxMatches(page, dK, seed) {
  for (const [way, scale] of [["divided", 1 / Math.sqrt(dK)], ["plain", 1]]) {
    const expected = softmaxOf(dK, seed, scale);
    for (const [key, half] of [["largest", 0.0005], ["entropy", 0.005], ["slope", 0.00005]]) {
      const text = await figure(page, `${key}-${way}`);
      assert.ok(Math.abs(number(text) - expected[key]) <= 1.02 * half + 1e-6, `${key} ${way} at ${dK}: ${text}, expected ${expected[key]}`);
    }
  }
}

for (const name of BROWSERS) {
  test(`${name}: measured within 3 % of √d_k, and as the core draws it`, async (t) => {
    const { page, server } = await open(t, name);
    await openPanel(page, server.url, "root");
    await shown(page, 64, 1);
    for (const dK of [4, 64, 512]) {
      await enter(page, "#root-dk", String(dK));
      await shown(page, dK, 1);
      const measured = number(await figure(page, "measured"));
      const expected = deviationOf(core.randomDots(DRAWS, dK, 1));
      assert.ok(Math.abs(measured - Math.sqrt(dK)) <= 0.03 * Math.sqrt(dK), `${measured} at ${dK}`);
      assert.ok(Math.abs(measured / expected - 1) < 5.1e-4, `${measured}, expected ${expected}`);
      assert.ok(Math.abs(number(await figure(page, "predicted")) / Math.sqrt(dK) - 1) < 5.1e-4);
      assert.ok(Math.abs(number(await figure(page, "off")) - 100 * (expected / Math.sqrt(dK) - 1)) <= 0.0051);
      await softmaxMatches(page, dK, 1);
    }
    await page.click("#root-divide");
    assert.equal(await figure(page, "predicted"), "1.000");
    assert.ok(Math.abs(number(await figure(page, "measured")) - deviationOf(core.randomDots(DRAWS, 512, 1)) / Math.sqrt(512)) < 6e-4);
    assert.match(await page.$eval(".root-histogram canvas", (canvas) => canvas.getAttribute("aria-label")), /10,000 dot products at dₖ = 512, divided by √dₖ, from −160 to 160: .* predicted 1\.000/);

    await page.click("#root-again");
    await shown(page, 512, 2);
    assert.equal(await figure(page, "seed"), "2");
    await softmaxMatches(page, 512, 2);
    assert.deepEqual(page.problems, []);
  });
}

test("chromium: the slider never waits, and the last word holds", async (t) => {
  const { page, server } = await open(t, "chromium");
  await page.evaluateOnNewDocument(() => {
    globalThis.asked = 0;
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (...args) {
      if (args[0].args?.method === "randomDots") globalThis.asked++;
      send.apply(this, args);
    };
  });
  await openPanel(page, server.url, "root");
  await curveShown(page, 1);
  const before = await page.evaluate(() => globalThis.asked);
  await page.$eval("#root-slider", (range) => {
    for (let step = 0; step <= 200; step++) {
      range.value = String(step / 20);
      range.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  assert.equal(await page.$eval("#root-dk", (field) => field.value), "1024");
  await shown(page, 1024, 1);
  assert.equal(await page.evaluate(() => globalThis.asked) - before, 2, "the first of the drag and the last");
  assert.ok(Math.abs(number(await figure(page, "measured")) / deviationOf(core.randomDots(DRAWS, 1024, 1)) - 1) < 5.1e-4);

  await page.focus("#root-slider");
  for (const [key, value] of [["ArrowLeft", 1023], ["PageDown", 512], ["Home", 1], ["ArrowLeft", 1], ["ArrowRight", 2], ["PageUp", 4], ["End", 1024]]) {
    await page.keyboard.press(key);
    assert.equal(await page.$eval("#root-dk", (field) => field.value), String(value), key);
  }
});

test("chromium: what is no d_k is refused beside the field, the curve has its numbers, nothing overlaps, axe finds nothing", async (t) => {
  const { page, server } = await open(t, "chromium");
  await openPanel(page, server.url, "root");
  await curveShown(page, 1);
  for (const [typed, reason] of [["abc", "“abc” is no whole number"], ["", "It was empty"], ["0", "0 is not in 1 to 1,024"], ["1025", "1025 is not in"], ["1e39", "“1e39” is no"], ["2.5", "“2.5” is no"]]) {
    await enter(page, "#root-dk", typed);
    const note = await page.$eval("#root-dk-note", (element) => element.textContent);
    assert.ok(note.startsWith(reason) && note.endsWith("dₖ stays 64."), note);
    assert.equal(await page.$eval("#root-dk", (field) => field.value), "64");
  }
  const table = await page.$$eval(".root-curve + .root-numbers tbody tr", (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(table.map(([dK]) => number(dK)), Array.from({ length: 11 }, (_, power) => 2 ** power));
  for (const [dK, divided, plain] of table.filter((_, row) => row % 5 === 0)) {
    assert.ok(Math.abs(number(divided) - softmaxOf(number(dK), 1, 1 / Math.sqrt(number(dK))).slope) <= 5.2e-5, dK);
    assert.ok(Math.abs(number(plain) - softmaxOf(number(dK), 1, 1).slope) <= 5.2e-5, dK);
  }
  await page.$$eval("details", (all) => all.forEach((each) => { each.open = true; }));
  for (const scheme of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewport({ width, height: 1000 });
      await frames(page);
      assert.deepEqual(await page.evaluate(faults, ".panel:not([hidden])"), [], `${scheme} ${width}`);
    }
    assert.deepEqual(await inspect(page), [], scheme);
  }
});
