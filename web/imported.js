/**
 * What a person brought from a file, in the place of a model. Of Q, K and V the core computes attention, with the page's settings;
 * of all else the run is what the file says, and nothing is made up for the stages that it does not have.
 */
import { packed } from "./packed.js";
import { Run } from "./run.js";

/**
 * @param {import("./core.js").Core} core
 * @param {import("./files/import.js").Brought} brought
 * @returns {{ info: object, work(options: (n: number, m: number) => import("./core.js").RunOptions): Run, dispose(): void }}
 */
export function importedModel(core, brought) {
  const { name, layers, heads, tokens, sourceTokens, stages, computes, embedding = null } = brought;
  const info = { name, kind: "imported", layers, heads, dModel: 0, vocab: 0, maxTokens: tokens.length, quantized: false, source: name, license: "" };
  const [n, m] = [tokens.length, (sourceTokens ?? tokens).length];
  return {
    info,
    work(options) {
      const all = computes ? computed(core, brought, options(n, m)) : stages;
      const entropy = new Float32Array(layers * heads).fill(NaN);
      for (let layer = 0; layer < layers; layer++) {
        const weights = all[`${layer}/weights`];
        if (weights) entropy.set(entropies(core, weights), layer * heads);
      }
      return new Run({ tokens, sourceTokens, truncated: 0, layers, heads, entropy, embedding, ...packed(all) });
    },
    dispose() {},
  };
}

/** Mean entropy of each head's rows, in bits. */
function entropies(core, { data, shape: [heads, n, m] }) {
  const bits = core.entropy(data, heads * n, m);
  return Array.from({ length: heads }, (_, head) => bits.subarray(head * n, (head + 1) * n).reduce((sum, row) => sum + row, 0) / n);
}

/** All stages from "scores" to "joined" of every layer, beside its Q, K and V. */
function computed(core, { layers, heads, stages }, { mask, scale, temperature = 1, headsOff = [] }) {
  const all = {};
  for (let layer = 0; layer < layers; layer++) {
    const [q, k, v] = ["q", "k", "v"].map((part) => stages[`${layer}/${part}`]);
    const [n, m, dK, dV] = [q.shape[1], k.shape[1], q.shape[2], v.shape[2]];
    const { nonFinite, ...made } = core.attention({
      q: q.data, k: k.data, v: v.data, heads, n, m, dK, dV, mask, scale: (scale ?? 1 / Math.sqrt(dK)) / temperature,
    });
    Object.assign(all, { [`${layer}/q`]: q, [`${layer}/k`]: k, [`${layer}/v`]: v });
    for (const [stage, data] of Object.entries(made)) all[`${layer}/${stage}`] = { data, shape: [heads, n, stage === "output" ? dV : m] };
    const off = headsOff.filter(([at]) => at === layer).map(([, head]) => head);
    all[`${layer}/joined`] = { data: sideBySide(made.output, heads, n, dV, off), shape: [1, n, heads * dV] };
  }
  return all;
}

/** (heads, n, dV) → (n, heads·dV); a head that is off leaves zeros. */
function sideBySide(output, heads, n, dV, off) {
  const joined = new Float32Array(output.length);
  for (let head = 0; head < heads; head++) {
    if (off.includes(head)) continue;
    for (let row = 0; row < n; row++) joined.set(output.subarray((head * n + row) * dV, (head * n + row + 1) * dV), (row * heads + head) * dV);
  }
  return joined;
}
