import { AttentionError } from "../errors.js";
import { addStrings, t } from "../language.js";
import english from "../strings/en/files.js";

addStrings("en", english);

/**
 * Why a file is not taken: a code, and what was wrong and what to do in the reader's words.
 * @param {string} code with a text "files.error.CODE" @param {Record<string, string | number>} [values] of the text
 */
export const refusal = (code, values) => new AttentionError(code, t(`files.error.${code}`, values), "importFiles");
