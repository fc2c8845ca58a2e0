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
      const empty = failed || (state.empty && !state.waiting);
      element.hidden = !empty;
      figure.classList.toggle("is-empty", empty);
      if (!empty) return;
      line.textContent = failed ? "No picture without a core." : "Type a sentence.";
      hint.textContent = failed
        ? "The reason is given under the sentence."
        : "Each of its words becomes a row that asks and a column that answers. Or choose one from Examples.";
    },
    destroy: () => element.replaceChildren(),
  };
}
