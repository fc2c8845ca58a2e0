import { el } from "./dom.js";

const FAILED = ["No picture without a core.", "The reason is given under the sentence."];
const EMPTY = {
  text: ["Type a sentence.", "Each of its words becomes a row that asks and a column that answers. Or choose one from Examples."],
  source: ["The second sentence is empty.", "There is nothing to attend to: without keys a query has no scores, and softmax nothing to share out. Type at least one word there."],
};

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
      const [first, second] = failed ? FAILED : EMPTY[state.empty];
      line.textContent = first;
      hint.textContent = second;
    },
    destroy: () => element.replaceChildren(),
  };
}
