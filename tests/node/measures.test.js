import assert from "node:assert/strict";
import { test } from "node:test";
import { AttentionError } from "../../web/core.js";
import { byHandModel } from "../../web/models/by-hand.js";
import { readModel } from "../../web/models/format.js";
import { BUILDS, largest, largestDifference, random, read, worsts } from "./support.js";

const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);
const dot = (a, b) => a.reduce((total, x, c) => total + x * b[c], 0);
const close = (actual, expected, bound, what) => assert.ok(Math.abs(actual - expected) <= bound, `${what}: ${actual}, not ${expected}`);
const rowsOf = (array, width) => Array.from({ length: array.length / width }, (_, i) => Array.from(array.subarray(i * width, (i + 1) * width)));

/** Seeds far apart: the first number of xorshift is small where the seed is. */
const spread = (seed) => random(Math.imul(seed, 0x9e3779b1));

/** Rows of weights that sum to 1, every seventh without an allowed key. */
function randomWeights(rng, rows, m) {
  const weights = rng.normals(rows * m).map(Math.exp);
  for (let row = 0; row < rows; row++) {
    const total = row % 7 === 6 ? Infinity : sum(Array.from(weights.subarray(row * m, (row + 1) * m)));
    for (let j = 0; j < m; j++) weights[row * m + j] /= total;
  }
  return weights;
}

/** The rows less their mean, in float64. */
function centred(x, d) {
  const rows = rowsOf(x, d);
  const mean = Array.from({ length: d }, (_, c) => sum(rows.map((row) => row[c])) / rows.length);
  return rows.map((row) => row.map((value, c) => value - mean[c]));
}

/** The first two components by power iteration on the covariance: [{ along, share }]. */
function components(x, d) {
  const rows = centred(x, d);
  const total = sum(rows.map((row) => dot(row, row)));
  return [0, 1].map(() => {
    let direction = Array.from({ length: d }, (_, c) => Math.cos(1 + 3 * c));
    let value = 0;
    for (let step = 0; step < 3000; step++) {
      const along = rows.map((row) => dot(row, direction));
      const next = direction.map((_, c) => sum(rows.map((row, i) => along[i] * row[c])));
      value = Math.sqrt(dot(next, next));
      direction = next.map((y) => y / value);
    }
    const along = rows.map((row) => dot(row, direction));
    rows.forEach((row, i) => row.forEach((_, c) => (row[c] -= along[i] * direction[c])));
    const most = along.reduce((best, y) => (Math.abs(y) > Math.abs(best) * (1 + 1e-9) ? y : best), 0);
    return { along: along.map((y) => (most < 0 ? -y : y)), share: value / total };
  });
}

/** splitmix64, xoshiro128++ and the polar method from their papers, in BigInt and float64. */
function paperNormals(count, seed) {
  const mask = (x, bits) => BigInt.asUintN(bits, x);
  let state = BigInt(seed);
  const split = () => {
    state = mask(state + 0x9e3779b97f4a7c15n, 64);
    let z = mask((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n, 64);
    z = mask((z ^ (z >> 27n)) * 0x94d049bb133111ebn, 64);
    return z ^ (z >> 31n);
  };
  const s = [split(), split()].flatMap((z) => [mask(z, 32), z >> 32n]);
  const next = xoshiro(s);
  const numbers = [];
  while (numbers.length < count) {
    const [u, v] = [0, 0].map(() => (2 * (Number(next()) + 0.5)) / 2 ** 32 - 1);
    const square = u * u + v * v;
    if (square < 1) numbers.push(...[u, v].map((x) => x * Math.sqrt((-2 * Math.log(square)) / square)));
  }
  return numbers.slice(0, count);
}

function xoshiro(s) {
  const turn = (x, k) => BigInt.asUintN(32, x << k) | (x >> (32n - k));
  return () => {
    const result = BigInt.asUintN(32, turn(BigInt.asUintN(32, s[0] + s[3]), 7n) + s[0]);
    const t = BigInt.asUintN(32, s[1] << 9n);
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = turn(s[3], 11n);
    return result;
  };
}

/** Mean of rows of (heads, n, n) and identity, rows divided by their sum, in float64. */
function rolloutLayer({ data, shape: [heads, n] }) {
  return Array.from({ length: n }, (_, i) => {
    const row = Array.from({ length: n }, (_, j) => {
      const mean = sum(Array.from({ length: heads }, (_, head) => data[(head * n + i) * n + j])) / heads;
      return 0.5 * mean + (i === j ? 0.5 : 0);
    });
    const total = sum(row);
    return row.map((value) => value / total);
  });
}

test("the reference's generator is the published one", () => {
  // The stream of the authors' C code from the state 1, 2, 3, 4.
  const next = xoshiro([1n, 2n, 3n, 4n]);
  assert.deepEqual(Array.from({ length: 5 }, () => Number(next())), [641, 1573767, 3222811527, 3517856514, 836907274]);
});

test("both builds draw the same numbers", () => {
  const [a, b] = BUILDS.map(({ core }) => [core.normal(10_001, 6), core.randomDots(500, 64, 6)]);
  assert.deepEqual(a, b);
});

for (const { name, core } of BUILDS) {
  test(`${name}: linear against float64, with and without bias`, () => {
    const worst = worsts();
    for (let seed = 1; seed <= 30; seed++) {
      const rng = spread(seed);
      const [rows, inputs, outputs] = [rng.integer(1, 40), rng.integer(1, 90), rng.integer(1, 90)];
      const [x, w, bias] = [rng.normals(rows * inputs), rng.normals(inputs * outputs), rng.normals(outputs)];
      const want = rowsOf(x, inputs).flatMap((row) => Array.from({ length: outputs }, (_, o) => sum(row.map((value, k) => value * w[k * outputs + o]))));
      const biased = core.linear(x, w, rows, inputs, outputs, bias);
      worst.hold("linear", largestDifference(core.linear(x, w, rows, inputs, outputs), want), 1e-5 * Math.sqrt(inputs), `case ${seed}`);
      worst.hold("biased", largestDifference(biased, want.map((y, c) => y + bias[c % outputs])), 1e-5 * Math.sqrt(inputs), `case ${seed}`);
      assert.ok(biased instanceof Float32Array);
    }
    worst.tell(name);
  });

  test(`${name}: components against power iteration in float64, with the rule of signs`, () => {
    const worst = worsts();
    for (let seed = 1; seed <= 20; seed++) {
      const rng = spread(seed);
      const [rows, d] = [rng.integer(3, 30), rng.integer(2, 12)];
      const x = rng.normals(rows * d).map((value, c) => 2 + value * 0.6 ** (c % d));
      const { xy, shares } = core.pca(x, rows, d);
      components(x, d).forEach(({ along, share }, c) => {
        worst.hold("share", Math.abs(shares[c] - share), 1e-6, `case ${seed}`);
        worst.hold("place / largest", largestDifference(along, xy.filter((_, at) => at % 2 === c)) / largest(along), 5e-6, `case ${seed}, component ${c}`);
      });
    }
    worst.tell(name);
  });

  test(`${name}: components of wide rows have no covariance, and carry what shares says`, () => {
    for (const [rows, d] of [[40, 512], [100, 30], [2, 1024], [3, 3]]) {
      const x = random(rows).normals(rows * d);
      const { xy, shares } = core.pca(x, rows, d);
      const total = sum(centred(x, d).map((row) => dot(row, row)));
      const columns = [0, 1].map((c) => Array.from(xy.filter((_, at) => at % 2 === c)));
      columns.forEach((column, c) => close(dot(column, column) / total, shares[c], 1e-6, `${rows} × ${d}, share ${c}`));
      close(dot(columns[0], columns[1]) / total, 0, 1e-6, "covariance");
      assert.ok(shares[0] >= shares[1] && shares[0] + shares[1] <= 1 + 1e-6);
    }
  });

  test(`${name}: points of a plane keep their distances and places, however the plane is turned`, () => {
    const rng = random(77);
    const [rows, d] = [25, 60];
    const points = rowsOf(rng.normals(rows * 2).map((value, c) => (c % 2 ? value : 3 * value)), 2);
    const [a, b] = rowsOf(rng.normals(2 * d), d);
    const across = a.map((value) => value / Math.sqrt(dot(a, a)));
    const rest = b.map((value, c) => value - dot(b, across) * across[c]);
    const up = rest.map((value) => value / Math.sqrt(dot(rest, rest)));
    const turned = Float32Array.from(points.flatMap(([p, q]) => across.map((value, c) => 1 + p * value + q * up[c])));
    const { xy, shares } = core.pca(turned, rows, d);
    const flat = core.pca(Float32Array.from(points.flat()), rows, 2);
    close(shares[0] + shares[1], 1, 1e-6, "shares");
    assert.ok(largestDifference(xy, flat.xy) <= 1e-5);
    const places = rowsOf(xy, 2);
    points.forEach((p, i) => points.forEach((q, j) => close(Math.hypot(places[i][0] - places[j][0], places[i][1] - places[j][1]), Math.hypot(p[0] - q[0], p[1] - q[1]), 1e-5, `${i} to ${j}`)));
  });

  test(`${name}: components of nothing, of a line, of what is not finite`, () => {
    assert.deepEqual(core.pca(Float32Array.of(0.1, 7, 0.1, 7, 0.1, 7), 3, 2), { xy: new Float32Array(6), shares: [0, 0] });
    assert.deepEqual(core.pca(Float32Array.of(5, 6), 1, 2), { xy: new Float32Array(2), shares: [0, 0] });
    assert.deepEqual(core.pca(Float32Array.of(-1, 1), 2, 1), { xy: Float32Array.of(1, 0, -1, 0), shares: [1, 0] });
    for (const bad of [NaN, Infinity, -Infinity]) {
      const { xy, shares } = core.pca(Float32Array.of(1, 2, bad, 4), 2, 2);
      assert.ok([...xy, ...shares].every(Number.isNaN));
    }
  });

  test(`${name}: comparison against float64; zeros and what is not finite`, () => {
    const rng = random(19);
    for (const count of [1, 7, 512]) {
      const [a, b] = [rng.normals(count), rng.normals(count)];
      const { cosine, distance, relative } = core.compare(a, b);
      const apart = Math.sqrt(sum(Array.from(a, (x, c) => (x - b[c]) ** 2)));
      close(cosine, dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)), 1e-6, "cosine");
      close(distance, apart, 1e-6 * apart, "distance");
      close(relative, apart / Math.sqrt(dot(b, b)), 1e-5 * relative, "relative");
    }
    const [zero, one] = [Float32Array.of(0, 0), Float32Array.of(0, 1)];
    assert.deepEqual(core.compare(one, one), { cosine: 1, distance: 0, relative: 0 });
    assert.deepEqual(core.compare(zero, zero), { cosine: NaN, distance: 0, relative: 0 });
    assert.deepEqual(core.compare(one, zero), { cosine: NaN, distance: 1, relative: Infinity });
    assert.deepEqual(core.compare(one, Float32Array.of(NaN, 1)), { cosine: NaN, distance: NaN, relative: NaN });
  });

  test(`${name}: readings of heads against their formulas in float64`, () => {
    for (let seed = 1; seed <= 20; seed++) {
      const rng = spread(seed);
      const [heads, n, m] = [rng.integer(1, 8), rng.integer(1, 30), rng.integer(1, 30)];
      const weights = randomWeights(rng, heads * n, m);
      const marked = rng.bits(m, 0.3);
      const readings = core.reading(weights, heads, n, m, marked);
      assert.equal(readings.length, heads);
      readings.forEach((reading, head) => {
        const mean = (of) => sum(Array.from({ length: n * m }, (_, c) => weights[head * n * m + c] * of(Math.floor(c / m), c % m))) / n;
        const want = {
          back: mean((i, j) => Math.max(0, i - j)), self: mean((i, j) => Number(j === i)), previous: mean((i, j) => Number(j === i - 1)),
          next: mean((i, j) => Number(j === i + 1)), marked: mean((_, j) => marked[j]),
        };
        assert.deepEqual(Object.keys(reading), Object.keys(want));
        for (const [key, value] of Object.entries(want)) close(reading[key], value, 1e-6 * Math.max(1, value), `case ${seed}, ${key}`);
      });
      assert.ok(core.reading(weights, heads, n, m).every((reading, head) => reading.marked === 0 && reading.back === readings[head].back));
    }
  });

  test(`${name}: rollout against float64, and rows sum to 1`, () => {
    for (const [n, counts] of [[1, [1]], [9, [4, 4]], [70, [2, 1, 3]]]) {
      const rng = random(n + 3);
      const layers = counts.map((heads) => ({ data: randomWeights(rng, heads * n, n), shape: [heads, n, n] }));
      const want = layers.map(rolloutLayer).reduce((before, layer) => layer.map((row) => row.map((_, j) => sum(row.map((a, k) => a * before[k][j])))));
      const got = core.rollout(layers);
      assert.ok(largestDifference(got, want.flat()) <= 1e-6);
      rowsOf(got, n).forEach((row) => close(sum(row), 1, 1e-5, "row"));
    }
  });

  test(`${name}: entropy of rows`, () => {
    assert.deepEqual([...core.entropy(Float32Array.of(1, 0, 0, 0, 0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 0, 0, NaN, 0, 0, 0), 4, 4)], [0, 2, 1, NaN]);
    const weights = randomWeights(random(8), 20, 33);
    rowsOf(weights, 33).forEach((row, i) => close(core.entropy(weights, 20, 33)[i], -sum(row.map((w) => (w ? w * Math.log2(w) : 0))), 1e-5, `row ${i}`));
  });

  test(`${name}: normal numbers are those of the papers, and normal`, () => {
    for (const seed of [0, 1, 2 ** 32 - 1]) assert.ok(largestDifference(core.normal(2001, seed), paperNormals(2001, seed)) <= 1e-6, `seed ${seed}`);
    const count = 200_000;
    for (const seed of [3, 4, 5]) {
      const x = core.normal(count, seed);
      const moment = (power) => x.reduce((total, value) => total + value ** power, 0) / count;
      const bound = 5 / Math.sqrt(count);
      close(moment(1), 0, bound, "mean");
      close(moment(2), 1, bound * Math.sqrt(2), "variance");
      close(moment(4), 3, bound * Math.sqrt(96), "fourth moment");
      assert.deepEqual(core.normal(1000, seed), x.slice(0, 1000));
    }
    assert.notDeepEqual(core.normal(10, 3), core.normal(10, 4));
  });

  test(`${name}: dot products of random vectors spread as √d_k, independently`, () => {
    const worst = worsts();
    for (const dK of [4, 64, 512]) {
      for (let seed = 1; seed <= 5; seed++) {
        const dots = core.randomDots(10_000, dK, seed);
        const deviation = Math.sqrt(dots.reduce((total, x) => total + x * x, 0) / dots.length);
        worst.hold(`deviation of √${dK}`, Math.abs(deviation / Math.sqrt(dK) - 1), 0.03, `seed ${seed}`);
        close(sum(Array.from(dots)) / dots.length, 0, 0.05 * Math.sqrt(dK), "mean");
        close(dot(dots.subarray(1), dots) / dots.length, 0, 0.05 * dK, "neighbours");
      }
    }
    const numbers = core.normal(2 * 6 * 9, 42);
    core.randomDots(6, 9, 42).forEach((got, i) => close(got, sum(Array.from({ length: 9 }, (_, x) => numbers[2 * (9 * i + x)] * numbers[2 * (9 * i + x) + 1])), 1e-5, `draw ${i}`));
    worst.tell(name);
  });

  test(`${name}: x one past the last layer is what the embedding is made of`, () => {
    const file = read("build/models/use-lite.f32.bin");
    const { w, b } = Object.fromEntries(readModel(file).tensors.flatMap(({ name: tensor, data }) => (tensor === "pool.weight" ? [["w", data]] : tensor === "pool.bias" ? [["b", data]] : [])));
    const model = core.loadModel(file);
    const run = model.run("I sat on the bank of the river.");
    const { data, shape } = run.stage("x", 2);
    assert.deepEqual(shape, [1, run.tokens.length, 512]);
    const rows = rowsOf(data, 512);
    const mean = rows[0].map((_, c) => sum(rows.map((row) => row[c])) / rows.length);
    const pooled = Array.from(b, (bias, o) => Math.tanh(bias + sum(mean.map((x, c) => x * w[c * b.length + o]))));
    assert.ok(largestDifference(run.embedding, pooled.map((y) => y / Math.sqrt(dot(pooled, pooled)))) <= 3e-6);
    assert.deepEqual(run.matrix("x", 2, 0).data, data);
    assert.throws(() => run.stage("q", 2), (error) => error.code === "BAD_STAGE" && /0 to 1, and layer 2 has the "x"/.test(error.message));
    assert.throws(() => run.stage("x", 3), { code: "BAD_STAGE" });
    model.dispose();
    const bare = core.loadModel(byHandModel());
    assert.throws(() => bare.run("The cat chased a mouse").stage("x", 1), (error) => error.code === "BAD_STAGE" && !/leaves the last/.test(error.message));
    bare.dispose();
  });

  test(`${name}: wrong types and sizes are named, by the function that refuses, and the core goes on`, () => {
    const four = new Float32Array(4);
    const layer = { data: four, shape: [1, 2, 2] };
    const refused = {
      linear: [[[[1], four, 1, 1, 4], "BAD_TYPE"], [[four, four, 2, 2, 2, [1, 2]], "BAD_TYPE"], [[four, four, 0, 2, 2], "BAD_SIZE"], [[four, four, 2, 2, 3], "BAD_LENGTH"], [[four, four, 2, 2, 2, four], "BAD_LENGTH"]],
      pca: [[[new Float64Array(4), 2, 2], "BAD_TYPE"], [[four, 2, 0], "BAD_SIZE"], [[four, 2.5, 2], "BAD_SIZE"], [[four, 3, 2], "BAD_LENGTH"]],
      compare: [[[four, null], "BAD_TYPE"], [[[1], four], "BAD_TYPE"], [[undefined, undefined], "BAD_TYPE"], [[four, new Float32Array(3)], "BAD_LENGTH"], [[new Float32Array(0), new Float32Array(0)], "BAD_SIZE"]],
      reading: [[["a", 1, 2, 2], "BAD_TYPE"], [[four, 1, 2, 2, [1, 0]], "BAD_TYPE"], [[four, 1, 2, 2, four], "BAD_TYPE"], [[four, 0, 2, 2], "BAD_SIZE"], [[four, 2, 2, 2], "BAD_LENGTH"], [[four, 1, 2, 2, new Uint8Array(3)], "BAD_LENGTH"]],
      rollout: [
        [[layer], "BAD_TYPE"], [[undefined], "BAD_TYPE"], [[[]], "BAD_SIZE"], [[[null]], "BAD_TYPE"], [[[, layer]], "BAD_TYPE"], [[[{ data: [1], shape: [1, 1, 1] }]], "BAD_TYPE"],
        [[[{ data: four, shape: [2, 2] }]], "BAD_TYPE"], [[[{ data: four, shape: [1, 1, 4] }]], "BAD_SIZE"], [[[layer, { data: new Float32Array(9), shape: [1, 3, 3] }]], "BAD_SIZE"], [[[{ data: four, shape: [0, 2, 2] }]], "BAD_SIZE"], [[[{ data: four, shape: [2, 2, 2] }]], "BAD_LENGTH"],
      ],
      entropy: [[[[1], 1, 1], "BAD_TYPE"], [[four, 0, 4], "BAD_SIZE"], [[four, 3, 1], "BAD_LENGTH"]],
      normal: [[[0, 1], "BAD_SIZE"], [["5", 1], "BAD_SIZE"], [[5], "BAD_SIZE"], [[5, -1], "BAD_SIZE"], [[5, 0.5], "BAD_SIZE"], [[5, 2 ** 32], "BAD_SIZE"]],
      randomDots: [[[0, 4, 1], "BAD_SIZE"], [[4, 0, 1], "BAD_SIZE"], [[4, 4, NaN], "BAD_SIZE"], [[2 ** 31 - 1, 4, 1], "OUT_OF_MEMORY"]],
    };
    for (const [call, cases] of Object.entries(refused)) {
      for (const [given, code] of cases) {
        assert.throws(() => core[call](...given), (error) => error instanceof AttentionError && error.code === code && error.fn === `core.${call}` && error.message.length > 20, `${call}: ${code}`);
      }
    }
    assert.deepEqual([...core.rollout([layer])], [1, 0, 0, 1]);
  });

  test(`${name}: results are the caller's own, and 300 rounds do not grow the memory`, () => {
    const rng = random(2);
    const [x, weights] = [rng.normals(12 * 20), randomWeights(rng, 2 * 12, 12)];
    const round = () => [
      core.pca(x, 12, 20).xy, core.linear(x, x, 12, 20, 12), core.rollout([0, 1].map(() => ({ data: weights, shape: [2, 12, 12] }))),
      core.entropy(weights, 24, 12), core.normal(99, 1), core.randomDots(99, 3, 1),
      Float32Array.from(core.reading(weights, 2, 12, 12, new Uint8Array(12)).flatMap(Object.values)), Float32Array.from(Object.values(core.compare(x, x))),
    ];
    const first = round();
    const kept = first.map((array) => array.slice());
    const reached = core.memoryBytes;
    for (let k = 0; k < 300; k++) assert.deepEqual(round(), kept);
    assert.deepEqual(first, kept);
    assert.equal(core.memoryBytes, reached);
    assert.ok(first.every((array) => array.byteLength === array.buffer.byteLength));
  });
}
