/** What is chosen and switched on the page: it holds, it goes with its model, and the numbers follow. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byHand, chooseModel, printed, table, trained } from "./reading.js";
import { open } from "./open.js";
import { BROWSERS, frames, paste, ready, text, tokensShown } from "./support.js";

const SENTENCE = "The cat chased a mouse.";
const rank = async (page) => {
  await frames(page);
  return text(page, "#inspector .rank");
};
const where = (page) => text(page, ".where-text");
const bringUp = (page, layer, head) => page.click(`.head-button:has(canvas[data-layer="${layer}"][data-head="${head}"])`);
const toggle = (page, name) => page.evaluate((label) => [...document.querySelectorAll('#controls [role="switch"]')].find((input) => (input.getAttribute("aria-label") ?? input.closest("label").textContent).includes(label)).click(), name);
const pinCell = (page, row, column) => page.evaluate((i, j) => {
  // The grid's own keys: to the corner, then on to the cell.
  const grid = document.querySelector('#map-right [role="grid"]');
  grid.querySelector('[tabindex="0"]').focus();
  const key = (name, init = {}) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...init }));
  key("Home", { ctrlKey: true });
  for (let k = 1; k < i; k++) key("ArrowDown");
  for (let k = 1; k < j; k++) key("ArrowRight");
  key("Enter");
  key("Escape");
}, row, column);

async function settled(page) {
  await page.evaluate(() => new Promise((done) => setTimeout(done, 150)));
  await frames(page);
}

for (const name of BROWSERS) {
  const openSentence = async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(server.url);
    await ready(page, "use-lite");
    await paste(page, SENTENCE);
    await tokensShown(page, 7);
    return page;
  };

  test(`${name}: mask, division and temperature reach every number`, async (t) => {
    const page = await openSentence(t);
    const compare = async (options) => {
      await settled(page);
      for (const stage of ["weights", "scores"]) assert.deepEqual(await table(page, stage), printed(trained, SENTENCE, stage, 2, 2, options), `${stage} ${JSON.stringify(options)}`);
    };
    await page.select("#controls select", "causal");
    await compare({ mask: "causal" });
    await page.select("#controls select", "window");
    await compare({ mask: { window: 1 } });
    await page.select("#controls select", "none");
    await toggle(page, "Divide");
    await compare({ scale: 1 });
    await toggle(page, "Divide");
    await page.$eval("#temperature", (slider) => {
      slider.value = "0.3";
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await compare({ temperature: 2 });
    assert.match(await text(page, "#inspector"), /× 2\.0\)/);
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: a head switched off stays off in its model only, and the next model is whole`, async (t) => {
    const page = await openSentence(t);
    await toggle(page, "Head on");
    await settled(page);
    assert.deepEqual(await table(page, "weights"), printed(trained, SENTENCE, "weights", 2, 2, { headsOff: [[1, 1]] }));
    await chooseModel(page, /Hand-made/);
    await ready(page, "by-hand");
    assert.deepEqual(await table(page, "weights"), printed(byHand, "The cat chased a mouse", "weights", 1, 1));
    assert.equal(await page.evaluate(() => [...document.querySelectorAll('#controls [role="switch"]')].every((input) => input.checked)), true);
    assert.equal((await text(page, "#status")).trim(), "");
    // A small head of the strip belongs to the trained model: it brings it up, with the same sentence.
    await page.waitForSelector('.head-button canvas[data-layer="1"][data-head="3"]');
    await bringUp(page, 1, 3);
    await ready(page, "use-lite");
    assert.equal(await where(page), "layer 1 · head 3 of 4");
    assert.deepEqual(await table(page, "weights"), printed(trained, "The cat chased a mouse", "weights", 1, 3));
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: layer and head stay through an empty sentence; a pin holds while its words do`, async (t) => {
    const page = await openSentence(t);
    await bringUp(page, 1, 4);
    await paste(page, "");
    await page.waitForSelector("#empty:not([hidden])");
    assert.equal(await where(page), "layer 1 · head 4 of 4");
    await paste(page, SENTENCE);
    await tokensShown(page, 7);
    await settled(page);
    assert.equal(await where(page), "layer 1 · head 4 of 4");
    await pinCell(page, 2, 3);
    assert.match(await rank(page), /query 2, key 3:/);
    await paste(page, "The cat chased a mouse. It ran.");
    await settled(page);
    assert.match(await rank(page), /query 2, key 3:/, "its words stand where they stood");
    assert.equal(await page.$eval(".pin", (pin) => pin.getAttribute("aria-pressed")), "true");
    await paste(page, "The dog chased a mouse.");
    await settled(page);
    assert.equal(await page.$eval(".pin", (pin) => pin.getAttribute("aria-pressed")), "false");
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: what is drawn is always of one sentence`, async (t) => {
    const page = await openSentence(t);
    const sentences = ["a", "a b c", "the old dog found the red car", "hello there", "one two three four five six seven eight nine ten"];
    const odd = await page.evaluate(async (texts) => {
      const found = [];
      const field = document.querySelector("textarea");
      const look = () => {
        const count = Number(/^\d+/.exec(document.querySelector("#facts").textContent)?.[0]);
        const grids = [...document.querySelectorAll('[role="grid"]')].map((grid) => Number(grid.getAttribute("aria-rowcount")) - 1);
        if (count && grids.some((rows) => rows !== count)) found.push(`${count} tokens, grids of ${grids}`);
      };
      for (let k = 0; k < 60; k++) {
        field.value = texts[k % texts.length];
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        await new Promise((done) => setTimeout(done, k % 7));
        look();
      }
      await new Promise((done) => setTimeout(done, 500));
      look();
      return found;
    }, sentences);
    assert.deepEqual(odd, []);
    const last = sentences[59 % sentences.length];
    assert.deepEqual(await table(page, "weights"), printed(trained, last, "weights", 2, 2));
    assert.deepEqual(page.problems, []);
  });
}
