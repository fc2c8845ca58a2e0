import { el, setText } from "./dom.js";

let made = 0;

/**
 * A few choices side by side, of which one holds: native radio buttons under their labels.
 * @param {object} options
 * @param {string} options.name
 * @param {{ value: string, label: string }[]} options.options
 * @param {(value: string) => void} options.onChoose
 * @param {boolean} [options.legend] the name stands before the choices
 */
export function segmented({ name, options, onChoose, legend = false }) {
  const group = `segmented-${++made}`;
  const inputs = options.map(({ value }) =>
    el("input", { type: "radio", name: group, value, onchange: () => onChoose(value) }));
  const row = el("div", { class: "segmented" },
    ...options.map(({ label }, index) => el("label", {}, inputs[index], el("span", { dir: /\p{L}/u.test(label) ? null : "ltr" }, label))));
  const element = el("fieldset", { class: "segmented-set" }, el("legend", { class: legend ? null : "unseen" }, name), row);
  return {
    element,
    setLabel(value, label) {
      const input = inputs.find((each) => each.value === value);
      setText(input.nextSibling, label);
    },
    /** Shows only these of the choices. @param {string[]} values */
    offer(values) {
      for (const input of inputs) input.parentNode.hidden = !values.includes(input.value);
    },
    choose(value) {
      for (const input of inputs) input.checked = input.value === value;
    },
  };
}
