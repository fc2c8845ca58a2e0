import { stageOf } from "../stages.js";
import { segmented } from "./segmented.js";

/** On a narrow screen one map stands at a time; the stage that is read says which. */
export function mount(element, store, { figure }) {
  element.classList.add("map-switch");
  const { element: root, choose, setLabel } = segmented({
    name: "Map",
    options: [{ value: "left", label: "Scores" }, { value: "right", label: "Weights" }],
    onChoose: (side) => store.set({ stage: side === "right" ? "weights" : left }),
  });
  element.replaceChildren(root);
  let left = "scores";
  return {
    render(state, changed) {
      if (!changed.has("stage")) return;
      const side = state.stage === "weights" ? "right" : "left";
      figure.dataset.side = side;
      choose(side);
      if (side === "left") left = state.stage;
      setLabel("left", stageOf(left).name);
    },
    destroy: () => element.replaceChildren(),
  };
}
