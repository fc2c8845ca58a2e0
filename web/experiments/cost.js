import { t } from "../language.js";
import { factsOf } from "../stages.js";
import { el, math } from "../views/dom.js";
import { PAPER } from "./cost-counts.js";
import { countsView } from "./cost-table.js";
import { runView } from "./cost-here.js";
import { wholeField } from "./whole-field.js";

const sub = (letter, index, role) => math(["math", ["msub", ["mi", { class: role }, letter], ["mi", index]]]);
const single = (letter, role) => math(["math", ["mi", { class: role }, letter]]);

const FIELDS = [
  { key: "n", letter: "n", face: () => single("n", "q"), most: 65536 },
  { key: "m", letter: "m", face: () => single("m", "k"), most: 65536 },
  { key: "dK", letter: "dₖ", face: () => sub("d", "k", "k"), most: 4096 },
  { key: "dV", letter: "dᵥ", face: () => sub("d", "v", "v"), most: 4096 },
  { key: "heads", letter: "h", face: () => single("h"), most: 64 },
  { key: "layers", letter: "L", face: () => single("L"), most: 128 },
];

/** What attention costs: counted, and run here and now. */
export function mount(element, store, options) {
  let sizes = PAPER;
  const set = (patch) => {
    sizes = { ...sizes, ...patch };
    for (const { key, field } of fields) if (key in patch) field.show(sizes[key]);
    counted.show(sizes);
    here.sizesChanged();
  };
  const fields = FIELDS.map((row) => ({ ...row, field: sizeField(row, (value) => set({ [row.key]: value })) }));
  const counted = countsView();
  const here = runView(options.ask.second, () => sizes);
  const sentence = el("button", { type: "button", class: "button", disabled: true, onclick: () => set(sizesOf(store.state)) }, t("cost.thisSentence"));
  element.replaceChildren(
    el("h2", {}, t("tabs.cost")),
    el("p", { class: "prose" }, t("cost.intro")),
    el("div", { class: "cost-grid" },
      el("div", { class: "cost-sizes" },
        el("h3", { class: "title" }, t("cost.sizes")),
        ...fields.map(({ field }) => field.element),
        el("p", { class: "cost-presets" },
          el("button", { type: "button", class: "button", onclick: () => set(PAPER) }, t("cost.paper")), sentence)),
      counted.element),
    here.element,
  );
  set(sizes);

  return {
    render(state, changed) {
      if (changed.has("result")) sentence.disabled = !state.result;
      if (changed.has("core")) here.setReady(state.core.phase === "ready");
    },
    destroy() {
      here.destroy();
      element.replaceChildren();
    },
  };
}

function sizeField({ key, letter, face, most }, onSet) {
  const words = t(`cost.${key}`);
  const { input, note, show } = wholeField({ id: `cost-${key}`, name: `${letter}, ${words}`, letter, least: 1, most, onSet });
  const label = el("label", { class: "cost-label", for: input.id }, el("span", { class: "cost-letter" }, face()), words);
  return { element: el("div", { class: "cost-field" }, label, note, input), show };
}

/** Of the run on the screen. */
function sizesOf(state) {
  const { n, m, dK, dV, heads, layers } = factsOf(state);
  return { n, m, dK, dV, heads, layers };
}
