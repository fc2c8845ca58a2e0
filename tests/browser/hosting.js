/** Pages of somebody else with the lab in them, beside dist/ on the same server. */
import { PREFIX } from "./support.js";

/**
 * Options for open(): a server that has these pages too.
 * @param {Record<string, string | { html: string, policy?: string }>} pages file name → page, and the policy it is sent with
 * @param {Record<string, string>} [policies] file name of dist/ → the policy it is sent with
 */
export const withPages = (pages, policies = {}) => ({
  intercept(path, response) {
    const name = path.slice(PREFIX.length + 1);
    if (name in policies) response.setHeader("Content-Security-Policy", policies[name]);
    if (!(name in pages)) return false;
    const { html, policy } = typeof pages[name] === "string" ? { html: pages[name], policy: undefined } : pages[name];
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", ...(policy ? { "Content-Security-Policy": policy } : {}) }).end(html);
    return true;
  },
});

/** What a page asks for, and what its policy refused; both lists grow. */
export async function watch(page) {
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.evaluateOnNewDocument(() => {
    globalThis.violations = [];
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => globalThis.violations.push(`${violatedDirective} ${blockedURI}`));
  });
  return requests;
}

/** Of some requests those that went elsewhere. @param {string[]} requests @param {...string} own beginnings of addresses */
export const strangers = (requests, ...own) => requests.filter((url) => ![...own, "blob:", "data:", "about:"].some((start) => url.startsWith(start)));

/* What follows runs in a page or a frame, and finds the lab in an element as well. */

/** Waits until a model is in and drawn. */
export const drawn = (frame, model) => frame.waitForFunction((wanted) => (document.querySelector("attention-lab") ?? document.documentElement).dataset.ready === wanted, { timeout: 60_000 }, model);

/** Types a sentence, and waits for its tokens. */
export async function types(frame, sentence, tokens) {
  await frame.evaluate((text) => {
    const root = document.querySelector("attention-lab")?.shadowRoot ?? document;
    const field = root.querySelector("textarea");
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, sentence);
  await frame.waitForFunction((count) => {
    const root = document.querySelector("attention-lab")?.shadowRoot ?? document;
    return root.querySelector("#map-right [role=grid]")?.getAttribute("aria-rowcount") === String(count + 1);
  }, { timeout: 30_000 }, tokens);
  await frame.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))));
}

/** Both big maps: stage, layer, head, and how many colours each shows. */
export const maps = (frame) => frame.evaluate(() => {
  const root = document.querySelector("attention-lab")?.shadowRoot ?? document;
  return [...root.querySelectorAll("#figure canvas[data-side]")].map((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set();
    for (let k = 0; k < data.length; k += 4) if (data[k + 3]) colours.add((data[k] << 16) | (data[k + 1] << 8) | data[k + 2]);
    const { stage, layer, head } = canvas.dataset;
    return { stage, layer, head, colours: colours.size };
  });
});
