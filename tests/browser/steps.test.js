/** The steps of the equation: each its own view, walked by button, by key, and played; masks by padding and by hand; two sentences. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixed } from "../../web/numbers.js";
import { stageName, STAGES } from "../../web/stages.js";
import { chooseExample, printed, table, trained } from "./reading.js";
import { open } from "./open.js";
import { BROWSERS, frames, paste, ready, text, tokensShown } from "./support.js";
import "../node/english.js";

const SENTENCE = "The cat chased a mouse.";
const pressed = (page) => page.$$eval('.step[aria-pressed="true"]', (buttons) => buttons.map((button) => button.dataset.brings));
const bring = async (page, stage) => {
  await page.$eval(`.step[data-brings="${stage}"]`, (button) => button.click());
  await frames(page);
};
const settle = (page) => page.evaluate(() => new Promise((done) => setTimeout(done, 250)));
const setMask = async (page, mask) => {
  await page.select("#controls select", mask);
  await settle(page);
};
/** What stands in the first cell of a map's grid, after going there by keys. */
const firstCell = (page, side) => page.$eval(`#map-${side} [role="grid"]`, (grid) => {
  grid.querySelector('[tabindex="0"]').focus();
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", ctrlKey: true, bubbles: true, cancelable: true }));
  return document.activeElement.textContent;
});

for (const name of BROWSERS) {
  test(`${name}: every step is a view of its own, in the order of the equation`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(server.url);
    await ready(page, "use-lite");
    await paste(page, SENTENCE);
    await tokensShown(page, 7);
    const run = trained.run(SENTENCE);
    const shapes = {
      tokens: "7 tokens", x: "7 × 512", q: "(7 × 512) · (512 × 128) → 7 × 128", k: "(7 × 512) · (512 × 128) → 7 × 128", v: "(7 × 512) · (512 × 128) → 7 × 128",
      scores: "(7 × 128) · (128 × 7) → 7 × 7", scaled: "7 × 7 → 7 × 7", masked: "7 × 7 → 7 × 7", weights: "7 × 7 → 7 × 7",
      output: "(7 × 7) · (7 × 128) → 7 × 128", joined: "four × (7 × 128) → 7 × 512", projected: "(7 × 512) · (512 × 512) → 7 × 512",
    };
    await bring(page, "tokens");
    assert.deepEqual(await page.$$eval("#tokens tbody tr", (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent))),
      run.tokens.map(({ id, piece, start, end }, at) => [String(at + 1), SENTENCE.slice(start, end), piece, String(id)]));
    for (const stage of STAGES) {
      const { id, maps, caption } = stage;
      const title = stageName(stage);
      assert.deepEqual(await pressed(page), [id]);
      assert.equal(await text(page, "#note b"), `${title}.`);
      assert.equal(await text(page, "#note .shape span"), shapes[id]);
      assert.equal(await page.$$eval("#note .shape span", (spans) => spans.length), ["x", "q", "k", "v", "joined", "projected"].includes(id) || id === "tokens" ? 2 : 1, `${id}: what a column of a wide map is`);
      assert.ok(await page.$eval("#note .shape math", (math) => math.textContent.length > 0));
      assert.ok(caption);
      for (const [side, stage] of [["left", maps[0]], ["right", maps[1]]]) {
        if (stage === "tokens") continue;
        assert.equal(await page.$eval(`#map-${side} canvas`, (canvas) => canvas.dataset.stage), stage, id);
        const { data, rows, cols } = run.matrix(stage, 1, run.stage(stage, 1).shape[0] === 1 ? 0 : 1);
        const pooled = cols > 128 ? cols / 128 : 1;
        const largest = data.subarray(0, pooled).reduce((most, x) => (Math.abs(x) > Math.abs(most) ? x : most));
        assert.equal(await firstCell(page, side), fixed(largest, 2), `${id}, ${side}`);
        assert.match(await page.$eval(`#map-${side} [role="grid"]`, (grid) => grid.ariaLabel), new RegExp(`${rows} × ${cols}$`));
      }
      await page.evaluate(() => document.activeElement.blur());
      await page.keyboard.press("]");
      await frames(page);
    }
    assert.deepEqual(await pressed(page), ["projected"]);
    await page.keyboard.press("[");
    await frames(page);
    assert.deepEqual(await pressed(page), ["joined"]);
    await page.click('[aria-label="Step back"]');
    await frames(page);
    assert.deepEqual(await pressed(page), ["output"]);
    await page.click('[aria-label="Step forward"]');
    await page.click('[aria-label="Play"]');
    await page.waitForSelector('.step[data-brings="projected"][aria-pressed="true"]', { timeout: 10_000 });
    await page.waitForSelector('[aria-label="Play"]', { timeout: 10_000 });
    await page.type("#sentence-text", "[");
    assert.deepEqual(await pressed(page), ["projected"], "a bracket in the sentence is text");
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: masks by padding and by hand; a row with nothing to attend to`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(server.url);
    await ready(page, "use-lite");
    await paste(page, SENTENCE);
    await tokensShown(page, 7);
    await setMask(page, "padding");
    await page.click('[aria-label="Tokens that are filling: one more"]');
    await settle(page);
    const padded = Uint8Array.from({ length: 49 }, (_, cell) => (cell % 7 < 5 ? 1 : 0));
    assert.deepEqual(await table(page, "weights"), printed(trained, SENTENCE, "weights", 2, 2, { mask: padded }));
    assert.match(await text(page, "#change"), /with the mask, layer 2’s output moves by \d+ %.*cosine with the unchanged one is 0\.\d{3}/);
    await bring(page, "masked");
    assert.match(await text(page, "#note"), /the last 2 tokens count as filling/);
    await bring(page, "scores");

    await setMask(page, "free");
    assert.deepEqual(await pressed(page), ["masked"]);
    assert.ok(await page.$eval("#change", (line) => line.hidden), "nothing is closed yet");
    const canvas = await page.$("#map-left canvas");
    await canvas.scrollIntoView();
    const box = await canvas.boundingBox();
    const cell = await page.$eval('#map-left [role="grid"]', (grid) => {
      grid.querySelector('[tabindex="0"]').focus();
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", ctrlKey: true, bubbles: true, cancelable: true }));
      const { left, top, width, height } = document.activeElement.style;
      return [left, top, width, height].map(parseFloat);
    });
    await page.mouse.click(box.x + cell[0] + cell[2] / 2, box.y + cell[1] + cell[3] / 2);
    await settle(page);
    const closed = new Uint8Array(49).fill(1);
    closed[0] = 0;
    assert.deepEqual(await table(page, "weights"), printed(trained, SENTENCE, "weights", 2, 2, { mask: closed }));

    // The rest of the first row by the key.
    await page.$eval('#map-left [role="grid"]', (grid) => {
      const key = (name, init = {}) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...init }));
      grid.querySelector('[tabindex="0"]').focus();
      key("Home", { ctrlKey: true });
      for (let k = 1; k < 7; k++) {
        key("ArrowRight");
        key("m");
      }
    });
    await settle(page);
    assert.deepEqual((await table(page, "weights"))[0], Array(7).fill("closed"));
    await firstCell(page, "right");
    await frames(page);
    assert.match(await text(page, "#inspector"), /nothing to attend to/);
    assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /NaN/);
    await page.evaluate(() => [...document.querySelectorAll("button")].find((button) => button.textContent === "Open all").click());
    await settle(page);
    assert.deepEqual(await table(page, "weights"), printed(trained, SENTENCE, "weights", 2, 2));
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: two sentences: rows ask, columns are read; an empty one and a strange word are said`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(server.url);
    await ready(page, "use-lite");
    await chooseExample(page, /le chat noir dort/);
    await ready(page, "by-hand");
    assert.ok(await page.$eval("#source", (field) => !field.hidden));
    assert.match(await text(page, "#facts"), /4 queries, 5 keys, dk = 4, dv = 3/);
    const rows = await table(page, "weights");
    assert.deepEqual([rows.length, rows[0].length], [4, 5]);
    for (const row of rows) assert.ok(Math.abs(row.reduce((sum, weight) => sum + Number(weight), 0) - 1) < 4e-4);
    await bring(page, "output");
    assert.match(await page.$eval('#map-right [role="grid"]', (grid) => grid.ariaLabel), /4 × 3$/);
    await bring(page, "k");
    assert.equal(await page.$eval("#map-left canvas", (canvas) => canvas.dataset.stage), "source");
    assert.match(await text(page, "#inspector .words"), /chat.*cat/);

    const setSource = async (words) => {
      await page.$eval("#source-text", (field, value) => {
        field.value = value;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }, words);
      await settle(page);
    };
    await setSource("the cat");
    assert.deepEqual((await table(page, "weights")).map((row) => row.length), [2, 2, 2, 2]);
    await setSource("the dog");
    assert.match(await text(page, "#status"), /has no “dog”\. It reads these words only: le, chat, .*still of the one before/);
    assert.equal(await page.$eval("#source-text", (field) => field.value), "the dog");
    await setSource(" ");
    assert.match(await text(page, "#empty"), /second sentence is empty.*nothing to attend to/s);
    await setSource("sleeping the black cat");
    assert.equal((await table(page, "weights"))[0].length, 4);
    assert.ok(await page.$eval("#empty", (empty) => empty.hidden));
    await chooseExample(page, /The cat chased a mouse/);
    assert.ok(await page.$eval("#source", (field) => field.hidden));
    assert.deepEqual(page.problems, []);
  });
}
