import { parts, t } from "../language.js";
import { onThemeChange } from "../canvas-theme.js";
import { el, focusedBy, setAttribute, setText } from "../views/dom.js";
import { errorText } from "../views/error-text.js";
import { megabytes } from "../views/trained.js";
import { factsFor } from "./facts.js";
import { createPanel } from "./panel.js";
import { createProblem } from "./problem.js";
import { proseOf } from "./prose.js";
import { inProse, proseAttributes } from "./spoken.js";
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
  const text = el("div", { class: "lesson-text", ...proseAttributes() });
  const waiting = el("div", { class: "message", role: "status", hidden: true });
  const panelElement = el("section", { class: "lesson-panel", "aria-label": t("lesson.numbers") });
  const problemElement = el("section", { class: "lesson-problem", "aria-label": t("lesson.problem") });
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
    const made = proseOf({ facts, colours: panel.colours, light: panel.light });
    const nodes = (prose) => inProse(() => made(prose));
    if (!current) {
      text.replaceChildren(el("ul", { class: "remember", role: "list" }, ...lesson.remember.map((prose) => el("li", {}, ...nodes(prose)))));
      problem.hide();
      return facts;
    }
    keepingFocus(text, () => text.replaceChildren(...inProse(() => current.text(facts)).map((prose) => el("p", {}, ...nodes(prose)))));
    if (current.problem) problem.show(inProse(() => current.problem(facts)), countedProblem(lesson, step), { facts, nodes, chosen: progress.chosen(lesson, step), turn: step });
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
      const { title } = lesson.steps[step] ?? {};
      setText(heading, title ?? t("lesson.remember"));
      for (const name of ["lang", "dir"]) setAttribute(heading, name, title && proseAttributes()[name]);
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
  return t("lesson.problemOf", { number: withProblem.indexOf(steps[step]) + 1, count: withProblem.length });
}

/** Why a step has no numbers yet, and what can be done about it. */
function whyNot({ trained, core }, { set }, { retry }) {
  if (core.message) return [el("p", {}, errorText(core))];
  if (!set.model || set.model === "by-hand") return [el("p", {}, t("lesson.computing"))];
  if (trained.phase === "failed") {
    return [el("p", {}, t("lesson.failed", { reason: errorText(trained.error) })),
      el("button", { type: "button", class: "button", onclick: retry }, t("retry"))];
  }
  const loading = trained.phase === "loading" ? t("lesson.loadingSize", { size: megabytes(trained) }) : t("lesson.loading");
  return [el("p", {}, trained.phase === "ready" ? t("lesson.computing") : loading)];
}

/** The line over the title: back to all lessons, which lesson, how far. */
function createLine(go) {
  const title = el("bdi", proseAttributes());
  const dashes = el("span", { class: "dashes", "aria-hidden": "true" });
  const count = el("span");
  const all = el("button", { type: "button", class: "text-button", onclick: () => go(null) }, t("lessons.all"));
  return {
    element: el("div", { class: "lesson-line" }, all, el("span", { class: "lesson-name" }, title), el("span", { class: "lesson-count" }, dashes, count)),
    show({ title: name, steps }, step) {
      setText(title, name);
      setText(count, step < steps.length ? t("lesson.step", { step: step + 1, steps: steps.length }) : t("lesson.end"));
      dashes.replaceChildren(...steps.map((_, at) => el("span", { class: at === step ? "is-now" : at < step ? "is-done" : null })));
    },
  };
}

function walkButtons(lesson, step, { go, lessons }) {
  const button = (label, target, main) => el("button", { type: "button", class: main ? "button is-main" : "button", onclick: () => go(target) }, ...[label].flat());
  const named = (key, title) => parts(key, { title: el("bdi", proseAttributes(), inSentence(title)) });
  const to = (at) => ({ id: lesson.id, step: at });
  const back = step === 0 ? [] : [button(t("lesson.back"), to(step - 1))];
  if (step < lesson.steps.length) {
    const next = lesson.steps[step + 1]?.title;
    return [...back, button(next ? named("lesson.next", next) : t("lesson.nextRemember"), to(step + 1), true)];
  }
  const following = lessons[lessons.indexOf(lesson) + 1];
  return [...back,
    following ? button(named("lesson.nextLesson", following.title), { id: following.id, step: 0 }, true) : button(t("lessons.all"), null, true),
    button(t("lessons.references"), { id: "references", step: 0 })];
}

/** A title within a sentence: “A row” as “a row”, but “Q·Kᵀ” as it is. */
const inSentence = (title) => (/^([A-Z][a-z]|A )/.test(title) ? title[0].toLowerCase() + title.slice(1) : title);
