// What an error costs, as a matrix C for each place in the model: an error e (a row) there costs e·C·eᵀ,
// about the square of the change of the attention scores after it. First order, traced backwards from the
// embedding through the residual stream; the feed-forward blocks are passed by.
import { sandwich } from "./matrix.mjs";

/** An error in what is averaged into the embedding, against one in a score; chosen by trial. */
const FINAL = 0.01;

/**
 * @param {Map<string, import("./format.js").Tensor>} tensors
 * @param {{qkv: Float64Array, variance: number}[]} met  what the layers met: qkv (T,3d), mean variance of x
 * @param {number[]} lengths  tokens of each sentence
 * @returns {Map<string, Float64Array>} C by name of what is rounded: of its output; of its row for "embedding"
 */
export function sensitivity(tensors, met, lengths, heads) {
  const costs = new Map();
  const width = tensors.get("pool.weight").shape[0];
  let cost = Float64Array.from({ length: width * width }, (_, at) => (at % (width + 1) === 0 ? FINAL : 0));
  for (let i = met.length - 1; i >= 0; i--) {
    const at = (part) => tensors.get(`layer${i}.${part}`);
    const [d, out] = at("output.weight").shape;
    costs.set(`layer${i}.ffn2`, cost).set(`layer${i}.output`, cost).set(`layer${i}.residual`, cost);
    const inside = scoreCosts(met[i].qkv, lengths, heads, d);
    addValueCosts(inside, sandwich(at("output.weight").data, cost, d, out), d, heads);
    costs.set(`layer${i}.qkv`, inside);
    const before = sandwich(throughNorm(at, d, met[i].variance), inside, d, 3 * d);
    const kept = at("residual.weight") ? sandwich(at("residual.weight").data, cost, d, out) : cost;
    cost = before.map((value, cell) => value + kept[cell]);
  }
  return costs.set("embedding", cost);
}

/** The q and k blocks of (3d,3d). A softmax row does not see what all its keys share: q meets k less its mean. */
function scoreCosts(qkv, lengths, heads, d) {
  const cost = new Float64Array(9 * d * d);
  const width = d / heads, rows = qkv.length / (3 * d);
  let first = 0;
  for (const n of lengths) {
    const mean = new Float64Array(d);
    for (let t = first; t < first + n; t++) {
      for (let c = 0; c < d; c++) mean[c] += qkv[t * 3 * d + d + c] / n;
    }
    for (let t = first; t < first + n; t++) {
      const q = qkv.subarray(t * 3 * d, t * 3 * d + d);
      const k = qkv.slice(t * 3 * d + d, t * 3 * d + 2 * d).map((value, c) => value - mean[c]);
      for (let a = 0; a < d; a++) {
        const end = (Math.floor(a / width) + 1) * width;
        for (let b = end - width; b < end; b++) {
          cost[a * 3 * d + b] += (k[a] * k[b]) / width / rows;
          cost[(d + a) * 3 * d + d + b] += (q[a] * q[b]) / width / rows;
        }
      }
    }
    first += n;
  }
  return cost;
}

/** The v block: half of what the same error costs behind the output projection, as weights spread it. */
function addValueCosts(cost, behind, d, heads) {
  const width = d / heads;
  for (let a = 0; a < d; a++) {
    const end = (Math.floor(a / width) + 1) * width;
    for (let b = end - width; b < end; b++) cost[(2 * d + a) * 3 * d + 2 * d + b] = behind[a * d + b] / 2;
  }
}

/** (d,3d): layer norm at a typical row, then W_qkv: centred, divided by the deviation, times the gain. */
function throughNorm(at, d, variance) {
  const { data } = at("qkv.weight");
  const gain = at("ln1.gain").data;
  const map = Float64Array.from(data, (value, cell) => (value * gain[Math.floor(cell / (3 * d))]) / Math.sqrt(variance));
  for (let c = 0; c < 3 * d; c++) {
    let mean = 0;
    for (let i = 0; i < d; i++) mean += map[i * 3 * d + c] / d;
    for (let i = 0; i < d; i++) map[i * 3 * d + c] -= mean;
  }
  return map;
}
