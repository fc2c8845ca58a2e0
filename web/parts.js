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
    const refuse = () => reject(new AttentionError("NETWORK", `The file ${url.pathname.split("/").pop()} could not be loaded. Check the connection, and that the file lies where it was built, then try again.`, "runScript"));
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

/** What was brought, or is on its way, by address. */
const parts = new Map();

/**
 * A part of the page that comes when it is first asked for; after a failure, asking again tries again.
 * @param {URL} url
 * @returns {Promise<any>} what its script hands over
 * @throws {AttentionError} NETWORK
 */
export function bringPart(url) {
  if (!parts.has(url.href)) {
    const part = runScript(url);
    parts.set(url.href, part);
    part.catch(() => parts.delete(url.href));
  }
  return parts.get(url.href);
}
