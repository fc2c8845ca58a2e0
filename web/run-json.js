/**
 * A whole run as JSON: what it was computed from, its tokens, and every stage of every layer.
 * Layers count from 1, as everywhere outside of the core. Cells that JSON cannot hold are null: −∞ of a closed
 * cell, and what is not a number.
 * @param {object} result of the store, see main.js
 * @returns {string}
 */
export function runJson({ model, info, text, source, run, settings, example, workings, edited }) {
  const tokens = (list) => list?.map(({ id, piece, start, end, unknown }) => ({ id, piece, start, end, unknown }));
  const stages = {};
  for (const key of Object.keys(run.data.stages)) {
    const [layer, stage] = key.split("/");
    const { data, shape } = run.stage(stage, Number(layer));
    (stages[Number(layer) + 1] ??= {})[stage] = { shape, data: Array.from(data) };
  }
  return JSON.stringify({
    format: "attention-lab run", version: 1, model, info, text, source, settings,
    tokens: tokens(run.tokens), sourceTokens: tokens(run.sourceTokens), truncated: run.truncated,
    ...(example ? { example: example.id, words: example.words, edited, workings } : {}),
    layers: stages, embedding: run.embedding && Array.from(run.embedding),
  });
}
