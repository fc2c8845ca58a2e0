import { parts, t } from "../language.js";
import { modelName } from "./badge.js";
import { el, focusedBy } from "./dom.js";
import { announce } from "./live.js";
import { factsOf, words } from "../stages.js";

/** The line beside the badge: what is on the screen, in numbers; or that the typed text still waits. */
export function mount(element) {
  element.classList.add("facts");
  return {
    render(state, changed) {
      if (!["result", "waiting", "layer", "trained"].some((key) => changed.has(key))) return;
      element.parentElement.classList.toggle("is-waiting", state.waiting);
      const says = state.waiting ? [waiting(state)] : facts(state);
      if (element.textContent === says.map((part) => part.textContent ?? part).join("")) return;
      element.replaceChildren(...says);
      // A run is done. Who types is not spoken to at every letter, and what waits speaks for itself.
      const { result, waiting: waits } = state;
      if (result && !waits && focusedBy(element)?.localName !== "textarea") announce(element, `${modelName(result.model, result.edited)}: ${element.textContent}`);
    },
    destroy: () => element.replaceChildren(),
  };
}

function waiting({ result, trained }) {
  const why = trained.phase === "ready" ? t("facts.computing") : trained.phase === "failed" ? t("facts.noModel") : t("facts.waiting");
  const text = result && el("bdi", {}, shorten(result.text));
  const says = !result ? [why] : result.model === "by-hand" ? parts("facts.stillByHand", { why, text }) : parts("facts.still", { why, text });
  return el("span", { role: "status" }, ...says);
}

const shorten = (text) => (text.length > 48 ? `${text.slice(0, 47)}…` : text);

function facts(state) {
  if (!state.result || !state.result.run.tokens.length) return [];
  const { tokens, sourceTokens } = state.result.run;
  const { heads, layers, dK, dV } = factsOf(state);
  const unknown = tokens.filter((token) => token.unknown).length;
  const widths = [width("k", dK), ...(sourceTokens ? [width("v", dV)] : [])].filter(Boolean);
  const count = t("count.tokens", { count: tokens.length });
  if (unknown) return [t("facts.unknown", { tokens: count, unknown })];
  const says = sourceTokens ? [t("count.queries", { count: tokens.length }), t("count.keys", { count: sourceTokens.length })]
    : layers === 1 && heads === 1 ? [count, t("facts.oneHead")]
      : [count, t("facts.heads", { layers: words(layers), heads: words(heads) })];
  return listed([...says, ...widths]);
}

/** d with its index, and what it is; data from a file may have none. */
function width(index, size) {
  return size ? el("bdi", { dir: "ltr" }, "d", el("sub", {}, index), ` = ${size}`) : null;
}

/** One after the other, with the comma of the language between. */
const listed = (parts) => parts.flatMap((part, at) => (at ? [t("list.comma"), part] : [part]));
