/**
 * The page's state as a fragment of its address, as attributes of the element and in messages: name and value of each
 * key that differs from its default, by the table of state.js. What comes from outside is read part by part: what
 * cannot be taken as it stands is said, and never throws.
 *
 *     #v=1&text=le+chat+noir&example=chat-noir&stage=weights&cell=2.3
 *     #v=1&z=…       the same packed, where it would be long
 *
 * An example brings its own sentences, and a model the layer and head that it opens with: they are written only where they
 * differ from those.
 */
import { createNotices, isWellFormed, wellFormed } from "./address-notices.js";
import { canPack, pack, unpack } from "./address-packing.js";
import { handMade } from "./models/by-hand.js";
import { OPENING } from "./opening.js";
import { KEYS } from "./state.js";

const VERSION = 1;
const SHORT = 1500; // characters of a plain address
const LONGEST = 200_000; // characters of an address, and of a value
const UNPACKED = 1_000_000; // bytes
const PARTS = 100; // more than all names there are

const ROWS = Object.entries(KEYS).filter(([, row]) => row.type).map(([key, row]) => ({ key, url: key, ...row }));
const ROW_OF = new Map(ROWS.map((row) => [row.url, row]));

/** The names of all that can stand in an address, which are those of the element's attributes. */
export const NAMES = [...ROW_OF.keys()];

/** The state that an empty address stands for: what an address does not name is at its default. */
export const DEFAULTS = Object.fromEntries(ROWS.map((row) => [row.key, row.default]));

/** What a person brought from a file is not in the address, nor is what only makes sense with it. */
const NOT_CARRIED = { model: undefined, text: undefined, source: undefined, pin: undefined, layer: undefined, head: undefined };

/* ---- writing -------------------------------------------------------------------------------------- */

/**
 * @param {object} given state of the store, or a part of it
 * @returns {[string, string][]} name and value of what is not at its default
 */
export function pairsOf(given) {
  const state = given.model === "imported" ? { ...given, ...NOT_CARRIED } : given;
  const own = broughtBy(state);
  return ROWS.flatMap(({ key, url, type, default: usual }) => {
    if (state[key] === undefined) return [];
    const text = type.write(state[key]);
    return text === null || text === type.write(own[key] ?? usual) ? [] : [[url, wellFormed(text)]];
  });
}

/** @param {object} state @returns {string} with its # */
export const plainAddress = (state) => `#v=${VERSION}${plainOf(state).map((part) => `&${part}`).join("")}`;

/** @param {object} state @returns {Promise<string>} with its # */
export const packedAddress = async (state) => `#v=${VERSION}&z=${await pack(plainOf(state).join("&"))}`;

/** The shorter of both, plain as long as that is readable. @param {object} state @returns {Promise<string>} with its # */
export async function addressOf(state) {
  const plain = plainAddress(state);
  if (plain.length <= SHORT || !canPack()) return plain;
  const packed = await packedAddress(state);
  return packed.length < plain.length ? packed : plain;
}

const plainOf = (state) => pairsOf(state).map((pair) => pair.map(encoded).join("="));

/** As forms write it; but what may stand in a fragment and breaks no quotes or brackets around it stays readable. */
const encoded = (text) => encodeURIComponent(text)
  .replace(/%(2C|2F|3A|3B|3D|3F|40)/g, decodeURIComponent).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`).replace(/%20/g, "+");

/* ---- reading -------------------------------------------------------------------------------------- */

/** Whether a fragment is an address of a state, not one of a place in the page. @param {string} hash */
export const isAddress = (hash) => hash.includes("=");

/**
 * @typedef {{ patch: object, notices: import("./address-notices.js").Notice[] }} Read patch: keys of state.js with
 *   valid values, those that were named
 * @param {string} hash with or without its #
 * @returns {Promise<Read>} never rejects
 */
export async function readAddress(hash) {
  const notices = createNotices();
  if (hash.length > LONGEST) {
    notices.add("refused", "#", hash);
    return { patch: {}, notices: notices.all() };
  }
  const pairs = split(hash.replace(/^#/, ""), notices);
  const packed = pairs.find(([name]) => name === "z");
  if (packed) pairs.splice(pairs.indexOf(packed), 1, ...split(await unpacked(packed[1], notices), notices));
  return readAll(pairs, notices);
}

async function unpacked(packed, notices) {
  try {
    const text = await unpack(packed, UNPACKED);
    if (text === null) notices.add("refused", "z", packed);
    return text ?? "";
  } catch {
    notices.add("malformed", "z", packed);
    return "";
  }
}

function split(text, notices) {
  const parts = text.split("&").filter(Boolean);
  if (parts.length > PARTS) notices.add("refused", "#", parts[PARTS]);
  return parts.slice(0, PARTS).flatMap((part) => {
    const at = part.includes("=") ? part.indexOf("=") : part.length;
    const pair = [part.slice(0, at), part.slice(at + 1)];
    try {
      return [pair.map((each) => decodeURIComponent(each.replace(/\+/g, " ")))];
    } catch {
      notices.add("malformed", ...pair);
      return [];
    }
  });
}

/**
 * The same reader over attributes, or over the entries of a message.
 * @param {Iterable<[string, any]>} pairs values: strings, numbers, booleans; null: at its default
 * @returns {Read}
 */
export const readPairs = (pairs) => readAll(pairs, createNotices());

function readAll(pairs, notices) {
  const patch = {};
  const seen = new Set();
  for (const [name, given] of pairs) {
    const text = textOf(given);
    if (name !== "v" && !ROW_OF.has(name)) notices.add("unknown", typeof name === "string" ? name : typeof name, text);
    else if (seen.has(name)) notices.add("repeated", name, text);
    else if (name === "v") readVersion(text, notices);
    else readInto(patch, ROW_OF.get(name), given, notices);
    seen.add(name);
  }
  return { patch: { ...broughtBy(patch), ...patch }, notices: notices.all() };
}

function readInto(patch, { key, url, type, default: usual }, given, notices) {
  const text = textOf(given);
  const isSentence = key === "text" || key === "source";
  const value = given === null ? usual
    : text === undefined || !isWellFormed(text) || (text.length > LONGEST && !isSentence) ? undefined
      : type.read(text, (code, asked, used) => notices.add(code, url, asked, used));
  if (value === undefined) notices.add("malformed", url, text ?? typeof given);
  else patch[key] = value;
}

function readVersion(text, notices) {
  const version = /^\d+$/.test(text) ? Number(text) : 0;
  if (version > VERSION) notices.add("later", "v", text, String(VERSION));
  else if (version < 1) notices.add("malformed", "v", text);
}

/** What a value says as text; undefined: none can. */
function textOf(given) {
  if (typeof given === "boolean") return given ? "1" : "0";
  return typeof given === "string" || typeof given === "number" ? String(given) : undefined;
}

/** The sentences of an example, the layer and head of a model. @param {{ example?: string, model?: string }} state */
function broughtBy({ example: id, model }) {
  const example = handMade.find((each) => each.id === id);
  return { ...(example ? { text: example.text, source: example.source ?? "" } : {}), ...OPENING[model] };
}

/* ---- fitting -------------------------------------------------------------------------------------- */

/**
 * What only a run can tell of a state that was read: layers, heads and tokens that it does not have.
 * @param {object} state of the store, or a part of it
 * @param {{ layers: number, heads: number, n: number, m: number }} run
 * @returns {Read} patch: the keys that have to change
 */
export function fitToRun(state, { layers, heads, n, m }) {
  const notices = createNotices();
  const patch = {};
  const bring = (key, asked, used, code) => {
    const { url = key, type } = KEYS[key];
    if (type.write(used) === type.write(state[key])) return;
    patch[key] = used;
    notices.add(code, url, type.write(asked), code === "clamped" ? type.write(used) : "");
  };
  const keep = (key, rows, cols) => {
    const isThere = (name) => name.split(".").every((x, at) => x <= [rows, cols][at]);
    bring(key, state[key].filter((name) => !isThere(name)), state[key].filter(isThere), "absent");
  };
  const { layer, head, pin } = state;
  if (layer) bring("layer", layer, Math.min(layer, layers), "clamped");
  if (head) bring("head", head, Math.min(head, heads), "clamped");
  if (pin) bring("pin", pin, { i: Math.min(pin.i, n), j: Math.min(pin.j, m) }, "clamped");
  if (state.headsOff) keep("headsOff", layers, heads);
  if (state.closed) keep("closed", n, m);
  return { patch, notices: notices.all() };
}
