import { t } from "../language.js";
import { el } from "./dom.js";
import { errorText } from "./error-text.js";

/** What the reader has to know about this run: cut text, a model that did not load, no SIMD. */
export function mount(element, store, { retry }) {
  const dismiss = () => store.set({ notices: [] });
  element.setAttribute("role", "status");
  let shown = "";
  return {
    render(state, changed) {
      if (!["result", "trained", "core", "notices", "imported", "waiting"].some((key) => changed.has(key))) return;
      const messages = messagesOf(state, retry, dismiss);
      const key = JSON.stringify(messages);
      if (key === shown) return;
      shown = key;
      element.replaceChildren(...messages.map(({ text, warning, button, action }) =>
        el("div", { class: warning ? "message is-warning" : "message" },
          el("p", {}, text),
          button && el("button", { type: "button", class: "button", onclick: action }, button) || "")));
    },
    destroy: () => element.replaceChildren(),
  };
}

function messagesOf({ result, trained, core, notices, imported, waiting }, retry, dismiss) {
  const messages = result?.model === "imported" ? imported.says.map((text) => ({ warning: true, text })) : [];
  if (notices.length) messages.push({ text: notices.map((notice) => t(`address.${notice.code}`, notice)).join(" "), button: t("status.dismiss"), action: dismiss });
  if (core.phase === "failed") {
    messages.push({ warning: true, text: t("status.core", { reason: errorText(core) ?? t("status.noCore") }) });
  } else if (core.message) {
    messages.push({ warning: true, text: [t("status.run", { reason: errorText(core) }), ...(result ? [t("status.before")] : [])].join(" ") });
  }
  if (core.phase === "ready" && core.simd === false) {
    messages.push({ warning: true, text: t("status.scalar") });
  }
  const small = trained.error?.code === "NOT_INSIDE"; // a file without the trained model: only a sentence that waits for it has to know
  if (small && waiting) messages.push({ warning: true, text: t("status.small") });
  if (trained.phase === "failed" && !small) {
    const { error } = trained;
    messages.push({
      warning: true, button: t("retry"), action: retry,
      text: t("status.trained", { code: error?.code ?? t("status.unknown"), reason: errorText(error) ?? t("status.noReason") }),
    });
  }
  if (result?.run.truncated) {
    const { tokens, truncated } = result.run;
    messages.push({ text: t("status.cut", { tokens: tokens.length, count: truncated }) });
  }
  return messages;
}
