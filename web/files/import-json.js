/**
 * JSON as Python writes it: json.dump() puts NaN, Infinity and −Infinity for what JSON has no numbers for. They are taken for
 * what they mean, and counted, so that the reader is told.
 */
import { refusal } from "./refusal.js";

const STRING_OR_ODD = /"(?:[^"\\]|\\.)*"|-?Infinity|NaN/g;
const WRITTEN = { NaN: '"nan"', Infinity: '"inf"', "-Infinity": '"-inf"' };

/**
 * @param {string} text
 * @returns {{ value: any, odd: number }} odd: how many numbers were no JSON
 * @throws {AttentionError} BAD_JSON
 */
export function parseJson(text) {
  try {
    return { value: JSON.parse(text), odd: 0 };
  } catch (error) {
    let odd = 0;
    const mended = text.replace(STRING_OR_ODD, (found) => {
      if (!Object.hasOwn(WRITTEN, found)) return found;
      odd++;
      return WRITTEN[found];
    });
    if (odd === 0) throw refusal("BAD_JSON", { reason: error.message });
    try {
      return { value: JSON.parse(mended), odd };
    } catch ({ message }) {
      throw refusal("BAD_JSON", { reason: message });
    }
  }
}
