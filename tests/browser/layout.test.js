/** At every width, in both themes: nothing sticks out, no two texts overlap, axe-core finds nothing. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { frames, open, paste, ready } from "./support.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WIDTHS = [360, 768, 1280, 1920];
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

/** Pairs of texts whose boxes overlap, and boxes that stick out of the page. */
function faults() {
  const found = [];
  const boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const clipped = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { clipPath, overflow, visibility } = getComputedStyle(at);
      if (clipPath !== "none" || visibility === "hidden" || (overflow !== "visible" && at.clientWidth <= 1)) return true;
    }
    return false;
  };
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    if (!data.trim() || !parent.checkVisibility() || clipped(parent) || parent.closest("math, .sentence-mirror, textarea, script, noscript, option, [role=gridcell], [role=columnheader], [role=rowheader]")) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      boxes.push({ box, data: data.trim().slice(0, 40), parent });
      if (box.left < -0.5 || box.right > document.documentElement.clientWidth + 0.5) found.push(`sticks out: ${data.trim().slice(0, 40)}`);
    }
  }
  for (let a = 0; a < boxes.length; a++) {
    for (let b = a + 1; b < boxes.length; b++) {
      const [one, two] = [boxes[a], boxes[b]];
      if (one.parent.contains(two.parent) || two.parent.contains(one.parent)) continue;
      const across = Math.min(one.box.right, two.box.right) - Math.max(one.box.left, two.box.left);
      const down = Math.min(one.box.bottom, two.box.bottom) - Math.max(one.box.top, two.box.top);
      // Line boxes are taller than their letters: a third of a line may be shared.
      if (across > 1 && down > Math.min(one.box.height, two.box.height) / 3) found.push(`“${one.data}” over “${two.data}”`);
    }
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  return found;
}

const inspect = (page) => page.evaluate(async (source) => {
  if (!globalThis.axe) globalThis.eval(source);
  const { violations } = await globalThis.axe.run(document, { rules: { "target-size": { enabled: true } } });
  const unnamed = [...document.querySelectorAll("canvas")].filter((canvas) => !canvas.getAttribute("aria-label")).length;
  return [...violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`), ...(unnamed ? [`${unnamed} canvases without a name`] : [])];
}, axe);

test("chromium: nothing overlaps, nothing sticks out, axe finds nothing", async (t) => {
  const { browser, server } = await open(t, "chromium");
  for (const scheme of ["light", "dark"]) {
    for (const width of WIDTHS) {
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
        if (scheme === "light" || name === "short") assert.deepEqual(await inspect(page), [], `axe: ${scheme}, ${width} px, ${name}`);
      }
      for (const dialog of ["Data table", "Keyboard", "About the models"]) {
        await paste(page, SENTENCES.short);
        await page.evaluate((wanted) => [...document.querySelectorAll("#dialogs button")].find((button) => button.textContent === wanted).click(), dialog);
        await page.evaluate(() => new Promise((done) => setTimeout(done, 250)));
        assert.deepEqual(await inspect(page), [], `axe: ${scheme}, ${width} px, ${dialog}`);
        await page.keyboard.press("Escape");
      }
      assert.deepEqual(page.problems, []);
      await page.close();
    }
  }
});
