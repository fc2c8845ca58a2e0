import { onThemeChange } from "../canvas-theme.js";
import { el, focusedBy, setText } from "../views/dom.js";
import { megabytes } from "../views/trained.js";
import { factsFor } from "./facts.js";
import { createPanel } from "./panel.js";
import { createProblem } from "./problem.js";
import { proseOf } from "./prose.js";
import { belongs } from "./visit.js";

const READS = ["result", "lesson", "theme", "trained", "layer", "head", "core"];

/**
 * One lesson, a step at a time; after the last step stands what to remember.
 * @param {HTMLElement} element
 * @param {object} options of the page, and go(lesson), progress
 */
export function createCard(element, store, options) {
  const { progress } = options;
  const line = createLine(options.go);
  const heading = el("h2", { class: "lesson-title", tabindex: "-1" });
  const text = el("div", { class: "lesson-text" });
  const waiting = el("div", { class: "message", role: "status", hidden: true });
  const panelElement = el("section", { class: "lesson-panel", "aria-label": "The numbers" });
  const problemElement = el("section", { class: "lesson-problem", "aria-label": "Problem" });
  const walk = el("div", { class: "lesson-walk" });
  element.classList.add("lesson");
  element.append(el("div", { class: "lesson-prose" }, line.element, heading, text, waiting), panelElement, el("div", { class: "lesson-below" }, problemElement, walk));
  const panel = createPanel(panelElement, store, options);
  const problem = createProblem(problemElement, {
    onOpen: panel.mark,
    onChoose: (choice) => progress.answer(shown.lesson, shown.step, choice),
  });
  const shown = { lesson: null, step: -1 };
  const stopTheme = onThemeChange(() => shown.lesson && fill(store.state));

  function fill(state) {
    const { lesson, step } = shown;
    const current = lesson.steps[step];
    const facts = belongs(state, stepOf(lesson, step).set) ? factsFor(state) : null;
    waiting.hidden = Boolean(facts) || !current;
    if (!waiting.hidden) waiting.replaceChildren(...whyNot(state, current, options));
    if (!facts) {
      text.replaceChildren();
      problem.hide();
      return null;
    }
    const nodes = proseOf({ facts, colours: panel.colours, light: panel.light });
    if (!current) {
      text.replaceChildren(el("ul", { class: "remember", role: "list" }, ...lesson.remember.map((parts) => el("li", {}, ...nodes(parts)))));
      problem.hide();
      return facts;
    }
    keepingFocus(text, () => text.replaceChildren(...current.text(facts).map((parts) => el("p", {}, ...nodes(parts)))));
    if (current.problem) problem.show(current.problem(facts), countedProblem(lesson, step), { facts, nodes, chosen: progress.chosen(lesson, step), turn: step });
    else problem.hide();
    return facts;
  }

  return {
    heading,
    /** @param {import("./list.js").Lesson} lesson @param {number} step from 0; one past the last: what to remember */
    show(lesson, step) {
      Object.assign(shown, { lesson, step });
      progress.see(lesson, step);
      line.show(lesson, step);
      setText(heading, lesson.steps[step]?.title ?? "What to remember");
      walk.replaceChildren(...walkButtons(lesson, step, options));
      panel.show(stepOf(lesson, step));
    },
    render(state, changed) {
      if (READS.some((key) => changed.has(key))) shown.facts = fill(state);
      panel.render(state, changed, shown.facts);
    },
    destroy() {
      stopTheme();
      panel.destroy();
      element.replaceChildren();
    },
  };
}

/** What is remembered stands beside the last step's view. */
export const stepOf = (lesson, step) => lesson.steps[Math.min(step, lesson.steps.length - 1)];

/** Paragraphs made anew keep the focus on the same number. */
function keepingFocus(element, change) {
  const at = [...element.querySelectorAll("button")].indexOf(focusedBy(element));
  change();
  if (at >= 0) element.querySelectorAll("button")[at]?.focus();
}

function countedProblem({ steps }, step) {
  const withProblem = steps.filter((each) => each.problem);
  return `Problem ${withProblem.indexOf(steps[step]) + 1} of ${withProblem.length}`;
}

/** Why a step has no numbers yet, and what can be done about it. */
function whyNot({ trained, core }, { set }, { retry }) {
  if (core.message) return [el("p", {}, core.message)];
  if (!set.model || set.model === "by-hand") return [el("p", {}, "Computing")];
  if (trained.phase === "failed") {
    return [el("p", {}, `This step reads the trained model, and its file did not load. ${trained.error.message} You can go on without it.`),
      el("button", { type: "button", class: "button", onclick: retry }, "Retry")];
  }
  const size = trained.phase === "loading" ? ` (${megabytes(trained)})` : "";
  return [el("p", {}, trained.phase === "ready" ? "Computing" : `This step reads the trained model, which is still on its way${size}. Wait for it, or go on and come back.`)];
}

/** The line over the title: back to all lessons, which lesson, how far. */
function createLine(go) {
  const title = el("span", { class: "lesson-name" });
  const dashes = el("span", { class: "dashes", "aria-hidden": "true" });
  const count = el("span");
  const all = el("button", { type: "button", class: "text-button", onclick: () => go(null) }, "All lessons");
  return {
    element: el("div", { class: "lesson-line" }, all, title, el("span", { class: "lesson-count" }, dashes, count)),
    show({ title: name, steps }, step) {
      setText(title, name);
      setText(count, step < steps.length ? `step ${step + 1} of ${steps.length}` : "the end");
      dashes.replaceChildren(...steps.map((_, at) => el("span", { class: at === step ? "is-now" : at < step ? "is-done" : null })));
    },
  };
}

function walkButtons(lesson, step, { go, lessons }) {
  const button = (label, target, main) => el("button", { type: "button", class: main ? "button is-main" : "button", onclick: () => go(target) }, label);
  const to = (at) => ({ id: lesson.id, step: at });
  const back = step === 0 ? [] : [button("Back", to(step - 1))];
  if (step < lesson.steps.length) {
    const next = lesson.steps[step + 1]?.title ?? "What to remember";
    return [...back, button(`Next: ${inSentence(next)}`, to(step + 1), true)];
  }
  const following = lessons[lessons.indexOf(lesson) + 1];
  return [...back,
    following ? button(`Next lesson: ${inSentence(following.title)}`, { id: following.id, step: 0 }, true) : button("All lessons", null, true),
    button("References", { id: "references", step: 0 })];
}

/** A title within a sentence: “A row” as “a row”, but “Q·Kᵀ” as it is. */
const inSentence = (title) => (/^([A-Z][a-z]|A )/.test(title) ? title[0].toLowerCase() + title.slice(1) : title);
