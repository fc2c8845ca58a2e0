import { jsonFloat } from "./float-text.js";

/**
 * A whole run as JSON: what it was computed from, its tokens, and every stage of every layer.
 * Layers count from 1, as everywhere outside of the core. Each number has as many digits as bring back its 32 bits; what
 * JSON has no number for stands in quotes: "-inf" of a closed cell, "inf", "nan".
 * @param {object} result of the store, see ../main.js
 * @returns {string}
 */
export function runJson({ model, info, text, source, run, settings, example, workings, edited }) {
  const tokens = (list) => list?.map(({ id, piece, start, end, unknown }) => ({ id, piece, start, end, unknown }));
  const stages = {};
  for (const key of Object.keys(run.data.stages)) {
    const [layer, stage] = key.split("/");
    const { data, shape } = run.stage(stage, Number(layer));
    (stages[Number(layer) + 1] ??= []).push(`${JSON.stringify(stage)}:{"shape":${JSON.stringify(shape)},"data":${list(data)}}`);
  }
  const about = JSON.stringify({
    format: "attention-lab run", version: 1, model, info, text, source, settings,
    tokens: tokens(run.tokens), sourceTokens: tokens(run.sourceTokens), truncated: run.truncated,
    ...(example ? { example: example.id, words: example.words, edited, workings } : {}),
  });
  const layers = Object.entries(stages).map(([layer, rows]) => `"${layer}":{${rows.join(",")}}`).join(",");
  return `${about.slice(0, -1)},"layers":{${layers}},"embedding":${run.embedding ? list(run.embedding) : "null"}}`;
}

const list = (data) => `[${Array.from(data, jsonFloat).join(",")}]`;
