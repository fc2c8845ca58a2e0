/**
 * How the values of state.js are written in an address, and read from it.
 * @template T
 * @typedef {object} Type
 * @property {(value: T) => string | null} write null: nothing to write
 * @property {(text: string, say: Say) => T | undefined} read undefined: it is no such value. A value that differs from
 *   what the text asks for is said
 * @typedef {(code: import("./address-notices.js").Notice["code"], asked: string, used?: string) => void} Say
 */
import { grouped } from "./numbers.js";

const TEXT = 20_000; // characters of a sentence
const TOKEN = 9999; // tokens, layers and heads that no run comes near

/** @type {Type<string>} A character more than is read is written of a text too long, so that the reader says that it was cut. */
export const sentence = {
  write: (text) => text.slice(0, TEXT + 1),
  read(text, say) {
    if (text.length <= TEXT) return text;
    say("too-long", text, grouped(TEXT));
    return text.slice(0, TEXT).replace(/[\ud800-\udbff]$/, "");
  },
};

/** @param {Iterable<string>} ids @returns {Type<string>} */
export function oneOf(ids) {
  const all = [...ids];
  return { write: (id) => id, read: (text) => (all.includes(text) ? text : undefined) };
}

/** Values that have names in the address. @param {[string, any][]} names @returns {Type<any>} */
export function named(names) {
  return {
    write: (value) => names.find(([, each]) => each === value)[0],
    read: (text) => names.find(([name]) => name === text)?.[1],
  };
}

/** @type {Type<boolean>} An attribute without a value is on. */
export const flag = { write: (on) => (on ? "1" : "0"), read: named([["1", true], ["", true], ["true", true], ["0", false], ["false", false]]).read };

/** A list of some ids. @param {string[]} ids @returns {Type<string[] | null>} */
export const someOf = (ids) => list((text) => (ids.includes(text) ? text : undefined));

const WHOLE = /^[+-]?\d+(e\+?\d+)?$/i;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const within = (x, least, most) => Math.min(most, Math.max(least, x));

/** @param {number} least @param {number} most @returns {Type<number> & { least: number, most: number }} */
export const whole = (least, most) => number(least, most, (x) => x, WHOLE);

/** A number of so many significant figures. @param {number} least @param {number} most @param {number} count */
export const figures = (least, most, count) => number(least, most, (x) => Number(x.toPrecision(count)), NUMBER);

function number(least, most, rounded, pattern) {
  return {
    least, most, write: String,
    read(text, say) {
      if (!pattern.test(text)) return undefined;
      const asked = Number(text);
      const used = rounded(within(asked, least, most));
      if (used !== asked) say("clamped", text, String(used));
      return used;
    },
  };
}

/** Number of a layer or head. */
export const nth = whole(1, TOKEN);

/** @type {Type<{ i: number, j: number }>} row.column */
export const cell = {
  write: ({ i, j }) => `${i}.${j}`,
  read(text, say) {
    const asked = twoOf(text);
    if (!asked) return undefined;
    const [i, j] = asked.map((x) => within(x, 1, TOKEN));
    if (i !== asked[0] || j !== asked[1]) say("clamped", text, `${i}.${j}`);
    return { i, j };
  },
};

function twoOf(text) {
  const two = text.split(".");
  return two.length === 2 && two.every((each) => WHOLE.test(each)) ? two.map(Number) : null;
}

/** @type {Type<string[]>} Cells, or heads in their layers, as state.js names them. One that cannot be is left out: to bring it into range would hit another. */
export const pairs = list((text) => {
  const two = twoOf(text);
  return two?.every((x) => x >= 1 && x <= TOKEN) ? two.join(".") : undefined;
});

/** @param {(text: string) => string | undefined} read one of them */
function list(read) {
  return {
    write: (all) => all && all.join(),
    read(text, say) {
      const all = new Set();
      for (const part of text ? text.split(",") : []) {
        const one = read(part);
        if (one === undefined) say("malformed", part);
        else all.add(one);
      }
      return [...all];
    },
  };
}

/** Step of a lesson, from 1. @param {Map<string, number>} lessons id → how many steps @returns {Type<{ id: string, step: number }>} */
export function lesson(lessons) {
  return {
    write: ({ id, step }) => `${id}.${step + 1}`,
    read(text, say) {
      const [id, step = "1", ...rest] = text.split(".");
      if (!lessons.has(id) || rest.length) return undefined;
      const at = whole(1, lessons.get(id)).read(step, (code, _, used) => say(code, text, `${id}.${used}`));
      return at && { id, step: at - 1 };
    },
  };
}

/** A language by its tag, of which a region is not minded: de-AT. @param {string[]} tags @returns {Type<string>} */
export const language = (tags) => ({ write: (tag) => tag, read: (text) => oneOf(tags).read(text.split("-")[0].toLowerCase()) });

/** A type with null, which is written as nothing. @template T @param {Type<T>} type @returns {Type<T | null>} */
export const optional = ({ write, read }) => ({
  write: (value) => (value === null ? "" : write(value)),
  read: (text, say) => (text === "" ? null : read(text, say)),
});
