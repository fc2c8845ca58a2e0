/** What the tests of the experiments share. */
import { openExperiment } from "./reading.js";
import { ready } from "./support.js";

/** Opens a panel of the experiments. @param {string} panel its id */
export async function openPanel(page, url, panel) {
  await page.goto(url);
  await ready(page, "by-hand");
  await openExperiment(page, panel);
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
