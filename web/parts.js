/**
 * Files of the page's own that come when they are asked for: parts of the page, the worker's program, languages, bytes.
 * Each is a classic script that hands one value over by a call of attentionLabPart(value), so that code and bytes come from
 * disk and into a sandbox as well, where neither modules nor fetch work. In the one-file form they are inside.
 */
import { AttentionError } from "./errors.js";

/** Name → what runs the script, of what a one-file form carries; see one-file.mjs. */
const inside = () => globalThis.attentionLabInside ?? {};

// Read while the script runs for the first time: later nobody knows where it came from. Inside a page it has no address.
const home = globalThis.document?.currentScript?.src || null;

/** The address of a file beside the page's script; null where there is none. @param {string} name @returns {URL | null} */
export function fileOf(name) {
  return home && !globalThis.attentionLabInside ? new URL(name, home) : null;
}

/** The address of the whole page, without what it is set to: for links to it. null in a frame without an address. */
export function pageAddress() {
  if (home) return new URL("index.html", home).href;
  return location.protocol === "about:" ? null : location.href.replace(/#.*/s, "");
}

/** script → what to do with the value that it hands over */
const waiting = new Map();

/**
 * Runs one of these scripts.
 * @param {string} name beside the page's script
 * @returns {Promise<any>} the value
 * @throws {AttentionError} NETWORK; NOT_INSIDE: a one-file form without it
 */
export function runScript(name) {
  if (name in inside()) return new Promise((resolve) => runWith(resolve, inside()[name]));
  const url = fileOf(name);
  if (!url) return Promise.reject(new AttentionError("NOT_INSIDE", `${name} is not in this file: use the full form of the page, or the folder.`, "bringPart"));
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

function runWith(resolve, program) {
  const before = window.attentionLabPart;
  window.attentionLabPart = resolve;
  program();
  window.attentionLabPart = before;
}

const missing = (url) => new AttentionError("NETWORK", `The file ${url.pathname.split("/").pop()} could not be loaded. Check the connection, and that the file lies where it was built, then try again.`, "bringPart");

/** What was brought, or is on its way, by name. */
const brought = new Map();

/**
 * What a script hands over, brought when it is first asked for.
 * @param {string} name
 * @returns {Promise<any>}
 * @throws {AttentionError} NETWORK; asking again tries again
 */
export function bringScript(name) {
  if (!brought.has(name)) {
    const coming = runScript(name);
    brought.set(name, coming);
    coming.catch(() => brought.delete(name));
  }
  return brought.get(name);
}

/** Style sheets made of the text that a part carries: a policy that forbids inline styles does not forbid these. */
const sheets = new Map();

/** @param {Document | ShadowRoot} root @param {string} css */
export function adoptStyle(root, css) {
  if (!sheets.has(css)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.set(css, sheet);
  }
  const sheet = sheets.get(css);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
