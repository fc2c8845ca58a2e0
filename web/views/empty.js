import { el } from "./dom.js";

/** Where the maps are, when there is nothing to map. */
export function mount(element, store, { figure }) {
  const line = el("p");
  const hint = el("p");
  element.replaceChildren(line, hint);
  return {
    render(state, changed) {
      if (!["text", "result", "core"].some((key) => changed.has(key))) return;
      const empty = state.core.phase !== "starting" && !state.waiting && !state.result?.run.tokens.length;
      element.hidden = !empty;
      figure.classList.toggle("is-empty", empty);
      if (!empty) return;
      const failed = state.core.phase === "failed";
      line.textContent = failed ? "No picture without a core." : "Type a sentence.";
      hint.textContent = failed
        ? "The reason is given under the sentence."
        : "Each of its words becomes a row that asks and a column that answers. Or choose one from Examples.";
    },
    destroy: () => element.replaceChildren(),
  };
}
