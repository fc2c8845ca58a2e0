import { factsOf, shownStage } from "../stages.js";
import { el, math } from "./dom.js";

/** What the chosen step does, in one sentence, its formula, and its shapes in numbers. */
export function mount(element) {
  return {
    render(state, changed) {
      if (!["stage", "result", "layer", "mask", "divide"].some((key) => changed.has(key))) return;
      const facts = state.result?.run.tokens.length ? factsOf(state) : null;
      const stage = shownStage(state);
      element.replaceChildren(...(facts ? [
        el("p", {}, el("b", {}, `${stage.name}.`), " ", ...italics(stage.caption(facts))),
        el("p", { class: "shape" }, math(["math", stage.formula]), el("span", {}, stage.shape(facts))),
      ] : []));
    },
    destroy: () => element.replaceChildren(),
  };
}

/** "cell (*i*, *j*)" with its starred parts in italics. */
function italics(text) {
  return text.split("*").map((part, index) => (index % 2 ? el("i", {}, part) : part));
}
