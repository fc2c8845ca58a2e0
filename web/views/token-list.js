import { tokenLabel } from "../labels.js";
import { t } from "../language.js";
import { shownStage } from "../stages.js";
import { currentCell } from "../state.js";
import { el } from "./dom.js";

/** The tokens of the sentence, one a line: place, piece, id. Stands where the left map is while its step is read. */
export function mount(element, store) {
  element.classList.add("token-list");
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
  }
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
      el("th", { scope: "row" }, el("bdi", {}, label.text)),
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
