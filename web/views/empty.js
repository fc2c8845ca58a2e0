import { t } from "../language.js";
import { el } from "./dom.js";

/** Where the maps are, when there is nothing to map. */
export function mount(element, store, { figure }) {
  const line = el("p");
  const hint = el("p");
  element.replaceChildren(line, hint);
  return {
    render(state, changed) {
      if (!["empty", "core", "waiting"].some((key) => changed.has(key))) return;
      const failed = state.core.phase === "failed";
      const empty = failed || (state.empty !== "" && !state.waiting);
      element.hidden = !empty;
      figure.classList.toggle("is-empty", empty);
      if (!empty) return;
      const why = failed ? "failed" : state.empty;
      line.textContent = t(`empty.${why}`);
      hint.textContent = t(`empty.${why}.hint`);
    },
    destroy: () => element.replaceChildren(),
  };
}
