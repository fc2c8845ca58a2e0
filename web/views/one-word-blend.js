import { blendOf } from "../asking.js";
import { printedFactors, printedShares, printedSum } from "../blend-digits.js";
import { parts, t } from "../language.js";
import { fixed, percent } from "../numbers.js";
import { el, setAttribute, setText, svg } from "./dom.js";
import { nameOf } from "./one-word-plot.js";

const PRINTED = 8; // longer values are drawn as a strip
const FOLDED = 8; // of more keys the smaller shares are taken together
const LARGEST = 6;

/** The output row as a sum of value rows, each with its share; what is printed adds up as printed. */
export function blendTable() {
  const sentence = el("p", { class: "ow-sentence" });
  const holder = el("div", { class: "ow-holder", role: "group", "aria-label": t("blend.name") });
  const all = el("button", { type: "button", class: "text-button underlined", onclick: () => { open = !open; show(); point(current); } });
  const note = el("p", { class: "quiet" });
  const element = el("div", { class: "ow-blend" }, sentence, holder, all, note);
  let open = false;
  let shown = null;
  let current = -1;

  function show() {
    const { state, asking } = shown;
    const { parts: shares, output } = blendOf(state.result.run, state, asking);
    const entries = entriesOf(asking, shares, open);
    const wide = output.length > PRINTED;
    holder.replaceChildren(wide ? wideTable(entries, output) : narrowTable(entries, output, state.result.example?.values));
    all.hidden = asking.keys.length <= FOLDED;
    setText(all, open ? t("blend.fold") : t("blend.all", { count: asking.keys.length }));
    setText(note, wide ? t("blend.wide", { count: output.length }) : t("blend.narrow"));
    setAttribute(holder, "tabindex", holder.scrollWidth > holder.clientWidth ? 0 : null); // wider than a phone: it scrolls, by keys too
  }

  function point(index) {
    current = index;
    sentence.replaceChildren(...sentenceOf(shown.asking, index));
    for (const row of holder.querySelectorAll("tr[data-key]")) row.classList.toggle("is-current", Number(row.dataset.key) === index + 1);
  }

  return {
    element, point,
    /** To be followed by point(). @param {object} state @param {import("../asking.js").Asking} asking */
    render(state, asking) {
      shown = { state, asking };
      show();
    },
  };
}

function sentenceOf({ query, keys, open }, index) {
  const values = { query: el("bdi", { class: "q" }, query.text), key: el("bdi", { class: "k" }, nameOf(keys[index])) };
  if (!open) return parts("blend.none", values);
  if (keys[index].closed) return parts("blend.closed", values);
  return parts("blend.share", { ...values, share: el("b", {}, percent(keys[index].weight)) });
}

/** The keys from the largest share to the smallest; of many, the smaller ones as one. */
function entriesOf({ keys }, shares, open) {
  const order = keys.map((_, index) => index).sort((a, b) => keys[b].weight - keys[a].weight || a - b);
  const entry = (index) => ({ key: index + 1, name: nameOf(keys[index]), count: keys[index].count, weight: keys[index].weight, ...shares[index] });
  if (open || keys.length <= FOLDED) return order.map(entry);
  const rest = order.slice(LARGEST);
  const sum = (of) => rest.reduce((total, index) => total + of(index), 0);
  return [...order.slice(0, LARGEST).map(entry), {
    name: t("blend.others", { count: rest.length }), count: 1, value: null,
    weight: sum((index) => keys[index].weight), term: shares[0].term.map((_, x) => sum((index) => shares[index].term[x])),
  }];
}

/** Each dimension a column: above the value, below weight × value. */
function narrowTable(entries, output, names) {
  const printed = printedSum(entries.map(({ term }) => term), output);
  const factored = entries.filter(({ value }) => value);
  const { weights, values } = printedFactors(factored, { ...printed, terms: printed.terms.filter((_, k) => entries[k].value) });
  const heads = output.map((_, x) => el("th", { scope: "col" }, String(x + 1), ...(names ? [el("small", {}, names[x])] : [])));
  return table(entries, heads, {
    weight: (row) => weights[factored.indexOf(entries[row])],
    cells: (row) => output.map((_, x) => el("td", {},
      ...(entries[row].value ? [el("span", { class: "v" }, values[factored.indexOf(entries[row])][x])] : []), el("span", {}, printed.terms[row][x]))),
    sum: printed.sums.map((text) => el("td", {}, text)),
  });
}

/** Wide values: how long each is, and what it adds along the output. */
function wideTable(entries, output) {
  const length = lengthOf(output);
  const along = ({ term }) => (length === 0 ? 0 : term.reduce((sum, x, at) => sum + x * output[at], 0) / length);
  const { terms, sums: [sum] } = printedSum(entries.map((entry) => [along(entry)]), [length]);
  const most = Math.max(...entries.flatMap(({ value }) => value ?? []).concat(output).map(Math.abs).filter(Number.isFinite), 0) || 1;
  return table(entries, [el("th", { scope: "col", class: "ow-strip" }, t("blend.value")), t("blend.length"), t("blend.adds")], {
    cells: (row) => {
      const { value } = entries[row];
      return [el("td", { class: "ow-strip" }, ...(value ? [strip(value, most)] : [])), el("td", { class: "v" }, value ? fixed(lengthOf(value), 2) : ""), el("td", {}, terms[row][0])];
    },
    sum: [el("td", { class: "ow-strip" }, strip(output, most)), el("td", {}), el("td", {}, sum)],
  });
}

const lengthOf = (row) => Math.hypot(...row);

/** @param {{ weight?(row: number): string | undefined, cells(row: number): Node[], sum: Node[] }} parts */
function table(entries, heads, { weight, cells, sum }) {
  const { shares, whole } = printedShares(entries.map(({ weight }) => weight));
  const head = (content) => (typeof content === "string" ? el("th", { scope: "col" }, content) : content);
  return el("table", { class: "ow-table", dir: "ltr" },
    el("caption", { class: "unseen" }, t("blend.caption")),
    el("thead", {}, el("tr", {}, ...[t("blend.head.share"), t("blend.head.key"), ...heads].map(head))),
    el("tbody", {}, ...entries.map(({ key, name, count }, row) => el("tr", { "data-key": key },
      el("td", { class: "ow-percent" }, el("span", {}, shares[row]), ...(weight?.(row) ? [el("span", { class: "ow-factor" }, `× ${weight(row)}`)] : [])),
      el("th", { scope: "row" }, el("bdi", {}, name), ...(count > 1 ? [el("small", {}, t("ow.sum", { count }))] : [])), ...cells(row)))),
    el("tfoot", {}, el("tr", {}, el("td", { class: "ow-percent" }, whole), el("th", { scope: "row" }, t("blend.output")), ...sum)));
}

function strip(row, most) {
  const half = 12;
  const bars = (wanted) => row.map((x, at) => (wanted(x) && Number.isFinite(x) ? `M${at} ${half}v${((-x / most) * half).toFixed(2)}h.8V${half}z` : "")).join("");
  return svg("svg", { viewBox: `0 0 ${row.length} ${2 * half}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("path", { class: "up", d: bars((x) => x > 0) }), svg("path", { class: "down", d: bars((x) => x < 0) }), svg("path", { class: "zero", d: `M0 ${half}H${row.length}` }));
}
