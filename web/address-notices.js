/**
 * What a reader of addresses has to say of what it could not take as it stood. Its wording is the string
 * `address.<code>`, of these values.
 * @typedef {object} Notice
 * @property {"clamped" | "malformed" | "unknown" | "repeated" | "later" | "too-long" | "refused" | "absent" | "more"} code
 * @property {string} name of the parameter
 * @property {string} asked what stood there, shortened
 * @property {string} used what is used instead; "" if nothing
 */

const SHOWN = 40; // characters of what was asked
const MOST = 10; // notices; the last says how many more there would be

export function createNotices() {
  /** @type {Notice[]} */
  const list = [];
  let further = 0;
  return {
    /** @param {Notice["code"]} code @param {string} name @param {string} [asked] @param {string} [used] */
    add(code, name, asked = "", used = "") {
      if (list.length < MOST - 1) list.push({ code, name: shortened(name), asked: shortened(asked), used });
      else further++;
    },
    /** @returns {Notice[]} */
    all: () => (further ? [...list, { code: "more", name: "", asked: String(further), used: "" }] : list),
  };
}

const shortened = (text) => wellFormed(text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text);

/** Halves of a surrogate pair that stand alone, which no address can carry. */
const LONE = /[\ud800-\udfff]/gu;

export const wellFormed = (text) => text.replace(LONE, "\ufffd");
export const isWellFormed = (text) => text.search(LONE) < 0;
