/** What the browser tests share: both browsers, the built page over http and from disk, and ways to read it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";
import { startServer } from "../serve.mjs";

export const DIST = fileURLToPath(new URL("../../dist", import.meta.url));
export const FILE_URL = new URL("../../dist/index.html", import.meta.url).href;
/** A deep subpath, so that an absolute URL in the page would be a 404. */
export const PREFIX = "/courses/week-3";

const CHROMIUM_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const LAUNCH = {
  chromium: (profile) => ({ browser: "chrome", executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: CHROMIUM_FLAGS, userDataDir: profile }),
  firefox: (profile) => ({
    browser: "firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr", userDataDir: profile,
    // puppeteer switches this off, and tests from disk would pass for a page that no visitor can open.
    extraPrefsFirefox: { "security.fileuri.strict_origin_policy": true },
  }),
};

export const BROWSERS = Object.keys(LAUNCH);

/** @param {"chromium" | "firefox"} name */
export async function launch(name) {
  const profile = mkdtempSync(join(tmpdir(), "attention-lab-"));
  const browser = await puppeteer.launch({ headless: true, ...LAUNCH[name](profile) });
  return {
    browser,
    /** A page whose errors are collected. */
    async page({ width = 1440, height = 1000, scale = 1 } = {}) {
      const page = await browser.newPage();
      const problems = [];
      page.on("pageerror", (error) => problems.push(String(error?.stack ?? error)));
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      await page.setViewport({ width, height, deviceScaleFactor: scale });
      return Object.assign(page, { problems }, asking(page));
    },
    async close() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/**
 * $eval and $$eval as puppeteer has them, but in one step: between its two, to find and to ask, a page may draw anew,
 * and what was found is no part of it any more.
 */
function asking(page) {
  const inPage = (find) => (selector, ask, ...args) => page.evaluate(new Function("selector", "...args", `${find} return (${ask})(found, ...args);`), selector, ...args);
  return {
    $eval: inPage('const found = document.querySelector(selector); if (!found) throw new Error(`nothing is ${selector}`);'),
    $$eval: inPage("const found = [...document.querySelectorAll(selector)];"),
  };
}

export const serveDist = (options) => startServer({ root: DIST, prefix: PREFIX, ...options });

/** Waits until a model is in and drawn. @param {"by-hand" | "use-lite"} model */
export const ready = (page, model) => page.waitForSelector(`html[data-ready="${model}"]`, { timeout: 60_000 });

/** Puts a whole text into the sentence field, as pasting does. Unit by unit: the wire carries no lone surrogates. */
export function paste(page, text) {
  return page.evaluate((units) => {
    const field = document.querySelector("textarea");
    field.value = units.map((unit) => String.fromCharCode(unit)).join("");
    field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
  }, unitsOf(text));
}

/** What stands in the sentence field, unit by unit. */
export const fieldUnits = (page) => page.$eval("textarea", (field) => Array.from({ length: field.value.length }, (_, k) => field.value.charCodeAt(k)));

export const unitsOf = (text) => Array.from({ length: text.length }, (_, k) => text.charCodeAt(k));

/** Waits until the facts line names this number of tokens, and two frames more. */
export async function tokensShown(page, count) {
  await page.waitForFunction((wanted) => document.querySelector("#facts").textContent.includes(`${wanted} token`), { timeout: 30_000 }, count);
  await frames(page);
}

export const frames = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))));

export const text = (page, selector) => page.$eval(selector, (element) => element.textContent);

/** A heatmap as it was painted: its stage, layer, head, and a checksum of the pixels. */
export function canvas(page, stage) {
  return page.$eval(`canvas[data-stage="${stage}"]:not([data-thumb])`, (element) => {
    const { width, height, dataset } = element;
    const { data } = element.getContext("2d").getImageData(0, 0, width, height);
    let sum = 0;
    const colours = new Set();
    for (let k = 0; k < data.length; k += 4) {
      const colour = data[k] * 65536 + data[k + 1] * 256 + data[k + 2];
      sum = (Math.imul(sum, 31) + colour) | 0;
      if (data[k + 3]) colours.add(colour);
    }
    return { ...dataset, width, height, sum, colours: colours.size };
  });
}
