import { addStrings, hasStrings, language, LANGUAGES, setLanguage } from "./language.js";
import { bringScript } from "./parts.js";

/** Somebody has said what the document speaks: labs that name no language follow. */
let said = false;
const listeners = new Set();
export const hasSpoken = () => said;

/**
 * Makes a language the document's, fetching its words first. Where these cannot be had, English stays.
 * @param {string} wanted of LANGUAGES
 */
export async function speak(wanted) {
  said = true;
  if (!hasStrings(wanted)) {
    try {
      addStrings(wanted, await bringScript(`languages/${wanted}.js`));
    } catch (error) {
      reportError(error);
      return;
    }
  }
  if (language() === wanted) return;
  setLanguage(wanted);
  for (const listener of listeners) listener();
}

/** @param {() => void} listener told when the document speaks another language @returns {() => void} stops it */
export function onSpeech(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The first of some language tags that the interface has; English if none. @param {readonly string[]} tags */
export function spokenOf(tags) {
  return tags.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => tag in LANGUAGES) ?? "en";
}
