import { tokenLabel } from "../labels.js";
import { shownStage } from "../stages.js";
import { currentCell } from "../state.js";
import { el } from "./dom.js";

/** The tokens of the sentence, one a line: place, piece, id. Stands where the left map is while its step is read. */
export function mount(element, store) {
  element.classList.add("token-list");
  return {
    render(state, changed) {
      if (!["stage", "view", "result", "pin", "hover"].some((key) => changed.has(key))) return;
      element.hidden = shownStage(state).id !== "tokens" || state.view !== "matrix" || !state.result;
      if (element.hidden) return;
      const { run, text, source } = state.result;
      const cell = currentCell(state);
      element.replaceChildren(
        ...table(run.sourceTokens ? "Tokens that ask" : "Tokens", run.tokens, text, { q: cell.i, ...(run.sourceTokens ? {} : { k: cell.j }) }),
        ...(run.sourceTokens ? table("Tokens that are read", run.sourceTokens, source, { k: cell.j }) : []));
      for (const row of element.querySelectorAll("tbody tr")) row.addEventListener("click", () => choose(store, row));
    },
    destroy: () => element.replaceChildren(),
  };
}

/** A click makes the word the query, or in the sentence that is read the key. */
function choose(store, { dataset: { role, at } }) {
  const cell = currentCell(store.state);
  store.set({ pin: role === "k" ? { ...cell, j: Number(at) } : { ...cell, i: Number(at) } });
}

/** @param {{ q?: number, k?: number }} current which of them is the query, which the key */
function table(name, tokens, text, current) {
  const [first] = Object.keys(current);
  const row = (token, index) => {
    const label = tokenLabel(token, text);
    const here = ["q", "k"].find((role) => current[role] === index + 1);
    return el("tr", { class: here ? "is-current" : null, "data-role": first, "data-at": index + 1 },
      el("td", {}, String(index + 1)),
      el("th", { scope: "row" }, el("bdi", { class: here }, label.text)),
      el("td", { class: "piece-text" }, el("bdi", {}, label.unknown ? "not in the vocabulary" : token.piece)),
      el("td", {}, String(token.id)));
  };
  return [
    el("h2", { class: "map-title" }, el("span", { class: "title" }, name), el("span", { class: "map-shape" }, String(tokens.length))),
    el("table", {},
      el("thead", {}, el("tr", {}, ...["place", "as typed", "piece", "id"].map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, ...tokens.map(row))),
  ];
}
