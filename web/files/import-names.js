/** What an object of JSON holds, by the names that people give. */
import { refusal } from "./refusal.js";
import { tensorOf } from "./tensor.js";

/** Name in the file → what it is. Of several tensors of weights the first that is there is taken. */
const WEIGHTS = ["attentions", "attention", "weights", "attn", "cross_attentions", "crossAttentions", "decoder_attentions", "encoder_attentions"];
const PARTS = { q: ["q", "Q", "query", "queries"], k: ["k", "K", "key", "keys"], v: ["v", "V", "value", "values"] };
const TOKENS = ["tokens", "queryTokens", "query_tokens", "target_tokens"];
const SOURCE_TOKENS = ["sourceTokens", "source_tokens", "keyTokens", "key_tokens"];

/**
 * @param {object} value
 * @returns {{ tensors: Record<string, import("./tensor.js").Tensor>, tokens?: string[], sourceTokens?: string[], scale?: number, causal: boolean, left: string[] }}
 *   left: tensors that were not taken
 * @throws {AttentionError} NO_TENSOR, BAD_TOKENS, BAD_SCALE, and those of tensorOf
 */
export function namedTensors(value) {
  const first = (names) => names.find((name) => Object.hasOwn(value, name) && value[name] !== null);
  const parts = Object.fromEntries(Object.entries(PARTS).map(([part, names]) => [part, first(names)]));
  const weights = WEIGHTS.filter((name) => first([name]));
  const whole = Object.values(parts).every(Boolean);
  if (weights.length === 0 && !whole) throw refusal("NO_TENSOR", { names: Object.keys(value).slice(0, 8).join(", ").slice(0, 120) || "–" });
  const tensors = weights.length ? { weights: tensorOf(value[weights[0]]) } : Object.fromEntries(Object.entries(parts).map(([part, name]) => [part, tensorOf(value[name])]));
  return {
    tensors, tokens: tokensAt(value, first(TOKENS)), sourceTokens: tokensAt(value, first(SOURCE_TOKENS)),
    scale: scaleAt(value), causal: value.causal === true,
    left: [...weights.slice(1), ...(weights.length ? Object.values(parts).filter(Boolean) : [])],
  };
}

function tokensAt(value, name) {
  if (!name) return undefined;
  const list = value[name];
  if (!Array.isArray(list) || !list.every((token) => typeof token === "string" || typeof token === "number")) throw refusal("BAD_TOKENS", { name });
  return list.map(String);
}

function scaleAt({ scale }) {
  if (scale === undefined || scale === null) return undefined;
  if (!(typeof scale === "number" && scale > 0 && Number.isFinite(scale))) throw refusal("BAD_SCALE", { found: JSON.stringify(scale).slice(0, 40) });
  return scale;
}
