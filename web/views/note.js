import { factsOf, stageOf } from "../stages.js";
import { el } from "./dom.js";

/** What the chosen stage does, in one sentence, and its shapes in numbers. */
export function mount(element) {
  return {
    render(state, changed) {
      if (!["stage", "result", "layer", "mask", "divide"].some((key) => changed.has(key))) return;
      const stage = stageOf(state.stage);
      const facts = state.result?.run.tokens.length ? factsOf(state) : null;
      element.replaceChildren(...(facts ? [
        el("p", {}, el("b", {}, `${stage.name}.`), " ", ...italics(stage.caption(facts))),
        el("p", { class: "shape" }, stage.shape(facts)),
      ] : []));
    },
    destroy: () => element.replaceChildren(),
  };
}

/** "cell (*i*, *j*)" with its starred parts in italics. */
function italics(text) {
  return text.split("*").map((part, index) => (index % 2 ? el("i", {}, part) : part));
}
