import { t } from "../language.js";
import { el } from "../views/dom.js";
import { proseAttributes } from "./spoken.js";

/** All lessons, with how far one has come in each. */
export function createContents(element, { lessons, progress, go }) {
  const heading = el("h2", { class: "lesson-title", tabindex: "-1" }, t("page.lessons"));
  const list = el("ol", { class: "lesson-list", role: "list" });
  element.classList.add("lesson-contents");
  element.append(heading,
    el("p", { class: "lesson-intro" }, t("lessons.intro")),
    list,
    el("button", { type: "button", class: "text-button underlined", onclick: () => go({ id: "references", step: 0 }) }, t("lessons.references")));
  return {
    heading,
    show: () => list.replaceChildren(...lessons.map((lesson, at) => row(lesson, at, progress, go))),
  };
}

function row(lesson, at, progress, go) {
  const { id, title, summary, steps } = lesson;
  const problems = steps.filter(({ problem }) => problem).length;
  const [seen, solved] = [progress.seen(lesson), progress.solved(lesson)];
  const values = { steps: steps.length, problems, seen, solved };
  const next = progress.next(lesson);
  return el("li", {},
    el("span", { class: "lesson-number" }, String(at + 1)),
    el("div", {}, el("h3", { id: `lesson-${id}`, ...proseAttributes() }, title), el("p", { class: "lesson-summary", ...proseAttributes() }, summary), el("p", { class: "quiet" }, seen ? t("lessons.far", values) : t("lessons.size", values))),
    el("button", { type: "button", class: seen ? "button" : "button is-main", "aria-describedby": `lesson-${id}`, onclick: () => go({ id, step: next }) },
      !seen ? t("lessons.begin") : next === 0 ? t("lessons.again") : t("lessons.goOn", { step: next + 1 })));
}
