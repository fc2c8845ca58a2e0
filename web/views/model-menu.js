import { EXAMPLES } from "../examples.js";
import { badge, MODEL_NAMES } from "./badge.js";
import { el, setText } from "./dom.js";
import { menu } from "./menu.js";
import { megabytes } from "./trained.js";

/** A hand-made example knows its own words only, so it is chosen with its sentence; here the first of them. */
const BY_HAND_EXAMPLE = EXAMPLES.find((example) => example.model === "by-hand");

/** The badge that says where the numbers come from, and the menu that changes it. */
export function mount(element, store, { choose }) {
  const glyph = el("span", { class: "badge-slot" });
  const name = el("span");
  const face = el("span", { class: "model-face" }, glyph, name);
  const { element: root } = menu({
    label: "Model",
    face: [face],
    items: () => Object.keys(MODEL_NAMES).map((id) => ({
      id,
      checked: shown(store.state) === id,
      content: [el("b", {}, badge(id), MODEL_NAMES[id]), el("small", {}, describe(id, store.state.trained))],
    })),
    onChoose: (id) => choose(id === "by-hand" ? BY_HAND_EXAMPLE : { text: store.state.text, model: id }),
  });
  element.replaceChildren(root);

  return {
    render(state, changed) {
      if (!changed.has("result") && !changed.has("model")) return;
      const model = shown(state);
      if (glyph.dataset.model === model) return;
      glyph.dataset.model = model;
      glyph.replaceChildren(badge(model));
      setText(name, MODEL_NAMES[model]);
    },
    destroy: () => element.replaceChildren(),
  };
}

/** The badge belongs to the matrices on the screen; only without any it tells the model chosen. */
const shown = (state) => state.result?.model ?? state.model;

function describe(id, trained) {
  if (id === "by-hand") return "4 dimensions, each with a name; 1 layer, 1 head";
  const size = "2 layers of 4 heads, learned from text";
  if (trained.phase === "loading") return `${size}; loading, ${megabytes(trained)}`;
  if (trained.phase === "failed") return `${size}; its file did not load`;
  return size;
}
