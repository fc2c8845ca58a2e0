import { tokenLabel } from "../labels.js";
import { t } from "../language.js";
import { shownStage } from "../stages.js";
import { currentCell } from "../state.js";
import { el, focusedBy, setAttribute } from "./dom.js";

/**
 * The tokens of the sentence, one a line: place, piece, id. Stands where the left map is while its step is read. Its words are one
 * tab stop; arrows, Home and End go through them.
 */
export function mount(element, store) {
  element.classList.add("token-list");
  element.addEventListener("keydown", (event) => walk(event, element));
  let shown = null; // the run
  return {
    render(state, changed) {
      if (!["stage", "view", "result", "pin", "hover"].some((key) => changed.has(key))) return;
      element.hidden = shownStage(state).id !== "tokens" || state.view !== "matrix" || !state.result;
      if (element.hidden) return;
      const { run, text, source } = state.result;
      if (shown !== run) {
        shown = run;
        element.replaceChildren(
          ...table(run.sourceTokens ? t("tokens.ask") : t("tokens.title"), run.tokens, text, "q"),
          ...(run.sourceTokens ? table(t("tokens.read"), run.sourceTokens, source, "k") : []));
        for (const row of element.querySelectorAll("tbody tr")) row.addEventListener("click", () => choose(store, row));
      }
      mark(element, currentCell(state), Boolean(run.sourceTokens));
    },
    destroy: () => element.replaceChildren(),
  };
}

/** Colours the query and the key; of one sentence a row can be either, of two each its own. */
function mark(element, { i, j }, two) {
  for (const row of element.querySelectorAll("tbody tr")) {
    const at = Number(row.dataset.at);
    const role = two ? (at === (row.dataset.role === "q" ? i : j) ? row.dataset.role : "") : at === i ? "q" : at === j ? "k" : "";
    row.classList.toggle("is-current", role !== "");
    row.querySelector("th bdi").className = role;
    setAttribute(row.querySelector("button"), "aria-pressed", String(role !== ""));
  }
  if (!element.contains(focusedBy(element))) stopAt(element, i - 1);
}

function walk(event, element) {
  const words = [...element.querySelectorAll("button")];
  const at = words.indexOf(focusedBy(element));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: words.length - 1 }[event.key];
  if (!words[to]) return;
  event.preventDefault();
  stopAt(element, to).focus();
}

/** The word where Tab comes in. @returns {HTMLElement} */
function stopAt(element, to) {
  const words = [...element.querySelectorAll("button")];
  words.forEach((word, at) => { word.tabIndex = at === to ? 0 : -1; });
  return words[to];
}

/** A click makes the word the query, or in the sentence that is read the key. */
function choose(store, { dataset: { role, at } }) {
  const cell = currentCell(store.state);
  store.set({ pin: role === "k" ? { ...cell, j: Number(at) } : { ...cell, i: Number(at) } });
}

/** @param {"q" | "k"} role what a click on a row makes of it */
function table(name, tokens, text, role) {
  const row = (token, index) => {
    const label = tokenLabel(token, text);
    return el("tr", { "data-role": role, "data-at": index + 1 },
      el("td", {}, String(index + 1)),
      el("th", { scope: "row" }, el("button", { type: "button", class: "token-word" }, el("bdi", {}, label.text))),
      el("td", { class: "piece-text" }, el("bdi", {}, label.unknown ? t("tokens.unknown") : token.piece)),
      el("td", {}, String(token.id)));
  };
  return [
    el("h2", { class: "map-title" }, el("span", { class: "title" }, name), el("span", { class: "map-shape" }, String(tokens.length))),
    el("table", {},
      el("thead", {}, el("tr", {}, ...["place", "typed", "piece", "id"].map((head) => t(`tokens.${head}`)).map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, ...tokens.map(row))),
  ];
}
