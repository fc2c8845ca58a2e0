// The little linear algebra of quantize.mjs. Square matrices (d,d) are Float64Arrays, row-major.

/** (d,d) = mean of xᵀx over the rows of x (T,d). */
export function secondMoment(x, d) {
  const moment = new Float64Array(d * d);
  const rows = x.length / d;
  for (let at = 0; at < x.length; at += d) {
    for (let i = 0; i < d; i++) {
      const factor = x[at + i] / rows;
      if (factor === 0) continue;
      for (let j = i; j < d; j++) moment[i * d + j] += factor * x[at + j];
    }
  }
  return mirror(moment, d);
}

/** a·s·aᵀ (rows,rows) for a (rows,cols), s (cols,cols) symmetric. */
export function sandwich(a, s, rows, cols) {
  const half = multiply(a, s, rows, cols, cols);
  const out = new Float64Array(rows * rows);
  for (let i = 0; i < rows; i++) {
    for (let j = i; j < rows; j++) {
      let sum = 0;
      for (let c = 0; c < cols; c++) sum += half[i * cols + c] * a[j * cols + c];
      out[i * rows + j] = sum;
    }
  }
  return mirror(out, rows);
}

function multiply(a, b, rows, inner, cols) {
  const out = new Float64Array(rows * cols);
  for (let r = 0; r < rows; r++) {
    for (let k = 0; k < inner; k++) {
      const factor = a[r * inner + k];
      for (let c = 0; c < cols; c++) out[r * cols + c] += factor * b[k * cols + c];
    }
  }
  return out;
}

function mirror(a, d) {
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < i; j++) a[i * d + j] = a[j * d + i];
  }
  return a;
}

/** Upper R with a = RᵀR; a is positive definite. */
export function cholesky(a, d) {
  const r = Float64Array.from(a);
  for (let i = 0; i < d; i++) {
    const pivot = Math.sqrt(r[i * d + i]);
    for (let j = i; j < d; j++) r[i * d + j] /= pivot;
    for (let k = i + 1; k < d; k++) {
      const factor = r[i * d + k];
      if (factor === 0) continue;
      for (let j = k; j < d; j++) r[k * d + j] -= factor * r[i * d + j];
    }
  }
  return r;
}

/** a (rows,cols) → (cols,rows) */
export function transpose(a, rows, cols) {
  return Float64Array.from({ length: a.length }, (_, at) => a[(at % rows) * cols + Math.floor(at / rows)]);
}
