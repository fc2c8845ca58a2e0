import { AttentionError } from "./errors.js";

/** script → what to do with the value that it hands over */
const waiting = new Map();

/**
 * Runs a classic script of the page's own that hands over one value by a call of attentionLabPart(value). So code
 * and bytes come from disk and into a sandbox as well, where neither modules nor fetch work.
 * @param {URL} url
 * @returns {Promise<any>} the value
 * @throws {AttentionError} NETWORK
 */
export function runScript(url) {
  const script = document.createElement("script");
  script.src = url.href;
  return new Promise((resolve, reject) => {
    const refuse = () => reject(missing(url));
    // Scripts run one at a time, and the one that runs is document.currentScript.
    window.attentionLabPart = (value) => waiting.get(document.currentScript)?.(value);
    waiting.set(script, resolve);
    script.onload = script.onerror = refuse; // of no effect once the value is there
    document.head.append(script);
  }).finally(() => {
    waiting.delete(script);
    script.remove();
  });
}

/** A style sheet of the page's own. @param {URL} url @throws {AttentionError} NETWORK */
function bringStyle(url) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = url.href;
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(missing(url));
    };
    document.head.append(link);
  });
}

const missing = (url) => new AttentionError("NETWORK", `The file ${url.pathname.split("/").pop()} could not be loaded. Check the connection, and that the file lies where it was built, then try again.`, "bringPart");

/** What was brought, or is on its way, by address. */
const brought = new Map();

/** Brings something once; after a failure, asking again tries again. */
function once(url, bring) {
  if (!brought.has(url.href)) {
    const coming = bring(url);
    brought.set(url.href, coming);
    coming.catch(() => brought.delete(url.href));
  }
  return brought.get(url.href);
}

/**
 * What a script of the page hands over, brought when it is first asked for.
 * @param {URL} url
 * @returns {Promise<any>}
 * @throws {AttentionError} NETWORK; asking again tries again
 */
export const bringScript = (url) => once(url, runScript);

/**
 * A part of the page: its script and its style, side by side under one name.
 * @param {URL} base address without the ending
 * @returns {Promise<any>} what the script hands over
 * @throws {AttentionError} NETWORK; asking again tries again
 */
export async function bringPart(base) {
  const [part] = await Promise.all([bringScript(new URL(`${base.href}.js`)), once(new URL(`${base.href}.css`), bringStyle)]);
  return part;
}
