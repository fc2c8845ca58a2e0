/**
 * Edits of hand-made examples as text: `cat-and-mouse:wQ.2.3=1.5,E.1.1=-0.25;chat-noir:V.2.1=3`. Rows and columns
 * count from 1. Only what holds is carried, no history: one edit a cell, without resets or what was undone.
 */
import { holding } from "./edits.js";
import { handMade } from "./models/by-hand.js";
import { parseNumber, shortest } from "./parse-number.js";

/** @type {import("./address-types.js").Type<Record<string, import("./edits.js").Edits>>} */
export const edits = {
  write(all) {
    const texts = handMade.filter(({ id }) => all[id]).map(({ id }) => [id, lastOfEach(holding(all[id])).map(write).join()]);
    return texts.filter(([, text]) => text).map((pair) => pair.join(":")).join(";");
  },
  read(text, say) {
    const lists = new Map(handMade.map((example) => [example, []]));
    for (const part of text ? text.split(";") : []) {
      const [id, ...rest] = part.split(":");
      const example = handMade.find((each) => each.id === id);
      if (!example || rest.length !== 1) say("malformed", part);
      else readInto(lists.get(example), example, rest[0], say);
    }
    const held = [...lists].filter(([, list]) => list.length).map(([{ id }, list]) => [id, lastOfEach(list)]);
    return Object.fromEntries(held.map(([id, list]) => [id, { list, at: list.length }]));
  },
};

function readInto(list, example, text, say) {
  for (const part of text.split(",")) {
    const edit = read(example, part);
    if (edit) list.push(edit);
    else say("malformed", part);
  }
}

/** Numbers as JavaScript has them: an address is the same in every language. */
const write = ({ matrix, row, col, value }) => `${matrix}.${row + 1}.${col + 1}=${String(shortest(value)).replace("+", "")}`;

function read(example, text) {
  const [, matrix, row, col, number] = /^(E|w?[QKV])\.(\d+)\.(\d+)=(.+)$/.exec(text) ?? [];
  if (!matrix) return null;
  const { words, features, dimensions, values } = example;
  const rows = matrix.startsWith("w") ? features : words;
  const cols = { E: features, V: values, wV: values }[matrix] ?? dimensions;
  const { value } = parseNumber(number);
  const edit = { matrix, row: row - 1, col: col - 1, value };
  return value !== undefined && edit.row in rows && edit.col in cols ? edit : null;
}

/** Of the edits of one cell only the last holds. @param {import("./edits.js").Edit[]} list */
const lastOfEach = (list) => [...new Map(list.map((edit) => [`${edit.matrix}.${edit.row}.${edit.col}`, edit])).values()];
