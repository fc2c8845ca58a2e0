import { handMade } from "../models/by-hand.js";
import { KEYS } from "../state.js";

/** What a lesson sets, and gives back. The numbers that a person edited are nobody's to take back. */
const SETTINGS = ["mask", "window", "padding", "closed", "divide", "temperature", "headsOff", "grouped", "sameScale", "stage", "view"];
const PLACE = ["text", "source", "model", "example", "layer", "head", "pin"];
/** Layer and head that a step of the trained model opens with. */
const TRAINED_PLACE = { layer: 2, head: 2 };

/**
 * A visit to the lessons: before its first step it keeps what the person had on the page, sentence, model, example,
 * layer, head, stage, pin and settings; at its end it brings all of that back.
 */
export function createVisit(store, { choose }) {
  let before = null;
  return {
    /** Sets the page for a step. @param {import("./list.js").Step} step */
    enter({ set }) {
      before ??= keep(store.state);
      apply(store, choose, set);
    },
    leave() {
      if (!before) return;
      const kept = before;
      before = null;
      bringBack(store, choose, kept);
    },
  };
}

const keep = (state) => Object.fromEntries([...SETTINGS, ...PLACE].map((key) => [key, state[key]]));

/** The whole of what a step sets: settings that it does not name are at their defaults. */
export function settingsOf(set) {
  return Object.fromEntries(SETTINGS.map((key) => [key, set[key] ?? KEYS[key].default]));
}

/** The sentence that a step reads. */
function sentenceOf({ example: id, model = "by-hand", text, layer, head, pin = null }) {
  if (model !== "by-hand") return { model, text, ...TRAINED_PLACE, ...(layer ? { layer } : {}), ...(head ? { head } : {}), pin };
  const example = handMade.find((each) => each.id === id);
  return { model, example: id, text: example.text, source: example.source, layer: 1, head: 1, pin };
}

function apply(store, choose, set) {
  const sentence = sentenceOf(set);
  store.set({ ...settingsOf(set), hover: null, playing: false });
  choose(sentence);
}

/** Whether the numbers on the screen are those that a step speaks of. */
export function belongs({ result, text }, set) {
  if (!result) return false;
  const sentence = sentenceOf(set);
  const settings = settingsOf(set);
  return text === sentence.text && result.text === sentence.text && result.model === sentence.model
    && (sentence.model !== "by-hand" || result.example?.id === sentence.example) && (result.source ?? "") === (sentence.source ?? "")
    && ["mask", "divide", "temperature"].every((key) => result.settings[key] === settings[key]);
}

function bringBack(store, choose, kept) {
  const { text, source, model, example, layer, head, pin } = kept;
  store.unlocked({ ...Object.fromEntries(SETTINGS.map((key) => [key, kept[key]])), hover: null });
  if (kept.headsOff.length) switchOffAgain(store, kept);
  choose({ text, source, model, example, layer, head, pin }, { unlocked: true });
}

/** Heads are switched off in one model; they are off again once its numbers are back. */
function switchOffAgain(store, { model, text, headsOff }) {
  const stop = store.subscribe((changed) => {
    const { state } = store;
    if (state.text !== text || state.model !== model) stop();
    else if (changed.has("result") && state.result?.model === model && state.result.text === text) {
      stop();
      store.unlocked({ headsOff });
    }
  });
}
