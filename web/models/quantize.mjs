import { readFileSync } from "node:fs";
import { attention, embed, layerNorm, linear } from "./forward.mjs";
const OPT = { embed: true, comp: true, biasfix: true, damp: 0.01, clip: 1, ...JSON.parse(process.env.QOPT ?? "{}") };

/** moment (d,d) = mean of xᵀx over rows */
function secondMoment(x, d) {
  const m = new Float64Array(d * d), T = x.length / d;
  for (let r = 0; r < T; r++) for (let i = 0; i < d; i++) {
    const f = x[r * d + i] / T; if (f === 0) continue;
    const row = m.subarray(i * d, (i + 1) * d);
    for (let j = i; j < d; j++) row[j] += f * x[r * d + j];
  }
  for (let i = 0; i < d; i++) for (let j = 0; j < i; j++) m[i * d + j] = m[j * d + i];
  return m;
}
function cholesky(a, n) { // upper R, a = RᵀR
  const r = Float64Array.from(a);
  for (let i = 0; i < n; i++) {
    const p = Math.sqrt(r[i * n + i]);
    for (let j = i; j < n; j++) r[i * n + j] /= p;
    for (let k = i + 1; k < n; k++) {
      const f = r[i * n + k]; if (f === 0) continue;
      for (let j = k; j < n; j++) r[k * n + j] -= f * r[i * n + j];
    }
  }
  return r;
}
/** nearest plane. w (n,cols), moment (n,n), scale per column → Int8Array */
function roundTogether(w, n, cols, moment, scale) {
  let trace = 0; for (let i = 0; i < n; i++) trace += moment[i * n + i];
  const order = Array.from({ length: n }, (_, i) => i).sort((a, b) => moment[a * n + a] - moment[b * n + b]);
  const h = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) h[i * n + j] = moment[order[i] * n + order[j]] + (i === j ? OPT.damp * trace / n : 0);
  const r = cholesky(h, n);
  const q = new Int8Array(n * cols), err = new Float64Array(n * cols), carry = new Float64Array(cols);
  for (let i = n - 1; i >= 0; i--) {
    carry.fill(0);
    for (let j = i + 1; j < n; j++) { const f = r[i * n + j] / r[i * n + i]; const e = err.subarray(j * cols, (j + 1) * cols); for (let c = 0; c < cols; c++) carry[c] += f * e[c]; }
    const at = order[i] * cols;
    for (let c = 0; c < cols; c++) {
      const v = Math.max(-127, Math.min(127, Math.round((w[at + c] + carry[c]) / scale[c])));
      q[at + c] = v; err[i * cols + c] = w[at + c] - v * scale[c];
    }
  }
  return q;
}
function columnScales(w, n, cols) {
  const s = new Float32Array(cols);
  for (let i = 0; i < n * cols; i++) s[i % cols] = Math.max(s[i % cols], Math.abs(w[i]));
  return s.map((v) => v * OPT.clip / 127);
}
function transpose(a, r, c) { const t = new Float64Array(a.length); for (let i = 0; i < r; i++) for (let j = 0; j < c; j++) t[j * r + i] = a[i * c + j]; return t; }

export function quantize(tensors) {
  const t = Object.fromEntries(tensors.map((x) => [x.name, x]));
  const out = new Map(tensors.map((x) => [x.name, [x]]));
  const cal = JSON.parse(readFileSync(new URL("calibration.json", import.meta.url))).map((s) => s.ids);
  const lengths = cal.map((s) => s.length);
  const affine = (stem) => ({ weight: t[stem + ".weight"].data, bias: t[stem + ".bias"].data, shape: t[stem + ".weight"].shape });
  const inv = t["position.inverse"].data;
  // embedding
  const E = t.embedding.data, [V, d] = t.embedding.shape;
  let xf = embed(cal, E, inv);
  const M = new Float64Array(d * d);
  if (OPT.embed) {
    const addMap = (A, cols, k) => { for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) { let s = 0; for (let c = 0; c < cols; c++) s += A[i * cols + c] * A[j * cols + c]; M[i * d + j] += k * s; } };
    const center = (A, n, cols) => { for (let c = 0; c < cols; c++) { let m = 0; for (let i = 0; i < n; i++) m += A[i * cols + c] / n; for (let i = 0; i < n; i++) A[i * cols + c] -= m; } return A; };
    const scaled = (stem, gain, cols) => Float64Array.from(t[stem].data, (v, i) => v * gain[Math.floor(i / cols)]);
    addMap(center(scaled("layer0.qkv.weight", t["layer0.ln1.gain"].data, 768), 256, 768), 768, 1);
    const A1 = center(scaled("layer1.qkv.weight", t["layer1.ln1.gain"].data, 1536), 512, 1536);
    const A2 = linear(t["layer0.residual.weight"].data, { weight: A1, shape: [512, 1536] });
    addMap(A2, 1536, OPT.k2 ?? 0.3);
  } else for (let i = 0; i < d; i++) M[i * d + i] = 1;
  const Et = transpose(E, V, d);
  const es = columnScales(Et, d, V);
  const eq = transpose(roundTogether(Et, d, V, M, es), V ? d : 0, V);
  out.set("embedding", [{ name: "embedding", shape: [V, d], data: Int8Array.from(eq) }, { name: "embedding.scale", shape: [V], data: es }]);
  const Eq = Float64Array.from(eq, (v, i) => v * es[Math.floor(i / d)]);
  let x = embed(cal, Eq, inv);
  // y full, quantised
  const step = (stem, input, inputF) => {
    const a = affine(stem), [n, cols] = a.shape, s = columnScales(a.weight, n, cols);
    const moment = OPT.comp ? secondMoment(input, n) : Float64Array.from({ length: n * n }, (_, i) => i % (n + 1) === 0 ? 1 : 0);
    const q = roundTogether(a.weight, n, cols, moment, s);
    const wq = Float64Array.from(q, (v, i) => v * s[i % cols]);
    const y = linear(input, { weight: wq, bias: a.bias, shape: a.shape });
    const yf = linear(inputF, a);
    let bias = a.bias;
    if (OPT.biasfix) {
      const shift = new Float64Array(cols), T = y.length / cols;
      y.forEach((v, i) => { shift[i % cols] += (yf[i] - v) / T; });
      bias = Float32Array.from(a.bias, (v, c) => v + shift[c]);
      for (let i = 0; i < y.length; i++) y[i] += shift[i % cols];
    }
    out.set(stem + ".weight", [{ name: stem + ".weight", shape: [n, cols], data: q }, { name: stem + ".scale", shape: [cols], data: s }]);
    out.set(stem + ".bias", [{ name: stem + ".bias", shape: [cols], data: bias }]);
    return [y, yf];
  };
  const add = (a, b) => a.map((v, i) => v + b[i]);
  for (const i of [0, 1]) {
    const L = `layer${i}.`;
    const ln = (name, v) => layerNorm(v, t[L + name + ".gain"].data, t[L + name + ".bias"].data);
    const [qkv, qkvF] = step(L + "qkv", ln("ln1", x), ln("ln1", xf));
    const [o, oF] = step(L + "output", attention(qkv, lengths, 4), attention(qkvF, lengths, 4));
    const [r, rF] = t[L + "residual.weight"] ? step(L + "residual", x, xf) : [x, xf];
    const y = add(r, o), yF = add(rF, oF);
    const [f, fF] = step(L + "ffn1", ln("ln2", y), ln("ln2", yF));
    const relu = (v) => v.map((a) => Math.max(0, a));
    const [g, gF] = step(L + "ffn2", relu(f), relu(fF));
    x = add(y, g); xf = add(yF, gF);
  }
  const mean = (v) => { const o = new Float64Array(lengths.length * 512); let row = 0; lengths.forEach((n, s) => { for (let k = 0; k < n; k++, row++) for (let c = 0; c < 512; c++) o[s * 512 + c] += v[row * 512 + c] / n; }); return o; };
  step("pool", mean(x), mean(xf));
  return [...out.values()].flat();
}
