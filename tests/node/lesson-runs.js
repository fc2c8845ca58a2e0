/** What the tests of the lessons share: the run that a step of a lesson speaks of, and edits of its example. */
import { NO_EDITS, withEdit, workingsOf } from "../../web/edits.js";
import { byHandModel, handMade } from "../../web/models/by-hand.js";
import { workExample } from "../../web/worked.js";
import { BUILDS, random, read } from "./support.js";

const { core } = BUILDS[0];
const trained = core.loadModel(read("build/models/use-lite.q8.bin"));
const tokenizers = new Map(handMade.map((example) => [example.id, core.loadModel(byHandModel(example))]));
const trainedRuns = new Map();

/** The result that a step sets up, as far as facts are made from it. @param {Record<string, object>} [edits] as in state.js */
export function resultOf({ set }, edits) {
  if (set.model === "use-lite") {
    if (!trainedRuns.has(set.text)) trainedRuns.set(set.text, trained.run(set.text));
    return { run: trainedRuns.get(set.text), text: set.text, model: "use-lite" };
  }
  const example = handMade.find(({ id }) => id === set.example);
  const workings = workingsOf(example, edits?.[example.id]);
  const { text, source, words } = example;
  const run = workExample(core, tokenizers.get(example.id), { text, source, words, workings, options: () => ({ mask: set.mask }) });
  return { run, text, source, example, workings, model: "by-hand" };
}

/** One to four numbers of both examples of the lessons, set to others. */
export function someEdits(seed, scale) {
  const dice = random(seed * 7919 + 13);
  return Object.fromEntries(["cat-and-mouse", "chat-noir"].map((id) => {
    const example = handMade.find((each) => each.id === id);
    const sizes = { E: example.E, wQ: example.wQ, wK: example.wK, wV: example.wV, Q: example.E.map(() => example.wQ[0]), K: example.E.map(() => example.wK[0]), V: example.E.map(() => example.wV[0]) };
    let edits = NO_EDITS;
    for (let count = dice.integer(1, 4); count > 0; count--) {
      const matrix = Object.keys(sizes)[dice.integer(0, 6)];
      const rows = sizes[matrix];
      const [rowAt, colAt] = [dice.integer(0, rows.length - 1), dice.integer(0, rows[0].length - 1)];
      edits = withEdit(edits, { matrix, row: rowAt, col: colAt, value: Math.round(100 * scale * dice.normals(1)[0]) / 100 });
    }
    return [id, edits];
  }));
}
