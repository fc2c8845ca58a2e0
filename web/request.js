/** From what the page is set to, to what the worker is asked for. */
import { isEdited, workingsOf } from "./edits.js";
import { handMade } from "./models/by-hand.js";
import { normalize } from "./normalize.js";
import { isPlain } from "./settings.js";
import { KEYS } from "./state.js";

export const TRAINED = "use-lite";
/** What was brought from a file. */
export const IMPORTED = "imported";
export const COMPUTE_KEYS = Object.keys(KEYS).filter((key) => KEYS[key].compute);

export const exampleOf = (id) => handMade.find((each) => each.id === id);

/** A hand-made example's name in the engine. */
export const byHandName = (id) => `by-hand/${id}`;

/** The words of a text as the tokenizer will see them; of a long text, of its beginning. */
export function wordsOf(text) {
  return normalize(text.slice(0, 1000)).text.split("▁").filter(Boolean);
}

/** A hand-made example reads its own words only, the one that is open first; any other sentence is for the trained model. */
export function exampleFor({ example: open }, words) {
  const own = exampleOf(open);
  const reads = (example) => words.every((word) => example.words.includes(word));
  if (reads(own)) return own;
  return handMade.find((example) => !example.source && reads(example)) ?? null;
}

/**
 * See Request in worker.js.
 * @param {object} what
 * @param {string} what.model "by-hand" | "use-lite" | "imported"
 * @param {import("./models/by-hand.js").HandMade | null} what.example
 * @param {boolean} what.blank nothing to read, and no trained model to say so
 * @param {object} what.settings
 * @param {object} what.inputs the compute keys of the state
 * @param {boolean} what.computes the settings mean something: not for weights from a file
 * @param {boolean} what.also the trained model is to read the same sentence
 * @returns {import("./worker.js").Request & object} `plain` asks for a second run, to tell what the changes did
 */
export function requestFor({ model, example, blank, settings, inputs, computes, also }) {
  const edits = example && inputs.edits[example.id];
  const edited = Boolean(edits && isEdited(edits));
  return {
    settings, edited,
    model: blank ? byHandName(handMade[0].id) : example ? byHandName(example.id) : model,
    text: inputs.text,
    ...(example ? { example: example.id, words: example.words, workings: workingsOf(example, edits) } : {}),
    ...(example?.source ? { source: inputs.source } : {}),
    also: also ? TRAINED : undefined,
    plain: edited || (computes && !isPlain(settings)) ? { ...(edited ? { workings: workingsOf(example) } : {}) } : undefined,
  };
}
