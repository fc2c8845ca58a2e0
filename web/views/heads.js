import { onThemeChange, readTokens } from "../canvas-theme.js";
import { headName } from "../head-names.js";
import { t } from "../language.js";
import { createHeatmap } from "../heatmap.js";
import { thumbLayout } from "../heatmap-layout.js";
import { palette } from "../palettes.js";
import { closedCells } from "../picture.js";
import { el, setAttribute, setText } from "./dom.js";
import { definition, readingName, READINGS, readingsFor, readOff } from "./readings.js";
import { segmented } from "./segmented.js";

const PICTURE_KEYS = ["result", "also", "sameScale", "theme"];
const CHOICE_KEYS = ["result", "also", "layer", "head"];
const READING_KEYS = [...CHOICE_KEYS, "reading"];
/** More heads than this in a layer are drawn smaller, and every layer has the whole width. */
const MANY = 4;

/**
 * All heads of all layers, small; one click makes one big.
 * @param {HTMLElement} element
 * @param {ReturnType<typeof import("../state.js").createStore>} store
 * @param {{ choose(example: object): void }} actions
 */
export function mount(element, store, { choose: bringUp }) {
  const view = createView(element, store, bringUp);
  const stopTheme = onThemeChange(() => repaint(view, true));
  return {
    /** One map a call, so that there is room for other work between them. @returns {boolean} whether maps wait */
    render(state, changed) {
      if (view.scale.checked !== state.sameScale) view.scale.checked = state.sameScale;
      if (PICTURE_KEYS.some((key) => changed.has(key))) prepare(view, changed.has("theme"));
      else view.waiting.shift()?.();
      if (CHOICE_KEYS.some((key) => changed.has(key))) press(view);
      if (READING_KEYS.some((key) => changed.has(key))) read(view);
      return view.waiting.length > 0;
    },
    destroy() {
      stopTheme();
      view.resize.disconnect();
      for (const head of view.heads) head.heatmap.destroy();
      element.replaceChildren();
    },
  };
}

function createView(element, store, bringUp) {
  const view = {
    element, store, bringUp,
    heads: [], // one of createHead a thumb
    waiting: [], // what paints those of them that do not show the state yet
    built: "", // what they were built for
    tokens: readTokens(element),
    says: el("span"),
    hint: el("span", { class: "wide" }),
    measure: segmented({ name: t("heads.readAs"), legend: true, options: READINGS.map((reading) => ({ value: reading.id, label: readingName(reading) })), onChoose: (reading) => store.set({ reading }) }),
    means: el("p", { class: "heads-means" }),
    numbers: el("dl", { class: "heads-numbers" }),
    layers: el("div", { class: "heads-layers" }),
    note: el("p", { class: "heads-note", hidden: true }),
    scale: el("input", { type: "checkbox", role: "switch", onchange: () => store.set({ sameScale: view.scale.checked }) }),
    side: 0, // of a thumb; kept, since to ask for it in the middle of a render lays out the page once more
    resize: new ResizeObserver(() => {
      const { clientWidth } = view.heads[0].thumb;
      if (clientWidth === view.side) return;
      view.side = clientWidth;
      repaint(view);
    }),
  };
  element.classList.add("heads");
  element.append(
    el("div", { class: "heads-top" },
      el("h2", { class: "title" }, t("page.heads")), el("span", {}, view.says, " ", view.hint),
      el("label", { class: "switch heads-end" }, t("heads.scale"), view.scale)),
    el("div", { class: "heads-read" }, view.measure.element, view.means),
    view.layers, view.numbers, view.note,
  );
  return view;
}

/** The trained run of the same sentence where there is one beside the hand-made example. */
function shownOf({ result, also }) {
  const from = also ?? result;
  return from?.run.has("weights", 0) ? from : null;
}

/** Thumbs are made anew only for a model with other layers and heads. */
function build(view, from) {
  const { layers: count, heads: each } = from.run.data;
  const key = `${from.model} ${count} ${each}`;
  if (key === view.built) return;
  view.built = key;
  for (const head of view.heads) head.heatmap.destroy();
  view.heads = [];
  view.layers.classList.toggle("is-single", count === 1);
  view.layers.classList.toggle("is-many", each > MANY);
  view.layers.replaceChildren(...Array.from({ length: count }, (_, layer) => {
    const row = Array.from({ length: each }, (_, head) => createHead(layer + 1, head + 1, from.model));
    view.heads.push(...row);
    return el("div", { class: "heads-layer" }, el("h3", {}, t("heads.layer", { layer: layer + 1 })), el("div", { class: "heads-row" }, ...row.map((head) => head.button)));
  }));
  for (const head of view.heads) head.button.addEventListener("click", () => choose(view, head));
  view.side = 0;
  view.resize.disconnect();
  view.resize.observe(view.heads[0].thumb);
}

function choose({ store, bringUp }, { layer, head }) {
  const from = shownOf(store.state);
  if (from === store.state.result) store.set({ layer, head });
  else bringUp({ text: from.text, model: from.model, layer, head });
}

function repaint(view, newTheme = false) {
  prepare(view, newTheme);
  for (const paint of view.waiting.splice(0)) paint();
}

/** All but the maps, which wait to be painted. */
function prepare(view, newTheme) {
  const { element, store: { state } } = view;
  const { sameScale } = state;
  if (newTheme) view.tokens = readTokens(element);
  view.waiting = [];
  const from = shownOf(state);
  element.classList.toggle("is-empty", !from?.run.tokens.length);
  if (!from?.run.tokens.length) return silence(view);
  build(view, from);
  view.side ||= view.heads[0].thumb.clientWidth;
  if (!view.side) return undefined; // hidden: the observer calls again
  const { rows, cols, pooled } = thumbPicture(from, view.heads[0], sameScale);
  const layout = thumbLayout({ side: view.side, ratio: devicePixelRatio || 1, rows, cols });
  const { tokens } = view;
  view.waiting = view.heads.map((head) => () => head.heatmap.show({ layout, picture: thumbPicture(from, head, sameScale), tokens }));
  return tell(view, from, pooled && { rows, cols });
}

function silence({ says, hint, note }) {
  for (const element of [says, hint]) setText(element, "");
  note.hidden = true;
}

/** The words above and below the strip. */
function tell({ says, hint, note, store }, from, pooled) {
  const { layers, heads } = from.run.data;
  const own = from === store.state.result;
  const sizes = t("heads.sizes", { layers: t("count.layers", { count: layers }), count: heads });
  setText(says, own ? sizes : t("heads.other"));
  setText(hint, [...(own ? [] : [sizes]), ...(layers * heads > 1 ? [t("heads.choose")] : [])].join(" "));
  note.hidden = !pooled;
  if (!pooled) return;
  setText(note, t("heads.pooled", { tokens: from.run.tokens.length, keys: from.run.keyTokens.length, rows: pooled.rows, cols: pooled.cols }));
}

function press({ heads, store: { state } }) {
  const { result, layer, head } = state;
  const own = Boolean(result) && shownOf(state) === result;
  for (const each of heads) {
    setAttribute(each.button, "aria-pressed", String(own && heads.length > 1 && each.layer === layer && each.head === head));
  }
}

function createHead(layer, head, model) {
  const canvas = el("canvas", { "aria-hidden": "true", "aria-label": t("heads.canvas", { layer, head }), "data-thumb": "", "data-stage": "weights", "data-layer": layer, "data-head": head });
  const thumb = el("span", { class: "head-thumb" }, canvas);
  const fill = el("i");
  const number = el("span");
  const unit = el("span", { class: "unit" });
  const name = headName(model, layer, head);
  const button = el("button", { type: "button", class: "head-button", "aria-pressed": "false" },
    el("span", { class: "unseen" }, t("heads.button", { layer, head }), " "), thumb,
    el("span", { class: "head-name" }, el("b", { dir: "ltr" }, `${layer}·${head}`), " ", el("span", {}, name)),
    " ",
    el("span", { class: "head-reading" },
      el("span", { class: "head-line" }, fill), el("span", {}, number, unit)));
  return { layer, head, name, thumb, button, fill, number, unit, heatmap: createHeatmap(canvas) };
}

/** The numbers: the chosen measure under every head, and all measures of the head that is big. */
function read({ heads, measure, means, numbers, store: { state } }) {
  const from = shownOf(state);
  if (!from?.run.tokens.length) return;
  const { run } = from;
  const offered = readingsFor(run);
  const reading = offered.find(({ id }) => id === state.reading) ?? offered[0];
  measure.offer(offered.map(({ id }) => id));
  measure.choose(reading.id);
  setText(means, [definition(reading, run), ...(run.sourceTokens ? [t("heads.cross")] : [])].join(" "));
  const most = reading.most(run.tokens.length, run.keyTokens.length);
  for (const { layer, head, fill, number, unit } of heads) {
    const value = readOff(from, reading.id, layer, head);
    const [text, of] = reading.print(value);
    fill.style.transform = `scaleX(${Math.min(1, value / most) || 0})`;
    setText(number, text);
    setText(unit, of && ` ${of}`);
  }
  const big = from === state.result && heads.find(({ layer, head }) => layer === state.layer && head === state.head);
  numbers.hidden = !big;
  if (big) list(numbers, [[t("heads.head", { name: `${big.layer}·${big.head}` }), big.name, ""], ...offered.map((each) =>
    [readingName(each), each.print(readOff(from, each.id, big.layer, big.head)).join(" ").trim(), definition(each, run)])]);
}

/** Terms, what they come to, and their meaning as a title. @param {HTMLElement} element @param {string[][]} rows */
function list(element, rows) {
  while (element.childElementCount > rows.length) element.lastChild.remove();
  while (element.childElementCount < rows.length) element.append(el("div", {}, el("dt"), el("dd")));
  rows.forEach(([term, text, title], at) => {
    const row = element.children[at];
    setText(row.firstChild, term);
    setText(row.lastChild, text);
    setAttribute(row, "title", title || null);
  });
}

function thumbPicture(from, { layer, head }, sameScale) {
  const thumb = from.thumb?.(layer - 1, head - 1) ?? { ...from.run.matrix("weights", layer - 1, head - 1), pooled: false };
  let most = 0;
  for (const value of thumb.data) if (value > most) most = value;
  return {
    ...thumb,
    range: [0, sameScale ? 1 : most || 1],
    palette: palette("viridis"),
    closed: thumb.pooled ? null : closedCells(from.run, layer - 1, head - 1),
    print: null,
  };
}
