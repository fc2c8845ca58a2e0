import { after } from "node:test";
import { launch, serveDist } from "./support.js";

/** The browsers of this file's tests, each started once: most of a short test would else be its browser's start. */
const shared = {};
after(() => Promise.all(Object.values(shared).map(async (browser) => (await browser).close())));

/**
 * A page over a server of its own, and so of an origin of its own. Page and server end with the test, the browser with the file.
 * @param {import("node:test").TestContext} t
 * @param {"chromium" | "firefox"} name
 * @param {object} [options] of the server
 */
export async function open(t, name, options) {
  const server = await serveDist(options);
  shared[name] ??= launch(name);
  const browser = await shared[name];
  const pages = [];
  const page = async (size) => {
    pages.push(await browser.page(size));
    return pages.at(-1);
  };
  t.after(async () => {
    await Promise.all(pages.filter((each) => !each.isClosed()).map((each) => each.close()));
    await server.close();
  });
  return { browser: { ...browser, page }, server, page: await page() };
}
