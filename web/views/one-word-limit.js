import { parts, t } from "../language.js";
import { fixed } from "../numbers.js";
import { labelsOf } from "../picture.js";
import { el, focusedBy } from "./dom.js";
import { nameOf } from "./one-word-plot.js";

const LAST = ["tired", "wide"];
const KEYS = ["street", "animal", "cross", "."];
const MODEL = "use-lite";
const HARDLY = 0.05; // a weight that changes by less hardly moves
const sentence = (last) => `The animal didn't cross the street because it was too ${last}.`;
let made = 0;

/** What the trained model does not do: one sentence with two last words, and the weights of “it” in both. */
export function limit(store, options) {
  const element = el("div", { class: "ow-limit", hidden: true });
  const group = `one-word-limit-${++made}`;
  let asked = "";
  let runs = null;
  let turn = 0; // a later sentence or head takes the place of one that is still on its way

  function show({ result: { text, settings }, layer, head }) {
    const rows = runs.map((run) => weightsOf(run, layer, head));
    const radios = LAST.map((last) => el("input", {
      type: "radio", name: group, onchange: () => options.choose({ text: sentence(last), model: MODEL, layer, head, pin: store.state.pin }),
    }));
    radios[LAST.findIndex((last) => sentence(last) === text)].checked = true;
    const focused = element.contains(focusedBy(element));
    element.replaceChildren(
      el("div", {}, el("h3", { class: "title" }, t("limit.title")), el("p", {}, ...says(rows, { layer, head, masked: settings.mask !== "none" }))),
      el("table", { class: "ow-table", dir: "ltr" },
        el("caption", { class: "unseen" }, t("limit.caption", { layer, head })),
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("limit.last")), ...KEYS.map((key) => el("th", { scope: "col", class: "k" }, nameOf({ text: key }))))),
        el("tbody", {}, ...LAST.map((last, row) => el("tr", {},
          el("th", { scope: "row" }, el("label", {}, radios[row], last)), ...rows[row].map((weight) => el("td", {}, fixed(weight, 2))))))));
    if (focused) radios.find(({ checked }) => checked).focus();
  }

  return {
    element,
    async render(state) {
      const { model, text, settings } = state.result;
      const mine = ++turn;
      element.hidden = !options.ask || model !== MODEL || !LAST.some((last) => sentence(last) === text);
      if (element.hidden) return;
      const key = JSON.stringify(settings);
      if (asked !== key || !runs) {
        const both = await Promise.all(LAST.map((last) => options.ask.look({ text: sentence(last), settings })));
        if (mine !== turn) return;
        asked = key;
        runs = both.map(({ run, text: typed }) => ({ run, labels: labelsOf(run.tokens, typed).map((label) => label.text) }));
      }
      show(state);
    },
  };
}

function weightsOf({ run, labels }, layer, head) {
  const { data, cols } = run.matrix("weights", layer - 1, head - 1);
  return KEYS.map((key) => data[labels.indexOf("it") * cols + labels.indexOf(key)]);
}

/** What the numbers say, from the numbers as they are printed. */
function says([tired, wide], { layer, head, masked }) {
  const read = (weight) => Number(weight.toFixed(2));
  const changes = tired.map((weight, k) => Math.abs(read(weight) - read(wide[k])));
  const most = Math.max(...changes);
  const word = (text) => el("i", {}, el("bdi", {}, text));
  const moved = most < 0.005 ? "limit.same" : "limit.moves";
  return [
    ...parts("limit.story", { it: word("it"), tired: word(LAST[0]), wide: word(LAST[1]) }), " ",
    t(masked ? `${moved}Masked` : moved, { layer, head, change: fixed(most, 2), key: nameOf({ text: KEYS[changes.indexOf(most)] }) }), " ",
    ...parts(most < HARDLY ? "limit.hardly" : "limit.notYet", { it: word("it") }),
  ];
}
