import { mapsOf, shownStage, stageOf, viewOf } from "../stages.js";
import { segmented } from "./segmented.js";

/** On a narrow screen one map stands at a time; the step that is read says which, until the other is asked for. */
export function mount(element, store, { figure }) {
  element.classList.add("map-switch");
  const show = (side) => {
    figure.dataset.side = side;
    choose(side);
  };
  const { element: root, choose, setLabel } = segmented({
    name: "Map",
    options: [{ value: "left", label: "Scores" }, { value: "right", label: "Weights" }],
    onChoose: show,
  });
  element.replaceChildren(root);
  let shown = "";
  return {
    render(state, changed) {
      if (changed.has("view") || changed.has("stage") || changed.has("result")) element.hidden = viewOf(state) !== "matrix" || mapsOf(state).includes(null);
      if (!changed.has("stage") && !changed.has("result")) return;
      const [left, right] = mapsOf(state);
      if (shown === `${left} ${right} ${state.stage}`) return;
      shown = `${left} ${right} ${state.stage}`;
      if (left) setLabel("left", stageOf(left).name);
      if (right) setLabel("right", stageOf(right).name);
      show(!left || shownStage(state).id === right ? "right" : "left");
    },
    destroy: () => element.replaceChildren(),
  };
}
