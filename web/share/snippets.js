/**
 * The texts that put the page into another: made of the address it is set to and the size it shall have. Whatever a
 * sentence holds, each is one that its host reads as written: HTML is escaped, and addresses carry only signs that break
 * nothing around them (address.js).
 */
import { addressOf, pairsOf } from "../address.js";
import { HIDDEN_IN_EMBED } from "../skeleton.js";

/** 5:3, the shape that MyST gives every frame. */
const SHAPE = 5 / 3;
const TITLE = 80; // characters of a frame's title

/**
 * @typedef {object} Setting what a teacher chooses
 * @property {boolean} embed the small form
 * @property {string[]} hidden names of PANELS
 * @property {string[]} lock names of LOCKS
 * @property {"auto" | "light" | "dark"} theme
 * @property {string | null} language null: the reader's own
 *
 * @typedef {object} Size
 * @property {number | null} width in px; null: as wide as its place
 * @property {"auto" | "fixed" | "shape"} height auto: told by the page; shape: 5:3
 * @property {number} px of the fixed height, and of the automatic one until the page has told its own
 */

/** What is hidden where nothing is said. @param {boolean} embed @returns {string[]} */
export const hiddenIn = (embed) => (embed ? HIDDEN_IN_EMBED : []);

/** @param {object} state of the store @param {Setting} setting @returns {object} the state that is shared */
export function sharedState(state, { embed, hidden, lock, theme, language }) {
  const usual = hiddenIn(embed);
  const same = hidden.length === usual.length && usual.every((name) => hidden.includes(name));
  return { ...state, embed, hide: same ? null : hidden, lock, theme, language };
}

/**
 * @param {object} what
 * @param {object} what.state of the store
 * @param {Setting} what.setting
 * @param {Size} what.size
 * @param {string} what.base address of the page, without a fragment
 * @param {string} what.script address of the element's script
 * @param {string} what.title what a frame is called
 * @returns {Promise<Record<"link" | "iframe" | "element" | "myst" | "html" | "markdown" | "quarto" | "quartoSlide" | "slide" | "background", string>>}
 */
export async function snippetsOf({ state, setting, size, base, script, title }) {
  const address = base + (await addressOf(sharedState(state, setting)));
  const name = nameOf(title);
  const frame = frameHtml(address, name, size);
  return {
    link: address,
    iframe: size.height === "auto" ? `${frame}\n${LISTENER}` : frame,
    element: elementHtml(sharedState(state, { ...setting, embed: true }), script, size),
    myst: mystFrame(address, name, size),
    html: frame,
    markdown: `[${inMarkdown(name)}](${address})`,
    quarto: `\`\`\`{=html}\n${tag("iframe", { "data-external": "1", ...frameAttributes(address, name, size) })}\n\`\`\``,
    quartoSlide: `## {background-iframe="${address}" background-interactive="true"}`,
    slide: `<section>\n  ${tag("iframe", { "data-src": address, "data-preload": true, title: name, ...slideSize(size), style: "border:0", allow: ALLOW })}\n</section>`,
    background: tag("section", { "data-background-iframe": address, "data-background-interactive": true }),
  };
}

/* ---- addresses ------------------------------------------------------------------------------------------- */

/**
 * An address as it can stand in a page and between quotes and brackets: of http or https, or a path.
 * @param {string} typed
 * @returns {string | null} null: it is none
 */
export function baseOf(typed) {
  const text = typed.trim().replace(/#.*/s, "");
  if (text === "") return null;
  try {
    const { protocol, href } = new URL(text);
    return /^https?:$/.test(protocol) ? inQuotes(href) : null;
  } catch {
    return inQuotes(text);
  }
}

const inQuotes = (address) => address.replace(/[\s"'()<>\\^`{|}]/g, (sign) => encodeURIComponent(sign).replace(/^[^%]/, (one) => `%${one.charCodeAt(0).toString(16)}`));

/** A file beside another. @param {string} base @param {string} name */
export const besides = (base, name) => base.replace(/\?.*/, "").replace(/[^/]*$/, name);

/* ---- HTML ------------------------------------------------------------------------------------------------ */

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;" };

/** @param {string} text @returns {string} as it stands in an attribute between double quotes */
export const escaped = (text) => text.replace(/[&<>"\t\n\r]/g, (sign) => ESCAPES[sign]);

/** An empty element; true is an attribute without a value. */
function tag(name, attributes) {
  const written = Object.entries(attributes).map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${escaped(String(value))}"`));
  return `<${name}${written.join("")}></${name}>`;
}

/** Lets the reader copy from within the frame. */
const ALLOW = "clipboard-write";

const frameHtml = (address, title, size) => tag("iframe", frameAttributes(address, title, size));

function frameAttributes(address, title, size) {
  return { src: address, title, ...htmlSize(size), loading: "lazy", allow: ALLOW };
}

function htmlSize({ width, height, px }) {
  if (height === "shape" && width === null) return { width: "100%", style: "border:0;aspect-ratio:5/3;height:auto" };
  return { width: width ?? "100%", height: height === "shape" ? Math.round(width / SHAPE) : px, style: "border:0;max-width:100%" };
}

/** A slide of reveal.js is 960 wide where its deck says nothing else. */
const slideSize = ({ width, height, px }) => ({ width: width ?? 960, height: height === "shape" ? Math.round((width ?? 960) / SHAPE) : px });

/** Gives a frame the height that the page in it tells: Canvas and Open edX do so by themselves. */
const LISTENER = `<script>
addEventListener("message", ({ data, source }) => {
  if (data?.type !== "attention-lab:resize" || !(data.height > 0)) return;
  for (const frame of document.querySelectorAll("iframe")) if (frame.contentWindow === source) frame.height = data.height;
});
</script>`;

function elementHtml(state, script, { width, height, px }) {
  const attributes = pairsOf(state).filter(([name]) => name !== "embed");
  const style = [width && `width:${width}px;max-width:100%`, { auto: "", fixed: `height:${px}px;overflow:auto`, shape: "aspect-ratio:5/3;overflow:auto" }[height]].filter(Boolean).join(";");
  return `${tag("script", { src: script })}\n${tag("attention-lab", { ...Object.fromEntries(attributes), ...(style ? { style } : {}) })}`;
}

/* ---- Markdown -------------------------------------------------------------------------------------------- */

const mystFrame = (address, title, { width }) => `\`\`\`{iframe} ${address}\n:width: ${width ? `${width}px` : "100%"}\n:title: ${title}\n\`\`\``;

/** Text between the brackets of a link. */
const inMarkdown = (text) => text.replace(/[\\`*_{}[\]<>&#!|~$]/g, "\\$&");

/** A title on one line. */
function nameOf(title) {
  const line = title.replace(/\s+/g, " ").trim();
  return line.length <= TITLE ? line : `${line.slice(0, TITLE - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
