/** Measuring and shortening what stands on a canvas. */

const pen = document.createElement("canvas").getContext("2d");
const widths = new Map();
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
  const parts = graphemesOf(text);
  let [fits, tooMany] = [0, parts.length];
  while (tooMany - fits > 1) {
    const half = (fits + tooMany) >> 1;
    if (textWidth(`${parts.slice(0, half).join("")}…`, font) <= room) fits = half;
    else tooMany = half;
  }
  return `${parts.slice(0, fits).join("")}…`;
}

/** Made when first needed: a segmenter takes 40 ms to make. @type {Intl.Segmenter | undefined} */
let segmenter;

/** What is read as one character; where browsers cannot tell, and in plain text, code points. */
function graphemesOf(text) {
  if (/^[ -~]*$/.test(text) || typeof Intl.Segmenter !== "function") return Array.from(text);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** Direction that a label is to be laid out in. */
export function directionOf(text) {
  return RTL.test(text) ? "rtl" : "ltr";
}
