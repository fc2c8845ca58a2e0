import { LOCKS, PANELS } from "../address-switches.js";
import { LANGUAGES, t } from "../language.js";
import { chevron, el, setText } from "../views/dom.js";
import { segmented } from "../views/segmented.js";
import { baseOf, hiddenIn } from "./snippets.js";

const WIDTHS = [500, 700, 1000];
const HEIGHT = 480; // px, until the page has told its own
const [LEAST, MOST] = [120, 4000]; // px of a fixed height

/**
 * What a teacher sets: form, parts, locks, theme, language, size and address.
 * @param {object} options
 * @param {object} options.state of the store, which the settings begin with
 * @param {string} options.base the address that they begin with
 * @param {boolean} options.isReached others can reach it
 * @param {() => void} options.onChange
 */
export function createSettings({ state, base, isReached, onChange }) {
  const setting = { embed: true, hidden: [...hiddenIn(true)], lock: [...state.lock], theme: state.theme, language: state.language };
  const size = { width: null, height: "auto", px: HEIGHT };
  let [address, automatic, fixed] = [base, HEIGHT, HEIGHT];

  const form = segmented({
    name: t("share.form"), legend: true,
    options: [{ value: "small", label: t("share.form.small") }, { value: "whole", label: t("share.form.whole") }],
    onChoose(value) {
      setting.embed = value === "small";
      setting.hidden = [...hiddenIn(setting.embed)];
      shown.choose(PANELS.filter((name) => !setting.hidden.includes(name)));
      onChange();
    },
  });
  form.choose("small");
  const shown = checkboxes({
    name: t("share.shown"), items: PANELS.map((name) => ({ id: name, label: t(`share.panel.${name}`) })),
    onChange(chosen) {
      setting.hidden = PANELS.filter((name) => !chosen.includes(name));
      onChange();
    },
  });
  shown.choose(PANELS.filter((name) => !setting.hidden.includes(name)));
  const locked = checkboxes({
    name: t("share.locked"), items: LOCKS.map((name) => ({ id: name, label: t(`share.lock.${name}`) })),
    onChange(chosen) {
      setting.lock = chosen;
      onChange();
    },
  });
  locked.choose(setting.lock);
  const theme = segmented({
    name: t("share.theme"), legend: true,
    options: [{ value: "auto", label: t("share.theme.auto") }, { value: "light", label: t("share.theme.light") }, { value: "dark", label: t("share.theme.dark") }],
    onChoose(value) {
      setting.theme = value;
      onChange();
    },
  });
  theme.choose(setting.theme);
  const language = choice(t("language.menu"), [["", t("share.reader")], ...Object.entries(LANGUAGES)], setting.language ?? "", (value) => {
    setting.language = value || null;
    onChange();
  });
  const width = choice(t("share.width"), [["", "100%"], ...WIDTHS.map((px) => [String(px), t("share.px", { px })])], "", (value) => {
    size.width = Number(value) || null;
    onChange();
  });
  const pixels = el("input", {
    type: "number", class: "share-pixels", min: LEAST, max: MOST, step: "10", value: String(fixed), "aria-label": t("share.height.px"), hidden: true,
    oninput() {
      if (!pixels.validity.valid || pixels.value === "") return;
      size.px = fixed = Math.round(Number(pixels.value));
      onChange();
    },
  });
  const height = segmented({
    name: t("share.height"), legend: true,
    options: [{ value: "auto", label: t("share.height.auto") }, { value: "shape", label: "5:3" }, { value: "fixed", label: t("share.height.fixed") }],
    onChoose(value) {
      size.height = value;
      size.px = value === "fixed" ? fixed : automatic;
      pixels.hidden = value !== "fixed";
      onChange();
    },
  });
  height.choose("auto");
  const problem = el("p", { class: "message is-warning", role: "alert", hidden: true }, t("share.address.wrong"));
  const field = el("input", {
    type: "text", class: "share-address", inputmode: "url", dir: "ltr", spellcheck: "false", autocomplete: "off", value: base,
    oninput() {
      const read = baseOf(field.value);
      problem.hidden = read !== null;
      field.setAttribute("aria-invalid", String(read === null));
      if (read === null) return;
      address = read;
      onChange();
    },
  });
  const row = (...children) => el("div", { class: "share-row" }, ...children);
  return {
    element: el("div", { class: "share-settings" },
      row(form.element), shown.element, locked.element, row(theme.element), row(language), row(width), row(height.element, pixels),
      el("label", { class: "share-address-label" }, el("span", {}, t("share.address")), field),
      problem, ...(isReached ? [] : [el("p", { class: "share-note" }, t("share.address.needed"))])),
    setting, size,
    get base() {
      return address;
    },
    /** The height that the page has told. @param {number} px */
    setAutomatic(px) {
      automatic = px;
      if (size.height === "auto") size.px = px;
    },
  };
}

/** A native select with its name before it. */
function choice(name, options, value, onChoose) {
  const select = el("select", { onchange: () => onChoose(select.value) }, ...options.map(([id, label]) => el("option", { value: id }, label)));
  select.value = value;
  return el("label", { class: "share-choice" }, el("span", { class: "name" }, name), el("span", { class: "share-select" }, select, chevron()));
}

/** Checkboxes that open under their name, beside which stands how many are checked. */
function checkboxes({ name, items, onChange }) {
  const boxes = items.map(({ id }) => el("input", { type: "checkbox", value: id, onchange: () => { count(); onChange(chosen()); } }));
  const some = el("span", { class: "share-some" });
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const count = () => setText(some, t("share.some", { some: chosen().length, all: items.length }));
  return {
    element: el("details", { class: "share-list" },
      el("summary", {}, el("span", { class: "name" }, name), some, chevron()),
      el("div", { class: "share-boxes", role: "group", "aria-label": name }, ...items.map(({ label }, at) => el("label", {}, boxes[at], el("span", {}, label))))),
    choose(ids) {
      for (const box of boxes) box.checked = ids.includes(box.value);
      count();
    },
  };
}
