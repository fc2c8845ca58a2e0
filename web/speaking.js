import { addStrings, hasStrings, LANGUAGES, setLanguage } from "./language.js";
import { bringScript } from "./parts.js";

/**
 * Makes a language the document's, fetching its words first. Where these cannot be had, English stays.
 * @param {string} language of LANGUAGES
 */
export async function speak(language) {
  if (!hasStrings(language)) {
    try {
      addStrings(language, await bringScript(`languages/${language}.js`));
    } catch (error) {
      reportError(error);
      return;
    }
  }
  setLanguage(language);
}

/** The first of some language tags that the interface has; English if none. @param {readonly string[]} tags */
export function spokenOf(tags) {
  return tags.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => tag in LANGUAGES) ?? "en";
}
