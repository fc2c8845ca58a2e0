/** Every step, one word, the open numbers and every experiment with a sentence of 40 tokens: at every width, in dark at two, nothing overlaps or sticks out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { STAGES } from "../../web/stages.js";
import { faults, inspect } from "./boxes.js";
import { chooseExample, openExperiment, trained } from "./reading.js";
import { open } from "./open.js";
import { frames, paste, ready, tokensShown } from "./support.js";
import "../node/english.js";

const LONG = "When the old keeper of the lighthouse finally opened the heavy door, a cold wind from the sea blew out his lamp and scattered every letter his daughter had sent him.";
const EXPERIMENTS = ["matrices", "root", "company", "compare", "cost"];
const choose = (page, label) => page.evaluate((name) => [...document.querySelectorAll("label")].find((each) => each.textContent.trim() === name).querySelector("input").click(), label);

async function settle(page, ms = 120) {
  await page.evaluate((wait) => new Promise((done) => setTimeout(done, wait)), ms);
  await frames(page);
}

for (const [scheme, widths] of Object.entries({ light: [360, 768, 1280, 1920], dark: [360, 1280] })) {
  test(`chromium: every panel with 40 tokens, ${scheme}`, async (t) => {
    assert.equal(trained.tokenize(LONG).length, 40);
    const { browser, server } = await open(t, "chromium");
    for (const width of widths) {
      const page = await browser.page({ width, height: 900 });
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: "reduce" }]);
      await page.goto(server.url);
      await ready(page, "use-lite");
      await paste(page, LONG);
      await tokensShown(page, 40);
      const look = async (what) => assert.deepEqual(await page.evaluate(faults), [], `${scheme}, ${width} px, ${what}`);
      for (const { id } of STAGES) {
        await page.$eval(`.step[data-brings="${id}"]`, (button) => button.click());
        await settle(page, 60);
        await look(id);
      }
      assert.deepEqual(await inspect(page), [], `axe: ${scheme}, ${width} px, the last step`);
      await choose(page, "One word");
      await settle(page);
      await look("one word");
      if (width === 360) assert.deepEqual(await inspect(page), [], `axe: ${scheme}, ${width} px, one word`);
      for (const id of EXPERIMENTS) {
        await openExperiment(page, id);
        await settle(page, 300);
        if (id === "matrices") await page.evaluate(() => [...document.querySelectorAll("#panel-matrices label")].at(-1).querySelector("input").click());
        await settle(page, 200);
        await look(id);
      }
      await page.evaluate(() => document.querySelector(".place-button").click());
      await chooseExample(page, /it was too tired$/);
      await page.$eval("#workings", (place) => place.scrollIntoView()); // they come when their place is near
      await page.waitForSelector(".workings-open");
      await page.click(".workings-open");
      await settle(page);
      await look("the numbers");
      await choose(page, "Matrix");
      await settle(page);
      await look("the numbers under both maps");
      assert.deepEqual(page.problems, []);
      await page.close();
    }
  });
}
