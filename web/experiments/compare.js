import { t } from "../language.js";
import { el, setText } from "../views/dom.js";
import { errorText } from "../views/error-text.js";
import { mountDifference } from "./compare-difference.js";
import { mountRollout } from "./compare-rollout.js";
import { sentenceField } from "./sentence-field.js";

/** Heads and layers: rollout over the layers, and the difference of two heads or two sentences. */
export function mount(element, store, options) {
  const field = sentenceField(t("compare.field"), (text, at) => options.setText(text, at));
  const says = el("p");
  const act = el("button", { type: "button", class: "button" });
  let action = null;
  act.addEventListener("click", () => action?.());
  const message = el("div", { class: "message", role: "status" }, says, act);
  const settings = el("p", { class: "compare-note" });
  const rolloutPart = el("section", { "aria-labelledby": "compare-rollout" });
  const differencePart = el("section", { "aria-labelledby": "compare-difference" });
  element.classList.add("compare");
  element.append(
    el("h2", {}, t("tabs.compare")),
    el("p", { class: "prose" }, t("compare.intro")),
    field.element, settings, message, rolloutPart, differencePart,
  );
  const parts = [mountRollout(rolloutPart, options), mountDifference(differencePart, options)];

  return {
    render(state, changed) {
      if (changed.has("text")) field.set(state.text);
      if (["result", "also", "trained", "empty", "core"].some((key) => changed.has(key))) {
        const result = trainedOf(state);
        const wait = result ? null : waitFor(state, options);
        message.hidden = !wait;
        act.hidden = !wait?.button;
        setText(says, wait?.text ?? "");
        setText(act, wait?.button ?? "");
        action = wait?.action;
        rolloutPart.hidden = differencePart.hidden = !result;
        setText(settings, result ? sayOf(result) : "");
        settings.hidden = !settings.textContent;
        if (result) for (const part of parts) part.show(result);
      }
      if (changed.has("theme")) for (const part of parts) part.redraw();
    },
    destroy() {
      for (const part of parts) part.destroy();
      element.replaceChildren();
    },
  };
}

/** The trained model's run of the lab's sentence, beside the hand-made example too; null while there is none. */
function trainedOf({ result, also }) {
  const own = result?.model === "use-lite" ? result : also;
  return own?.run.tokens.length ? own : null;
}

/** What the lab's settings do here. */
function sayOf({ change, settings: { headsOff } }) {
  if (!change) return "";
  return [t("compare.settings"), ...(headsOff.length ? [t("compare.off")] : [])].join(" ");
}

/** What to say, and to offer, while there is none. */
function waitFor({ trained, core, empty, result }, { retry, askTrained }) {
  if (core.phase === "failed") return { text: t("status.core", { reason: errorText(core) }) };
  if (trained.phase === "failed") return { text: t("compare.failed", { reason: errorText(trained.error) ?? "" }), button: t("retry"), action: retry };
  if (trained.phase !== "ready") return { text: t("compare.loading") };
  if (empty === "text") return { text: t("compare.empty") };
  if (core.message) return { text: errorText(core) };
  if (result?.run.sourceTokens || empty) return { text: t("compare.crossed"), button: t("compare.useTrained"), action: askTrained };
  return { text: t("compare.computing") };
}
