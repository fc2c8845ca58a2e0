/**
 * The one table of what the page can be set to. Numbers count from 1, as on the screen.
 * `compute`: a change runs the core again; the others only redraw.
 * @typedef {{ i: number, j: number }} Cell query row and key column
 */
export const KEYS = {
  place: { default: "lab" }, // what of the page is shown: "lab" | "lessons" | "experiments"
  text: { default: "The cat chased a mouse", compute: true },
  source: { default: "", compute: true }, // the sentence that is read, in a cross-attention example
  own: { default: "" }, // what the person typed last, kept when an example takes its place
  model: { default: "by-hand", compute: true }, // "by-hand" | "use-lite" | "imported"
  imported: { default: null }, // what was brought from a file, see files/import.js, without its stages; never in the address
  example: { default: "cat-and-mouse", compute: true }, // id of the hand-made example, see models/by-hand.js
  edits: { default: {}, compute: true }, // what was changed in hand-made examples: id → Edits of edits.js
  mask: { default: "none", compute: true }, // an id of masks.js
  window: { default: 1, compute: true }, // of the mask "window": keys to either side
  padding: { default: 1, compute: true }, // of the mask "padding": last keys that are filling
  closed: { default: [], compute: true }, // of the mask "free": cells closed by hand, ["i.j", …]
  divide: { default: true, compute: true }, // ÷ √d_k
  temperature: { default: 1, compute: true },
  headsOff: { default: [], compute: true }, // ["layer.head", …]
  layer: { default: 1 },
  head: { default: 1 },
  stage: { default: "scores" }, // the step that is being read: an id of stages.js
  view: { default: "matrix" }, // "matrix" | "word": both maps, or one query's row
  grouped: { default: false }, // in the view of one word: pieces of a word taken together
  playing: { default: false }, // the stages go by one after the other
  pin: { default: null }, // Cell | null
  hover: { default: null }, // Cell | null
  sameScale: { default: false },
  reading: { default: "entropy" }, // what stands under every small map: an id of views/readings.js
  lesson: { default: null }, // { id: string, step: number } | null, see lessons/
  experiment: { default: "matrices" }, // id of the panel that is open, see experiments/
  theme: { default: "auto" }, // "auto" | "light" | "dark"
  result: { default: null }, // Result | null, see main.js
  trained: { default: { phase: "absent" } }, // how far the trained model's file is, see main.js
  core: { default: { phase: "starting" } }, // { phase: "starting" | "ready" | "failed", simd, message: why it, or the last run, failed }
  empty: { default: "" }, // "text" | "source": that sentence has nothing to read
  waiting: { default: false }, // the text on the screen is not the one that the matrices belong to
};

/**
 * @returns {{ state: object, set(patch: object): void, subscribe(listener: (changed: Set<string>) => void): () => void }}
 */
export function createStore(initial = {}) {
  const state = Object.fromEntries(Object.entries(KEYS).map(([key, row]) => [key, row.default]));
  Object.assign(state, initial);
  const listeners = new Set();
  return {
    state,
    set(patch) {
      const changed = new Set();
      for (const [key, value] of Object.entries(patch)) {
        if (!(key in KEYS)) throw new Error(`state has no key "${key}"`);
        if (!Object.is(state[key], value)) {
          state[key] = value;
          changed.add(key);
        }
      }
      if (changed.size) for (const listener of listeners) listener(changed);
    },
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
