/**
 * From the input event's time stamp to both heatmaps drawn, in Chromium, typing into the trained model.
 *   node tests/bench/keystroke.mjs          after ./build.sh
 * "drawn": the canvases hold the new picture (the page's own User Timing measure attention-lab:keystroke).
 * "on the screen": the first animation frame after that has begun, so the picture has been handed over.
 */
import { launch, paste, ready, serveDist, tokensShown } from "../browser/support.js";

const SENTENCES = {
  "12 tokens": ["John told Bill that he had won the lottery.", 12],
  "128 tokens": ["the quick brown fox jumps over the lazy dog. ".repeat(20), 128],
};
const KEYS = 60;

const server = await serveDist();
const browser = await launch("chromium");
const page = await browser.page();
await page.goto(server.url);
await ready(page, "use-lite");
await page.evaluate(() => {
  globalThis.shown = [];
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) requestAnimationFrame((now) => globalThis.shown.push(now - startTime));
  }).observe({ type: "measure" });
});

for (const [name, [sentence, tokens]] of Object.entries(SENTENCES)) {
  await paste(page, sentence);
  await tokensShown(page, tokens);
  await page.focus("textarea");
  await page.evaluate(() => {
    const field = document.querySelector("textarea");
    field.setSelectionRange(4, 4);
    performance.clearMeasures();
    globalThis.shown.length = 0;
  });
  // A letter in the second word and out again: every key changes the sentence, its length stays about the same.
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(key % 2 ? "Backspace" : "a");
    await new Promise((done) => setTimeout(done, 120));
  }
  const drawn = await page.evaluate(() => performance.getEntriesByName("attention-lab:keystroke").map((entry) => entry.duration));
  const shown = await page.evaluate(() => globalThis.shown);
  console.log(`${name}, ${drawn.length} keys: drawn ${summary(drawn)}; on the screen ${summary(shown)}`);
}
await browser.close();
await server.close();

function summary(times) {
  const sorted = times.slice().sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
  return `median ${at(0.5)} ms, 95 % ${at(0.95)} ms`;
}
