import { grow } from "../grow.js";
import { parts, t } from "../language.js";
import { fixed } from "../numbers.js";
import { EQUATION } from "../skeleton.js";
import { factsOf, formulaOf, stageName, stageOf } from "../stages.js";
import { badge, modelName } from "../views/badge.js";
import { el, math, setText } from "../views/dom.js";
import { mount as oneWord } from "../views/one-word.js";
import { mount as workings } from "../views/workings.js";
import { createLessonMap, isPair } from "./panel-map.js";

/**
 * The live view beside the prose: the equation with the piece that is read, and a map, one word's row, or a map
 * with its cell's arithmetic.
 * @param {HTMLElement} element
 * @param {object} options of the page: views
 */
export function createPanel(element, store, options) {
  const { views } = options;
  const equation = el("div", { class: "lesson-equation", "aria-hidden": "true" });
  const head = createHead(store);
  const mapElement = el("div", { class: "lesson-figure", dir: "ltr" });
  const wordElement = el("div", { class: "lesson-word", hidden: true });
  const inspectorElement = el("div", { class: "lesson-inspector", hidden: true });
  const caption = el("p", { class: "lesson-caption" });
  const editorElement = el("div", { class: "lesson-editor", hidden: true });
  element.append(equation, head.element, mapElement, wordElement, caption, inspectorElement, editorElement);
  const map = createLessonMap(mapElement, store, views.map);
  const word = lateView(wordElement, store, { mount: oneWord, options: { ...options, always: true } });
  const inspector = lateView(inspectorElement, store, { mount: views.inspector, options });
  const editor = lateView(editorElement, store, { mount: workings, options });
  let kind = null;

  return {
    colours: map.colours,
    mark: map.mark,
    light: map.light,
    /** @param {import("./list.js").Step} step */
    show(step) {
      kind = step.panel;
      const stage = kind === "inspector" ? (isPair(step.set.stage) ? step.set.stage : "weights") : kind === "word" ? "weights" : kind;
      equation.replaceChildren(equationWith(stage));
      head.show(kind === "word" ? null : stage);
      mapElement.hidden = kind === "word";
      word.show(kind === "word");
      inspector.show(kind === "inspector");
      map.show(stage);
      caption.dataset.stage = stage;
    },
    render(state, changed, facts) {
      head.render(state);
      if (!mapElement.hidden) map.render(state, changed);
      word.render(state, changed);
      inspector.render(state, changed);
      editor.show(state.result?.model === "by-hand");
      editor.render(state, changed);
      caption.replaceChildren(...(facts && kind !== "word" ? captionOf(state, caption.dataset.stage, facts) : []));
    },
    destroy() {
      for (const view of [map, word, inspector, editor]) view?.destroy();
    },
  };
}

/** The page's own equation, the piece of a stage washed. */
function equationWith(stage) {
  const symbols = /** @type {Element} */ (grow(EQUATION));
  symbols.querySelector(".left-side")?.remove();
  const piece = stage === "output" || stage === "joined" ? null : symbols.querySelector(`[data-piece="${stage}"]`);
  (piece ?? (stage === "output" ? symbols : null))?.classList.add("is-active");
  for (const role of ["q", "k"]) if (stage === role) for (const each of symbols.querySelectorAll(`mi.${role}:not([mathvariant])`)) each.classList.add("is-active");
  return symbols;
}

function createHead(store) {
  const name = el("span");
  const formula = el("span", { class: "lesson-formula" });
  const place = el("span");
  const source = el("span", { class: "lesson-source" });
  return {
    element: el("h3", { class: "lesson-head" }, el("span", { class: "title" }, name), place, formula, source),
    /** @param {string | null} stage null: of one word all stages */
    show(stage) {
      setText(name, stage ? stageName(stageOf(stage)) : t("page.one-word"));
      const axes = !stage ? [] : isPair(stage) ? [t("lesson.axes")] : [math(["math", formulaOf(stage, store.state)])];
      formula.replaceChildren(...axes);
    },
    render({ result, layer, head }) {
      if (!result) return;
      setText(place, result.info.layers * result.info.heads > 1 ? t("lesson.place", { layer, head }) : "");
      const said = modelName(result.model, result.edited);
      if (source.dataset.said === said) return;
      source.dataset.said = said;
      source.replaceChildren(badge(result.model, result.edited), said);
    },
  };
}

/** A view of the page that is made when it is first needed. */
function lateView(element, store, { mount, options }) {
  let view = null;
  let missed = new Set();
  const render = (state, changed) => {
    for (const key of changed) missed.add(key);
    if (element.hidden) return;
    view.render(state, missed);
    missed = new Set();
  };
  return {
    show(wanted) {
      element.hidden = !wanted;
      if (!wanted || view) return;
      view = mount(element, store, options);
      missed = new Set(Object.keys(store.state));
    },
    render,
    destroy: () => view?.destroy(),
  };
}

/** What is to be seen on the map, in its own numbers. */
function captionOf(state, stage, facts) {
  if (stage !== "weights") {
    const step = stageOf(stage);
    const sizes = factsOf(state);
    return [...step.caption(sizes).split("*").map((part, at) => (at % 2 ? el("i", {}, part) : part)), " ", el("span", { class: "lesson-shape", dir: "ltr" }, step.shape(sizes))];
  }
  const rows = facts.words.map((_, i) => fixed(facts.sum(facts.row("weights", i + 1)), 2));
  const columns = facts.keys.map((_, j) => facts.sum(facts.column("weights", j + 1)));
  const most = columns.indexOf(Math.max(...columns));
  const least = columns.indexOf(Math.min(...columns));
  const name = (j) => el("bdi", { class: "k" }, facts.keys[j]);
  const ones = rows.every((sum) => sum === fixed(1, 2));
  const ofRows = ones ? t("lesson.rowsOne") : t("lesson.rows", { sums: [...new Set(rows)].join(t("lesson.or")) });
  if (most === least || !ones) return [ofRows];
  return [ofRows, " ", ...parts("lesson.columns", {
    most: name(most), mostSum: fixed(columns[most], 2), least: name(least), leastSum: fixed(columns[least], 2), sum: fixed(facts.sum(columns), 0),
  })];
}
