/** A picture as it is saved: what the view draws, with its title and its place over it. */
import { t } from "../language.js";
import { svgGroup } from "./dom-svg.js";
import { SvgContext } from "./svg-context.js";

/** Room of the title, a multiple of the hatch. */
const HEAD = 64;
const FOOT = 8;
const LEFT = 14;

/**
 * @typedef {import("../pictures.js").Drawable} Drawable
 * @typedef {{ model: string, sentence: string, heads: number }} Place what the pictures are of
 */

/** “Weights, layer 2 head 2” @param {Drawable} drawable */
export function nameOf(drawable) {
  const { title, layer, head } = drawable.about();
  return layer ? t("files.picture.name", { title, layer, head }) : title;
}

/** The line under the title. @param {Drawable} drawable @param {Place} place */
function lineOf(drawable, { model, heads }) {
  const { layer, head, note } = drawable.about();
  return [layer ? t("files.picture.place", { layer, head, heads }) : "", layer ? model : "", note].filter(Boolean).join(" · ");
}

/** What is told of the picture to those who do not see it. */
function descOf(drawable, place, embedded) {
  const { rows, cols, layer } = drawable.about();
  return [
    lineOf(drawable, place), rows ? t("files.picture.size", { rows, cols }) : "", layer ? place.sentence : "",
    embedded ? t("files.picture.embedded") : "", "Attention Lab",
  ].filter(Boolean).join(". ");
}

/** A canvas has its own margin. @param {Drawable} drawable */
const sideOf = ({ element }) => (element ? LEFT : 0);

/** @param {Drawable} drawable @param {number} ratio */
export function sizeOf(drawable, ratio) {
  const { width, height } = drawable.size(ratio);
  return { width: Math.ceil(width) + 2 * sideOf(drawable), height: HEAD + Math.ceil(height) + FOOT };
}

function drawHead(context, drawable, place, { width, height }) {
  const { paper, ink, ink3, sans } = drawable.tokens();
  context.fillStyle = paper;
  context.fillRect(0, 0, width, height);
  Object.assign(context, { textAlign: "left", textBaseline: "alphabetic", direction: "ltr", font: `600 16px ${sans}`, fillStyle: ink });
  const { title, layer } = drawable.about();
  // What a chart shows is a whole sentence: it is its description.
  if (layer || title.length < 40) context.fillText(title, LEFT, 26);
  Object.assign(context, { font: `400 13px ${sans}`, fillStyle: ink3 });
  context.fillText(lineOf(drawable, place), LEFT, 48);
}

/** @param {Drawable} drawable @param {Place} place @param {number} ratio @returns {string} */
export function svgOf(drawable, place, ratio) {
  const context = new SvgContext();
  const size = sizeOf(drawable, ratio);
  drawHead(context, drawable, place, size);
  context.origin = { x: 0, y: HEAD };
  context.save();
  if (drawable.element) context.append(svgGroup(drawable.element, { x: sideOf(drawable), y: HEAD }, context.hatch(drawable.tokens().line2).paint));
  else drawable.draw(context, 1);
  context.restore();
  return context.svg({ ...size, title: nameOf(drawable), desc: descOf(drawable, place, context.embedded) });
}

/** @param {Drawable} drawable @param {Place} place @param {number} ratio @returns {Promise<Blob>} */
export async function pngOf(drawable, place, ratio) {
  const { width, height } = sizeOf(drawable, ratio);
  const pixels = (w, h) => Object.assign(document.createElement("canvas"), { width: Math.round(w * ratio), height: Math.round(h * ratio) });
  const blobOf = (canvas) => new Promise((resolve, reject) => { canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("toBlob"))), "image/png"); });
  if (drawable.element) {
    const canvas = pixels(width, height);
    canvas.getContext("2d").drawImage(await imageOf(svgOf(drawable, place, ratio)), 0, 0, canvas.width, canvas.height);
    return blobOf(canvas);
  }
  const [whole, inner] = [pixels(width, height), pixels(width, height - HEAD - FOOT)];
  const [outside, inside] = [whole, inner].map((canvas) => canvas.getContext("2d"));
  for (const context of [outside, inside]) context.scale(ratio, ratio);
  drawHead(outside, drawable, place, { width, height });
  drawable.draw(inside, ratio);
  outside.setTransform(1, 0, 0, 1, 0, 0);
  outside.drawImage(inner, 0, HEAD * ratio);
  return blobOf(whole);
}

/** Vectors as a picture that can be drawn at any size. @param {string} svg @returns {Promise<HTMLImageElement>} */
async function imageOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

/** “weights-layer-2-head-2” @param {Drawable} drawable */
export function fileNameOf(drawable) {
  const { stage = "chart", layer, head } = drawable.about();
  return ["attention-lab", stage, ...(layer ? [`layer-${layer}`, `head-${head}`] : [])].join("-");
}
