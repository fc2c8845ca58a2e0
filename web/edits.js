/**
 * What a person changed in a hand-made example, as a list that can be gone back and forth through. The
 * matrices themselves are never written: they are made anew from the example and the list, so that undo
 * gives back the very bits.
 *
 * @typedef {"E" | "wQ" | "wK" | "wV" | "Q" | "K" | "V"} MatrixName E and the three matrices of the example; or
 *   Q, K, V, whose numbers are otherwise computed: one that is set there stands, whatever E and the matrices say
 * @typedef {{ matrix: MatrixName, row: number, col: number, value: number }} Edit row: of E, Q, K and V a word of
 *   the example (index in `words`), of the three matrices a feature; all from 0
 * @typedef {{ reset: true }} Reset everything as made
 * @typedef {{ list: (Edit | Reset)[], at: number }} Edits `at`: how many of the list hold; what follows was undone
 *
 * @typedef {object} Workings what a hand-made example is computed from
 * @property {number[][]} E @property {number[][]} wQ @property {number[][]} wK @property {number[][]} wV
 * @property {{ Q: (number | null)[][], K: (number | null)[][], V: (number | null)[][] }} set numbers of Q, K, V set by hand; null: computed
 */

/** @type {Edits} */
export const NO_EDITS = Object.freeze({ list: Object.freeze([]), at: 0 });

/** @param {Edits} edits @param {Edit | Reset} edit @returns {Edits} */
export function withEdit({ list, at }, edit) {
  return { list: [...list.slice(0, at), edit], at: at + 1 };
}

export const canUndo = ({ at }) => at > 0;
export const canRedo = ({ list, at }) => at < list.length;
export const undo = (edits) => (canUndo(edits) ? { ...edits, at: edits.at - 1 } : edits);
export const redo = (edits) => (canRedo(edits) ? { ...edits, at: edits.at + 1 } : edits);

/** The edits that hold: those after the last reset. @param {Edits} edits @returns {Edit[]} */
export function holding({ list, at }) {
  const held = list.slice(0, at);
  return /** @type {Edit[]} */ (held.slice(held.findLastIndex((edit) => "reset" in edit) + 1));
}

/** @param {Edits} edits */
export const isEdited = (edits) => holding(edits).length > 0;

/**
 * @param {import("./models/by-hand.js").HandMade} example
 * @param {Edits} [edits]
 * @returns {Workings} arrays of the caller's own
 */
export function workingsOf(example, edits = NO_EDITS) {
  const copy = (rows) => rows.map((row) => row.slice());
  const blank = (cols) => example.words.map(() => Array(cols).fill(null));
  const [dK, dV] = [example.wQ[0].length, example.wV[0].length];
  const workings = {
    E: copy(example.E), wQ: copy(example.wQ), wK: copy(example.wK), wV: copy(example.wV),
    set: { Q: blank(dK), K: blank(dK), V: blank(dV) },
  };
  for (const { matrix, row, col, value } of holding(edits)) (workings[matrix] ?? workings.set[matrix])[row][col] = value;
  return workings;
}
