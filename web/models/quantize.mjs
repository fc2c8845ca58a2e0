// f32 tensors → int8, one scale a column (of the embedding: a row). Each value is not rounded to the nearest
// step by itself: errors already made are made up for by the values still to come, for the inputs that the
// weight meets on the calibration sentences and for what its errors cost behind it. That is GPTQ (Frantar et
// al., 2022) in the form of Babai's nearest plane (1986): with H = RᵀR, e·H·eᵀ is small when each value, from
// the last to the first, is rounded after adding what R's row carries over from those behind it.
import { readFileSync } from "node:fs";
import { linear, walk } from "./forward.mjs";
import { cholesky, secondMoment, transpose } from "./matrix.mjs";
import { sensitivity } from "./sensitivity.mjs";

const STEPS = 127;
/** Added to the diagonal of H, as a part of its mean: what 2000 tokens say about 1536 inputs is rough. */
const DAMPING = 0.1;

/**
 * @param {import("./format.js").Tensor[]} tensors
 * @param {number} heads
 * @returns {import("./format.js").Tensor[]} the same, with int8 matrices, scales, and adjusted biases
 */
export function quantize(tensors, heads) {
  const named = new Map(tensors.map((tensor) => [tensor.name, tensor]));
  const sentences = JSON.parse(readFileSync(new URL("calibration.json", import.meta.url), "utf8")).map(({ ids }) => ids);
  const exact = observe(named, sentences, heads);
  const costs = sensitivity(named, exact.layers, sentences.map((ids) => ids.length), heads);
  const done = new Map(named);

  const embedding = roundEmbedding(named.get("embedding"), costs.get("embedding"));
  embedding.tensors.forEach((tensor) => done.set(tensor.name, tensor));
  walk(named, sentences, heads, embedding.values, (stem, x) => {
    const rounded = roundAffine(named, stem, x, costs.get(stem), exact.means.get(stem));
    rounded.tensors.forEach((tensor) => done.set(tensor.name, tensor));
    return rounded.y;
  });
  return [...done.values()];
}

/** What the exact model does on the sentences: mean outputs by stem, and what each layer meets. */
function observe(named, sentences, heads) {
  const means = new Map(), layers = [];
  walk(named, sentences, heads, named.get("embedding").data, (stem, x, raw) => {
    const { shape: [inputs, outputs], data } = named.get(`${stem}.weight`);
    const y = linear(x, data, named.get(`${stem}.bias`).data, inputs, outputs);
    means.set(stem, columnMeans(y, outputs));
    if (stem.endsWith(".qkv")) layers.push({ qkv: y, variance: meanVariance(raw, inputs) });
    return y;
  });
  return { means, layers };
}

function columnMeans(y, columns) {
  const means = new Float64Array(columns);
  y.forEach((value, at) => { means[at % columns] += (value * columns) / y.length; });
  return means;
}

function meanVariance(x, d) {
  let sum = 0;
  for (let at = 0; at < x.length; at += d) {
    const row = x.subarray(at, at + d);
    const mean = row.reduce((a, b) => a + b) / d;
    sum += row.reduce((total, value) => total + (value - mean) ** 2, 0) / d;
  }
  return (sum * d) / x.length;
}

/** Each row on its own: an error of a row costs e·cost·eᵀ, so the rows are the columns of roundTogether. */
function roundEmbedding({ name, shape: [rows, d], data }, cost) {
  const columns = transpose(data, rows, d);
  const scale = columnScales(columns, rows);
  const steps = Int8Array.from(transpose(roundTogether(columns, d, rows, cost, scale), d, rows));
  const values = Float64Array.from(steps, (step, at) => step * scale[Math.floor(at / d)]);
  return { values, tensors: [{ name, shape: [rows, d], data: steps }, { name: `${name}.scale`, shape: [rows], data: scale }] };
}

/** The bias takes up the mean of what rounding, here and before, has changed. */
function roundAffine(named, stem, x, cost, wantedMeans) {
  const { shape, data } = named.get(`${stem}.weight`);
  const [inputs, outputs] = shape;
  const scale = columnScales(data, outputs);
  const steps = roundTogether(data, inputs, outputs, secondMoment(x, inputs), scale, cost);
  const values = Float64Array.from(steps, (step, at) => step * scale[at % outputs]);
  const product = linear(x, values, null, inputs, outputs);
  const means = columnMeans(product, outputs);
  const bias = Float32Array.from(wantedMeans, (wanted, c) => wanted - means[c]);
  return {
    y: product.map((value, at) => value + bias[at % outputs]),
    tensors: [
      { name: `${stem}.weight`, shape, data: steps },
      { name: `${stem}.scale`, shape: [outputs], data: scale },
      { name: `${stem}.bias`, shape: [outputs], data: bias },
    ],
  };
}

function columnScales(values, columns) {
  const scale = new Float32Array(columns);
  values.forEach((value, at) => { scale[at % columns] = Math.max(scale[at % columns], Math.abs(value) / STEPS); });
  return scale.map((step) => step || 1);
}

/**
 * Steps for w (rows,columns) that make tr(eᵀ·H·e·C) small, e the error of w: H (rows,rows) of the inputs, C
 * (columns,columns) of the outputs, or none if outputs count alike.
 */
function roundTogether(w, rows, columns, H, scale, C) {
  // Rows that matter most come first, that is last in R: the others can still make up for them.
  const order = Array.from({ length: rows }, (_, i) => i).sort((a, b) => H[a * rows + a] - H[b * rows + b] || a - b);
  const R = cholesky(damped(Float64Array.from({ length: rows * rows },
    (_, at) => H[order[Math.floor(at / rows)] * rows + order[at % rows]]), rows), rows);
  const roundRow = C ? rowRounder(cholesky(damped(C, columns), columns), columns, scale) : roundEach;
  const steps = new Int8Array(w.length);
  const errors = new Float64Array(w.length); // in R's order
  for (let i = rows - 1; i >= 0; i--) {
    const from = order[i] * columns;
    const target = Float64Array.from(w.subarray(from, from + columns));
    for (let j = i + 1; j < rows; j++) {
      const carry = R[i * rows + j] / R[i * rows + i];
      for (let c = 0; c < columns; c++) target[c] += carry * errors[j * columns + c];
    }
    roundRow(steps.subarray(from, from + columns), target, scale);
    for (let c = 0; c < columns; c++) errors[i * columns + c] = w[from + c] - steps[from + c] * scale[c];
  }
  return steps;
}

function damped(a, d) {
  let trace = 0;
  for (let i = 0; i < d; i++) trace += a[i * d + i];
  return a.map((value, at) => (at % (d + 1) === 0 ? value + (DAMPING * trace) / d : value));
}

const nearest = (value, step) => Math.max(-STEPS, Math.min(STEPS, Math.round(value / step)));

function roundEach(steps, target, scale) {
  for (let c = 0; c < target.length; c++) steps[c] = nearest(target[c], scale[c]);
}

/** The same carrying over along a row, by R of the outputs' costs. */
function rowRounder(R, columns, scale) {
  const ends = Array.from({ length: columns }, (_, c) => { // R is zero from here on: heads are apart
    let end = columns;
    while (end > c + 1 && R[c * columns + end - 1] === 0) end--;
    return end;
  });
  const errors = new Float64Array(columns);
  return (steps, target) => {
    for (let c = columns - 1; c >= 0; c--) {
      let carry = 0;
      for (let b = c + 1; b < ends[c]; b++) carry += R[c * columns + b] * errors[b];
      steps[c] = nearest(target[c] + carry / R[c * columns + c], scale[c]);
      errors[c] = target[c] - steps[c] * scale[c];
    }
  };
}
