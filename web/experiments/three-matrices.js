import { badge, modelName } from "../views/badge.js";
import { el, math } from "../views/dom.js";
import { segmented } from "../views/segmented.js";
import { latest } from "./latest.js";
import { lookAt, SENTENCES } from "./matrices-look.js";
import { asymmetry, FORMULAS, pairLine, pairSaid, pairWords, verdict } from "./matrices-words.js";
import { coreNotice, trainedNotice, warning } from "./notices.js";

/** Keys of the state that a choice is computed from. */
const NEEDS = { it: ["core", "edits"], cat: ["core", "edits"], trained: ["core", "trained"], lab: ["core", "result", "layer", "head"] };

/** Why three matrices: embeddings against embeddings beside queries against keys. A mounted view, as in index.js. */
export function mount(element, store, options) {
  const panel = createPanel(element, options.views.createPlate, (choice) => choose(choice));
  const asker = latest((question) => lookAt(question, options.ask), {
    done: (look) => look.choice === choice && panel.show(look),
    failed: ({ message }) => panel.say(warning(message)),
  });
  let choice = SENTENCES[0].id;
  panel.choose(choice);

  function choose(id) {
    choice = id;
    refresh();
  }
  function refresh() {
    const notice = noticeFor(choice, store.state, options.retry);
    panel.say(notice);
    if (notice) return;
    const { result, layer, head } = store.state;
    asker.ask({ choice, result, layer, head });
  }
  return {
    render(state, changed) {
      if (NEEDS[choice].some((key) => changed.has(key))) refresh();
      if (changed.has("theme")) panel.redraw();
    },
    destroy() {
      asker.stop();
      panel.destroy();
    },
  };
}

/** What stands in the place of the maps, or null. */
function noticeFor(choice, state, retry) {
  if (choice === "trained") return trainedNotice(state, retry);
  if (choice !== "lab") return coreNotice(state);
  const { result, layer, head } = state;
  const plain = (text) => el("div", { class: "message" }, el("p", {}, text));
  if (!result) return coreNotice(state) ?? plain("There is no sentence in the lab yet. Type one there, or choose another one here.");
  if (layer > result.info.layers || head > result.info.heads) return plain("The lab is changing its model.");
  const [n, m] = [result.run.tokens.length, result.run.keyTokens.length];
  if (!result.run.has("x", 0) || !result.run.has("q", 0)) return plain("The data in the lab has no embeddings. Choose a sentence here, or another model in the lab.");
  if (!result.run.sourceTokens) return null;
  return plain(`The lab reads two sentences: its table is ${n} × ${m}, the words of one against the words of the other, and has no mirror image. Choose another sentence.`);
}

/** The elements, and what is done with a look. */
function createPanel(element, createPlate, onChoose) {
  const choice = segmented({ name: "Sentence", options: SENTENCES.map(({ id, name }) => ({ value: id, label: name })), onChoose });
  const sentence = el("p", { class: "matrices-sentence" });
  const message = el("div", { class: "matrices-message", role: "status" });
  const sides = ["embeddings", "scores"].map((id) => createSide(id, createPlate, { point, pin }));
  const [shows, pairTitle, pair] = [el("div"), el("h3", { class: "title" }), el("div")];
  const body = el("div", { class: "matrices-body", hidden: true },
    el("div", { class: "matrices" }, ...sides.map((side) => side.element)),
    el("div", { class: "matrices matrices-words" }, el("section", {}, el("h3", { class: "title" }, "What it shows"), shows), el("section", {}, pairTitle, pair)));
  element.replaceChildren(...introduction(), el("div", { class: "matrices-choice" }, choice.element), sentence, message, body);
  let look = null;

  function point(cell) {
    for (const side of sides) side.point(look, cell);
    pairTitle.replaceChildren(...(cell ? [el("bdi", {}, look.labels[cell.i - 1]), " and ", el("bdi", {}, look.labels[cell.j - 1])] : ["The pair"]));
    pair.replaceChildren(...paragraphs(cell ? pairWords(look, fromZero(cell)) : [["Point at a cell of either map, or walk it with the arrow keys."]]));
  }
  function pin(cell) {
    for (const side of sides) side.pin(cell);
  }
  return {
    choose: choice.choose,
    /** @param {HTMLElement | null} notice takes the place of the maps */
    say(notice) {
      message.replaceChildren(...(notice ? [notice] : []));
      body.hidden = !look || Boolean(notice);
      sentence.hidden = body.hidden;
    },
    show(next) {
      look = next;
      body.hidden = sentence.hidden = false;
      sentence.replaceChildren(...sentenceOf(look));
      sides[0].show(look, look.gram, look.result.example ? "E" : "X");
      sides[1].show(look, look.scores, "scores");
      shows.replaceChildren(...paragraphs(verdict(look)));
      const start = look.pair && { i: look.pair.i + 1, j: look.pair.j + 1 };
      pin(start);
      point(start);
    },
    redraw: () => sides.forEach((side) => side.redraw()),
    destroy() {
      for (const side of sides) side.destroy();
      element.replaceChildren();
    },
  };
}

function introduction() {
  const matrix = (letter) => math(["math", ["msub", ["mi", "W"], ["mi", letter]]]);
  return [
    el("h2", {}, "Why three matrices"),
    el("div", { class: "matrices matrices-prose" },
      el("p", { class: "prose" }, "Why not compare the embeddings themselves? In the first map each cell is the dot product of two embeddings. It says how alike two words are, and that is the same in both directions."),
      el("p", { class: "prose" }, "In the second map ", matrix("Q"), " first makes of each word a query and ", matrix("K"), " a key. What a word asks for is not what it offers: row and column are no longer the same thing. The third matrix, ",
        matrix("V"), ", makes what is handed over after the match and takes no part in it.")),
  ];
}

/** Where the numbers come from, and the sentence. */
function sentenceOf({ result: { model, text, edited }, layer, head }) {
  const source = el("span", { class: "matrices-source" }, badge(model, edited), ` ${modelName(model, edited)}${model === "by-hand" ? "" : `, layer ${layer} head ${head}`}`);
  return [el("bdi", { class: "matrices-text" }, text.length > 400 ? `${text.slice(0, 400)}…` : text), " ", source];
}

const NAMES = { E: "Embeddings", X: "What enters", scores: "Scores" };

/** One map, the line over it, and its asymmetry under it. */
function createSide(id, createPlate, { point, pin }) {
  const [line, map, measure] = [el("p", { class: "pair-line", "data-side": id }), el("div"), el("p", { class: "asymmetry", "data-side": id })];
  const plate = createPlate(map, { stage: id, onPoint: point, onPin: pin, mirror: true });
  let shown = { data: null, formula: null };
  return {
    element: el("div", {}, line, map, measure),
    show(look, data, kind) {
      shown = { data, formula: FORMULAS[kind] };
      const most = data.reduce((top, value) => Math.max(top, Math.abs(value)), 0) || 1;
      plate.show({
        name: NAMES[kind], formula: FORMULAS[kind], data, rows: look.n, cols: look.n, rowLabels: look.labels, columnLabels: look.labels, colour: "diverging", range: [-most, most],
        lines: kind === "scores" ? "pair" : "plain", say: (i, j) => pairSaid(look, data, fromZero({ i, j })),
      });
      measure.replaceChildren(...asymmetry(look, data));
    },
    point(look, cell) {
      plate.point(cell);
      line.replaceChildren(...(cell ? pairLine(look, shown.data, shown.formula, fromZero(cell)) : ["Point at a cell."]));
    },
    pin: plate.pin, redraw: plate.redraw, destroy: plate.destroy,
  };
}

const fromZero = ({ i, j }) => ({ i: i - 1, j: j - 1 });
const paragraphs = (lists) => lists.map((nodes) => el("p", {}, ...nodes));
