/**
 * Attention in JavaScript alone, as fast as we could write it. JavaScript computes in float64, so keys and values
 * are packed as such once a head, which spares the inner loops a conversion; sums stand in registers, four queries
 * by four keys; the weights of a block of queries are kept in float64, and causal blocks stop at the diagonal.
 */

const ROWS = 4;
const COLS = 4;

/** @returns {Promise<import("./index.js").Library[]>} */
export async function open() {
  return [{ name: "plain JavaScript", version: "this", prepare }];
}

function prepare(workload, inputs) {
  let result;
  return {
    run() {
      result = attend(workload, inputs);
    },
    read: () => result,
    dispose() {},
  };
}

function attend({ heads, n, d, causal, weights: wanted }, { q, k, v }) {
  const keys = Math.ceil(n / COLS) * COLS;
  const width = Math.ceil(d / COLS) * COLS;
  const room = {
    queries: new Float64Array(ROWS * d), keys: new Float64Array(keys * d), values: new Float64Array(n * width),
    scores: new Float64Array(ROWS * keys), sums: new Float64Array(ROWS),
  };
  const output = new Float32Array(heads * n * d);
  const weights = wanted ? new Float32Array(heads * n * n) : null;
  for (let head = 0; head < heads; head++) {
    const at = head * n * d;
    packRows(room.keys, k, at, n, d);
    packColumns(room.values, v, at, n, d);
    for (let i = 0; i < n; i += ROWS) {
      const rows = Math.min(ROWS, n - i);
      const last = causal ? i + rows : n;
      packQueries(room.queries, q, at + i * d, rows, d);
      multiply(room.scores, keys, room.queries, d, d, room.keys, last);
      for (let r = 0; r < rows; r++) room.sums[r] = weigh(room.scores, r * keys, causal ? i + r + 1 : n, last);
      blend(output, at + i * d, d, room, keys, last, rows, n);
      if (weights) for (let r = 0; r < rows; r++) keep(weights, (head * n + i + r) * n, room.scores, r * keys, room.sums[r], last);
    }
  }
  return weights ? { output, weights } : { output };
}

/** panels (n/4, d, 4) of rows (n, d), zeros beyond n */
function packRows(panels, from, at, n, d) {
  panels.fill(0);
  for (let j = 0; j < n; j++) {
    const place = Math.floor(j / COLS) * COLS * d + (j % COLS);
    for (let x = 0; x < d; x++) panels[place + x * COLS] = from[at + j * d + x];
  }
}

/** panels (d/4, n, 4) of rows (n, d) */
function packColumns(panels, from, at, n, d) {
  for (let j = 0; j < n; j++) {
    for (let x = 0; x < d; x++) panels[(Math.floor(x / COLS) * n + j) * COLS + (x % COLS)] = from[at + j * d + x];
  }
}

/** (4, d), scaled; zeros beyond rows */
function packQueries(queries, from, at, rows, d) {
  const scale = 1 / Math.sqrt(d);
  for (let k = 0; k < ROWS * d; k++) queries[k] = k < rows * d ? from[at + k] * scale : 0;
}

/** out (4, cols; row stride) = a (4, depth; row stride) · panels (cols/4, depth, 4), whole panels */
function multiply(out, stride, a, aStride, depth, panels, cols) {
  for (let j = 0; j < cols; j += COLS) tile(out, j, stride, a, aStride, depth, panels, j * depth);
}

function tile(out, at, stride, a, aStride, depth, panel, from) {
  tileRows(out, at, stride, a, 0, aStride, depth, panel, from);
  tileRows(out, at + 2 * stride, stride, a, 2 * aStride, aStride, depth, panel, from);
}

/** Two rows by four columns: eight sums, six operands. */
function tileRows(out, at, stride, a, a0, aStride, depth, panel, from) {
  let s00 = 0, s01 = 0, s02 = 0, s03 = 0, s10 = 0, s11 = 0, s12 = 0, s13 = 0;
  for (let x = 0, p = from, a1 = a0 + aStride; x < depth; x++, p += 4) {
    const up = a[a0 + x], low = a[a1 + x];
    const b0 = panel[p], b1 = panel[p + 1], b2 = panel[p + 2], b3 = panel[p + 3];
    s00 += up * b0; s01 += up * b1; s02 += up * b2; s03 += up * b3;
    s10 += low * b0; s11 += low * b1; s12 += low * b2; s13 += low * b3;
  }
  out[at] = s00; out[at + 1] = s01; out[at + 2] = s02; out[at + 3] = s03;
  at += stride;
  out[at] = s10; out[at + 1] = s11; out[at + 2] = s12; out[at + 3] = s13;
}

/** scores (open) become exp(score − maximum), those up to last become 0; their sum */
function weigh(scores, at, open, last) {
  let top = -Infinity;
  for (let j = at; j < at + open; j++) if (scores[j] > top) top = scores[j];
  let sum = 0;
  for (let j = at; j < at + open; j++) sum += scores[j] = Math.exp(scores[j] - top);
  for (let j = at + open; j < at + last; j++) scores[j] = 0;
  return sum;
}

const blended = new Float64Array(ROWS * COLS);

/** output (rows, d) = scores (rows, last) · V, over the sums */
function blend(output, at, d, { scores, values, sums }, stride, last, rows, n) {
  for (let x = 0; x < d; x += COLS) {
    tile(blended, 0, COLS, scores, stride, last, values, x * n);
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < COLS && x + c < d; c++) output[at + r * d + x + c] = blended[r * COLS + c] / sums[r];
    }
  }
}

function keep(weights, to, scores, at, sum, last) {
  for (let j = 0; j < last; j++) weights[to + j] = scores[at + j] / sum;
}
