/** Measuring and shortening what stands on a canvas. */

const pen = document.createElement("canvas").getContext("2d");
const widths = new Map();
const graphemes = typeof Intl.Segmenter === "function" ? new Intl.Segmenter(undefined, { granularity: "grapheme" }) : null;
const RTL = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** @param {string} text @param {string} font as of a canvas context */
export function textWidth(text, font) {
  const key = `${font}\n${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size > 5000) widths.clear();
    pen.font = font;
    width = pen.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/** The text, or as many whole graphemes as fit with an ellipsis. */
export function shorten(text, font, room) {
  if (textWidth(text, font) <= room) return text;
  const parts = graphemes ? Array.from(graphemes.segment(text), (part) => part.segment) : Array.from(text);
  let [fits, tooMany] = [0, parts.length];
  while (tooMany - fits > 1) {
    const half = (fits + tooMany) >> 1;
    if (textWidth(`${parts.slice(0, half).join("")}…`, font) <= room) fits = half;
    else tooMany = half;
  }
  return `${parts.slice(0, fits).join("")}…`;
}

/** Direction that a label is to be laid out in. */
export function directionOf(text) {
  return RTL.test(text) ? "rtl" : "ltr";
}
