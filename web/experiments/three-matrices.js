import { parts, t } from "../language.js";
import { badge, modelName } from "../views/badge.js";
import { el, math } from "../views/dom.js";
import { errorText } from "../views/error-text.js";
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
    failed: (error) => panel.say(warning(errorText(error))),
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
  if (!result) return coreNotice(state) ?? plain(t("matrices.noSentence"));
  if (layer > result.info.layers || head > result.info.heads) return plain(t("matrices.changing"));
  const [n, m] = [result.run.tokens.length, result.run.keyTokens.length];
  if (!result.run.has("x", 0) || !result.run.has("q", 0)) return plain(t("matrices.noEmbeddings"));
  if (!result.run.sourceTokens) return null;
  return plain(t("matrices.crossed", { n, m }));
}

/** The elements, and what is done with a look. */
function createPanel(element, createPlate, onChoose) {
  const choice = segmented({ name: t("page.sentence.label"), options: SENTENCES.map(({ id }) => ({ value: id, label: t(`matrices.${id}`) })), onChoose });
  const sentence = el("p", { class: "matrices-sentence" });
  const message = el("div", { class: "matrices-message", role: "status" });
  const sides = ["embeddings", "scores"].map((id) => createSide(id, createPlate, { point, pin }));
  const [shows, pairTitle, pair] = [el("div"), el("h3", { class: "title" }), el("div")];
  const body = el("div", { class: "matrices-body", hidden: true },
    el("div", { class: "matrices" }, ...sides.map((side) => side.element)),
    el("div", { class: "matrices matrices-words" }, el("section", {}, el("h3", { class: "title" }, t("matrices.shows")), shows), el("section", {}, pairTitle, pair)));
  element.replaceChildren(...introduction(), el("div", { class: "matrices-choice" }, choice.element), sentence, message, body);
  let look = null;

  function point(cell) {
    for (const side of sides) side.point(look, cell);
    pairTitle.replaceChildren(...(cell ? parts("matrices.pairOf", { a: el("bdi", {}, look.labels[cell.i - 1]), b: el("bdi", {}, look.labels[cell.j - 1]) }) : [t("matrices.pair")]));
    pair.replaceChildren(...paragraphs(cell ? pairWords(look, fromZero(cell)) : [[t("matrices.pointEither")]]));
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
    el("h2", {}, t("tabs.matrices")),
    el("div", { class: "matrices matrices-prose" },
      el("p", { class: "prose" }, t("matrices.alike")),
      el("p", { class: "prose" }, ...parts("matrices.roles", { wq: matrix("Q"), wk: matrix("K"), wv: matrix("V") }))),
  ];
}

/** Where the numbers come from, and the sentence. */
function sentenceOf({ result: { model, text, edited }, layer, head }) {
  const name = modelName(model, edited);
  const source = el("span", { class: "matrices-source" }, badge(model, edited), " ", model === "by-hand" ? name : t("matrices.source", { model: name, layer, head }));
  return [el("bdi", { class: "matrices-text" }, text.length > 400 ? `${text.slice(0, 400)}…` : text), " ", source];
}

const nameOf = (kind) => (kind === "E" ? t("matrices.embeddings") : kind === "X" ? t("stage.x") : t("stage.scores"));

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
        name: nameOf(kind), formula: FORMULAS[kind], data, rows: look.n, cols: look.n, rowLabels: look.labels, columnLabels: look.labels, colour: "diverging", range: [-most, most],
        lines: kind === "scores" ? "pair" : "plain", say: (i, j) => pairSaid(look, data, fromZero({ i, j })),
      });
      measure.replaceChildren(...asymmetry(look, data));
    },
    point(look, cell) {
      plate.point(cell);
      line.replaceChildren(...(cell ? pairLine(look, shown.data, shown.formula, fromZero(cell)) : [t("matrices.point")]));
    },
    pin: plate.pin, redraw: plate.redraw, destroy: plate.destroy,
  };
}

const fromZero = ({ i, j }) => ({ i: i - 1, j: j - 1 });
const paragraphs = (lists) => lists.map((nodes) => el("p", {}, ...nodes));
