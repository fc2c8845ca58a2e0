// What was measured on about 30 sentences and several hundred templates; a tendency, not a rule.
const NAMES = {
  "use-lite": [
    ["looks back", "content → itself", "next token", "itself or previous"],
    ["diffuse", "verb → object", "object ↔ subject", "same kind"],
  ],
};

/**
 * What a head of a model tends to do.
 * @param {string | undefined} model id
 * @param {number} layer from 1
 * @param {number} head from 1
 * @returns {string} "" where nothing is known
 */
export function headName(model, layer, head) {
  return NAMES[model]?.[layer - 1]?.[head - 1] ?? "";
}
