/** What this page has saved: a run, or a stage. The same numbers come back; nothing is computed again. */
import { MASKS } from "../masks.js";
import { STAGES } from "../stages.js";
import { KEY_ROWS, PAIRS, SHARED } from "./axes.js";
import { refusal } from "./refusal.js";
import { checkedShape, tensorOf } from "./tensor.js";
import { fourAxes, layerOf } from "./shapes.js";
import { placeless, tokensAgain } from "./tokens.js";

const RUN = "attention-lab run";
export const STAGE = "attention-lab stage";
const VERSION = 1;
const STAGE_IDS = [...STAGES.map(({ id }) => id).filter((id) => id !== "tokens"), "source"];

export const isOwn = (value) => !Array.isArray(value) && [RUN, STAGE].includes(value.format);

/** @param {object} value @returns {Omit<import("./import.js").Brought, "name">} */
export function fromOwn(value) {
  if (value.version !== VERSION) throw refusal("VERSION", { version: JSON.stringify(value.version)?.slice(0, 20) ?? "–" });
  return value.format === RUN ? fromRun(value) : fromStage(value, tensorOf(value.data));
}

function fromRun(value) {
  const stages = {};
  const layers = value.layers !== null && typeof value.layers === "object" ? Object.entries(value.layers) : [];
  for (const [layer, row] of layers) {
    for (const [stage, entry] of Object.entries(row ?? {})) {
      if (!/^[1-9]\d{0,3}$/.test(layer) || !STAGE_IDS.includes(stage)) throw refusal("UNKNOWN_STAGE", { stage: `${layer}/${stage}`.slice(0, 40) });
      stages[`${Number(layer) - 1}/${stage}`] = flatStage(entry, `${layer}/${stage}`);
    }
  }
  if (!Object.keys(stages).length) throw refusal("NO_TENSOR", { names: "–" });
  return finish(value, stages, Object.values(value.embedding ?? {}).length ? Float32Array.from(value.embedding) : null);
}

/** { shape: (heads, rows, columns), data: one array } */
function flatStage(entry, name) {
  const { shape, data } = entry ?? {};
  const whole = Array.isArray(shape) && shape.length === 3 && shape.every((size) => Number.isInteger(size) && size >= 0) && Array.isArray(data);
  if (!whole || data.length !== checkedShape(shape)) throw refusal("BAD_STAGE_DATA", { stage: name });
  return { data: Float32Array.from(tensorOf([data]).data), shape };
}

/**
 * @param {object} about the metadata of a stage
 * @param {import("./tensor.js").Tensor} tensor (layers, heads, rows, columns)
 */
export function fromStage(about, tensor) {
  const { stage } = about;
  if (stage === "source" || !STAGE_IDS.includes(stage)) throw refusal("UNKNOWN_STAGE", { stage: JSON.stringify(stage)?.slice(0, 40) ?? "–" });
  const four = fourAxes(tensor, stage);
  const stages = Object.fromEntries(Array.from({ length: four.shape[0] }, (_, layer) => [`${layer}/${stage}`, layerOf(four, layer)]));
  return finish(about, stages, null);
}

function finish(about, stages, embedding) {
  const sizes = Object.entries(stages).map(([key, { shape }]) => ({ stage: key.split("/")[1], shape }));
  const layers = layersOf(Object.keys(stages));
  const heads = Math.max(...sizes.map(({ shape }) => shape[0]));
  const count = (wanted) => sizes.map(wanted).find((size) => size !== undefined);
  const cross = Array.isArray(about.sourceTokens);
  const listed = (list) => (Array.isArray(list) && list.every((token) => typeof token?.piece === "string") ? list : null);
  const [tokens, sourceTokens] = [listed(about.tokens), cross ? listed(about.sourceTokens) : null];
  const n = count(({ stage, shape }) => (KEY_ROWS.includes(stage) ? undefined : shape[1])) ?? tokens?.length;
  const m = count(({ stage, shape }) => (PAIRS.includes(stage) ? shape[2] : KEY_ROWS.includes(stage) ? shape[1] : undefined)) ?? sourceTokens?.length ?? n;
  const fits = ({ stage, shape: [each, rows, cols] }) => (SHARED.includes(stage) ? each === 1 : each === heads)
    && rows === (KEY_ROWS.includes(stage) ? m : n) && (!PAIRS.includes(stage) || cols === m);
  const everywhere = (stage) => Array.from({ length: layers }, (_, layer) => `${layer}/${stage}` in stages).every(Boolean);
  const stray = sizes.find((size) => !fits(size) || !everywhere(size.stage));
  if (stray) throw refusal("BAD_STAGE_DATA", { stage: stray.stage });
  if (!tokens || tokens.length !== n || (cross ? sourceTokens?.length !== m : m !== n)) throw refusal("BAD_TOKENS", { name: "tokens" });
  return {
    layers, heads, stages, computes: false, ...wordsOf(tokens, about.text), sourceTokens: sourceTokens && placeless(tokensAgain(sourceTokens).tokens), embedding,
    settings: settingsOf(about.settings), notices: [],
  };
}

/** One more layer than the last has an x, what leaves it. @param {string[]} keys "layer/stage" */
function layersOf(keys) {
  const inside = keys.filter((key) => !key.endsWith("/x"));
  return 1 + Math.max(...(inside.length ? inside : keys).map((key) => Number.parseInt(key, 10)));
}

/** The tokens where they stand in the text, if they stand in it. */
function wordsOf(tokens, text) {
  const inText = ({ start, end }) => start === null || (Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= text.length);
  if (typeof text !== "string" || !tokens.every(inText)) return tokensAgain(tokens);
  return {
    text,
    tokens: tokens.map(({ id, piece, start, end, unknown }) => ({ id: Number(id) || 0, piece, start, end, unknown: unknown === true })),
  };
}

/** The settings that a run was computed with, as far as they are such. */
function settingsOf(settings) {
  const { mask, window, padding, closed, divide, temperature } = settings ?? {};
  const size = (value) => Number.isInteger(value) && value >= 0 && value < 1000;
  return {
    ...(MASKS.some(({ id }) => id === mask) ? { mask } : {}), ...(size(window) ? { window } : {}), ...(size(padding) ? { padding } : {}),
    ...(Array.isArray(closed) && closed.every((name) => /^\d+\.\d+$/.test(name)) ? { closed } : {}),
    ...(typeof divide === "boolean" ? { divide } : {}), ...(temperature >= 0.1 && temperature <= 10 ? { temperature } : {}),
  };
}
