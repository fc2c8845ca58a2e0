import { t } from "../language.js";
import { headName } from "../head-names.js";
import { fixed } from "../numbers.js";
import { el, setText } from "../views/dom.js";
import { errorText } from "../views/error-text.js";
import { segmented } from "../views/segmented.js";
import { changedPlaces, changedSentence, difference, printedDifference, wordsOf } from "./differences.js";
import { sentenceField } from "./sentence-field.js";

const MODEL = "use-lite";
const NAMES = ["A", "B", "A − B"];
/** So many changed tokens are listed. */
const LISTED = 8;

/**
 * Two heads of a sentence, or a head in two sentences: both maps, what differs, and how much.
 * @param {HTMLElement} element
 * @param {{ ask: { look: Function }, views: { createPlate: Function } }} options
 */
export function mountDifference(element, { ask, views }) {
  const view = {
    ask, mode: "heads", heads: { A: "2.2", B: "2.3" }, own: false, result: null, turn: 0,
    choosers: null,
    chosen: el("div", { class: "compare-choice" }),
    message: el("p", { class: "message", role: "status", hidden: true }),
    figures: el("dl", { class: "compare-figures" }),
  };
  view.modes = segmented({
    name: t("compare.mode"), legend: true, options: [{ value: "heads", label: t("compare.heads") }, { value: "sentences", label: t("compare.sentences") }],
    onChoose: (mode) => { view.mode = mode; update(view); },
  });
  view.field = sentenceField(t("compare.second"), () => { view.own = true; update(view); });
  view.suggest = el("button", { type: "button", class: "text-button underlined", onclick: () => { view.own = false; update(view); } }, t("compare.suggest"));
  view.second = el("div", { class: "compare-second" }, view.field.element, view.suggest);
  view.places = NAMES.map(() => el("div", {}, el("div"))); // the outer one is hidden here, the inner one by its map
  view.plates = view.places.map((place, at) => views.createPlate(place.firstChild, {
    stage: ["first", "second", "difference"][at],
    onPoint: (cell) => view.plates.forEach((plate, other) => other !== at && plate.point(cell)),
  }));
  element.append(
    el("h3", { id: "compare-difference" }, t("compare.differs")),
    el("div", { class: "compare-choice" }, view.modes.element, view.chosen), view.second, view.message, view.figures,
    el("div", { class: "compare-three" }, ...view.places),
  );
  return {
    show(result) {
      view.result = result;
      build(view);
      update(view);
    },
    redraw: () => view.plates.forEach((plate) => plate.redraw()),
    destroy: () => view.plates.forEach((plate) => plate.destroy()),
  };
}

/** The choosers of a head, once the model's layers and heads are known. */
function build(view) {
  if (view.choosers) return;
  const { layers, heads } = view.result.run.data;
  const options = Array.from({ length: layers * heads }, (_, at) => [Math.floor(at / heads) + 1, (at % heads) + 1])
    .map(([layer, head]) => ({ value: `${layer}.${head}`, label: `${layer}·${head}` }));
  view.choosers = ["A", "B"].map((name) => segmented({ name: t("compare.headNamed", { name }), legend: true, options, onChoose: (value) => { view.heads[name] = value; update(view); } }));
  view.chosen.append(...view.choosers.map(({ element }) => element));
}

async function update(view) {
  const turn = ++view.turn;
  const { mode, result, field, modes, choosers, heads } = view;
  const two = mode === "sentences";
  modes.choose(mode);
  choosers.forEach((chooser, at) => chooser.choose(heads[NAMES[at]]));
  setText(choosers[0].element.firstChild, two ? t("compare.head") : t("compare.headNamed", { name: "A" }));
  choosers[1].element.hidden = two;
  view.second.hidden = !two;
  view.suggest.hidden = !view.own;
  if (two && !view.own) field.set(changedSentence(result));
  const other = two ? await lookUp(view) : { result };
  if (turn !== view.turn) return;
  const b = other.result && sideOf(other.result, two ? heads.A : heads.B);
  render(view, sideOf(result, heads.A), b, other.problem);
}

/** The second sentence, under the settings of the first. */
async function lookUp({ ask, field, result }) {
  if (!field.value.trim()) return { problem: t("compare.secondEmpty") };
  try {
    const settings = result.settings;
    return { result: await ask.look({ text: field.value, settings }) };
  } catch (error) {
    return { problem: error.code === "NO_TOKENS" ? t("compare.secondNone") : t("compare.secondFailed", { reason: errorText(error) }) };
  }
}

function sideOf(result, name) {
  const [layer, head] = name.split(".").map(Number);
  return { result, layer, head, words: wordsOf(result), ...result.run.matrix("weights", layer - 1, head - 1) };
}

function render(view, a, b, problem) {
  const fits = b && a.rows === b.rows;
  const sentences = view.mode === "sentences";
  const says = problem ?? (fits ? sayAlike(a, b) : sayCounts(a, b));
  view.message.hidden = !says;
  setText(view.message, says);
  const change = fits ? difference(a.data, b.data) : null;
  view.figures.hidden = !change;
  if (change) view.figures.replaceChildren(...figuresOf(a, b, change, sentences));
  const most = Math.max(...[a, b].map((side) => (side ? largest(side.data) : 0)));
  const plates = [plateOf("A", a, most), b && plateOf("B", b, most), change && changePlate(a, change, sentences)];
  view.plates.forEach((plate, at) => {
    view.places[at].hidden = !plates[at];
    if (plates[at]) plate.show(plates[at]);
  });
}

const sayCounts = (a, b) => t("compare.counts", { a: count(a), b: count(b) });
const count = ({ rows }) => t("count.tokens", { count: rows });

function sayAlike(a, b) {
  if (a.result === b.result) return a.layer === b.layer && a.head === b.head ? t("compare.sameHead") : "";
  return changedPlaces(a.result, b.result).length ? "" : t("compare.sameTokens");
}

function figuresOf(a, b, { at, mean, data }, sentences) {
  const [i, j] = [Math.floor(at / a.cols), at % a.cols];
  const { a: one, b: two, change } = printedDifference(a.data[at], b.data[at]);
  const pair = el("bdi", { dir: "ltr" }, el("bdi", { class: "q" }, joint(a, b, i)), " → ", el("bdi", { class: "k" }, joint(a, b, j)), el("b", {}, ` ${one} − ${two} = ${change}`));
  return [
    entry(t("compare.largest"), data[at] === 0 ? [t("compare.none")] : [pair], data[at] === 0 ? "" : t("compare.at", { i: i + 1, j: j + 1 })),
    entry(t("compare.meanChange"), [el("b", {}, fixed(mean, 4))], t("compare.cells", { count: data.length })),
    ...(sentences ? [entry(t("compare.changed"), listed(a, b), "")] : []),
  ];
}

const entry = (name, value, note) => el("div", {}, el("dt", {}, name), el("dd", {}, ...value), el("dd", { class: "compare-note" }, note));

function listed(a, b) {
  const places = changedPlaces(a.result, b.result);
  const more = places.length - LISTED;
  const comma = t("list.comma");
  const pair = (at) => el("bdi", { dir: "ltr" }, `${at + 1} `, el("bdi", {}, a.words[at]), " → ", el("bdi", {}, b.words[at]));
  const pairs = places.slice(0, LISTED).flatMap((at) => [comma, pair(at)]).slice(1);
  return [...(places.length ? pairs : [t("compare.none")]), ...(more > 0 ? [comma, t("compare.more", { count: more })] : [])];
}

/** One word where both have it, else both. */
const joint = (a, b, at) => (a.words[at] === b.words[at] ? a.words[at] : `${a.words[at]}/${b.words[at]}`);

const largest = (data) => data.reduce((most, x) => Math.max(most, Math.abs(x)), 0) || 1;

function plateOf(name, { layer, head, words, data, rows, cols }, most) {
  return {
    name: t("compare.plate", { name, place: `${layer}·${head}` }), note: headName(MODEL, layer, head), data, rows, cols,
    rowLabels: words, columnLabels: words, colour: "sequential", range: [0, most],
  };
}

/** Under the labels of A, so that its cells stand where those of A do. */
function changePlate({ words, rows, cols }, { data }, sentences) {
  const most = largest(data);
  return {
    name: "A − B", note: sentences ? t("compare.wordsOfA") : "", data, rows, cols, rowLabels: words, columnLabels: words, colour: "diverging", range: [-most, most],
    say: (i, j) => t("compare.saidChange", { query: words[i - 1], key: words[j - 1], change: fixed(data[(i - 1) * cols + j - 1], 2) }),
  };
}
