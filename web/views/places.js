import { t } from "../language.js";
import { el, setAttribute } from "./dom.js";
import { errorText } from "./error-text.js";

const PLACES = ["lab", "lessons", "experiments"];

/**
 * Lab, lessons, experiments: one of them is shown. The lab is there from the start; the others come when asked for.
 * @param {HTMLElement} element the navigation
 */
export function mount(element, store, options) {
  const names = { lab: t("places.lab"), lessons: t("page.lessons"), experiments: t("page.experiments") };
  const buttons = PLACES.map((id) => el("button", { type: "button", class: "place-button", onclick: () => store.set({ place: id }) }, names[id]));
  element.replaceChildren(...buttons);
  const sections = PLACES.map((id) => document.getElementById(id));
  const later = Object.fromEntries(PLACES.slice(1).map((id, index) => [id, latePart(id, sections[index + 1], store, options)]));

  return {
    render(state, changed) {
      if (changed.has("place")) {
        PLACES.forEach((id, index) => {
          sections[index].hidden = id !== state.place;
          setAttribute(buttons[index], "aria-current", id === state.place ? "page" : null);
        });
        later[state.place]?.bring();
      }
      for (const { render } of Object.values(later)) render(state, changed);
    },
    destroy() {
      for (const { destroy } of Object.values(later)) destroy();
      element.replaceChildren();
    },
  };
}

/** A part that is fetched at first sight. A part that is not shown is not rendered; what it missed, it is told at its next turn. */
function latePart(id, element, store, options) {
  element.tabIndex = -1;
  let view = null;
  let missed = new Set();
  const bring = async () => {
    if (view) return;
    const focused = element.contains(document.activeElement); // on Retry: a reader by keyboard stays here
    element.replaceChildren(el("p", { class: "message", role: "status" }, t("places.loading")));
    try {
      const { mount: mountPart } = await options.bringPart(id);
      if (view) return;
      element.replaceChildren();
      view = mountPart(element, store, options);
      view.render(store.state, new Set(Object.keys(store.state)));
      missed = new Set();
      if (focused) element.focus();
    } catch (error) {
      const retry = el("button", { type: "button", class: "button", onclick: bring }, t("retry"));
      element.replaceChildren(el("div", { class: "message is-warning", role: "alert" }, el("p", {}, errorText(error)), retry));
      if (focused) retry.focus();
    }
  };
  return {
    bring,
    render(state, changed) {
      for (const key of changed) missed.add(key);
      if (!view || (state.place !== id && !changed.has("place"))) return;
      view.render(state, missed);
      missed = new Set();
    },
    destroy: () => view?.destroy(),
  };
}
