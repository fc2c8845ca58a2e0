import { headName } from "../head-names.js";
import { t } from "../language.js";
import { maskName, MASKS } from "../masks.js";
import { significant } from "../numbers.js";
import { KEYS } from "../state.js";
import { chevron, el, fontOf, math, setAttribute, setText, textWidth } from "./dom.js";
import { segmented } from "./segmented.js";

const CHOICE_KEYS = ["result", "layer", "head"];
const SETTING_KEYS = ["mask", "window", "padding", "closed", "divide", "temperature", "headsOff", "layer", "head"];

/** Which head is shown, and the switches that the core computes with. */
export function mount(element, store) {
  const place = headChoice(store);
  const where = el("p", { class: "where" });
  const whereText = el("span", { class: "where-text" });
  const name = el("span", { class: "does" });
  where.append(whereText, name);
  const settings = [maskChoice(store), divideSwitch(store), temperature(store), headSwitch(store)];
  const adjust = el("div", { class: "adjust", id: "adjust", role: "group", "aria-label": t("adjust.group") }, ...settings.map((each) => each.element));
  const open = el("button", {
    type: "button", class: "text-button adjust-button", "aria-expanded": "false", "aria-controls": "adjust",
    onclick: () => open.setAttribute("aria-expanded", String(adjust.classList.toggle("is-open"))),
  }, t("adjust.open"), chevron());
  element.replaceChildren(place.element, where, open, adjust);

  let info = { layers: 1, heads: 1 }; // of the last result: an empty sentence changes no model
  return {
    render(state, changed) {
      if (SETTING_KEYS.some((key) => changed.has(key))) for (const each of settings) each.render(state);
      if (!CHOICE_KEYS.some((key) => changed.has(key))) return;
      info = state.result?.info ?? info;
      const { layers, heads } = info;
      element.classList.toggle("is-single", layers * heads === 1);
      element.classList.toggle("is-fixed", state.result?.model === "imported" && !state.imported.computes);
      place.render(state, layers, heads);
      const numbers = { layer: state.layer, head: state.head, heads };
      setText(whereText, layers * heads === 1 ? t("adjust.placeAlone", numbers) : t("adjust.place", numbers));
      setText(name, headName(state.model, state.layer, state.head));
    },
    destroy: () => element.replaceChildren(),
  };
}

function headChoice(store) {
  const element = el("div", { class: "choice" });
  let layer;
  let head;
  let sizes = "";
  return {
    element,
    render(state, layers, heads) {
      if (sizes !== `${layers}×${heads}`) {
        sizes = `${layers}×${heads}`;
        layer = numbered(t("adjust.layer"), layers, (value) => store.set({ layer: value }));
        head = numbered(t("adjust.head"), heads, (value) => store.set({ head: value }));
        element.replaceChildren(...(layers > 1 ? [layer.element] : []), ...(heads > 1 ? [head.element] : []));
      }
      layer.choose(state.layer);
      head.choose(state.head);
    },
  };
}

/** Segments, or of many a list. */
function numbered(name, count, onChoose) {
  if (count > SEGMENTS) return listed(name, count, onChoose);
  const options = Array.from({ length: count }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }));
  const { element, choose } = segmented({ name, options, legend: true, onChoose: (value) => onChoose(Number(value)) });
  return { element, choose: (value) => choose(String(value)) };
}

function listed(name, count, onChoose) {
  const select = el("select", { onchange: () => onChoose(Number(select.value)) },
    ...Array.from({ length: count }, (_, index) => el("option", { value: index + 1 }, String(index + 1))));
  const element = el("label", { class: "mask-choice" }, el("span", {}, name), select, chevron());
  return { element, choose: (value) => { select.value = String(value); } };
}

function maskChoice(store) {
  const select = el("select", { onchange: () => store.set({ mask: select.value, ...(select.value === "free" ? { stage: "masked" } : {}) }) },
    ...MASKS.map((mask) => el("option", { value: mask }, maskName(mask))));
  const size = maskSize(store);
  const element = el("div", { class: "mask-set" },
    el("label", { class: "mask-choice" }, el("span", { class: "name" }, t("adjust.mask")), select, chevron()), size.element);
  return {
    element,
    render(state) {
      size.render(state);
      if (select.dataset.shown === state.mask) return;
      select.value = select.dataset.shown = state.mask;
      // A select is as wide as its widest option; this one as what it shows, so that its arrow stands by the word.
      select.style.width = `${Math.ceil(textWidth(maskName(state.mask), fontOf(select))) + 32}px`;
    },
  };
}

/** How wide the window is, or how many tokens are filling; for a mask by hand, a way back to open cells. */
function maskSize(store) {
  const less = el("button", { type: "button", class: "step-button", onclick: () => change(-1) }, "−");
  const more = el("button", { type: "button", class: "step-button", onclick: () => change(1) }, "+");
  const reading = el("output", { class: "reading" });
  const stepper = el("span", { class: "stepper", role: "group" }, less, reading, more);
  const open = el("button", { type: "button", class: "text-button underlined", onclick: () => store.set({ closed: [] }) }, t("adjust.openAll"));
  const element = el("span", { class: "mask-size" }, stepper, open);
  const key = () => store.state.mask;
  const change = (by) => {
    const { least, most } = KEYS[key()].type;
    store.set({ [key()]: Math.max(least, Math.min(most, store.state[key()] + by)) });
  };
  return {
    element,
    render(state) {
      stepper.hidden = !SIZED.includes(state.mask);
      open.hidden = state.mask !== "free" || state.closed.length === 0;
      element.hidden = stepper.hidden && open.hidden;
      if (stepper.hidden) return;
      setAttribute(stepper, "aria-label", t(`adjust.${state.mask}`));
      setAttribute(less, "aria-label", t(`adjust.${state.mask}.less`));
      setAttribute(more, "aria-label", t(`adjust.${state.mask}.more`));
      setText(reading, String(state[state.mask]));
    },
  };
}

const SEGMENTS = 12;
/** Masks that have a size, under a key of the state of their own name. */
const SIZED = ["window", "padding"];

function divideSwitch(store) {
  const face = math(["math", { "aria-hidden": "true" }, ["mo", "÷"], ["msqrt", ["msub", ["mi", "d"], ["mi", "k"]]]]);
  const { element, input } = toggle("divide-set", [face], t("adjust.divide"), (on) => store.set({ divide: on }));
  return { element, render: ({ divide }) => { input.checked = divide; } };
}

function headSwitch(store) {
  const { element, input } = toggle("head-set", [el("span", {}, t("adjust.headOn"))], null, (on) => {
    const { layer, head, headsOff } = store.state;
    const others = headsOff.filter((name) => name !== `${layer}.${head}`);
    store.set({ headsOff: on ? others : [...others, `${layer}.${head}`] });
  });
  return { element, render: ({ headsOff, layer, head }) => { input.checked = !headsOff.includes(`${layer}.${head}`); } };
}

function toggle(name, face, label, onChange) {
  const input = el("input", { type: "checkbox", role: "switch", "aria-label": label, onchange: () => onChange(input.checked) });
  return { element: el("label", { class: `switch ${name}` }, ...face, input), input };
}

/** The slider's own scale is log₁₀ of the temperature, −1 to 1; what is set has two figures, as printed. */
function temperature(store) {
  const set = (value) => store.set({ temperature: value });
  const input = el("input", {
    type: "range", id: "temperature", min: "-1", max: "1", step: "0.02",
    oninput: () => set(Number((10 ** Number(input.value)).toPrecision(2))),
    ondblclick: () => set(1),
  });
  const reading = el("span", { class: "reading", "aria-hidden": "true" });
  const element = el("div", { class: "slider" }, el("label", { for: "temperature", class: "name" }, t("adjust.temperature")), input, reading);
  return {
    element,
    render(state) {
      const text = significant(state.temperature, 2);
      if (reading.textContent === text) return;
      reading.textContent = text;
      setAttribute(input, "aria-valuetext", text);
      const at = Math.log10(state.temperature);
      if (Math.abs(Number(input.value) - at) > 0.02) input.value = String(at);
    },
  };
}
