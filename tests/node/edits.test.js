/** Edits of hand-made examples: gone back and forth through bit by bit, and computed with. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canRedo, canUndo, holding, isEdited, NO_EDITS, redo, undo, withEdit, workingsOf } from "../../web/edits.js";
import { byHandModel, handMade } from "../../web/models/by-hand.js";
import { workExample } from "../../web/worked.js";
import { expectedInput } from "./edited.js";
import { BUILDS, largest, random, reference } from "./support.js";

const MATRICES = ["E", "wQ", "wK", "wV", "Q", "K", "V"];

/** Rows and columns of a matrix of an example. */
function sizeOf({ words, features, dimensions, values }, matrix) {
  const rows = "EQKV".includes(matrix) ? words : features;
  const cols = { E: features, wV: values, V: values }[matrix] ?? dimensions;
  return [rows.length, cols.length];
}

/** One edit of any of the seven matrices. */
const anEdit = (example) => fc.constantFrom(...MATRICES).chain((matrix) => {
  const [rows, cols] = sizeOf(example, matrix);
  return fc.record({ matrix: fc.constant(matrix), row: fc.nat(rows - 1), col: fc.nat(cols - 1), value: fc.float({ noNaN: true, noDefaultInfinity: true }) });
});

/** 50 edits, and between them resets and walks back and forth. */
const aHistory = (example) => fc.array(
  fc.record({
    walk: fc.array(fc.constantFrom(undo, redo), { maxLength: 6 }),
    reset: fc.integer({ min: 0, max: 9 }).map((k) => k === 0),
    edit: anEdit(example),
  }),
  { minLength: 50, maxLength: 50, size: "max" },
);

/** Bits of numbers, so that 0 and −0 differ. */
const bits = (rows) => rows.map((row) => [...new BigUint64Array(Float64Array.from(row, (x) => x ?? NaN).buffer)]);
const allBits = ({ E, wQ, wK, wV, set }) => [E, wQ, wK, wV, set.Q, set.K, set.V].map(bits);
const repeat = (step, can, edits) => {
  while (can(edits)) edits = step(edits);
  return edits;
};

for (const example of handMade) {
  const made = JSON.stringify(example);

  test(`${example.id}: after 50 edits undo and redo give the very bits`, () => {
    fc.assert(fc.property(aHistory(example), (steps) => {
      let edits = NO_EDITS;
      for (const { walk, reset, edit } of steps) {
        for (const step of walk) edits = step(edits);
        if (reset) edits = withEdit(edits, { reset: true });
        edits = withEdit(edits, edit);
      }
      const edited = allBits(workingsOf(example, edits));
      const back = repeat(undo, canUndo, edits);
      assert.equal(isEdited(back), false);
      assert.deepEqual(allBits(workingsOf(example, back)), allBits(workingsOf(example)));
      assert.deepEqual(allBits(workingsOf(example, repeat(redo, canRedo, back))), edited);
      assert.equal(JSON.stringify(example), made, "the example is never touched");
    }), { numRuns: 60 });
  });

  test(`${example.id}: each edit sets its number and no other; a reset takes all back, and can be undone`, () => {
    fc.assert(fc.property(fc.array(anEdit(example), { minLength: 1, maxLength: 20 }), (list) => {
      const expected = workingsOf(example);
      let edits = NO_EDITS;
      for (const edit of list) {
        const { matrix, row, col, value } = edit;
        (matrix in expected ? expected[matrix] : expected.set[matrix])[row][col] = value;
        edits = withEdit(edits, edit);
        assert.deepEqual(workingsOf(example, edits), expected);
      }
      const reset = withEdit(edits, { reset: true });
      assert.deepEqual(workingsOf(example, reset), workingsOf(example));
      assert.deepEqual([isEdited(edits), isEdited(reset), holding(reset).length], [true, false, 0]);
      assert.deepEqual(workingsOf(example, undo(reset)), expected);
    }), { numRuns: 60 });
  });
}

test("an edit after an undo forgets what was undone", () => {
  const edit = (value) => ({ matrix: "E", row: 0, col: 0, value });
  const edits = withEdit(undo(withEdit(withEdit(NO_EDITS, edit(1)), edit(2))), edit(3));
  assert.deepEqual(holding(edits).map(({ value }) => value), [1, 3]);
  assert.equal(canRedo(edits), false);
  assert.equal(undo(NO_EDITS), NO_EDITS);
  assert.equal(redo(NO_EDITS), NO_EDITS);
});

test("workings are the caller's own", () => {
  const [example] = handMade;
  const made = JSON.stringify(example);
  const workings = workingsOf(example);
  for (const rows of [workings.E, workings.wQ, workings.wK, workings.wV, ...Object.values(workings.set)]) rows.forEach((row) => row.fill(7));
  assert.equal(JSON.stringify(example), made);
  assert.equal(workingsOf(example).set.Q[0][0], null);
});

for (const { name, core } of BUILDS) {
  for (const example of handMade) {
    test(`${name}: ${example.id} is computed from the edited numbers`, () => {
      const tokenizer = core.loadModel(byHandModel(example));
      const { text, source, words } = example;
      const near = (found, expected, bound, what) => {
        assert.equal(found.length, expected.length, what);
        found.forEach((x, at) => assert.ok(Math.abs(x - expected[at]) <= bound, `${what}: ${x} is not ${expected[at]}, within ${bound}`));
      };
      for (let seed = 1; seed <= 40; seed++) {
        const { integer, normals } = random(seed);
        const list = Array.from({ length: integer(1, 50) }, () => {
          const matrix = MATRICES[integer(0, 6)];
          const [rows, cols] = sizeOf(example, matrix);
          return { matrix, row: integer(0, rows - 1), col: integer(0, cols - 1), value: normals(1)[0] };
        });
        const workings = workingsOf(example, list.reduce(withEdit, NO_EDITS));
        const run = workExample(core, tokenizer, { text, source, words, workings, options: () => ({ mask: "none", headsOff: [] }) });
        const input = expectedInput(example, list);
        const expected = reference(input);
        for (const part of ["q", "k", "v"]) near(run.stage(part, 0).data, input[part], 2e-6, part);
        const bound = 1e-6 * (1 + largest(expected.magnitudes));
        near(run.stage("scores", 0).data, expected.scores, bound, "scores");
        near(run.stage("weights", 0).data, expected.weights, bound, "weights");
        near(run.stage("output", 0).data, expected.output, bound * (1 + largest(input.v)), "output");
        for (const [part, matrix] of [["q", "Q"], ["k", "K"], ["v", "V"]]) {
          for (const { row, col, value } of list.filter((edit) => edit.matrix === matrix).slice(-1)) {
            const at = (part === "q" ? text : source ?? text).split(" ").indexOf(words[row]);
            if (at >= 0) assert.equal(run.matrix(part, 0, 0).data[at * run.matrix(part, 0, 0).cols + col], value, "what is set stands");
          }
        }
      }
    });
  }
}
