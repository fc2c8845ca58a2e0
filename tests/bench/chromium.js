/** Runs a function of a module in headless Chromium, on a page of the repository served as it is. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { launch } from "../browser/support.js";
import { startServer } from "../serve.mjs";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Bundles a module, opens an empty page, calls one of its exports there and gives what it returns, through JSON.
 * The page's address is the repository's root: a module finds any file by fetch("/build/attention.wasm"). No
 * headers are sent that a static host would not send, so the page is not cross-origin isolated.
 * @param {string} entry path of the module from the repository's root
 * @param {string} name the export
 * @param {unknown} [argument] goes through JSON
 * @param {object} [options]
 * @param {(line: string) => void} [options.say] gets what the page writes with console.log
 * @param {Record<string, (...given: any[]) => any>} [options.lend] functions that the page may call, by their name there
 * @returns {Promise<{ value: any, version: string }>}
 */
export async function inChromium(entry, name, argument = null, { say = () => {}, lend = {} } = {}) {
  const bundle = `build/bench/${entry.replace(/\W+/g, "-")}.js`;
  await build({ absWorkingDir: ROOT, entryPoints: [entry], outfile: `${ROOT}/${bundle}`, bundle: true, format: "esm", platform: "browser", external: ["node:*"], logLevel: "error" });
  const server = await startServer({ root: ROOT, intercept: emptyPage });
  const browser = await launch("chromium");
  try {
    const page = await browser.page();
    page.on("console", (message) => say(message.text()));
    await page.goto(server.url);
    const lent = { benchProcessorTime: await processorClock(browser.browser), ...lend };
    for (const [called, body] of Object.entries(lent)) await page.exposeFunction(called, body);
    // The answer comes by a call from the page: a protocol call that waits for it would time out.
    const answer = new Promise((resolve, reject) => {
      page.exposeFunction("benchAnswer", (text) => resolve(JSON.parse(text)));
      page.on("error", reject);
      browser.browser.on("disconnected", () => reject(new Error("Chromium is gone")));
    });
    await page.waitForFunction(() => "benchAnswer" in globalThis);
    await page.evaluate((address, fn, given) => {
      import(address)
        .then((module) => module[fn](given))
        .then((value) => ({ value }), (error) => ({ error: String(error?.stack ?? error) }))
        .then((result) => globalThis.benchAnswer(JSON.stringify(result)));
    }, `/${bundle}`, name, argument);
    const { value, error } = await answer;
    if (error) throw new Error(`${entry} in Chromium: ${error}`);
    return { value, version: await browser.browser.version() };
  } finally {
    await browser.close();
    await server.close();
  }
}

/**
 * A clock of what the main threads of the browser's pages have had of the processors, in ms; one that gives null where
 * there is no /proc to read it from.
 */
async function processorClock(browser) {
  const session = await browser.target().createCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const pages = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => `/proc/${id}/schedstat`);
  if (!pages.every(existsSync)) return () => null;
  const nanoseconds = (page) => Number(readFileSync(page, "utf8").split(" ")[0]);
  return () => pages.map(nanoseconds).reduce((sum, time) => sum + time, 0) / 1e6;
}

function emptyPage(path, response) {
  if (path !== "/") return false;
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end("<!doctype html><title>bench</title><link rel=icon href=data:,>");
  return true;
}
