import { segmented } from "./segmented.js";

/** On a narrow screen one map stands at a time; the stage that is read says which. */
export function mount(element, store, { figure }) {
  element.classList.add("map-switch");
  const { element: root, choose } = segmented({
    name: "Map",
    options: [{ value: "left", label: "Scores" }, { value: "right", label: "Weights" }],
    onChoose: (side) => store.set({ stage: side === "right" ? "weights" : "scores" }),
  });
  element.replaceChildren(root);
  return {
    render(state, changed) {
      if (!changed.has("stage")) return;
      const side = state.stage === "weights" ? "right" : "left";
      figure.dataset.side = side;
      choose(side);
    },
    destroy: () => element.replaceChildren(),
  };
}
