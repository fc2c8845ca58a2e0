import { t } from "./language.js";
import { partsOf } from "./skeleton.js";

const NAMESPACES = { svg: "http://www.w3.org/2000/svg", math: "http://www.w3.org/1998/Math/MathML" };
const HTML = "http://www.w3.org/1999/xhtml";

/** Elements of a tree of skeleton.js, its words in the reader's language. Text goes in as text nodes. @returns {Node} */
export function grow(tree, namespace = HTML) {
  if (typeof tree === "string") return document.createTextNode(tree);
  if (!Array.isArray(tree)) return document.createTextNode(t(tree.t));
  const { tag, attributes, children } = partsOf(tree);
  const within = NAMESPACES[tag] ?? namespace;
  const element = document.createElementNS(within, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, typeof value === "string" ? value : t(value.t));
  element.append(...children.map((child) => grow(child, within)));
  return element;
}
