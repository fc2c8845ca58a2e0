/**
 * What a lesson may speak of: the numbers of the run that is on the screen. Words, rows and columns count from 1.
 * @typedef {object} LessonFacts
 * @property {number} n queries @property {number} m keys
 * @property {number} d width of what enters @property {number} dK width of queries and keys @property {number} dV width of values
 * @property {string[]} words of the queries, from 0 @property {string[]} keys words of the keys, from 0
 * @property {boolean} cross keys and values come from another sentence
 * @property {boolean} edited the person has changed numbers of the example
 * @property {(stage: string, i: number, j: number) => number} at
 * @property {(stage: string, i: number) => number[]} row
 * @property {(stage: string, j: number) => number[]} column
 * @property {(stage: string, x: number) => string} print as the map prints it
 * @property {(numbers: number[]) => number} sum
 * @property {(i: number) => number} strongest key of the largest weight of query i
 * @property {import("../run.js").Run} run
 * @property {import("../models/by-hand.js").HandMade | undefined} example
 */
import { labelsOf, valueText } from "../picture.js";
import { largestAt, sum } from "./what-if.js";

/**
 * @param {{ result: import("../main.js").Result, layer?: number, head?: number }} state
 * @returns {LessonFacts}
 */
export function factsFor({ result, layer = 1, head = 1 }) {
  const { run, text, source = text, example, edited } = result;
  const matrix = (stage) => run.matrix(stage, layer - 1, run.stage(stage, layer - 1).shape[0] === 1 ? 0 : head - 1);
  const row = (stage, i) => {
    const { data, cols } = matrix(stage);
    return [...data.subarray((i - 1) * cols, i * cols)];
  };
  const column = (stage, j) => {
    const { data, rows, cols } = matrix(stage);
    return Array.from({ length: rows }, (_, i) => data[i * cols + j - 1]);
  };
  const [q, v] = [matrix("q"), matrix("v")];
  const names = (tokens, sentence) => labelsOf(tokens, sentence).map((label) => label.text);
  return {
    n: q.rows, m: v.rows, d: matrix("x").cols, dK: q.cols, dV: v.cols,
    words: names(run.tokens, text), keys: names(run.keyTokens, source), cross: Boolean(run.sourceTokens), edited: Boolean(edited),
    at: (stage, i, j) => row(stage, i)[j - 1],
    row, column, sum, print: valueText,
    strongest: (i) => largestAt(row("weights", i)) + 1,
    run, example,
  };
}
