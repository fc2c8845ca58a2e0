/**
 * Random states of the page, for property tests: what a person could have set, by the keys that an address carries.
 * The rest of the state is not here. Cells lie within the tokens of their sentence.
 */
import fc from "fast-check";
import { LESSONS } from "../../web/address-parts.js";
import { LOCKS, PANELS } from "../../web/address-switches.js";
import { DEFAULTS } from "../../web/address.js";
import { holding, NO_EDITS, redo, undo, withEdit, workingsOf } from "../../web/edits.js";
import { LANGUAGES } from "../../web/language.js";
import { MASKS } from "../../web/masks.js";
import { handMade } from "../../web/models/by-hand.js";
import { STAGES } from "../../web/stages.js";
import { READINGS } from "../../web/views/readings.js";

const idsOf = (rows) => rows.map(({ id }) => id);
const someOf = (all) => fc.subarray(all);
const record = (keys) => fc.record(keys, { noNullPrototype: true });
/** One of two, the first of them as often as the page is at its default. */
const mostly = (usual, other) => fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

/* ---- sentences: each word has a token at least ---------------------------------------------------------- */

const PLAIN = ["She", "gave", "him", "her", "book", "and", "thanked", "not", "bad,", "bank.", "río", "naïve", "Straße", "1,000.5", "don't"];
const ODD = ["القطة", "طاردت", "فأرًا", "猫が", "追いかけた", "😀", "👩‍👩‍👧", "🏳️‍🌈", "a+b=c", "100%", "%41", "&amp;", "#v=1", "<script>alert(1)</script>", "\"q\"", "\\", "é"];
const sentenceOf = (words, maxLength) => fc.array(fc.constantFrom(...words), { minLength: 1, maxLength })
  .map((all) => ({ text: all.join(" "), tokens: all.length }));
const aSentence = fc.oneof(sentenceOf(PLAIN, 8), sentenceOf([...PLAIN, ...ODD], 8));

/* ---- edits ------------------------------------------------------------------------------------------ */

const aValue = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -400, max: 400 }).map((x) => Math.fround(x / 100)) },
  { weight: 1, arbitrary: fc.float({ noNaN: true, noDefaultInfinity: true }).map((x) => x || 0) },
);

function anEdit({ words, features, dimensions, values }) {
  const of = (matrix, rows, cols) => record({ matrix: fc.constant(matrix), row: fc.nat(rows.length - 1), col: fc.nat(cols.length - 1), value: aValue });
  return fc.oneof(
    of("E", words, features), of("wQ", features, dimensions), of("wK", features, dimensions), of("wV", features, values),
    of("Q", words, dimensions), of("K", words, dimensions), of("V", words, values),
  );
}

/** Edits with resets among them, gone back through and forth. */
const someEdits = (example) => fc.array(fc.oneof({ weight: 8, arbitrary: anEdit(example) }, { weight: 1, arbitrary: fc.constant({ reset: true }) }, { weight: 2, arbitrary: fc.constantFrom(undo, redo) }), { maxLength: 12 })
  .map((steps) => steps.reduce((edits, step) => (typeof step === "function" ? step(edits) : withEdit(edits, step)), NO_EDITS));

const allEdits = mostly({}, fc.tuple(...handMade.map((example) => fc.option(someEdits(example), { nil: undefined })))
  .map((all) => Object.fromEntries(all.flatMap((edits, at) => (edits ? [[handMade[at].id, edits]] : [])))));

/* ---- what holds for a run of n queries and m keys --------------------------------------------------------- */

const aCell = (n, m) => record({ i: fc.integer({ min: 1, max: n }), j: fc.integer({ min: 1, max: m }) });
const aPair = (rows, cols) => aCell(rows, cols).map(({ i, j }) => `${i}.${j}`);
const pairs = (rows, cols) => fc.uniqueArray(aPair(rows, cols), { maxLength: 6 });

const settings = (n, m, layers, heads) => ({
  mask: fc.constantFrom(...MASKS),
  window: mostly(1, fc.integer({ min: 0, max: 127 })),
  padding: mostly(1, fc.integer({ min: 1, max: 127 })),
  closed: pairs(n, m),
  divide: fc.boolean(),
  temperature: mostly(1, fc.integer({ min: -50, max: 50 }).map((x) => Number((10 ** (x / 50)).toPrecision(2)))),
  headsOff: mostly([], pairs(layers, heads)),
  layer: fc.integer({ min: 1, max: layers }),
  head: fc.integer({ min: 1, max: heads }),
  pin: fc.option(aCell(n, m)),
});

const views = {
  stage: fc.constantFrom(...idsOf(STAGES)),
  view: mostly("matrix", fc.constant("word")),
  grouped: fc.boolean(),
  sameScale: fc.boolean(),
  reading: fc.constantFrom(...idsOf(READINGS)),
  theme: fc.constantFrom("auto", "light", "dark"),
  language: fc.option(fc.constantFrom(...Object.keys(LANGUAGES))),
  edits: allEdits,
};

const stateOf = (keys) => record(keys).map((state) => ({ ...DEFAULTS, ...state }));

/** An example by hand: its own sentence, or others of its words. */
const byHand = fc.constantFrom(...handMade).chain((example) => {
  const [asks, asked] = [example.text, example.source].map((text) => text?.split(" "));
  const own = fc.constant({ text: example.text, tokens: asks.length });
  const other = asked ? fc.oneof(fc.constant({ text: example.source, tokens: asked.length }), sentenceOf(asked, 6)) : fc.constant(null);
  return fc.tuple(fc.oneof(own, sentenceOf(asks, 8)), other).chain(([{ text, tokens: n }, source]) => stateOf({
    ...views, ...settings(n, source?.tokens ?? n, 1, 1),
    model: fc.constant("by-hand"), example: fc.constant(example.id), text: fc.constant(text), source: fc.constant(source?.text ?? ""),
  }));
});

/** The trained model, of 2 layers with 4 heads. The example is the one that was open before, of one sentence. */
const trained = aSentence.chain(({ text, tokens }) => stateOf({
  ...views, ...settings(tokens, tokens, 2, 4),
  model: fc.constant("use-lite"), text: fc.constant(text), example: fc.constantFrom(...idsOf(handMade.filter(({ source }) => !source))),
}));

/** What can stand on the page in its first place, the lab, with nothing hidden or locked. */
export const aPageState = fc.oneof(byHand, trained);

/** The same with all that is left: places, lessons, experiments, a teacher's switches, any text that is well formed. */
export const aState = fc.tuple(aPageState, record({
  place: fc.constantFrom("lab", "lessons", "experiments"),
  lesson: fc.option(fc.constantFrom(...LESSONS).chain(([id, steps]) => record({ id: fc.constant(id), step: fc.nat(steps - 1) }))),
  experiment: fc.constantFrom("matrices", "root", "company", "compare", "cost"),
  embed: fc.boolean(), hide: fc.option(someOf(PANELS)), lock: someOf(LOCKS),
}), fc.option(fc.string({ unit: "grapheme", maxLength: 40 }))).map(([state, rest, text]) => ({ ...state, ...rest, ...(text === null ? {} : { text }) }));

/**
 * What an address carries of a state, in a form to compare: of edits what they come to, not how.
 * @param {object} state
 */
export function carried(state) {
  const keys = Object.fromEntries(Object.keys(DEFAULTS).map((key) => [key, state[key]]));
  const edited = handMade.filter(({ id }) => state.edits[id] && holding(state.edits[id]).length);
  return { ...keys, edits: Object.fromEntries(edited.map((example) => [example.id, workingsOf(example, state.edits[example.id])])) };
}
