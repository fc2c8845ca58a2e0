import { t } from "../language.js";
import { fixed, percent } from "../numbers.js";

const bits = (x) => [fixed(x, 2), t("read.bits")];
const tokens = (x) => [fixed(x, 2), t("read.tokens")];
const share = (x) => [percent(x), ""];

/**
 * What is read off every head: means over its rows. `most`: what n queries and m keys allow; `alone`: has no meaning
 * where the keys are another sentence's.
 * @type {{ id: string, print(x: number): string[], most(n: number, m: number): number, alone?: boolean }[]}
 */
export const READINGS = [
  { id: "entropy", print: bits, most: (n, m) => Math.log2(m) },
  { id: "back", print: tokens, most: (n) => (n - 1) / 2, alone: true },
  { id: "self", print: share, most: () => 1, alone: true },
  { id: "previous", print: share, most: () => 1, alone: true },
  { id: "next", print: share, most: () => 1, alone: true },
  { id: "marked", print: share, most: () => 1 },
];

/** Those that a run has. @param {import("../run.js").Run} run */
export const readingsFor = (run) => READINGS.filter(({ alone }) => !alone || !run.sourceTokens);

/** @param {{ run: import("../run.js").Run, readings: object[][] }} result @param {string} id @param {number} layer @param {number} head from 1 */
export function readOff({ run, readings }, id, layer, head) {
  return id === "entropy" ? run.entropy(layer - 1, head - 1) : readings[layer - 1][head - 1][id];
}

export const readingName = ({ id }) => t(`read.${id}`);

/** Its definition in one line, with what it can be at most here. */
export function definition({ id, print, most }, { tokens: queries, keyTokens }) {
  return t(`read.${id}.is`, { most: print(most(queries.length, keyTokens.length)).join(" ").trim() });
}
