import { isEdited } from "../edits.js";
import { EXAMPLES, exampleOfImported } from "../examples.js";
import { t } from "../language.js";
import { badge, MODELS, modelName } from "./badge.js";
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
    label: t("model.menu"),
    face: [face],
    items: () => MODELS.filter((id) => id !== "imported" || store.state.imported).map((id) => ({
      id,
      checked: shown(store.state) === id,
      content: [el("b", {}, badge(id, editedAs(id, store.state)), modelName(id, editedAs(id, store.state))), el("small", {}, describe(id, store.state))],
    })),
    onChoose: (id) => choose(id === "by-hand" ? BY_HAND_EXAMPLE : id === "imported" ? exampleOfImported(store.state.imported) : { text: store.state.text, model: id }),
  });
  element.replaceChildren(root);

  return {
    render(state, changed) {
      if (!changed.has("result") && !changed.has("model")) return;
      const model = shown(state);
      const edited = Boolean(state.result?.edited);
      if (name.textContent === modelName(model, edited)) return;
      glyph.replaceChildren(badge(model, edited));
      setText(name, modelName(model, edited));
    },
    destroy: () => element.replaceChildren(),
  };
}

/** The badge belongs to the matrices on the screen; only without any it tells the model chosen. */
const shown = (state) => state.result?.model ?? state.model;

/** Whether a model, as the menu would bring it up, has numbers that the person changed. */
function editedAs(id, state) {
  if (id !== "by-hand") return false;
  if (shown(state) === id) return Boolean(state.result?.edited);
  const edits = state.edits[BY_HAND_EXAMPLE.example];
  return Boolean(edits && isEdited(edits));
}

function describe(id, { trained, imported }) {
  if (id === "imported") return imported.name;
  if (id === "by-hand") return t("model.by-hand.is");
  if (trained.phase === "loading") return t("model.use-lite.loading", { size: megabytes(trained) });
  return trained.phase === "failed" ? t("model.use-lite.failed") : t("model.use-lite.is");
}
