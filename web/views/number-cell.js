import { t } from "../language.js";
import { numberText, parseNumber } from "../parse-number.js";
import { el, setAttribute } from "./dom.js";

const ROOMY = 4; // characters that a field of the usual width holds
let refused = 0;

/**
 * One number of a table, in a field. What is typed counts on Enter or when the field is left; a text that is no
 * number stays to be corrected, with the reason by it, and the number that was there stays in force.
 * @param {object} options
 * @param {string} options.label
 * @param {(value: number) => boolean} options.onNumber a number was typed; false: it is the one that is there
 * @param {HTMLElement} options.reasons where the reason of a refusal goes
 */
export function numberCell({ label, onNumber, reasons }) {
  const input = el("input", {
    type: "text", class: "number-cell", size: "1", inputmode: "decimal", autocomplete: "off", spellcheck: "false", "aria-label": label,
    onchange: commit, oninput: () => widen(input), onkeydown: press,
  });
  const element = el("td", {}, input);
  let inForce = "";
  let reason = null;

  function commit() {
    if (input.value === inForce) return calm();
    const { value, problem } = parseNumber(input.value);
    if (problem) return refuse(problem);
    if (onNumber(value)) inForce = numberText(value);
    restore();
  }

  function press(event) {
    if (event.isComposing) return;
    if (event.key === "Enter") commit();
    else if (event.key === "Escape" && isTyped()) {
      event.stopPropagation();
      restore();
    }
  }

  function restore() {
    input.value = inForce;
    widen(input);
    calm();
  }

  function refuse(problem) {
    calm();
    reason = el("p", { dir: "auto", id: `refused-${++refused}`, role: "alert" }, t("workings.refused", { problem, number: inForce }));
    reasons.append(reason);
    setAttribute(input, "aria-invalid", "true");
    setAttribute(input, "aria-describedby", reason.id);
  }

  function calm() {
    reason?.remove();
    reason = null;
    setAttribute(input, "aria-invalid", null);
    setAttribute(input, "aria-describedby", null);
  }

  const isTyped = () => input.value !== inForce;

  return {
    element, input, isTyped, restore,
    /** @param {string} text of the number in force @param {boolean} byHand it was set by the person */
    show(text, byHand) {
      const typed = isTyped();
      inForce = text;
      if (!typed && input.value !== text) restore();
      element.classList.toggle("is-set", byHand);
      setAttribute(input, "aria-label", byHand ? t("workings.cellSet", { cell: label }) : label);
    },
  };
}

/** A long number makes its column wider. */
function widen(input) {
  const width = input.value.length > ROOMY ? `calc(${Math.min(input.value.length, 16)}ch + 13px)` : "";
  if (input.style.minWidth !== width) input.style.minWidth = width;
}
