import { parts, t } from "../language.js";
import { fixed } from "../numbers.js";
import { el, math } from "../views/dom.js";
import { headMean, wordsOf } from "./differences.js";

const A = ["msub", ["mi", "A"], ["mi", "ℓ"]];
const R = (index) => ["msub", ["mi", "R"], index];
const LAYER = ["mi", "ℓ"];
const HALF = ["mfrac", ["mn", "1"], ["mn", "2"]];
const FORMULA = ["math",
  ["mtable", { displaystyle: "true" },
    ["mtr", ["mtd", A, ["mo", "="], HALF, ["mo", "·"], ["mfrac", ["mn", "1"], ["mi", "h"]],
      ["munderover", ["mo", "∑"], ["mrow", ["mi", "s"], ["mo", "="], ["mn", "1"]], ["mi", "h"]],
      ["msubsup", ["mi", "W"], LAYER, ["mi", "s"]], ["mo", "+"], HALF, ["mi", "I"]]],
    ["mtr", ["mtd", R(LAYER), ["mo", "="], A, ["mo", "·"], R(["mrow", LAYER, ["mo", "−"], ["mn", "1"]]), ["mo", ","], ["mspace", { width: "0.5em" }], R(["mn", "0"]), ["mo", "="], ["mi", "I"]]]]];

const says = () => parts("compare.rollout.says", { i: el("i", {}, "i"), i2: el("i", {}, "i") });

/**
 * The mean of the heads of each layer beside the rollout up to it.
 * @param {HTMLElement} element
 * @param {{ ask: { core: Function }, views: { createPlate: Function } }} options
 */
export function mountRollout(element, { ask, views }) {
  const reading = el("div", { class: "compare-reading" });
  const maps = el("div", { class: "compare-maps" });
  element.append(
    el("h3", { id: "compare-rollout" }, t("compare.rollout")),
    el("div", { class: "compare-text" }, el("p", { class: "prose" }, ...says()), el("div", {}, math(FORMULA))),
    el("div", { class: "compare-layers" }, maps, el("div", {}, reading, el("p", { class: "compare-note" }, t("compare.rollout.caveat")))),
  );
  const view = { ask, views, maps, reading, plates: [], shown: null, turn: 0 };
  return {
    show: (result) => show(view, result),
    redraw: () => view.plates.forEach((plate) => plate.redraw()),
    destroy: () => view.plates.forEach((plate) => plate.destroy()),
  };
}

async function show(view, result) {
  const turn = ++view.turn;
  const { run } = result;
  // Copies: what is sent to the worker is cloned with the whole buffer that it is a part of.
  const layers = Array.from({ length: run.data.layers }, (_, layer) => {
    const { data, shape } = run.stage("weights", layer);
    return { data: data.slice(), shape };
  });
  const rollouts = await Promise.all(layers.map((_, layer) => view.ask.core("rollout", layers.slice(0, layer + 1))));
  if (turn !== view.turn) return;
  view.shown = { words: wordsOf(result), pairs: layers.map((weights, layer) => ({ mean: headMean(weights), rollout: rollouts[layer] })) };
  if (view.plates.length !== 2 * layers.length) build(view, layers.length);
  view.shown.pairs.forEach(({ mean, rollout }, layer) => {
    view.plates[2 * layer].show(plateOf(view.shown.words, t("compare.meanOf", { layer: layer + 1 }), mean));
    view.plates[2 * layer + 1].show(plateOf(view.shown.words, t("compare.rolloutAfter", { layer: layer + 1 }), rollout));
  });
  read(view, null);
}

function build(view, layers) {
  for (const plate of view.plates) plate.destroy();
  const places = Array.from({ length: 2 * layers }, () => el("div"));
  view.maps.replaceChildren(...places);
  view.plates = places.map((place, at) => view.views.createPlate(place, {
    stage: `${at % 2 ? "rollout" : "mean"}-${Math.floor(at / 2) + 1}`,
    onPoint: (cell) => {
      view.plates.forEach((plate, other) => other !== at && plate.point(cell));
      read(view, cell);
    },
  }));
}

function plateOf(words, name, data) {
  const n = words.length;
  const say = (i, j) => t("compare.saidShare", { query: words[i - 1], key: words[j - 1], value: fixed(data[(i - 1) * n + j - 1], 2) });
  return { name, say, data, rows: n, cols: n, rowLabels: words, columnLabels: words, colour: "sequential", range: [0, data.reduce((a, b) => Math.max(a, b), 0) || 1] };
}

/** The pointed cell in every layer; else what the rollout has most of, a token's own row left out. */
function read({ shown, reading }, cell) {
  const { words, pairs } = shown;
  const n = words.length;
  const { i, j } = cell ?? most(pairs.at(-1).rollout, n);
  const at = (i - 1) * n + j - 1;
  reading.replaceChildren(
    el("p", { class: "compare-pair", dir: "ltr" }, el("bdi", { class: "q" }, words[i - 1]), " ← ", el("bdi", { class: "k" }, words[j - 1])),
    el("p", { class: "compare-note" }, cell || n === 1 ? t("compare.at", { i, j }) : t("compare.atLargest", { i, j })),
    el("table", { dir: "ltr" },
      el("thead", {}, el("tr", {}, el("td"), el("th", { scope: "col" }, t("compare.mean")), el("th", { scope: "col" }, t("compare.rolloutName")))),
      el("tbody", {}, ...pairs.map(({ mean, rollout }, layer) => el("tr", {},
        el("th", { scope: "row" }, t("heads.layer", { layer: layer + 1 })), el("td", {}, fixed(mean[at], 3)), el("td", {}, fixed(rollout[at], 3)))))),
  );
}

function most(rollout, n) {
  let best = n > 1 ? 1 : 0;
  for (let cell = 1; cell < n * n; cell++) if (cell % (n + 1) && rollout[cell] > rollout[best]) best = cell;
  return { i: Math.floor(best / n) + 1, j: (best % n) + 1 };
}
