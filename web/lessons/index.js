import css from "lessons-css";
import { addStrings, language, t } from "../language.js";
import oneWord from "../strings/en/one-word.js";
import workings from "../strings/en/workings.js";
import english from "../strings/en/lessons.js";
import { el } from "../views/dom.js";
import { createCard, stepOf } from "./card.js";
import { contentIn } from "./content.js";
import { createContents } from "./contents.js";
import { createProgress } from "./progress.js";
import { createReferences } from "./references.js";
import { proseLanguage } from "./spoken.js";
import { createVisit } from "./visit.js";

/* global attentionLabPart */

for (const table of [english, oneWord, workings]) addStrings("en", table); // the last two: of views that lessons show

/** The list of lessons, one lesson, or the references; state.lesson says which. Options as in views/page.js. */
function mount(element, store, options) {
  const visit = createVisit(store, options);
  let byPerson = false;
  const go = (lesson) => {
    byPerson = true;
    store.set({ lesson });
  };
  const { lessons } = contentIn(proseLanguage());
  const inner = { ...options, go, lessons, progress: createProgress() };
  const [contentsElement, cardElement, referencesElement] = ["div", "article", "div"].map((tag) => el(tag, { hidden: true }));
  const foreign = proseLanguage() === language() ? [] : [el("p", { class: "lesson-language quiet" }, t("lessons.english"))];
  element.replaceChildren(...foreign, contentsElement, cardElement, referencesElement);
  const contents = createContents(contentsElement, inner);
  const card = createCard(cardElement, store, inner);
  const references = createReferences(referencesElement, inner);
  const places = [[contentsElement, contents], [cardElement, card], [referencesElement, references]];

  /** Shows what the state asks for, sets the page for a step, or gives it back where there is none. */
  function turnTo(wanted) {
    const lesson = lessons.find(({ id }) => id === wanted?.id);
    const open = lesson ? card : wanted?.id === "references" ? references : contents;
    for (const [place, { heading }] of places) place.hidden = heading !== open.heading;
    if (lesson) {
      const step = Math.min(Math.max(0, wanted.step), lesson.steps.length);
      visit.enter(stepOf(lesson, step));
      card.show(lesson, step);
    } else {
      visit.leave();
      open.show();
    }
    if (!byPerson) return;
    byPerson = false;
    element.scrollIntoView({ block: "start" });
    open.heading.focus({ preventScroll: true });
  }

  return {
    render(state, changed) {
      if (state.place !== "lessons") {
        visit.leave();
        return;
      }
      if (changed.has("place") || changed.has("lesson")) turnTo(state.lesson);
      if (!cardElement.hidden) card.render(state, changed);
    },
    destroy() {
      visit.leave();
      card.destroy();
      element.replaceChildren();
    },
  };
}

attentionLabPart({ mount, css });
