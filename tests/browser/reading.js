/** Reading the page's numbers, and what the core says they are. */
import { loadCore } from "../../web/core.js";
import { byHandModel } from "../../web/models/by-hand.js";
import { fixed } from "../../web/numbers.js";
import { read } from "../node/support.js";

export const core = await loadCore(read("build/attention.wasm"));
export const trained = core.loadModel(Uint8Array.from(read("build/models/use-lite.q8.bin")));
export const byHand = core.loadModel(byHandModel());

/** Presses the first button that says this. */
export const press = (page, label) => page.evaluate((name) => [...document.querySelectorAll("button")].find((button) => button.textContent.trim() === name).click(), label);

/** Chooses from the model menu. @param {RegExp} name */
export async function chooseModel(page, name) {
  await page.click("#model button");
  await page.evaluate((source) => [...document.querySelectorAll('#model [role^="menuitem"]')].find((item) => new RegExp(source).test(item.textContent)).click(), name.source);
}

/** Cells of the page's own data table, as printed. @param {"weights" | "scores"} stage */
export async function table(page, stage) {
  await press(page, "Data table");
  await page.waitForSelector("dialog[open]"); // fetched when it is first opened
  await page.$eval(`dialog[open] input[value="${stage}"]`, (input) => input.click());
  const rows = await page.$$eval("dialog[open] .numbers-table tbody tr", (trs) => trs.map((tr) => [...tr.querySelectorAll("td")].map((td) => td.textContent)));
  await page.$eval("dialog[open]", (dialog) => dialog.close());
  return rows;
}

/** The same cells from the core; layer and head from 1. */
export function printed(model, sentence, stage, layer, head, options) {
  const run = model.run(sentence, options);
  const { data, rows, cols } = run.matrix(stage, layer - 1, head - 1);
  const masked = run.matrix("masked", layer - 1, head - 1).data;
  const digits = stage === "weights" ? 4 : 3;
  return Array.from({ length: rows }, (_, i) => Array.from({ length: cols }, (_, j) => {
    const cell = i * cols + j;
    return stage === "weights" && masked[cell] === -Infinity ? "closed" : fixed(data[cell], digits);
  }));
}

/** Chooses from the Examples menu. @param {RegExp} sentence of the example, both sentences and note left out */
export async function chooseExample(page, sentence) {
  await page.click("#examples button");
  await page.evaluate((source) => [...document.querySelectorAll('#examples [role^="menuitem"]')].find((item) => new RegExp(source).test(item.querySelector(".words").textContent)).click(), sentence.source);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 250)));
}

/** Opens the place “Experiments” at one of its panels. @param {string} id of the panel, see web/experiments/index.js */
export async function openExperiment(page, id) {
  await page.evaluate(() => [...document.querySelectorAll(".place-button")].find((button) => button.textContent === "Experiments").click());
  await page.waitForSelector(`#tab-${id}`);
  await page.click(`#tab-${id}`);
}
