/**
 * A stage of a result as it is saved, with all that is needed to know what it is.
 *
 * @typedef {object} StageFile
 * @property {string} format @property {number} version of the format
 * @property {string} stage @property {number[]} shape (layers, heads, rows, columns)
 * @property {number[]} layers @property {number[] | "all"} heads which ones, from 1; "all": one matrix for all of them
 * @property {string[]} axes what the four axes of the shape are
 * @property {number | null} scale what scores were multiplied by
 */
import { KEY_ROWS, PAIRS, SHARED } from "./axes.js";
import { STAGE } from "./import-own.js";

/** The stages that a run has, in the order of the equation. @param {import("../run.js").Run} run @param {{ id: string }[]} stages */
export const stagesIn = (run, stages) => stages.map(({ id }) => id).filter((id) => run.has(id, 0));

/**
 * @param {import("../main.js").Result} result
 * @param {{ stage: string, layer: number, head: number, all: boolean }} what layer and head from 1; all: of all heads, and of all layers in which the stage is as wide
 * @returns {{ about: StageFile, matrices: { layer: number, head: number, data: Float32Array }[], rows: number, cols: number }}
 */
export function stageFile({ model, info, text, source, run, settings, edited }, { stage, layer, head, all }) {
  const { shape } = run.stage(stage, layer - 1);
  const [count, rows, cols] = shape;
  // One array has one shape: layers of another width stay out.
  const alike = (at) => String(run.stage(stage, at - 1).shape) === String(shape);
  const layers = all ? Array.from({ length: run.data.layers }, (_, at) => at + 1).filter(alike) : [layer];
  const heads = SHARED.includes(stage) ? [1] : all ? Array.from({ length: count }, (_, at) => at + 1) : [head];
  const list = (tokens) => tokens?.map(({ id, piece, start, end, unknown }) => ({ id, piece, start, end, unknown }));
  return {
    rows, cols,
    matrices: layers.flatMap((l) => heads.map((h) => ({ layer: l, head: h, data: run.matrix(stage, l - 1, h - 1).data }))),
    about: {
      format: STAGE, version: 1, model, edited: Boolean(edited), source: { model: info.source, license: info.license },
      text, sourceText: source, stage, layers, heads: SHARED.includes(stage) ? "all" : heads,
      shape: [layers.length, heads.length, rows, cols],
      axes: ["layer", "head", KEY_ROWS.includes(stage) ? "key" : "query", PAIRS.includes(stage) ? "key" : "dimension"],
      scale: scaleOf(run, settings), settings, tokens: list(run.tokens), sourceTokens: list(run.sourceTokens),
    },
  };
}

function scaleOf(run, { divide, temperature }) {
  return run.has("q", 0) ? (divide ? 1 / Math.sqrt(run.stage("q", 0).shape[2]) : 1) / temperature : null;
}
