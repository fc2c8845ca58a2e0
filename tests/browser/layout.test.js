/** At every width, in dark at two: nothing sticks out, no two texts overlap, axe-core finds nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { faults, inspect } from "./boxes.js";
import { open } from "./open.js";
import { frames, paste, ready } from "./support.js";

/** Where things stand does not depend on the theme, but dialogs and colours have to be seen in both. */
const WIDTHS = { light: [360, 768, 1280, 1920], dark: [360, 1280] };
const SENTENCES = {
  "by hand": null,
  short: "The dog found it.",
  crowded: "The café costs 12.50 €, naïve résumé 東京 😀 done",
  long: "When the old keeper of the lighthouse finally opened the heavy door, a cold wind from the sea blew out his lamp and scattered every letter that his daughter had sent him over the years.",
  words: "Donaudampfschifffahrtsgesellschaft antidisestablishmentarianism supercalifragilisticexpialidocious",
  arabic: "مرحبا بالعالم، كيف حالك اليوم؟",
  full: "the quick brown fox jumps over the lazy dog. ".repeat(30),
  empty: "",
};

test("chromium: nothing overlaps, nothing sticks out, axe finds nothing", async (t) => {
  const { browser, server } = await open(t, "chromium");
  for (const [scheme, widths] of Object.entries(WIDTHS)) {
    for (const width of widths) {
      const page = await browser.page({ width, height: 900 });
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: "reduce" }]);
      await page.goto(server.url);
      await ready(page, "use-lite");
      for (const [name, sentence] of Object.entries(SENTENCES)) {
        if (sentence === null) {
          await page.click("#model button");
          await page.evaluate(() => [...document.querySelectorAll('[role^="menuitem"]')].find((item) => /Hand-made/.test(item.textContent)).click());
          await ready(page, "by-hand");
        } else {
          await paste(page, sentence);
          if (sentence) await page.waitForFunction((wanted) => document.querySelector("#facts").textContent && !document.querySelector("#facts [role=status]") && document.querySelector("textarea").value === wanted, {}, sentence);
        }
        await frames(page);
        await page.evaluate(() => new Promise((done) => setTimeout(done, 150)));
        assert.deepEqual(await page.evaluate(faults), [], `${scheme}, ${width} px, ${name}`);
        if (name === "short" || (scheme === "light" && (width === 360 || width === 1280))) assert.deepEqual(await inspect(page), [], `axe: ${scheme}, ${width} px, ${name}`);
      }
      for (const dialog of ["Data table", "Keyboard", "About the models"]) {
        await paste(page, SENTENCES.short);
        await page.evaluate((wanted) => [...document.querySelectorAll("#dialogs button")].find((button) => button.textContent === wanted).click(), dialog);
        await page.waitForSelector("dialog[open]");
        await page.evaluate(() => new Promise((done) => setTimeout(done, 250)));
        assert.deepEqual(await inspect(page), [], `axe: ${scheme}, ${width} px, ${dialog}`);
        await page.keyboard.press("Escape");
      }
      assert.deepEqual(page.problems, []);
      await page.close();
    }
  }
});
