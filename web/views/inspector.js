import { cellArithmetic } from "../arithmetic.js";
import { printedScore, printedWeight } from "../checked-digits.js";
import { tokenLabel } from "../labels.js";
import { t } from "../language.js";
import { currentCell } from "../state.js";
import { el, setAttribute, setText, svg } from "./dom.js";
import { ROWS, scoreBlock, scaledBlock } from "./inspector-score.js";
import { shareBlock } from "./inspector-share.js";
import { weightBlock } from "./inspector-weight.js";

const READS = ["result", "hover", "pin", "layer", "head"];

/** The arithmetic of the cell that is pointed at or pinned, from the products to its share of the output. */
export function mount(element, store) {
  element.classList.add("inspector");
  const head = pairHead(store);
  const blocks = [scoreBlock(), scaledBlock(), weightBlock(), shareBlock()];
  const [score, scaled, weight, share] = blocks.map((block) => block.element);
  element.replaceChildren(
    el("div", { class: "first" }, head.element, score, scaled),
    el("div", { class: "second" }, weight, share),
  );

  return {
    render(state, changed) {
      if (!READS.some((key) => changed.has(key))) return;
      const cell = state.result?.run.tokens.length && state.result.run.has("weights", state.layer - 1) ? currentCell(state) : null;
      element.classList.toggle("has-cell", Boolean(cell));
      for (const part of element.children) part.hidden = !cell;
      if (!cell) return;
      const { run, text, source = text, example, settings: { divide, temperature } } = state.result;
      const sum = cellArithmetic(run, { layer: state.layer, head: state.head, cell });
      const view = {
        cell, run, dimensions: example?.dimensions, divide, temperature, pinned: samePlace(state.pin, cell),
        query: tokenLabel(run.tokens[cell.i - 1], text), key: tokenLabel(run.keyTokens[cell.j - 1], source),
        label: (index) => tokenLabel(run.keyTokens[index], source).text,
        sum, score: sum.q && printedScore(sum, { divide, temperature }, sum.q.length <= ROWS), softmax: sum.q && sum.open ? printedWeight(sum) : null,
      };
      head.render(view);
      score.hidden = scaled.hidden = !sum.q;
      for (const block of sum.q ? blocks : blocks.slice(2)) block.render(view);
    },
    destroy: () => element.replaceChildren(),
  };
}

const samePlace = (a, b) => a !== null && a.i === b.i && a.j === b.j;

function pairHead(store) {
  const query = el("bdi", { class: "q" });
  const key = el("bdi", { class: "k" });
  const icon = svg("svg", { viewBox: "0 0 12 14", width: "12", height: "14", "aria-hidden": "true" },
    svg("path", { d: "M3.5 1h5M4.3 1.2v4.3L2.2 8.2h7.6L7.7 5.5V1.2M6 8.4V13" }));
  const word = el("span");
  let cell = null;
  const pin = el("button", {
    type: "button", class: "text-button pin",
    onclick: () => store.set({ pin: samePlace(store.state.pin, cell) ? null : cell }),
  }, icon, word);
  const rank = el("p", { class: "rank" });
  const words = el("h2", { class: "words" }, query, " ", el("span", { class: "arrow" }, "→"), " ", key);
  const element = el("div", {}, el("div", { class: "pair" }, words, pin), rank);
  return {
    element,
    render(view) {
      cell = view.cell;
      setText(query, view.query.text);
      setText(key, view.key.text);
      setText(word, view.pinned ? t("cell.pinned") : t("cell.pin"));
      setAttribute(pin, "aria-pressed", String(view.pinned));
      setAttribute(pin, "title", view.pinned ? t("cell.unpinIt") : t("cell.pinIt"));
      setText(rank, t("cell.place", { i: cell.i, j: cell.j, rank: rankOf(view.sum) }));
    },
  };
}

function rankOf({ open, openKeys, rank, weight }) {
  if (!openKeys) return t("cell.noKeys");
  if (!open) return t("cell.closed");
  if (Number.isNaN(weight)) return t("cell.nan");
  if (openKeys === 1) return t("cell.only");
  return rank === 1 ? t("cell.largest") : t("cell.rank", { rank, count: openKeys });
}
