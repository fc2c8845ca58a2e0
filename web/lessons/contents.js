import { el } from "../views/dom.js";

/** All lessons, with how far one has come in each. */
export function createContents(element, { lessons, progress, go }) {
  const heading = el("h2", { class: "lesson-title", tabindex: "-1" }, "Lessons");
  const list = el("ol", { class: "lesson-list", role: "list" });
  element.classList.add("lesson-contents");
  element.append(heading,
    el("p", { class: "lesson-intro" }, "Each lesson works through numbers that this page computes as you read. After most steps there is a problem; every answer, right or wrong, says why. You can open any step again, and change the numbers: the text and the problems follow."),
    list,
    el("button", { type: "button", class: "text-button underlined", onclick: () => go({ id: "references", step: 0 }) }, "References"));
  return {
    heading,
    show: () => list.replaceChildren(...lessons.map((lesson, at) => row(lesson, at, progress, go))),
  };
}

function row(lesson, at, progress, go) {
  const { id, title, summary, steps } = lesson;
  const problems = steps.filter(({ problem }) => problem).length;
  const [seen, solved] = [progress.seen(lesson), progress.solved(lesson)];
  const size = `${steps.length} steps, ${problems} problems`;
  const far = seen ? `; so far ${seen} of ${steps.length} steps, ${solved} of ${problems} problems solved` : "";
  const next = progress.next(lesson);
  return el("li", {},
    el("span", { class: "lesson-number" }, String(at + 1)),
    el("div", {}, el("h3", { id: `lesson-${id}` }, title), el("p", { class: "lesson-summary" }, summary), el("p", { class: "quiet" }, size, far)),
    el("button", { type: "button", class: seen ? "button" : "button is-main", "aria-describedby": `lesson-${id}`, onclick: () => go({ id, step: next }) },
      !seen ? "Begin" : next === 0 ? "Begin again" : `Go on with step ${next + 1}`));
}
