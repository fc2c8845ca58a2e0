import { t } from "./language.js";

/**
 * Layers and heads of the models whose heads have names: what was measured on about 30 sentences and several hundred
 * templates; a tendency, not a rule.
 */
const NAMED = { "use-lite": { layers: 2, heads: 4 } };

/**
 * What a head of a model tends to do.
 * @param {string | undefined} model id
 * @param {number} layer from 1
 * @param {number} head from 1
 * @returns {string} "" where nothing is known
 */
export function headName(model, layer, head) {
  const named = NAMED[model];
  return named && layer <= named.layers && head <= named.heads ? t(`head.${model}.${layer}.${head}`) : "";
}
