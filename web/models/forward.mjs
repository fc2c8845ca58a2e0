// The forward pass of the ENCODER kind over many sentences at once, in float64: from it quantize.mjs knows
// what each weight meets. x (T,d) holds the tokens of all sentences, one row each.

/**
 * Walks through the model. Whatever is a weight matrix is left to apply(stem, x, raw) → y, which may look at
 * x, or quantise the weight first. raw: x before its layer norm, where it has one.
 * @param {Map<string, import("./format.js").Tensor>} tensors
 * @param {number[][]} sentences  ids
 * @param {Float32Array|Float64Array} embedding
 */
export function walk(tensors, sentences, heads, embedding, apply) {
  const data = (name) => tensors.get(name).data;
  const norm = (stem, x) => layerNorm(x, data(`${stem}.gain`), data(`${stem}.bias`));
  const lengths = sentences.map((ids) => ids.length);
  let x = embed(sentences, embedding, data("position.inverse"));
  for (let i = 0; tensors.has(`layer${i}.qkv.weight`); i++) {
    const layer = `layer${i}`;
    const qkv = apply(`${layer}.qkv`, norm(`${layer}.ln1`, x), x);
    const attended = apply(`${layer}.output`, attention(qkv, lengths, heads));
    const kept = tensors.has(`${layer}.residual.weight`) ? apply(`${layer}.residual`, x) : x;
    const y = kept.map((value, at) => value + attended[at]);
    const hidden = apply(`${layer}.ffn1`, norm(`${layer}.ln2`, y), y).map((value) => Math.max(value, 0));
    const fed = apply(`${layer}.ffn2`, hidden);
    x = y.map((value, at) => value + fed[at]);
  }
  apply("pool", sentenceMeans(x, lengths));
}

function sentenceMeans(x, lengths) {
  const d = x.length / lengths.reduce((a, b) => a + b);
  const means = new Float64Array(lengths.length * d);
  let row = 0;
  lengths.forEach((n, sentence) => {
    for (let t = 0; t < n; t++, row++) {
      for (let c = 0; c < d; c++) means[sentence * d + c] += x[row * d + c] / n;
    }
  });
  return means;
}

/** y (T,out) = x·W + bias */
export function linear(x, weight, bias, inputs, outputs) {
  const rows = x.length / inputs;
  const y = new Float64Array(rows * outputs);
  for (let r = 0; r < rows; r++) {
    const out = y.subarray(r * outputs, (r + 1) * outputs);
    if (bias) out.set(bias);
    for (let i = 0; i < inputs; i++) {
      const factor = x[r * inputs + i];
      if (factor === 0) continue; // half of what ReLU lets through
      const at = i * outputs;
      for (let o = 0; o < outputs; o++) out[o] += factor * weight[at + o];
    }
  }
  return y;
}

/** Rows to mean 0 and variance 1, then gain and bias. */
function layerNorm(x, gain, bias) {
  const d = gain.length;
  const y = new Float64Array(x.length);
  for (let at = 0; at < x.length; at += d) {
    let mean = 0, variance = 0;
    for (let c = 0; c < d; c++) mean += x[at + c] / d;
    for (let c = 0; c < d; c++) variance += (x[at + c] - mean) ** 2 / d;
    const inverse = 1 / Math.sqrt(variance + 1e-6);
    for (let c = 0; c < d; c++) y[at + c] = (x[at + c] - mean) * inverse * gain[c] + bias[c];
  }
  return y;
}

/** joined (T,d) from qkv (T,3d), each sentence to itself; lengths: tokens of each sentence. */
function attention(qkv, lengths, heads) {
  const d = qkv.length / lengths.reduce((a, b) => a + b) / 3;
  const width = d / heads;
  const joined = new Float64Array(qkv.length / 3);
  let first = 0;
  for (const n of lengths) {
    for (let head = 0; head < heads; head++) attendHead(joined, qkv, first, n, head * width, width, d);
    first += n;
  }
  return joined;
}

function attendHead(joined, qkv, first, n, column, width, d) {
  const row = (t, part) => (first + t) * 3 * d + part * d + column;
  for (let i = 0; i < n; i++) {
    const weights = Array.from({ length: n }, (_, j) => {
      let sum = 0;
      for (let c = 0; c < width; c++) sum += qkv[row(i, 0) + c] * qkv[row(j, 1) + c];
      return sum / Math.sqrt(width);
    });
    const highest = Math.max(...weights);
    weights.forEach((score, j) => { weights[j] = Math.exp(score - highest); });
    const total = weights.reduce((a, b) => a + b);
    const out = (first + i) * d + column;
    for (let j = 0; j < n; j++) {
      const share = weights[j] / total;
      for (let c = 0; c < width; c++) joined[out + c] += share * qkv[row(j, 2) + c];
    }
  }
}

/** x (T,d) = embedding + sin, cos of t·inverse, t from 0 in each sentence. */
function embed(sentences, embedding, inverse) {
  const half = inverse.length, d = 2 * half;
  const rows = sentences.flatMap((ids) => ids.map((id, t) => ({ id, t })));
  const x = new Float64Array(rows.length * d);
  rows.forEach(({ id, t }, r) => {
    for (let c = 0; c < half; c++) {
      x[r * d + c] = embedding[id * d + c] + Math.sin(t * inverse[c]);
      x[r * d + half + c] = embedding[id * d + half + c] + Math.cos(t * inverse[c]);
    }
  });
  return x;
}
