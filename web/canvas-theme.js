/**
 * The colours and fonts of style.css for what is drawn on a canvas.
 * @typedef {Record<string, string> & { dark: boolean, sans: string }} Tokens colours as "#rrggbb"
 */

// What is drawn with when a host page brings no style.css.
const COLOURS = {
  paper: "#fcfcfa", raise: "#ffffff", sink: "#f2f1ed", line: "#e4e3dd", line2: "#c6c5bd", edge: "#86867f",
  ink: "#1b1c1f", ink2: "#484a4f", ink3: "#676970", q: "#a0196e", k: "#0a6b72", v: "#855700",
  pos: "#b5451b", neg: "#2b62a6", w: "#31688e",
};
const SANS = "system-ui, sans-serif";
const MEDIA = ["(prefers-color-scheme: dark)", "(forced-colors: active)", "print"];
let pen;

/** @param {Element} element where they are read: custom properties inherit @returns {Tokens} */
export function readTokens(element) {
  const style = getComputedStyle(element);
  pen ??= document.createElement("canvas").getContext("2d");
  const tokens = { sans: style.getPropertyValue("--sans").trim() || SANS };
  for (const [name, fallback] of Object.entries(COLOURS)) {
    pen.fillStyle = fallback;
    pen.fillStyle = style.getPropertyValue(`--${name}`).trim() || fallback; // names and system colours come back as #rrggbb
    tokens[name] = pen.fillStyle;
  }
  tokens.dark = parseInt(tokens.paper.slice(3, 5), 16) < 128;
  return tokens;
}

/**
 * Calls back when tokens may have changed: theme attribute, system theme, forced colours, print, pixel ratio.
 * @param {() => void} callback
 * @returns {() => void} stops it
 */
export function onThemeChange(callback) {
  const root = document.documentElement;
  const observer = new MutationObserver(callback);
  observer.observe(root, { attributeFilter: ["data-theme"] });
  const lists = MEDIA.map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener("change", callback);
  const stopRatio = onRatioChange(callback);
  return () => {
    observer.disconnect();
    for (const list of lists) list.removeEventListener("change", callback);
    stopRatio();
  };
}

function onRatioChange(callback) {
  let list;
  const next = () => {
    list?.removeEventListener("change", changed);
    list = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    list.addEventListener("change", changed);
  };
  const changed = () => {
    next();
    callback();
  };
  next();
  return () => list.removeEventListener("change", changed);
}
