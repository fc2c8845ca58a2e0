import { el, setText } from "./dom.js";
import { t } from "../language.js";
import { fixed } from "../numbers.js";

/** How far the trained model is: progress, or an offer when it is in. */
export function mount(element, store, { askTrained }) {
  element.classList.add("trained", "quiet");
  const text = el("span");
  const bar = el("progress", { "aria-label": t("trained.title"), max: "1" });
  const size = el("span", { class: "size" });
  const act = el("button", { type: "button", class: "text-button underlined" });
  element.replaceChildren(text, bar, size, act);
  let action = null;
  act.addEventListener("click", () => action?.());

  return {
    render(state, changed) {
      if (!["trained", "result", "model"].some((key) => changed.has(key))) return;
      const view = describe(state);
      setText(text, view.text);
      bar.hidden = size.hidden = state.trained.phase !== "loading";
      if (!bar.hidden) {
        if (state.trained.total) bar.value = state.trained.loaded / state.trained.total;
        else bar.removeAttribute("value");
        setText(size, megabytes(state.trained));
      }
      act.hidden = !view.button;
      setText(act, view.button ?? "");
      action = view.action;
      element.parentElement.classList.toggle("has-trained", Boolean(view.text));
    },
    destroy: () => element.replaceChildren(),
  };

  function describe({ trained, result, model, embed }) {
    const shown = result?.model ?? model;
    if (trained.phase === "loading") return { text: t("trained.title") };
    if (trained.phase === "ready" && shown === "by-hand" && model === "by-hand" && !embed) return { text: t("trained.in"), button: t("trained.use"), action: askTrained };
    return { text: "" };
  }
}

/** "4.9 of 7.1 MB" @param {{ loaded: number, total: number }} progress */
export function megabytes({ loaded, total }) {
  const mb = (bytes) => fixed(bytes / 1e6, 1);
  return total ? t("size.of", { loaded: mb(loaded), total: mb(total) }) : t("size.mb", { loaded: mb(loaded) });
}
