import { language, setLanguage } from "../language.js";
import { lessonsLanguage } from "./content.js";

/** The language of the prose; the words around it are in that of the interface. */
export const proseLanguage = () => lessonsLanguage(language());

/** Attributes of an element with prose in it, where it is not in the language of the interface. */
export function proseAttributes() {
  const spoken = proseLanguage();
  return spoken === language() ? {} : { lang: spoken, dir: spoken === "ar" ? "rtl" : "ltr" };
}

/** Makes prose: its words and numbers are written in its own language. @template T @param {() => T} make at once, not later @returns {T} */
export function inProse(make) {
  const before = language();
  setLanguage(proseLanguage());
  try {
    return make();
  } finally {
    setLanguage(before);
  }
}
