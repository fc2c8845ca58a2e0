import { t } from "../language.js";
import { grouped, groupSign } from "../numbers.js";
import { latin } from "../parse-number.js";
import { el, setText } from "../views/dom.js";

const SHOWN = 12; // characters of a refused text that its reason repeats

/**
 * A whole number as typed: Latin or Arabic digits, also grouped by threes, as here or as the reader's language does.
 * @param {string} text
 * @returns {number} NaN if it is none
 */
export function wholeNumber(text) {
  const trimmed = latin(text.trim()).replaceAll(groupSign(), ",");
  const plain = /^\d+$/.test(trimmed) || /^\d{1,3}([,\u2009\u202f\u00a0 ]\d{3})+$/.test(trimmed);
  return plain ? Number(trimmed.replace(/\D/g, "")) : NaN;
}

/**
 * A field for a whole number. What is refused is told beside it, and the old value stands again.
 * @param {object} options
 * @param {string} options.id
 * @param {string} options.name its accessible name
 * @param {string} options.letter as it is called in the reason
 * @param {number} options.least @param {number} options.most
 * @param {(value: number) => void} options.onSet
 * @returns {{ input: HTMLInputElement, note: HTMLElement, show(value: number): void }} note: the range, or why it was refused
 */
export function wholeField({ id, name, letter, least, most, onSet }) {
  const range = t("field.range", { least: grouped(least), most: grouped(most) });
  const note = el("span", { class: "whole-note", id: `${id}-note`, role: "status" }, range);
  const input = el("input", { class: "whole-field", id, type: "text", inputmode: "numeric", autocomplete: "off", "aria-label": name, "aria-describedby": note.id });
  let held = least;
  const tell = (reason) => {
    setText(note, reason || range);
    note.classList.toggle("is-refused", reason !== "");
  };
  const show = (value) => {
    held = value;
    input.value = String(value);
    tell("");
  };
  input.addEventListener("change", () => {
    const typed = input.value;
    const value = wholeNumber(typed);
    const reason = whyNot(typed, value, { least, most, letter, held });
    show(reason ? held : value);
    tell(reason);
    if (!reason) onSet(value);
  });
  return { input, note, show };
}

function whyNot(typed, value, { least, most, letter, held }) {
  const whole = typed.trim();
  const text = whole.length > SHOWN ? `${whole.slice(0, SHOWN)}…` : whole;
  const values = { text, letter, held: grouped(held), least: grouped(least), most: grouped(most) };
  if (text === "") return t("field.empty", values);
  if (Number.isNaN(value)) return t("field.noWhole", values);
  if (value < least || value > most) return t("field.outside", values);
  return "";
}
