/** Building DOM from plain calls. Text always goes in as text nodes; nothing here reads markup. */

const SVG = "http://www.w3.org/2000/svg";
const MATHML = "http://www.w3.org/1998/Math/MathML";

/**
 * @param {string} tag
 * @param {object} [attributes] functions under `on…` become listeners; true is an empty attribute; false and null are left out
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. @returns {SVGElement} */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * MathML from a tree: ["msub", ["mi", "d"], ["mi", { class: "k" }, "k"]].
 * @returns {MathMLElement}
 */
export function math(tree) {
  if (typeof tree === "string") return document.createTextNode(tree);
  const [tag, ...rest] = tree;
  const attributes = rest.length && typeof rest[0] === "object" && !Array.isArray(rest[0]) ? rest.shift() : {};
  return fill(document.createElementNS(MATHML, tag), attributes, rest.map(math));
}

function fill(element, attributes = {}, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** The element that has the focus, where this element is: in a shadow tree the document names only its host. */
export const focusedBy = (element) => element.getRootNode().activeElement;

/** Sentences one after the other, each a list of texts and elements. @param {...(Node | string)[]} sentences */
export const spaced = (...sentences) => sentences.flatMap((sentence, at) => (at ? [" ", ...sentence] : sentence));

/** Sets the text only where it differs, so that nothing is laid out or read aloud again in vain. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** An element's font for a canvas; the shorthand is empty in browsers when figures are tabular. */
export function fontOf(element) {
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  return `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
}

let canvas;
/** Width in pixels of a text in a CSS font, without laying anything out. */
export function textWidth(text, font) {
  canvas ??= document.createElement("canvas").getContext("2d");
  canvas.font = font;
  return canvas.measureText(text).width;
}

export const chevron = () => svg("svg", { class: "chevron", viewBox: "0 0 10 6", "aria-hidden": "true" }, svg("path", { d: "M1 1l4 4 4-4" }));
