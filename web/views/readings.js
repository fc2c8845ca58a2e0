import { fixed, percent } from "../numbers.js";

const bits = (x) => [fixed(x, 2), "bits"];
const tokens = (x) => [fixed(x, 2), "tokens"];
const share = (x) => [percent(x), ""];

/**
 * What is read off every head: means over its rows. `most`: what n queries and m keys allow; `alone`: has no meaning
 * where the keys are another sentence's.
 * @type {{ id: string, name: string, print(x: number): string[], most(n: number, m: number): number, alone?: boolean, says: string }[]}
 */
export const READINGS = [
  { id: "entropy", name: "Entropy", print: bits, most: (n, m) => Math.log2(m), says: "how evenly a query spreads its weight. 0 bits: all on one key" },
  { id: "back", name: "Looks back", print: tokens, most: (n) => (n - 1) / 2, alone: true, says: "each weight × how many tokens back its key stands, 0 for keys ahead" },
  { id: "self", name: "Self", print: share, most: () => 1, alone: true, says: "the weight that a query gives its own token" },
  { id: "previous", name: "Previous", print: share, most: () => 1, alone: true, says: "the weight on the token just before, 0 for the first query" },
  { id: "next", name: "Next", print: share, most: () => 1, alone: true, says: "the weight on the token right after, 0 for the last query" },
  { id: "marked", name: "Punctuation", print: share, most: () => 1, says: "the weight on tokens without a letter or digit" },
];

/** Those that a run has. @param {import("../run.js").Run} run */
export const readingsFor = (run) => READINGS.filter(({ alone }) => !alone || !run.sourceTokens);

/** @param {{ run: import("../run.js").Run, readings: object[][] }} result @param {string} id @param {number} layer @param {number} head from 1 */
export function readOff({ run, readings }, id, layer, head) {
  return id === "entropy" ? run.entropy(layer - 1, head - 1) : readings[layer - 1][head - 1][id];
}

/** Its definition in one line, with what it can be at most here. */
export function definition({ name, print, most, says }, { tokens: queries, keyTokens }) {
  return `${name}: ${says}. Mean over the rows, at most ${print(most(queries.length, keyTokens.length)).join(" ").trim()}.`;
}
