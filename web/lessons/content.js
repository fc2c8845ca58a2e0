/**
 * What the lessons say, by language; whoever reads another one reads English. A lesson of another language has the same id
 * and steps, and is made while its language is the one that is spoken (see spoken.js).
 */
import { LESSONS } from "./list.js";
import { REFERENCES } from "./references-list.js";

const CONTENT = { en: { lessons: LESSONS, references: REFERENCES } };

/** @param {string} language of the interface @returns {string} the one that the lessons are in */
export const lessonsLanguage = (language) => (language in CONTENT ? language : "en");

/** @param {string} language see lessonsLanguage @returns {{ lessons: import("./list.js").Lesson[], references: import("./references-list.js").Reference[] }} */
export const contentIn = (language) => CONTENT[language];
