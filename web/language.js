/**
 * The words of the interface in the reader's language. A document speaks one language: elements on one page, and the
 * parts that come later as scripts of their own, share it. Tables stand in strings/: key → text, or, for what is counted,
 * key → { one, other, … } by the plural rules of the language.
 */

/** Language tag → its own name. */
export const LANGUAGES = { en: "English", zh: "中文", es: "Español", de: "Deutsch", ar: "العربية" };

// The bundles of one document each have a copy of this file.
const shared = (globalThis[Symbol.for("attention-lab.language")] ??= { language: "en", tables: {}, plurals: {} });

/** @param {string} language @param {Record<string, string | Record<string, string>>} table more of its strings */
export function addStrings(language, table) {
  Object.assign((shared.tables[language] ??= {}), table);
}

export const hasStrings = (language) => language in shared.tables;

export const language = () => shared.language;

/** Direction of the interface. @returns {"ltr" | "rtl"} */
export const direction = () => (shared.language === "ar" ? "rtl" : "ltr");

/** Views ask for their words when they are mounted and rendered: mount them anew after this. @param {string} language whose strings are there */
export function setLanguage(language) {
  shared.language = language;
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values] for the {names} in the text; `count` chooses the plural
 * @returns {string}
 */
export function t(key, values = {}) {
  return pattern(key, values).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * The same where some of the values are elements: the children of the element that says it.
 * @param {string} key
 * @param {Record<string, string | number | Node>} values
 * @returns {(string | Node)[]}
 */
export function parts(key, values) {
  return pattern(key, values).split(/(\{\w+\})/).filter(Boolean).map((part) => {
    const value = part.startsWith("{") ? values[part.slice(1, -1)] : undefined;
    return value === undefined ? part : value instanceof Node ? value : String(value);
  });
}

function pattern(key, { count }) {
  const entry = shared.tables[shared.language]?.[key] ?? shared.tables.en?.[key] ?? key;
  if (typeof entry === "string") return entry;
  const rules = (shared.plurals[shared.language] ??= new Intl.PluralRules(shared.language));
  return entry[rules.select(Number(count))] ?? entry.other;
}
