import { el } from "./dom.js";
import { factsOf, words } from "../stages.js";

/** The line beside the badge: what is on the screen, in numbers; or that the typed text still waits. */
export function mount(element) {
  element.classList.add("facts");
  return {
    render(state, changed) {
      if (!["result", "waiting", "layer", "trained"].some((key) => changed.has(key))) return;
      element.parentElement.classList.toggle("is-waiting", state.waiting);
      const says = state.waiting ? [waiting(state)] : facts(state);
      if (element.textContent !== says.map((part) => part.textContent ?? part).join("")) element.replaceChildren(...says);
    },
    destroy: () => element.replaceChildren(),
  };
}

const WHY_WAITING = { ready: "Computing", failed: "The trained model is not here" };

function waiting({ result, trained }) {
  const below = result ? `: the picture below is still ${result.model === "by-hand" ? "the hand-made " : ""}“${shorten(result.text)}”` : "";
  return el("span", { role: "status" }, `${WHY_WAITING[trained.phase] ?? "Waiting for the trained model"}${below}`);
}

const shorten = (text) => (text.length > 48 ? `${text.slice(0, 47)}…` : text);

function facts(state) {
  if (!state.result || !state.result.run.tokens.length) return [];
  const { tokens, sourceTokens } = state.result.run;
  const { heads, layers, dK, dV } = factsOf(state);
  const unknown = tokens.filter((token) => token.unknown).length;
  const width = (name, size) => (size ? [", d", el("sub", {}, name), ` = ${size}`] : []);
  if (sourceTokens) return [`${tokens.length} queries, ${sourceTokens.length} keys`, ...width("k", dK), ...width("v", dV)];
  const parts = [tokens.length === 1 ? "1 token" : `${tokens.length} tokens`];
  if (unknown) return [`${parts[0]}, ${unknown} of them outside its vocabulary (dotted)`];
  parts.push(layers === 1 && heads === 1 ? "one head" : `${words(layers)} layers of ${words(heads)} heads`);
  return [parts.join(", "), ...width("k", dK)];
}
