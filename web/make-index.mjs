/**
 * Writes the page: web/index.html with the skeleton in English in its body. node make-index.mjs OUTPUT
 * The page's script stands at its end, not deferred: what a browser does at the end of a document then is a task of its own.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { addStrings, t } from "./language.js";
import page from "./strings/en/page.js";
import { partsOf, skeleton } from "./skeleton.js";

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

function html(tree) {
  if (typeof tree === "string") return escaped(tree);
  if (!Array.isArray(tree)) return escaped(t(tree.t));
  const { tag, attributes, children } = partsOf(tree);
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(typeof value === "string" ? value : t(value.t))}"`).join("");
  return `<${tag}${written}>${children.map(html).join("")}</${tag}>`;
}

addStrings("en", page);
const source = readFileSync(new URL("index.html", import.meta.url), "utf8");
writeFileSync(process.argv[2], source.replace("<!-- skeleton -->", () => skeleton().map(html).join("\n")));
