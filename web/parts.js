import { AttentionError } from "./errors.js";

/** What was brought, and what is on its way, by address. */
const parts = new Map();

/**
 * A part of the page that is fetched when it is first asked for, as a classic script that calls
 * attentionLabPart({ mount }); so it comes from disk and into a sandbox as well.
 * @param {URL} url
 * @returns {Promise<{ mount(element: HTMLElement, store: object, options: object): { render(state: object, changed: Set<string>): void, destroy(): void } }>}
 * @throws {AttentionError} NETWORK; asking again tries again
 */
export function bringPart(url) {
  if (!parts.has(url.href)) {
    const part = load(url);
    parts.set(url.href, part);
    part.catch(() => parts.delete(url.href));
  }
  return parts.get(url.href);
}

function load(url) {
  const script = document.createElement("script");
  script.src = url.href;
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new AttentionError("NETWORK", `The file ${url.pathname.split("/").pop()} could not be loaded. Check the connection, and that the file lies beside the page, then try again.`, "bringPart"));
    /** Scripts run one at a time; the one that runs is document.currentScript. */
    window.attentionLabPart = (part) => waiting.get(document.currentScript)?.(part);
    waiting.set(script, resolve);
    script.onerror = refuse;
    script.onload = refuse; // a script that has answered is settled by now
    document.head.append(script);
  }).finally(() => {
    waiting.delete(script);
    script.remove();
  });
}

/** script → resolve of the parts that are on their way */
const waiting = new Map();
