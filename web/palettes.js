import { CIVIDIS, VIRIDIS } from "./palette-tables.js";

/**
 * @typedef {object} Palette
 * @property {Uint32Array} pixels (256) as in the memory of an ImageData
 * @property {string[]} css (256) "rgb(r g b)"
 * @property {string[]} ink (256) what reads best on it: "#000" or "#fff"
 */

// Diverging around 0, neutral close to the paper of each theme (visual.md, “Colour maps”).
const SCORES = {
  light: "1d4a85 4d86c0 a9cbe6 f0efea f0bd9f d5713f 98320c",
  dark: "a9d3ff 4f93d6 2b4f78 202226 7a3f24 d97a4a ffc3a0",
};
const made = new Map();

/**
 * @param {"viridis" | "cividis" | "scores"} name
 * @param {boolean} [dark] only the scores differ between the themes
 * @returns {Palette}
 */
export function palette(name, dark = false) {
  const key = name === "scores" ? `${name}/${dark}` : name;
  if (!made.has(key)) made.set(key, finish(name === "scores" ? between(SCORES[dark ? "dark" : "light"].split(" ")) : fromHex({ viridis: VIRIDIS, cividis: CIVIDIS }[name])));
  return made.get(key);
}

/** Place of a share of the range in a palette: 0…1 → 0…255, held inside; NaN → −1. */
export function paletteIndex(share) {
  if (Number.isNaN(share)) return -1;
  return Math.round(Math.min(1, Math.max(0, share)) * 255);
}

/** Black or white, whichever stands out more: 0.179 is where both have 4.58:1 (WCAG 2 luminance). */
export function inkOn(r, g, b) {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) > 0.179 ? "#000" : "#fff";
}

function finish(rgb) {
  const triples = Array.from({ length: 256 }, (_, at) => rgb.subarray(3 * at, 3 * at + 3));
  return { pixels: pixelsOf(rgb), css: triples.map(([r, g, b]) => `rgb(${r} ${g} ${b})`), ink: triples.map(([r, g, b]) => inkOn(r, g, b)) };
}

/** Opaque pixels of an ImageData, each as one number. @param {ArrayLike<number>} rgb (n, 3) */
export function pixelsOf(rgb) {
  const bytes = Uint8Array.from({ length: (4 * rgb.length) / 3 }, (_, at) => (at % 4 === 3 ? 255 : rgb[3 * (at >> 2) + (at % 4)]));
  return new Uint32Array(bytes.buffer);
}

function fromHex(hex) {
  return Uint8ClampedArray.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

/** 256 colours, linear in OKLab between evenly spaced stops. */
function between(stops) {
  const lab = stops.map((hex) => toOklab(fromHex(hex)));
  const rgb = new Uint8ClampedArray(768);
  for (let at = 0; at < 256; at++) {
    const place = (at / 255) * (lab.length - 1);
    const low = Math.min(Math.floor(place), lab.length - 2);
    const mixed = lab[low].map((a, c) => a + (lab[low + 1][c] - a) * (place - low));
    rgb.set(fromOklab(mixed), 3 * at);
  }
  return rgb;
}

function linear(byte) {
  const c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

function gamma(c) {
  return 255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
}

// OKLab: B. Ottosson, https://bottosson.github.io/posts/oklab/
function toOklab([red, green, blue]) {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
