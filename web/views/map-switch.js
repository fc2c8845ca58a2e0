import { t } from "../language.js";
import { mapsOf, shownStage, stageName, stageOf } from "../stages.js";
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
      if (changed.has("view")) element.hidden = state.view !== "matrix";
      if (!changed.has("stage") && !changed.has("result")) return;
      const [left, right] = mapsOf(state);
      if (shown === `${left} ${right} ${state.stage}`) return;
      shown = `${left} ${right} ${state.stage}`;
      setLabel("left", stageName(stageOf(left)));
      setLabel("right", stageName(stageOf(right)));
      show(shownStage(state).id === right ? "right" : "left");
    },
    destroy: () => element.replaceChildren(),
  };
}
