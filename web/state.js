import { edits } from "./address-edits.js";
import { EXPERIMENTS, LESSONS } from "./address-parts.js";
import { LOCKS, PANELS } from "./address-switches.js";
import { cell, figures, flag, language, lesson, named, nth, oneOf, optional, pairs, sentence, someOf, whole } from "./address-types.js";
import { LANGUAGES } from "./language.js";
import { MASKS } from "./masks.js";
import { handMade } from "./models/by-hand.js";
import { STAGES } from "./stages.js";
import { READINGS } from "./views/readings.js";

const idsOf = (rows) => rows.map(({ id }) => id);

/**
 * The one table of what the page can be set to. Numbers count from 1, as on the screen.
 * `compute`: a change runs the core again; the others only redraw. `type`: how its values stand in the
 * address, in attributes and in messages, under the name `url` where that is not the key; a key without is in none.
 * @typedef {{ i: number, j: number }} Cell query row and key column
 */
export const KEYS = {
  place: { default: "lab", type: oneOf(["lab", "lessons", "experiments"]) }, // what of the page is shown
  text: { default: "The cat chased a mouse", compute: true, type: sentence },
  source: { default: "", compute: true, type: sentence }, // the sentence that is read, in a cross-attention example
  own: { default: "" }, // what the person typed last, kept when an example takes its place
  model: { default: "by-hand", compute: true, type: oneOf(["by-hand", "use-lite"]) }, // or "imported", which is not in the address
  imported: { default: null }, // what was brought from a file, see files/import.js, without its stages; never in the address
  example: { default: "cat-and-mouse", compute: true, type: oneOf(idsOf(handMade)) }, // the hand-made one
  edits: { default: {}, compute: true, type: edits }, // what was changed in hand-made examples: id → Edits of edits.js
  mask: { default: "none", compute: true, type: oneOf(MASKS) },
  window: { default: 1, compute: true, type: whole(0, 127) }, // of the mask "window": keys to either side
  padding: { default: 1, compute: true, type: whole(1, 127) }, // of the mask "padding": last keys that are filling
  closed: { default: [], compute: true, type: pairs }, // of the mask "free": cells closed by hand, ["i.j", …]
  divide: { default: true, compute: true, url: "scale", type: named([["root", true], ["none", false]]) }, // ÷ √d_k
  temperature: { default: 1, compute: true, type: figures(0.1, 10, 2) },
  headsOff: { default: [], compute: true, url: "off", type: pairs }, // ["layer.head", …]
  layer: { default: 1, type: nth },
  head: { default: 1, type: nth },
  stage: { default: "scores", type: oneOf(idsOf(STAGES)) }, // the step that is being read
  view: { default: "matrix", type: oneOf(["matrix", "word"]) }, // both maps, or one query's row
  grouped: { default: false, type: flag }, // in the view of one word: pieces of a word taken together
  playing: { default: false }, // the stages go by one after the other
  pin: { default: null, url: "cell", type: optional(cell) }, // Cell | null
  hover: { default: null }, // Cell | null
  sameScale: { default: false, url: "samescale", type: flag },
  reading: { default: "entropy", type: oneOf(idsOf(READINGS)) }, // what stands under every small map
  lesson: { default: null, type: optional(lesson(LESSONS)) }, // { id: string, step: number } | null, step from 0; see lessons/
  experiment: { default: "matrices", type: oneOf(EXPERIMENTS) }, // the panel that is open, see experiments/
  theme: { default: "auto", type: oneOf(["auto", "light", "dark"]) },
  language: { default: null, url: "lang", type: optional(language(Object.keys(LANGUAGES))) }, // null: the browser's
  embed: { default: false, type: flag }, // the page is part of another
  hide: { default: null, type: someOf(PANELS) }, // parts of the page that are not shown; null: as embed has it
  lock: { default: [], type: someOf(LOCKS) }, // what cannot be changed
  notices: { default: [] }, // of what could not be read as it stood: Notice[] of address-notices.js
  result: { default: null }, // Result | null, see main.js
  also: { default: null }, // Result | null: the trained model's of the same sentence, while a hand-made example is shown
  trained: { default: { phase: "absent" } }, // how far the trained model's file is, see main.js
  core: { default: { phase: "starting" } }, // { phase: "starting" | "ready" | "failed", simd, message: why it, or the last run, failed }
  empty: { default: "" }, // "text" | "source": that sentence has nothing to read
  waiting: { default: false }, // the text on the screen is not the one that the matrices belong to
};

/**
 * @returns {{ state: object, set(patch: object): void, unlocked(patch: object): void, subscribe(listener: (changed: Set<string>) => void): () => void }}
 */
export function createStore(initial = {}) {
  const state = Object.fromEntries(Object.entries(KEYS).map(([key, row]) => [key, row.default]));
  Object.assign(state, initial);
  const listeners = new Set();
  function set(patch) {
    const changed = new Set();
    for (const [key, value] of Object.entries(patch)) {
      if (!(key in KEYS)) throw new Error(`state has no key "${key}"`);
      if (!Object.is(state[key], value)) {
        state[key] = value;
        changed.add(key);
      }
    }
    if (changed.size) for (const listener of listeners) listener(changed);
  }
  return {
    state,
    set,
    unlocked: set, // the same; of a guarded store (locks.js) past its locks
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The cell that every view speaks of: the pointed one, else the pinned one, else the largest weight. */
export function currentCell(state) {
  return state.hover ?? state.pin ?? strongestCell(state);
}

function strongestCell({ result, layer, head }) {
  if (!result) return null;
  if (!result.run.has("weights", layer - 1)) return { i: 1, j: 1 };
  const { data, cols } = result.run.matrix("weights", layer - 1, head - 1);
  let best = 0;
  for (let c = 1; c < data.length; c++) if (data[c] > data[best]) best = c;
  return { i: Math.floor(best / cols) + 1, j: (best % cols) + 1 };
}
