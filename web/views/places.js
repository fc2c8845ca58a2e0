import { t } from "../language.js";
import { el, setAttribute } from "./dom.js";

const PLACES = ["lab", "lessons", "experiments"];

/**
 * The buttons that choose what of the page is shown: lab, lessons or experiments.
 * @param {HTMLElement} element the navigation
 */
export function mount(element, store) {
  const names = { lab: t("places.lab"), lessons: t("page.lessons"), experiments: t("page.experiments") };
  const buttons = PLACES.map((id) => el("button", { type: "button", class: "place-button", onclick: () => store.set({ place: id }) }, names[id]));
  element.replaceChildren(...buttons);
  return {
    render(state, changed) {
      if (!changed.has("place")) return;
      PLACES.forEach((id, index) => setAttribute(buttons[index], "aria-current", id === state.place ? "page" : null));
    },
    destroy: () => element.replaceChildren(),
  };
}
