import { t } from "../language.js";
import { mapsOf, shownStage, stageName, stageOf, viewOf } from "../stages.js";
import { segmented } from "./segmented.js";

/** On a narrow screen one map stands at a time; the step that is read says which, until the other is asked for. */
export function mount(element, store, { figure }) {
  element.classList.add("map-switch");
  const show = (side) => {
    figure.dataset.side = side;
    choose(side);
  };
  const { element: root, choose, setLabel } = segmented({
    name: t("map.switch"),
    options: [{ value: "left", label: "" }, { value: "right", label: "" }],
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
      if (left) setLabel("left", stageName(stageOf(left)));
      if (right) setLabel("right", stageName(stageOf(right)));
      show(!left || shownStage(state).id === right ? "right" : "left");
    },
    destroy: () => element.replaceChildren(),
  };
}
