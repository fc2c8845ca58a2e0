/**
 * A hand-made example worked through: X·W_Q → Q, X·W_K → K, X·W_V → V, then attention, all in the core. What was
 * set by hand in Q, K or V takes the place of what was computed. With a second sentence K and V come from it.
 */
import { AttentionError } from "./errors.js";
import { packed } from "./packed.js";
import { Run } from "./run.js";

/**
 * @param {import("./core.js").Core} core
 * @param {import("./core.js").Model} tokenizer the example as a model file: it knows the words
 * @param {object} what
 * @param {string} what.text the queries
 * @param {string} [what.source] keys and values; the text itself if not given
 * @param {string[]} what.words of the example: rows of E
 * @param {import("./edits.js").Workings} what.workings
 * @param {(n: number, m: number) => import("./core.js").RunOptions} what.options
 * @returns {Run}
 * @throws {AttentionError} NO_TOKENS, NO_SOURCE (a blank second sentence), UNKNOWN_WORD, and what core.attention throws
 */
export function workExample(core, tokenizer, { text, source, words, workings, options }) {
  const read = (sentence) => tokenizer.tokenize(sentence).slice(0, tokenizer.info.maxTokens);
  const tokens = read(text);
  const sourceTokens = source === undefined ? null : read(source);
  if (tokens.length === 0) throw new AttentionError("NO_TOKENS", "There is nothing to read: give a text with at least one visible character.", "workExample");
  if (sourceTokens?.length === 0) throw new AttentionError("NO_SOURCE", "The second sentence is empty: there is nothing to attend to.", "workExample");

  const rowsOf = (list) => list.map((token) => wordOf(words, token));
  const queries = rowsOf(tokens);
  const keys = sourceTokens ? rowsOf(sourceTokens) : queries;
  const x = embed(workings.E, queries);
  const keyed = sourceTokens ? embed(workings.E, keys) : x;
  const q = project(core, x, workings.wQ, queries, workings.set.Q);
  const k = project(core, keyed, workings.wK, keys, workings.set.K);
  const v = project(core, keyed, workings.wV, keys, workings.set.V);

  const [n, m, dK, dV] = [x.rows, keyed.rows, q.cols, v.cols];
  const { mask, scale, temperature = 1, headsOff = [] } = options(n, m);
  const stages = core.attention({
    q: q.data, k: k.data, v: v.data, heads: 1, n, m, dK, dV, mask, scale: (scale ?? 1 / Math.sqrt(dK)) / temperature,
  });
  const joined = headsOff.length ? new Float32Array(n * dV) : stages.output;
  return new Run({
    tokens, sourceTokens, truncated: tokenizer.tokenize(text).length - n, layers: 1, heads: 1, embedding: null,
    entropy: Float32Array.of(core.entropy(stages.weights, n, m).reduce((sum, bits) => sum + bits, 0) / n),
    ...packed(onlyHead({
      x: [x.data, n, x.cols], q: [q.data, n, dK], k: [k.data, m, dK], v: [v.data, m, dV],
      scores: [stages.scores, n, m], scaled: [stages.scaled, n, m], masked: [stages.masked, n, m], weights: [stages.weights, n, m],
      output: [stages.output, n, dV], joined: [joined, n, dV],
      ...(sourceTokens ? { source: [keyed.data, m, keyed.cols] } : {}),
    })),
  });
}

/** Which word of the example a token is: its row of E. @param {string[]} words @param {import("./run.js").Token} token */
export function wordOf(words, { piece }) {
  const word = piece.replaceAll("▁", " ").trim();
  const row = words.indexOf(word);
  if (row < 0) throw new AttentionError("UNKNOWN_WORD", `This hand-made example has no “${word}”. It reads these words only: ${words.join(", ")}.`, "workExample");
  return row;
}

/** Rows of E, one a token. */
function embed(E, rows) {
  return { data: Float32Array.from(rows.flatMap((row) => E[row])), rows: rows.length, cols: E[0].length };
}

/** x·w, and over it the numbers that were set by hand for these words. */
function project(core, x, w, wordRows, set) {
  const cols = w[0].length;
  const data = core.linear(x.data, Float32Array.from(w.flat()), x.rows, x.cols, cols);
  wordRows.forEach((word, row) => set[word].forEach((value, col) => { if (value !== null) data[row * cols + col] = value; }));
  return { data, rows: x.rows, cols };
}

/** Stages of the one layer and head, [data, rows, columns] each, as packed() takes them. */
function onlyHead(parts) {
  return Object.fromEntries(Object.entries(parts).map(([name, [data, rows, cols]]) => [`0/${name}`, { data, shape: [1, rows, cols] }]));
}
