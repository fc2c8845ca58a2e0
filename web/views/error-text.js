import { language, t } from "../language.js";

/**
 * What went wrong, in the reader's language. The messages of errors are English and name the case; in another
 * language stands what their code says in general, where the strings have that.
 * @param {{ code?: string, message?: string } | undefined} error
 * @returns {string | undefined}
 */
export function errorText(error) {
  const key = `error.${error?.code}`;
  return language() !== "en" && t(key) !== key ? t(key) : error?.message;
}
