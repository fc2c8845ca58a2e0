import { askingOf } from "../asking.js";
import { readTokens } from "../canvas-theme.js";
import { groupAt } from "../grouping.js";
import { parts, t } from "../language.js";
import { plainText, significant } from "../numbers.js";
import { valueText } from "../picture.js";
import { offerPicture } from "../pictures.js";
import { currentCell } from "../state.js";
import { announce } from "./live.js";
import { el, focusedBy, math, setAttribute, setText, svg } from "./dom.js";
import { blendTable } from "./one-word-blend.js";
import { limit } from "./one-word-limit.js";
import { plotOf, printed } from "./one-word-plot.js";
import { segmented } from "./segmented.js";

const READS = ["result", "hover", "pin", "layer", "head", "view", "grouped", "place"];
let made = 0;

/**
 * One word as the query: its scores, its weights, its blend.
 * @param {HTMLElement} element
 * @param {ReturnType<typeof import("../state.js").createStore>} store
 * @param {object} options as in page.js; `always`: shown whatever the page's own view is
 */
export function mount(element, store, options = {}) {
  const view = createView(element, store, options);
  const stop = listen(view);
  const withdraw = offerPicture(view.chart, {
    about: () => ({ title: view.title.textContent, stage: "one-word", layer: store.state.layer, head: store.state.head }),
    tokens: () => readTokens(element),
    size: () => ({ width: view.chart.clientWidth, height: view.chart.clientHeight }),
    element: view.chart,
  });
  const resizing = new ResizeObserver(() => element.clientWidth !== view.width && render(view));
  resizing.observe(element);
  return {
    render(state, changed) {
      if (READS.some((key) => changed.has(key))) render(view);
    },
    destroy() {
      stop();
      withdraw();
      resizing.disconnect();
      element.replaceChildren();
    },
  };
}

/** The parts of the view. `drawn` is what the picture on the screen was made from. */
function createView(element, store, options) {
  const title = el("h2", { class: "ow-title" });
  const view = { element, store, options, title, stage: "scaled", drawn: "", width: 0, asking: null, prefix: `one-word-${++made}` };
  view.scores = segmented({
    name: t("ow.scores"), legend: true, options: [{ value: "scores", label: t("ow.raw") }, { value: "scaled", label: t("ow.scaled") }],
    onChoose: (value) => { view.stage = value; render(view); },
  });
  view.scores.choose(view.stage);
  view.groups = el("input", { type: "checkbox", role: "switch", onchange: () => store.set({ grouped: view.groups.checked }) });
  view.grouping = el("label", { class: "switch" }, view.groups, el("span", {}, t("ow.group")));
  view.divisor = el("span", { class: "quiet ow-divisor", dir: "auto" });
  view.note = el("p", { class: "quiet ow-note" });
  view.list = el("div", { class: "ow-keys", role: "listbox", tabindex: "0" });
  view.over = el("div", { class: "ow-over" });
  view.shapes = svg("svg", { class: "ow-shapes", "aria-hidden": "true" });
  view.asks = el("div", { class: "ow-asks", dir: "ltr", role: "group", "aria-label": t("ow.asking") });
  view.chart = el("div", { class: "ow-chart", dir: "ltr" }, view.list, view.shapes, view.over);
  view.blend = blendTable();
  view.limit = limit(store, options);
  element.classList.add("one-word");
  element.append(el("div", { class: "ow-head" }, title, el("div", { class: "ow-tools" }, view.grouping, el("div", {}, view.scores.element, view.divisor))),
    view.note, view.asks, view.chart, view.blend.element, view.limit.element);
  return view;
}

function render(view) {
  const { element, store: { state }, options } = view;
  const { result } = state;
  element.hidden = !result?.run.has("weights", 0) || !(options.always || state.view === "word");
  view.width = element.hidden ? 0 : element.clientWidth;
  if (!view.width) return;
  const asking = askingOf(state);
  const key = [state.layer, state.head, state.grouped, asking.at, view.stage, view.width].join();
  if (view.drawn !== key || view.result !== result) {
    Object.assign(view, { drawn: key, result, asking });
    draw(view);
    view.limit.render(state);
    view.blend.element.hidden = !asking.blends;
    if (asking.blends) view.blend.render(state, asking);
  }
  mark(view);
}

/* ---- the picture of one query ---- */

function draw(view) {
  const { asking, element, stage, store: { state }, width } = view;
  const { sans, serif } = fontsOf(element);
  const row = Math.max(30, parseFloat(getComputedStyle(element).getPropertyValue("--hit")));
  const plot = plotOf({ asking, stage, width, row, widest: widestOf(state), fonts: { sans, serif } });
  view.title.replaceChildren(...titleOf(asking));
  view.grouping.hidden = !asking.inPieces;
  view.groups.checked = state.grouped;
  const scale = asking.scored ? scaleOf(state) : { tree: null, says: [] };
  view.scores.element.hidden = !asking.scored;
  view.divisor.replaceChildren(...scale.says);
  setText(view.note, noteOf(asking));
  view.note.hidden = !view.note.textContent;
  view.chart.classList.toggle("is-rows", plot.rows);
  view.chart.style.height = `${plot.height}px`;
  setAttribute(view.shapes, "viewBox", `0 0 ${width} ${plot.height}`);
  view.shapes.replaceChildren(...plot.shapes);
  setAttribute(view.list, "aria-label", t("ow.keys", { word: asking.query.text }));
  setAttribute(view.list, "aria-orientation", plot.rows ? "vertical" : "horizontal");
  view.list.replaceChildren(...asking.keys.map((key, index) => placed(el("div", {
    class: key.closed ? "ow-key is-closed" : "ow-key", role: "option", id: `${view.prefix}-${index}`, "data-index": index, "aria-label": sayKey(key, asking.scored && stage),
  }), plot.keys[index])));
  view.over.replaceChildren(...words(view, plot), ...labels(plot, stage, scale));
  const apart = asking.cross && !plot.asks;
  view.asks.hidden = !apart;
  view.asks.replaceChildren(...(apart ? asking.queries.map((word, index) => ask(word, index, asking.at)) : []));
}

function fontsOf(element) {
  const style = getComputedStyle(element);
  return { sans: style.fontFamily, serif: style.getPropertyValue("--serif") };
}

/** Characters of the widest scaled score of this head: the layout stays when the query moves, and for raw scores. */
function widestOf({ result: { run }, layer, head }) {
  if (!run.has("scaled", layer - 1)) return 0;
  const { data } = run.matrix("scaled", layer - 1, head - 1);
  return Math.max(...[Math.min, Math.max].map((most) => valueText("scaled", data.reduce((a, b) => (Number.isFinite(b) ? most(a, b) : a), 0)).length));
}

function titleOf({ query, open, cross }) {
  const key = !open ? "ow.asksNone" : cross ? "ow.asksOther" : "ow.asks";
  const mean = query.count > 1 ? [" ", el("span", { class: "quiet" }, t("ow.mean", { count: query.count }))] : [];
  return [...parts(key, { word: el("bdi", { class: "q" }, query.text) }), ...mean];
}

function noteOf({ keys, query, open }) {
  const notes = [];
  if (!open) notes.push(t("ow.allClosed"));
  else if (keys.some(({ closed }) => closed)) notes.push(t("ow.hatched"));
  if (keys.some(({ weight }) => Number.isNaN(weight))) notes.push(t("ow.nan"));
  if (query.count > 1 || keys.some(({ count }) => count > 1)) {
    notes.push(t("ow.pieces"));
  }
  return notes.join(" ");
}

function words({ asking }, plot) {
  const { keys, at, cross } = asking;
  const named = keys.map((key, index) => {
    const face = [el("bdi", {}, key.text), ...(key.count > 1 ? [el("small", {}, plot.sumOf(key.count))] : [])];
    const attributes = { class: "ow-word", "data-word": index, title: key.count > 1 ? t("ow.sumOf", { word: key.text, count: key.count }) : key.text };
    const word = cross ? el("span", attributes, ...face) : el("button", { ...attributes, type: "button", tabindex: "-1", "data-ask": index, "aria-pressed": String(index === at) }, ...face);
    word.style.fontSize = `${plot.size}px`;
    if (asking.top.includes(index)) word.classList.add("k");
    return placed(word, plot.words[index]);
  });
  const asks = plot.asks?.map((box, index) => placed(ask(asking.queries[index], index, at), box)) ?? [];
  for (const word of asks) word.style.fontSize = `${plot.size}px`;
  return [...asks, ...named];
}

const ask = ({ text }, index, at) => el("button", { type: "button", class: "ow-word", tabindex: "-1", "data-ask": index, "aria-pressed": String(index === at) }, el("bdi", {}, text));

const QK = [["mi", { class: "q" }, "q"], ["mo", "·"], ["mi", { class: "k" }, "k"]];

/** What scores are divided by, as a formula and in words. */
function scaleOf({ result: { run, settings: { divide, temperature } }, layer }) {
  const dK = run.stage("q", layer - 1).shape[2];
  const root = ["msqrt", ["mn", String(dK)]];
  const by = Math.sqrt(dK) * temperature;
  const warm = ["mn", significant(temperature, 2)];
  if (!divide && temperature === 1) return { tree: null, says: [t("ow.notDivided")] };
  const tree = divide && temperature !== 1 ? ["mrow", ["mo", "("], root, ["mo", "×"], warm, ["mo", ")"]] : divide ? root : warm;
  return { tree, says: ["÷ ", math(["math", tree]), ...(divide ? [` = ${Number.isInteger(by) ? plainText(by) : significant(by, 4)}`] : [])] };
}

function labels({ labels: boxes, rows }, stage, { tree }) {
  const label = (name, box, ...says) => placed(el("p", { class: "ow-label" }, el("b", {}, name), " ", el("span", {}, ...says)), box);
  const formula = (...symbols) => math(["math", ...symbols]);
  const name = rows ? t(stage === "scaled" ? "ow.scaled" : "ow.raw") : t(stage === "scaled" ? "ow.scaledScores" : "ow.rawScores");
  return [
    ...(boxes.score ? [label(name, boxes.score, formula(...QK, ...(tree && stage === "scaled" ? [["mo", "/"], tree] : [])))] : []),
    label(t("ow.weights"), boxes.weight, "softmax"),
    label(t("ow.output"), boxes.output, formula(["mo", "∑"], ["mi", "w"], ["mi", { class: "v" }, "v"])),
  ];
}

function placed(element, { left, top, width, height }) {
  Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  return element;
}

/* ---- the key that is spoken of ---- */

const keyOf = (asking, state) => groupAt(asking.keys, currentCell(state).j - 1);

function mark(view) {
  const { asking, list, over, prefix, store: { state } } = view;
  const current = keyOf(asking, state);
  for (const [index, option] of [...list.children].entries()) {
    setAttribute(option, "aria-selected", String(index === current));
    option.classList.toggle("is-top", asking.top.includes(index));
  }
  for (const word of over.querySelectorAll("[data-word]")) word.classList.toggle("is-key", Number(word.dataset.word) === current);
  setAttribute(list, "aria-activedescendant", `${prefix}-${current}`);
  if (asking.blends) view.blend.point(current);
}

function sayKey(key, stage) {
  const values = { word: key.text, score: stage ? printed(stage, key) : "", weight: printed("weight", key) };
  if (key.closed) return t("ow.key.closed", values);
  return stage ? t(`ow.key.${stage}`, values) : t("ow.key.weight", values);
}

/* ---- pointer and keyboard ---- */

function listen(view) {
  const stop = new AbortController();
  const on = (target, type, listener) => target.addEventListener(type, listener, { signal: stop.signal });
  const { chart, list, asks } = view;
  on(list, "pointerover", (event) => event.pointerType !== "touch" && point(view, event.target.dataset.index, "hover"));
  on(chart, "pointerleave", () => view.store.state.hover && view.store.set({ hover: null }));
  on(list, "click", ({ target }) => point(view, target.dataset.index, "pin"));
  for (const each of [chart, asks]) on(each, "click", ({ target }) => askAgain(view, target.closest("[data-ask]")?.dataset.ask));
  on(list, "keydown", (event) => press(view, event));
  return () => stop.abort();
}

/** The cell of a key under the query that is shown; the piece stays where it is of that word already. */
function point({ asking, store }, index, as) {
  if (index === undefined) return;
  const { i, j } = currentCell(store.state);
  const { from, count } = asking.keys[index];
  const cell = { i, j: j > from && j <= from + count ? j : from + 1 };
  store.set(as === "pin" ? { pin: cell, hover: null } : { hover: cell });
}

/** Another query; what it is asked about first is the key of its largest weight. */
function askAgain({ asking, store }, index) {
  if (index === undefined) return;
  const cell = { i: asking.queries[index].from + 1, j: currentCell(store.state).j };
  const { top, keys } = askingOf({ ...store.state, pin: cell, hover: null });
  store.set({ pin: top.length ? { ...cell, j: keys[top[0]].from + 1 } : cell, hover: null });
}

function press(view, event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing) return;
  const { asking: { keys, queries, at }, store } = view;
  const j = keyOf(view.asking, store.state);
  const to = { ArrowLeft: [at, j - 1], ArrowRight: [at, j + 1], ArrowUp: [at - 1, j], ArrowDown: [at + 1, j], Home: [at, 0], End: [at, keys.length - 1] }[event.key];
  if (event.key === "Escape") focusedBy(view.element)?.blur();
  if (!to) return;
  event.preventDefault();
  const [query, key] = [queries[to[0]], keys[to[1]]];
  if (!query || !key) return;
  store.set({ pin: { i: query.from + 1, j: key.from + 1 }, hover: null });
  const { query: asks, keys: asked } = askingOf(store.state);
  announce(view.element, t("ow.said", { query: asks.text, key: sayKey(asked[to[1]], view.asking.scored && view.stage) }));
}
