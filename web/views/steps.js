import { direction, t } from "../language.js";
import { shownStage, stageLabel, stageName, STAGES, stagesOf } from "../stages.js";
import { el, setAttribute, svg } from "./dom.js";
import { segmented } from "./segmented.js";

/** Time that a step stands while the steps play, in ms. */
const PACE = 2600;

/** Every step from the tokens to the projected heads, in order; forward, back, and play; and whether whole matrices are shown or one word. */
export function mount(element, store) {
  element.classList.add("steps");
  const buttons = STAGES.map((stage) => el("button", {
    type: "button", class: "step", "data-brings": stage.id, "aria-pressed": "false", title: stageName(stage),
    onclick: () => store.set({ stage: stage.id, playing: false }),
  }, stage.symbol ?? stageLabel(stage)));
  const items = buttons.map((button) => el("li", {}, button));
  const list = el("ol", { class: "steps-list", "aria-label": t("steps.list") }, ...items);
  const back = arrow(t("steps.back"), "M10 2L3 8l7 6z", () => step(store, -1));
  const next = arrow(t("steps.next"), "M4 2l7 6-7 6z", () => step(store, 1));
  const play = arrow(t("steps.play"), "", () => store.set({ playing: !store.state.playing, ...(atEnd(store.state) && !store.state.playing ? { stage: STAGES[0].id } : {}) }));
  const view = segmented({
    name: t("steps.shown"), options: [{ value: "matrix", label: t("steps.matrix") }, { value: "word", label: t("steps.word") }],
    onChoose: (value) => store.set({ view: value }),
  });
  view.element.classList.add("view-set");
  element.replaceChildren(list, view.element, el("div", { class: "steps-walk", role: "group", "aria-label": t("steps.walk") }, back.button, play.button, next.button));
  const stopKeys = listen(element.getRootNode(), store);
  let timer = 0;

  return {
    render(state, changed) {
      view.choose(state.view);
      if (!["stage", "result", "playing", "place"].some((key) => changed.has(key))) return;
      const { id } = shownStage(state);
      const steps = stagesOf(state.result);
      STAGES.forEach((stage, index) => {
        items[index].hidden = !steps.includes(stage);
        setAttribute(buttons[index], "aria-pressed", String(stage.id === id));
        if (stage.id === id && changed.has("stage")) intoView(list, items[index]);
      });
      setAttribute(back.button, "aria-disabled", steps[0].id === id ? "true" : null);
      setAttribute(next.button, "aria-disabled", atEnd(state) ? "true" : null);
      play.show(state.playing ? t("steps.pause") : t("steps.play"), state.playing ? "M3 2h3.5v12H3zM9.5 2H13v12H9.5z" : "M4 2l9 6-9 6z");
      clearTimeout(timer);
      if (state.playing) timer = setTimeout(() => (atEnd(store.state) || store.state.place !== "lab" ? store.set({ playing: false }) : move(store, 1)), PACE);
    },
    destroy() {
      clearTimeout(timer);
      stopKeys();
      element.replaceChildren();
    },
  };
}

const atEnd = (state) => shownStage(state) === stagesOf(state.result).at(-1);

function move(store, by) {
  const steps = stagesOf(store.state.result);
  const to = steps[steps.indexOf(shownStage(store.state)) + by];
  if (to) store.set({ stage: to.id });
}

/** One step by hand, which ends the playing. */
function step(store, by) {
  store.set({ playing: false });
  move(store, by);
}

/** [ and ] step back and forward anywhere on the page, or in the element, but in a text. */
function listen(root, store) {
  const press = (event) => {
    if (event.ctrlKey || event.metaKey || event.defaultPrevented || store.state.place !== "lab") return;
    if (event.target.closest?.("textarea, select, dialog, input:not([type=radio], [type=checkbox], [type=range])")) return;
    const by = { "[": -1, "]": 1 }[event.key];
    if (by) step(store, by);
  };
  root.addEventListener("keydown", press);
  return () => root.removeEventListener("keydown", press);
}

function intoView(list, item) {
  const [inner, outer] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.left >= outer.left && inner.right <= outer.right) return;
  list.scrollLeft += direction() === "rtl" ? inner.right - outer.right + 40 : inner.left - outer.left - 40;
}

function arrow(name, path, onclick) {
  const shape = svg("path", { d: path });
  const button = el("button", { type: "button", "aria-label": name, title: name, onclick },
    svg("svg", { viewBox: "0 0 16 16", width: "14", height: "14", "aria-hidden": "true" }, shape));
  return {
    button,
    show(label, d) {
      setAttribute(button, "aria-label", label);
      setAttribute(button, "title", label);
      setAttribute(shape, "d", d);
    },
  };
}
