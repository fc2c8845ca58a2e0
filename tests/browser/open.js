import { after } from "node:test";
import { launch, serveDist } from "./support.js";

/** The browsers of this process, each started once: most of a short test would else be its browser's start. */
const shared = {};
/** Addresses that there were: what one test stores, no other finds. */
const used = new Set();

async function serveAnew(options) {
  const server = await serveDist(options);
  if (used.has(server.url)) {
    await server.close();
    return serveAnew(options);
  }
  used.add(server.url);
  return server;
}
after(() => Promise.all(Object.values(shared).map(async (browser) => (await browser).close())));

/**
 * A page over a server of its own, and so of an origin of its own. Page and server end with the test, the browser with the process.
 * @param {import("node:test").TestContext} t
 * @param {"chromium" | "firefox"} name
 * @param {object} [options] of the server
 */
export async function open(t, name, options) {
  const server = await serveAnew(options);
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
