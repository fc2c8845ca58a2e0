/**
 * What stands on the page that can be saved as a picture: the views that draw offer it here, and files/ asks for it.
 *
 * @typedef {object} Drawable
 * @property {() => { title: string, note?: string, stage?: string, layer?: number, head?: number, rows?: number, cols?: number }} about layer and head from 1
 * @property {() => { paper: string, ink: string, ink2: string, ink3: string, sans: string }} tokens the colours that it is drawn in
 * @property {(ratio: number) => { width: number, height: number }} size in CSS pixels
 * @property {(context: CanvasRenderingContext2D, ratio: number) => void} [draw] in CSS pixels from 0, 0; the context has the ratio set
 * @property {Element} [element] in place of draw: what is seen is made of elements, see files/dom-svg.js
 */

// The bundles of one document each have a copy of this file.
const offered = (globalThis[Symbol.for("attention-lab.pictures")] ??= new Map());

/**
 * @param {Element} element where it is seen
 * @param {Drawable} drawable
 * @returns {() => void} withdraws it
 */
export function offerPicture(element, drawable) {
  offered.set(element, drawable);
  return () => offered.delete(element);
}

/** Those that are seen now in the same document or shadow tree as an element, in its order. @param {Element} element @returns {Drawable[]} */
export function picturesBeside(element) {
  const seen = [...offered].filter(([each]) => each.getRootNode() === element.getRootNode() && each.getClientRects().length > 0);
  const before = (a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
  return seen.sort(([a], [b]) => before(a, b)).map(([, drawable]) => drawable);
}
