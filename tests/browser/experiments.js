/** What the tests of the experiments share. */
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { loadCore } from "../../web/core.js";
import { ready } from "./support.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The core in Node, of the same bytes. */
export const core = await loadCore(readFileSync(new URL("../../dist/attention.wasm", import.meta.url)));

/** Opens a panel of the experiments. @param {string} panel its id */
export async function openPanel(page, url, panel) {
  await page.goto(url);
  await ready(page, "by-hand");
  await page.evaluate(() => [...document.querySelectorAll(".place-button")].find((button) => button.textContent === "Experiments").click());
  await page.waitForSelector(`#tab-${panel}`, { timeout: 30_000 });
  await page.click(`#tab-${panel}`);
  await page.waitForSelector(`#panel-${panel}:not([hidden]) h2`);
}

/** Types into a field in place of what stands there, and leaves it. */
export async function enter(page, selector, text) {
  await page.$eval(selector, (field, typed) => {
    field.focus();
    field.value = typed;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }, text);
}

export const figure = (page, name) => page.$eval(`[data-figure="${name}"]`, (element) => element.textContent);

/** A printed number, as a number. */
export const number = (text) => Number(text.replace("−", "-").replace(/[^\d.e-]/g, ""));

/** What axe-core finds, and canvases without a name. @returns {Promise<string[]>} */
export function axeFaults(page) {
  return page.evaluate(async (source) => {
    if (!globalThis.axe) globalThis.eval(source);
    const { violations } = await globalThis.axe.run(document, { rules: { "target-size": { enabled: true } } });
    const unnamed = [...document.querySelectorAll("canvas")].filter((canvas) => !canvas.getAttribute("aria-label")).length;
    return [...violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`), ...(unnamed ? [`${unnamed} canvases without a name`] : [])];
  }, axe);
}

/** Texts of the open panel that lie over one another, and what is wider than the page. */
export function boxFaults(page) {
  return page.evaluate(() => {
    const found = [];
    const boxes = [];
    const walker = document.createTreeWalker(document.querySelector(".panel:not([hidden])"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: parent, data } = walker.currentNode;
      if (!data.trim() || !parent.checkVisibility() || parent.closest("math, .unseen")) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const box of range.getClientRects()) if (box.width >= 1) boxes.push({ box, data: data.trim().slice(0, 30) });
    }
    for (const math of document.querySelectorAll(".panel:not([hidden]) math")) if (math.checkVisibility()) boxes.push({ box: math.getBoundingClientRect(), data: "a formula", formula: true });
    for (const { box, data } of boxes) if (box.left < -0.5 || box.right > document.documentElement.clientWidth + 0.5) found.push(`sticks out: ${data}`);
    boxes.forEach((one, a) => {
      for (const two of boxes.slice(a + 1)) {
        const across = Math.min(one.box.right, two.box.right) - Math.max(one.box.left, two.box.left);
        const down = Math.min(one.box.bottom, two.box.bottom) - Math.max(one.box.top, two.box.top);
        if (!one.formula && !two.formula && across > 1 && down > Math.min(one.box.height, two.box.height) / 3) found.push(`“${one.data}” over “${two.data}”`);
      }
    });
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    return found;
  });
}
