import { headName } from "../head-names.js";
import { fixed } from "../numbers.js";
import { el, setText } from "../views/dom.js";
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
    name: "Compare", legend: true, options: [{ value: "heads", label: "Two heads" }, { value: "sentences", label: "Two sentences" }],
    onChoose: (mode) => { view.mode = mode; update(view); },
  });
  view.field = sentenceField("Second sentence", () => { view.own = true; update(view); });
  view.suggest = el("button", { type: "button", class: "text-button underlined", onclick: () => { view.own = false; update(view); } }, "The first with a word changed");
  view.second = el("div", { class: "compare-second" }, view.field.element, view.suggest);
  view.places = NAMES.map(() => el("div", {}, el("div"))); // the outer one is hidden here, the inner one by its map
  view.plates = view.places.map((place, at) => views.createPlate(place.firstChild, {
    stage: ["first", "second", "difference"][at],
    onPoint: (cell) => view.plates.forEach((plate, other) => other !== at && plate.point(cell)),
  }));
  element.append(
    el("h3", { id: "compare-difference" }, "What differs"),
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
  view.choosers = ["A", "B"].map((name) => segmented({ name: `Head ${name}`, legend: true, options, onChoose: (value) => { view.heads[name] = value; update(view); } }));
  view.chosen.append(...view.choosers.map(({ element }) => element));
}

async function update(view) {
  const turn = ++view.turn;
  const { mode, result, field, modes, choosers, heads } = view;
  const two = mode === "sentences";
  modes.choose(mode);
  choosers.forEach((chooser, at) => chooser.choose(heads[NAMES[at]]));
  setText(choosers[0].element.firstChild, two ? "Head" : "Head A");
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
  if (!field.value.trim()) return { problem: "The second sentence is empty. Type one here, or take the first with a word changed." };
  try {
    const settings = result.settings;
    return { result: await ask.look({ text: field.value, settings }) };
  } catch ({ code, message }) {
    return { problem: code === "NO_TOKENS" ? "The second sentence has nothing to read. Type at least one word." : `The second sentence could not be computed: ${message} Change it, or take the first with a word changed.` };
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

const sayCounts = (a, b) => `A has ${count(a)}, B has ${count(b)}. A cell of one has no partner in the other, so there is no difference to show. Change a word without changing their number.`;
const count = ({ rows }) => `${rows} ${rows === 1 ? "token" : "tokens"}`;

function sayAlike(a, b) {
  if (a.result === b.result) return a.layer === b.layer && a.head === b.head ? "A and B are the same head. Choose another to see a difference." : "";
  return changedPlaces(a.result, b.result).length ? "" : "Both sentences are the same tokens. Change a word of one.";
}

function figuresOf(a, b, { at, mean, data }, sentences) {
  const [i, j] = [Math.floor(at / a.cols), at % a.cols];
  const { a: one, b: two, change } = printedDifference(a.data[at], b.data[at]);
  const pair = [el("bdi", { class: "q" }, joint(a, b, i)), " → ", el("bdi", { class: "k" }, joint(a, b, j))];
  return [
    entry("Largest change", data[at] === 0 ? ["none"] : [...pair, el("b", {}, ` ${one} − ${two} = ${change}`)], data[at] === 0 ? "" : `query ${i + 1}, key ${j + 1}`),
    entry("Mean absolute change", [el("b", {}, fixed(mean, 4))], `over ${data.length} cells`),
    ...(sentences ? [entry("Changed tokens", listed(a, b), "")] : []),
  ];
}

const entry = (name, value, note) => el("div", {}, el("dt", {}, name), el("dd", {}, ...value), el("dd", { class: "compare-note" }, note));

function listed(a, b) {
  const places = changedPlaces(a.result, b.result);
  const more = places.length - LISTED;
  const pairs = places.slice(0, LISTED).flatMap((at) => [", ", `${at + 1} `, el("bdi", {}, a.words[at]), " → ", el("bdi", {}, b.words[at])]).slice(1);
  return [...(places.length ? pairs : ["none"]), ...(more > 0 ? [`, and ${more} more`] : [])];
}

/** One word where both have it, else both. */
const joint = (a, b, at) => (a.words[at] === b.words[at] ? a.words[at] : `${a.words[at]}/${b.words[at]}`);

const largest = (data) => data.reduce((most, x) => Math.max(most, Math.abs(x)), 0) || 1;

function plateOf(name, { layer, head, words, data, rows, cols }, most) {
  return {
    name: `${name}: head ${layer}·${head}`, note: headName(MODEL, layer, head), data, rows, cols,
    rowLabels: words, columnLabels: words, colour: "sequential", range: [0, most],
  };
}

/** Under the labels of A, so that its cells stand where those of A do. */
function changePlate({ words, rows, cols }, { data }, sentences) {
  const most = largest(data);
  return {
    name: "A − B", note: sentences ? "words of A" : "", data, rows, cols, rowLabels: words, columnLabels: words, colour: "diverging", range: [-most, most],
    say: (i, j) => `query ${words[i - 1]} → key ${words[j - 1]}, change ${fixed(data[(i - 1) * cols + j - 1], 2)}`,
  };
}
