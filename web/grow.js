import { t } from "./language.js";

const NAMESPACES = { svg: "http://www.w3.org/2000/svg", math: "http://www.w3.org/1998/Math/MathML" };
const HTML = "http://www.w3.org/1999/xhtml";

/** Elements of a tree of skeleton.js, its words in the reader's language. Text goes in as text nodes. @returns {Node} */
export function grow(tree, namespace = HTML) {
  if (typeof tree === "string") return document.createTextNode(tree);
  if (!Array.isArray(tree)) return document.createTextNode(t(tree.t));
  const [tag, ...rest] = tree;
  const within = NAMESPACES[tag] ?? namespace;
  const element = document.createElementNS(within, tag);
  const attributes = rest.length && typeof rest[0] === "object" && !Array.isArray(rest[0]) && !("t" in rest[0]) ? rest.shift() : {};
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, typeof value === "string" ? value : t(value.t));
  element.append(...rest.map((child) => grow(child, within)));
  return element;
}
