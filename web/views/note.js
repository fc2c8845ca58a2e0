import { t } from "../language.js";
import { factsOf, formulaOf, mapsOf, shownStage, stageName } from "../stages.js";
import { el, math } from "./dom.js";

/** What the chosen step does, in one sentence, its formula, and its shapes in numbers. */
export function mount(element) {
  let shown = "";
  return {
    render(state, changed) {
      if (!["stage", "result", "layer", "mask", "divide", "temperature"].some((key) => changed.has(key))) return;
      const facts = state.result?.run.tokens.length ? factsOf(state) : null;
      const stage = shownStage(state);
      const says = facts && { name: stageName(stage), caption: stage.caption(facts), formula: formulaOf(stage.id, facts), shape: [stage.shape(facts), ...pooled(state)] };
      const key = JSON.stringify(says);
      if (shown === key) return;
      shown = key;
      element.replaceChildren(...(says ? [
        el("p", {}, el("b", {}, t("note.title", { name: says.name })), " ", ...italics(says.caption)),
        el("p", { class: "shape" }, math(["math", says.formula]), ...says.shape.map((text) => el("span", { dir: "auto" }, text))),
      ] : []));
    },
    destroy: () => element.replaceChildren(),
  };
}

/** A very wide stage is drawn with the largest of some dimensions in each column. */
function pooled({ result, layer, ...state }) {
  const wide = mapsOf({ result, layer, ...state }).find((stage) => result.wide[`${layer - 1}/${stage}`]);
  if (!wide) return [];
  const [, rows, cols] = result.run.stage(wide, layer - 1).shape;
  return [t("note.pooled", { count: (rows * cols) / result.wide[`${layer - 1}/${wide}`].length })];
}

/** "cell (*i*, *j*)" with its starred parts in italics. */
function italics(text) {
  return text.split("*").map((part, index) => (index % 2 ? el("i", {}, part) : part));
}
