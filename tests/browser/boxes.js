/** What lies wrong on a page: overlaps, what sticks out, what axe-core finds. */
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Pairs of texts within an element whose boxes overlap, and boxes that stick out of the page. Runs in the page. */
export function faults(within = "body") {
  const found = [];
  const boxes = [];
  const walker = document.createTreeWalker(document.querySelector(within), NodeFilter.SHOW_TEXT);
  const clipped = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { clipPath, overflow, visibility } = getComputedStyle(at);
      if (clipPath !== "none" || visibility === "hidden" || (overflow !== "visible" && at.clientWidth <= 1)) return true;
    }
    return false;
  };
  /** What of a box can be seen in the parts that scroll around it; null: nothing. */
  const seen = (box, element) => {
    let { left, right, top, bottom } = box;
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (![overflowX, overflowY].some((overflow) => overflow === "auto" || overflow === "scroll")) continue;
      const frame = at.getBoundingClientRect();
      [left, right, top, bottom] = [Math.max(left, frame.left), Math.min(right, frame.right), Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return right - left < 1 || bottom - top < 1 ? null : { left, right, top, bottom, height: box.height };
  };
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    if (!data.trim() || !parent.checkVisibility() || clipped(parent) || parent.closest("math, .sentence-mirror, textarea, script, noscript, option, [role=gridcell], [role=columnheader], [role=rowheader]")) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const whole of range.getClientRects()) {
      const box = seen(whole, parent);
      if (!box) continue;
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

/** What axe-core finds, and canvases without a name that are shown. */
export async function inspect(page) {
  // Half a megabyte: once a document.
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate((source) => globalThis.eval(source), axe);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } });
    const unnamed = [...document.querySelectorAll("canvas")].filter((canvas) => canvas.checkVisibility() && !canvas.getAttribute("aria-label")).length;
    return [...violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`), ...(unnamed ? [`${unnamed} canvases without a name`] : [])];
  });
}
