import { el } from "./dom.js";

/** What the reader has to know about this run: cut text, a model that did not load, no SIMD. */
export function mount(element, store, { retry }) {
  element.setAttribute("role", "status");
  let shown = "";
  return {
    render(state, changed) {
      if (!["result", "trained", "core", "imported"].some((key) => changed.has(key))) return;
      const messages = messagesOf(state, retry);
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

function messagesOf({ result, trained, core, imported }, retry) {
  const messages = result?.model === "imported" ? imported.says.map((text) => ({ warning: true, text })) : [];
  if (core.phase === "failed") {
    messages.push({ warning: true, text: `Nothing can be computed here: ${core.message ?? "WebAssembly did not start."}` });
  } else if (core.message) {
    messages.push({ warning: true, text: `This sentence could not be computed: ${core.message}${result ? " The picture is still of the one before." : ""}` });
  }
  if (core.phase === "ready" && core.simd === false) {
    messages.push({ warning: true, text: "This browser has no WebAssembly SIMD: the scalar core is in use. Everything works, only slower." });
  }
  if (trained.phase === "failed") {
    const { code, message } = trained.error ?? {};
    messages.push({
      warning: true, button: "Retry", action: retry,
      text: `The trained model did not load (${code ?? "unknown error"}): ${message ?? "no reason was given."} The hand-made example goes on working.`,
    });
  }
  if (result?.run.truncated) {
    const { tokens, truncated } = result.run;
    messages.push({ text: `Only the first ${tokens.length} tokens are read; ${truncated} more ${truncated === 1 ? "token" : "tokens"} not shown.` });
  }
  return messages;
}
