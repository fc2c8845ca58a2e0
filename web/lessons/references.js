import { t } from "../language.js";
import { el } from "../views/dom.js";
import { contentIn } from "./content.js";
import { proseAttributes, proseLanguage } from "./spoken.js";

/** What the lessons and the page rest on. */
export function createReferences(element, { go }) {
  const heading = el("h2", { class: "lesson-title", tabindex: "-1" }, t("lessons.references"));
  element.classList.add("lesson-contents");
  element.append(
    el("div", { class: "lesson-line" }, el("button", { type: "button", class: "text-button", onclick: () => go(null) }, t("lessons.all"))),
    heading,
    el("ul", { class: "references", role: "list", ...proseAttributes() }, ...contentIn(proseLanguage()).references.map(({ authors, year, title, where, link, why }) => el("li", {},
      el("p", { class: "reference-title" }, title), el("p", {}, `${authors}, ${year}. `, el("a", { href: link, rel: "noreferrer" }, where)), el("p", { class: "quiet" }, why)))));
  return { heading, show() {} };
}
