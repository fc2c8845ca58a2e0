/** The frame of the lessons: what a lesson file has to be, problems under edits, and what a visit sets and gives back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { plain, settle } from "../../web/lessons/choices.js";
import { factsFor } from "../../web/lessons/facts.js";
import { LESSONS } from "../../web/lessons/list.js";
import { createProgress } from "../../web/lessons/progress.js";
import { REFERENCES } from "../../web/lessons/references-list.js";
import { belongs, createVisit } from "../../web/lessons/visit.js";
import { handMade } from "../../web/models/by-hand.js";
import { STAGES } from "../../web/stages.js";
import { createStore } from "../../web/state.js";
import { resultOf, someEdits } from "./lesson-runs.js";
import "./english.js";

const PANELS = [...STAGES.map(({ id }) => id), "word", "inspector"].filter((id) => id !== "tokens");
const SETS = ["example", "model", "text", "layer", "head", "stage", "pin", "view", "mask", "divide", "temperature"];
const KINDS = ["q", "k", "v", "i", "b", "math", "cell"];
const every = (visit) => LESSONS.forEach((lesson) => lesson.steps.forEach((step, at) => visit(step, `${lesson.id}, step ${at + 1}`)));
const factsOf = (step, edits) => factsFor({ result: resultOf(step, edits), layer: step.set.layer, head: step.set.head });

test("three lessons of six to nine steps, with ids of their own", () => {
  assert.equal(LESSONS.length, 3);
  assert.equal(new Set(LESSONS.map(({ id }) => id)).size, 3);
  for (const { title, summary, steps, remember } of LESSONS) {
    assert.ok(title && summary && remember.length > 0);
    assert.ok(steps.length >= 6 && steps.length <= 9, title);
    assert.equal(new Set(steps.map((step) => step.title)).size, steps.length);
  }
});

test("each step sets what the page can be set to, and shows a view that there is", () => {
  every(({ set, panel, title }, where) => {
    assert.ok(title, where);
    assert.deepEqual(Object.keys(set).filter((key) => !SETS.includes(key)), [], where);
    assert.ok(set.model === "use-lite" ? set.text : handMade.some(({ id }) => id === set.example), where);
    assert.ok(PANELS.includes(panel), `${where}: ${panel}`);
  });
});

test("every part is one that the page can show, and every cell is one of the run", () => {
  every((step, where) => {
    const facts = factsOf(step);
    const problem = step.problem?.(facts);
    const all = [...step.text(facts), ...(problem ? [problem.ask, ...problem.choices.flatMap(({ text, says }) => [text, says])] : [])].flat();
    for (const part of all) {
      if (typeof part === "string") continue;
      assert.ok(KINDS.includes(part[0]), `${where}: ${part}`);
      if (part[0] === "math") assert.equal(part[1][0], "math", where);
      if (part[0] === "cell") assert.ok(Number.isFinite(facts.at(...part.slice(1))), `${where}: ${part}`);
    }
    for (const { marks } of problem?.choices ?? []) {
      const cell = marks?.cell ?? { i: marks?.row ?? 1, j: marks?.column ?? 1 };
      assert.ok(cell.i >= 1 && cell.j >= 1 && cell.i <= Math.max(facts.n, facts.m) && cell.j <= facts.m, where);
    }
  });
});

test("a problem has two to four choices of which one is right, also after 200 random edits", () => {
  let put = 0;
  const hold = (edits, name) => every((step, where) => {
    if (!step.problem || (edits && step.set.model)) return;
    const facts = factsOf(step, edits);
    const settled = settle(step.problem(facts), facts);
    if (!edits) assert.ok(settled, where);
    if (!settled) return;
    put++;
    assert.ok(settled.choices.length >= 2 && settled.choices.length <= 4, `${where}, ${name}`);
    assert.equal(settled.choices.filter(({ right }) => right).length, 1, `${where}, ${name}`);
    const texts = settled.choices.map(({ text }) => plain(text, facts));
    assert.equal(new Set(texts).size, texts.length, `${where}, ${name}: ${texts}`);
  });
  hold(undefined, "as made");
  for (let seed = 1; seed <= 200; seed++) hold(someEdits(seed, 1.5), `edits ${seed}`);
  assert.ok(put > 3000, String(put));
});

test("equal answers become one, and the right one stays; with fewer than two there is no question", () => {
  const facts = factsOf(LESSONS[0].steps[0]);
  const choice = (text, right) => ({ text: [text], right, says: [] });
  const settledTexts = (...choices) => settle({ ask: [], choices }, facts)?.choices.map(({ text: [text], right, at }) => [text, right, at]) ?? null;
  assert.deepEqual(settledTexts(choice("1", false), choice("1", true), choice("2", false), choice("2", false)), [["1", true, 1], ["2", false, 2]]);
  assert.equal(settledTexts(choice("1", false), choice("1", true)), null);
  assert.equal(settledTexts(choice("1", false), choice("2", false)), null, "no right one");
  assert.equal(settledTexts(choice("1", true), choice("2", true)), null, "two right ones");
  assert.equal(settle({ ask: [], choices: [{ text: [["cell", "scores", 3, 5]], right: true, says: [] }, choice("4.95", false)] }, facts), null, "a number of the map reads as it is printed");
});

/* ---- a visit ---------------------------------------------------------------------------------------------- */

/** The page, as far as a visit knows it: a sentence that is chosen is there at once, as in main.js it is a little later. */
function page(initial) {
  const store = createStore(initial);
  const choose = ({ text, source = "", model, example, layer = 1, head = 1, pin = null }) => {
    const { mask, divide, temperature, headsOff } = store.state;
    const kept = model === store.state.result?.model ? headsOff : []; // heads are off in one model only
    store.set({ text, source, model, ...(example ? { example } : {}) });
    store.set({ layer, head, pin, headsOff: kept, result: { model, text, source: source || undefined, example: handMade.find(({ id }) => id === example), settings: { mask, divide, temperature, headsOff: kept } } });
  };
  return { store, visit: createVisit(store, { choose }) };
}

const OWN = {
  text: "Dogs bark.", source: "", model: "use-lite", example: "it-and-animal", layer: 2, head: 3, stage: "output", pin: { i: 1, j: 2 }, view: "word",
  mask: "window", window: 2, padding: 3, closed: ["1.1"], divide: false, temperature: 2, headsOff: ["2.1"], grouped: true, sameScale: true,
};
const EDITS = { "cat-and-mouse": { list: [], at: 0 } };

test("a step sets its sentence and settings, and the rest to the defaults", () => {
  const { store, visit } = page({ ...OWN, result: { model: "use-lite", text: OWN.text, settings: {} } });
  const masked = LESSONS.flatMap(({ steps }) => steps).find(({ set }) => set.mask === "causal");
  for (const step of [masked, LESSONS[0].steps[0]]) {
    visit.enter(step);
    assert.ok(belongs(store.state, step.set));
    const { text, example, mask, divide, temperature, headsOff, closed, view, stage, pin } = store.state;
    assert.deepEqual({ text, example, mask, divide, temperature, headsOff, closed, view, stage, pin }, {
      text: "The cat chased a mouse", example: step.set.example, mask: step.set.mask ?? "none", divide: true, temperature: 1, headsOff: [], closed: [],
      view: "matrix", stage: step.set.stage, pin: step.set.pin,
    });
  }
  assert.ok(!belongs(store.state, masked.set), "another mask is another run");
});

test("leaving gives back sentence, model, example, layer, head, stage, pin and settings; edits stay", () => {
  const { store, visit } = page({ ...OWN, result: { model: "use-lite", text: OWN.text, settings: {} } });
  for (const step of LESSONS[0].steps) visit.enter(step);
  store.set({ edits: EDITS });
  visit.leave();
  const now = Object.fromEntries(Object.keys(OWN).map((key) => [key, store.state[key]]));
  assert.deepEqual(now, OWN);
  assert.equal(store.state.edits, EDITS);
  store.set({ text: "Cats purr." });
  visit.leave();
  assert.equal(store.state.text, "Cats purr.", "once only");
});

test("progress counts steps and solved problems once, and knows where to go on", () => {
  const progress = createProgress();
  const [lesson, other] = LESSONS;
  progress.see(lesson, 0);
  progress.see(lesson, 0);
  progress.see(lesson, lesson.steps.length);
  progress.answer(lesson, 0, { at: 2, right: false });
  assert.deepEqual([progress.seen(lesson), progress.solved(lesson), progress.chosen(lesson, 0), progress.next(lesson)], [1, 0, 2, 1]);
  progress.answer(lesson, 0, { at: 1, right: true });
  progress.answer(lesson, 0, { at: 0, right: false });
  assert.deepEqual([progress.solved(lesson), progress.chosen(lesson, 0)], [1, 0]);
  assert.deepEqual([progress.seen(other), progress.next(other)], [0, 0]);
});

test("each reference says where it appeared, and its link is the number that it names", () => {
  for (const { authors, year, title, where, link, why } of REFERENCES) {
    assert.ok(authors && title && why && year >= 2015 && year <= 2020);
    assert.equal(link, `https://arxiv.org/abs/${/arXiv:(\d{4}\.\d{4,5})/.exec(where)[1]}`);
  }
  assert.equal(new Set(REFERENCES.map(({ link }) => link)).size, 13);
});
