import { t } from "../language.js";
import { currentCell } from "../state.js";
import { el, fontOf, setText, textWidth } from "./dom.js";

const BELOW = 0.84; // where in its line a ruler stands: under the descenders
const APART = 10; // least space between two labels

/**
 * A ruler under each token of the sentence; the query's and the key's are coloured and named.
 * @param {HTMLElement} mirror the sentence as one text node, laid out as in the field
 * @param {{ key: "text" | "source", side: "tokens" | "sourceTokens" }} of which sentence, see sentence.js
 */
export function rulers(mirror, { key, side }) {
  const labels = { query: el("span", { class: "ruler-label q", hidden: true }), key: el("span", { class: "ruler-label k", hidden: true }) };
  const element = el("div", { class: "rulers", "aria-hidden": "true" }, labels.query, labels.key);
  /** per token, the boxes it covers, one a line */
  let boxes = [];
  let bars = [];
  let font = "";
  let width = 0;

  /** Whose tokens these are: of one sentence both, of two each its own. */
  let roles = { query: true, key: true };

  function place(state, measures) {
    const { result } = state;
    const own = result?.[key] === state[key];
    if (result && !own && !state.waiting && !state.core.message) return; // the next result is a moment away: better late than none
    width = measures.width;
    const shown = (own && result.run[side]) || [];
    if (result) roles = { query: key === "text", key: key === "source" || !result.run.sourceTokens };
    const frame = mirror.getBoundingClientRect();
    boxes = shown.map((token) => measure(mirror.firstChild, token, state[key], { ...measures, frame }));
    const spare = bars.flat().reverse();
    bars = boxes.map((parts, index) => parts.map(({ left, top, width }) => {
      const bar = spare.pop() ?? element.appendChild(el("div"));
      bar.className = shown[index].unknown ? "ruler is-unknown" : "ruler";
      Object.assign(bar.style, { left: `${left + 1}px`, top: `${top}px`, width: `${Math.max(2, width - 2)}px` });
      return bar;
    }));
    for (const bar of spare) bar.remove();
    font ||= fontOf(labels.query);
    point(state);
  }

  function point(state) {
    const cell = bars.length ? currentCell(state) : null;
    bars.forEach((parts, index) => parts.forEach((bar) => {
      bar.classList.toggle("is-query", roles.query && index + 1 === cell?.i);
      bar.classList.toggle("is-key", roles.key && index + 1 === cell?.j);
    }));
    name(cell);
  }

  function name(cell) {
    const at = { query: roles.query && boxes[cell?.i - 1]?.[0], key: roles.key && boxes[cell?.j - 1]?.[0] };
    const spots = {};
    for (const role of ["query", "key"]) {
      const label = labels[role];
      label.hidden = !at[role];
      if (!at[role]) continue;
      setText(label, t(`ruler.${role}`, { number: role === "query" ? cell.i : cell.j }));
      spots[role] = { left: at[role].left + 1, top: at[role].top + 4, width: textWidth(label.textContent, font) };
    }
    if (spots.query && spots.key) keepApart(spots);
    for (const role of Object.keys(spots)) {
      const most = width - spots[role].width - 8;
      Object.assign(labels[role].style, { left: `${Math.max(4, Math.min(spots[role].left, most))}px`, top: `${spots[role].top}px` });
    }
  }

  return { element, place, point };
}

/** The two labels of one line move away from each other until neither touches. */
function keepApart({ query, key }) {
  if (query.top !== key.top) return;
  const [first, second] = query.left <= key.left ? [query, key] : [key, query];
  const lack = first.left + first.width + APART - second.left;
  if (lack <= 0) return;
  const room = Math.min(lack / 2, Math.max(0, first.left - 4));
  first.left -= room;
  second.left += lack - room;
}

/** The boxes of a token in the mirror's text, one a line, without white space around it. */
function measure(node, { start, end }, text, { line: lineHeight, padding, frame }) {
  if (start === null || !node) return [];
  let from = Math.min(start, node.length);
  let to = Math.min(end, node.length);
  if (text.slice(from, to).trim()) {
    while (/\s/u.test(text[from])) from++;
    while (/\s/u.test(text[to - 1])) to--;
  }
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  const lines = new Map();
  for (const rect of range.getClientRects()) {
    if (rect.width < 0.5) continue;
    const line = Math.floor(((rect.top + rect.bottom) / 2 - frame.top - padding) / lineHeight);
    const known = lines.get(line) ?? { left: Infinity, right: -Infinity };
    lines.set(line, { left: Math.min(known.left, rect.left), right: Math.max(known.right, rect.right) });
  }
  return [...lines].map(([line, { left, right }]) => ({
    left: left - frame.left, width: right - left, top: Math.round(padding + (line + BELOW) * lineHeight),
  }));
}
