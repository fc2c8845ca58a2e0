import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { AttentionError } from "../../web/core.js";
import { allows, BUILDS, largest, largestDifference, random, reference, worsts } from "./support.js";

const STAGES = ["scores", "scaled", "masked", "weights", "output"];

/** The masks of a case, one after another: none, causal, window, free for all heads, free for each. */
function maskOf(kind, rng, { heads, n, m }) {
  return [undefined, "causal", { window: rng.integer(0, 5) }, rng.bits(n * m, 0.6), rng.bits(heads * n * m, 0.4)][kind % 5];
}

function randomCase(seed) {
  const rng = random(seed * 7919 + 1);
  const sizes = { heads: rng.integer(1, 9), n: rng.integer(1, 70), m: rng.integer(1, 70), dK: rng.integer(1, 70), dV: rng.integer(1, 70) };
  const { heads, n, m, dK, dV } = sizes;
  return {
    ...sizes, mask: maskOf(seed, rng, sizes),
    q: rng.normals(heads * n * dK), k: rng.normals(heads * m * dK), v: rng.normals(heads * m * dV),
  };
}

function checkAgainst(expected, actual, { heads, n, m, mask, v }, label, worst = worsts()) {
  if (actual.scores) {
    const relative = actual.scores.map((score, c) => Math.abs(score - expected.scores[c]) / (expected.magnitudes[c] || 1));
    worst.hold("scores / Σ|q·k|", largest(relative), 1e-6, label);
  }
  worst.hold("weights", largestDifference(actual.weights, expected.weights), 2e-6, label);
  worst.hold("output / largest value", largestDifference(actual.output, expected.output) / largest(v), 2e-6, label);
  for (let row = 0; row < heads * n; row++) {
    const weights = actual.weights.subarray(row * m, (row + 1) * m);
    const sum = weights.reduce((total, w) => total + w, 0);
    const open = weights.some((_, j) => allows(mask, { heads, n, m }, Math.floor(row / n), row % n, j));
    if (open) worst.hold("row sum − 1", Math.abs(sum - 1), 1e-6, `${label}, row ${row}`);
    else assert.equal(sum, 0, `${label}: row ${row}`);
    weights.forEach((w, j) => {
      if (!allows(mask, { heads, n, m }, Math.floor(row / n), row % n, j)) assert.equal(w, 0, `${label}: closed cell ${row},${j}`);
    });
  }
}

for (const { name, core } of BUILDS) {
  test(`${name}: stages and fused path against float64, 120 random shapes, all masks`, () => {
    const worst = worsts();
    for (let seed = 0; seed < 120; seed++) {
      const input = randomCase(seed);
      const expected = reference(input);
      const stages = core.attention({ ...input, want: STAGES });
      const fused = core.attention({ ...input, want: ["weights", "output"] });
      checkAgainst(expected, stages, input, `case ${seed}, stages`, worst);
      checkAgainst(expected, fused, input, `case ${seed}, fused`, worst);
      assert.deepEqual(stages.nonFinite, []);
      assert.deepEqual(fused.nonFinite, []);
      const scale = Math.fround(1 / Math.sqrt(input.dK));
      assert.ok(stages.scaled.every((s, c) => Math.abs(s - stages.scores[c] * scale) <= 1e-6 * Math.abs(s)));
      stages.masked.forEach((s, c) => {
        const [head, i, j] = [Math.floor(c / input.m / input.n), Math.floor(c / input.m) % input.n, c % input.m];
        assert.equal(s, allows(input.mask, input, head, i, j) ? stages.scaled[c] : -Infinity);
      });
    }
    worst.tell(name);
  });

  test(`${name}: long rows still sum to 1`, () => {
    const rng = random(5);
    const [heads, n, m, dK, dV] = [1, 2, 5000, 8, 3];
    const input = { heads, n, m, dK, dV, q: rng.normals(n * dK), k: rng.normals(m * dK), v: rng.normals(m * dV) };
    for (const want of [STAGES, ["weights", "output"]]) checkAgainst(reference(input), core.attention({ ...input, want }), input, want.join());
  });

  test(`${name}: a given scale, 0 and negative ones too`, () => {
    for (const scale of [0, 1, 2.5, -0.3]) {
      const input = { ...randomCase(3), mask: undefined, scale };
      input.q = input.q.map((x) => x / 10);
      for (const want of [STAGES, ["weights", "output"]]) {
        assert.ok(largestDifference(core.attention({ ...input, want }).weights, reference(input).weights) <= 2e-6, `scale ${scale}`);
      }
    }
  });

  test(`${name}: non-finite values make exactly the rows they enter NaN, and list them`, () => {
    const base = { heads: 2, n: 5, m: 6, dK: 7, dV: 3, mask: "causal" };
    for (const bad of [NaN, Infinity, -Infinity]) {
      for (const want of [STAGES, ["weights", "output"], ["output"]]) {
        const fresh = () => {
          const rng = random(11);
          return { ...base, want, q: rng.normals(2 * 5 * 7), k: rng.normals(2 * 6 * 7), v: rng.normals(2 * 6 * 3) };
        };
        const clean = core.attention({ ...fresh(), want: ["weights", "output"] });
        for (const [array, at, entered] of [
          ["q", (5 + 2) * 7 + 3, [7]], // head 1, query 2
          ["k", 5 * 7 + 1, [4]], // head 0, key 5: only query 4 may see it (j ≤ i + 1)
          ["v", (6 + 4) * 3 + 2, [8, 9]], // head 1, value 4: queries 3 and 4
        ]) {
          const input = fresh();
          input[array][at] = bad;
          const result = core.attention(input);
          assert.deepEqual(result.nonFinite, entered, `${array} ${bad} ${want}`);
          for (let row = 0; row < 10; row++) {
            const hit = entered.includes(row);
            for (let y = 0; y < 3; y++) {
              const value = result.output?.[row * 3 + y];
              if (result.output) assert.ok(hit ? Number.isNaN(value) : Math.abs(value - clean.output[row * 3 + y]) <= 1e-5, `output ${row},${y}`);
            }
            for (let j = 0; result.weights && j < 6; j++) {
              const w = result.weights[row * 6 + j];
              if (j > (row % 5) + 1) assert.equal(w, 0);
              else if (hit && array !== "v") assert.ok(Number.isNaN(w), `weight ${row},${j}`);
              else assert.ok(Math.abs(w - clean.weights[row * 6 + j]) <= 1e-5, `weight ${row},${j}`);
            }
          }
        }
      }
    }
  });

  test(`${name}: an infinite value under a weight that underflowed still enters its row`, () => {
    for (const want of [STAGES, ["output"]]) {
      const result = core.attention({ heads: 1, n: 1, m: 2, dK: 1, dV: 2, q: Float32Array.of(300), k: Float32Array.of(1, -1), v: Float32Array.of(1, 2, Infinity, 3), want });
      assert.deepEqual(result.nonFinite, [0]);
      assert.ok(result.output.every(Number.isNaN));
    }
  });

  test(`${name}: 1e30 overflows to a NaN row or to a clean choice, and is never a crash`, () => {
    const input = { heads: 1, n: 2, m: 2, dK: 1, dV: 1, q: Float32Array.of(1e30, 1), k: Float32Array.of(1e30, 1), v: Float32Array.of(5, 7) };
    for (const want of [STAGES, ["weights", "output"]]) {
      const { weights, nonFinite } = core.attention({ ...input, want });
      assert.deepEqual(nonFinite, [0]);
      assert.deepEqual([...weights], [NaN, NaN, 1, 0]);
    }
  });

  test(`${name}: what stands in a closed key or value changes no bit of a row, NaN and ∞ included`, () => {
    const sizes = { heads: 2, n: 70, m: 300, dK: 5, dV: 18 };
    const { heads, n, m, dK, dV } = sizes;
    for (const mask of ["causal", { window: 20 }, random(1).bits(n * m, 0.3), random(2).bits(heads * n * m, 0.3)]) {
      for (const want of [["output"], ["weights", "output"], STAGES]) {
        const rng = random(21);
        const clean = { ...sizes, mask, want, q: rng.normals(heads * n * dK), k: rng.normals(heads * m * dK), v: rng.normals(heads * m * dV) };
        const spoilt = { ...clean, k: clean.k.slice(), v: clean.v.slice() };
        const bad = [[0, 249], [0, 299], [0, 15], [1, 250], [1, 285], [1, 47]]; // head and key
        bad.forEach(([head, j], turn) => {
          if (turn % 2) spoilt.k[(head * m + j) * dK + 3] = [NaN, Infinity, -Infinity][turn >> 1];
          else spoilt.v[(head * m + j) * dV + 17] = [NaN, Infinity, -Infinity][turn >> 1];
        });
        const [before, after] = [core.attention(clean), core.attention(spoilt)];
        for (let row = 0; row < heads * n; row++) {
          const head = Math.floor(row / n);
          const enters = bad.some(([h, j]) => h === head && allows(mask, sizes, head, row % n, j));
          assert.equal(after.nonFinite.includes(row), enters, `row ${row} of ${want}`);
          if (enters) continue;
          for (const [stage, width] of [["output", dV], ["weights", m]]) {
            if (before[stage]) assert.deepEqual(after[stage].subarray(row * width, (row + 1) * width), before[stage].subarray(row * width, (row + 1) * width));
          }
        }
      }
    }
  });

  test(`${name}: numbers near the end of the range: the fused path is as the stages`, () => {
    const rng = random(22);
    const sizes = { heads: 1, n: 40, m: 40, dK: 6, dV: 5 };
    const large = { ...sizes, q: rng.normals(240), k: rng.normals(240), v: rng.normals(200) };
    large.q.set([3e17, 2e18, 1e30, -1e-30], 6 * 3);
    large.k.set([1e18, -4e17, 1e-30, 5e20], 6 * 38);
    large.q[6 * 4 + 1] = 5e16; // only its scaled score with the next key overflows, downwards
    large.k.set([1, -9e17, 1e10], 6 * 1); // and only the unscaled score of query 3 with this
    large.v.set([1e18, 3e38, -3e38, 9e17], 5 * 39);
    for (const scale of [undefined, 1e-20, 1e5, -1]) {
      for (const mask of [undefined, "causal"]) {
        const stages = core.attention({ ...large, scale, mask });
        const fused = core.attention({ ...large, scale, mask, want: ["weights", "output"] });
        assert.deepEqual(fused.nonFinite, stages.nonFinite);
        for (const stage of ["weights", "output"]) {
          stages[stage].forEach((x, c) => {
            const same = Number.isNaN(x) ? Number.isNaN(fused[stage][c]) : Math.abs(fused[stage][c] - x) <= 2e-6 * Math.max(1, Math.abs(x));
            assert.ok(same, `${stage} ${c}: ${fused[stage][c]} for ${x}, scale ${scale}, ${mask}`);
          });
        }
      }
    }
  });

  test(`${name}: a row with no allowed key is all zeros`, () => {
    const mask = Uint8Array.of(0, 0, 0, 1, 1, 0);
    const input = { heads: 1, n: 2, m: 3, dK: 1, dV: 1, q: Float32Array.of(NaN, 1), k: Float32Array.of(1, 2, NaN), v: Float32Array.of(1, 2, NaN), mask };
    for (const want of [STAGES, ["weights", "output"]]) {
      const { weights, output, nonFinite } = core.attention({ ...input, want });
      assert.deepEqual([...weights.subarray(0, 3)], [0, 0, 0]);
      assert.equal(output[0], 0);
      assert.equal(weights[5], 0);
      assert.ok(Number.isFinite(output[1]));
      assert.deepEqual(nonFinite, []);
    }
  });

  test(`${name}: results are the caller's own`, () => {
    const input = { ...randomCase(1), want: ["output"] };
    const first = core.attention(input);
    const kept = first.output.slice();
    core.attention({ ...input, v: input.v.map((x) => -x) });
    assert.deepEqual(first.output, kept);
    assert.deepEqual(Object.keys(first).sort(), ["nonFinite", "output"]);
    const Foreign = runInNewContext("Float32Array");
    assert.deepEqual(core.attention({ ...input, q: Foreign.from(input.q) }).output, kept);
  });

  test(`${name}: what is wrong with the input is named, and the core goes on`, () => {
    const good = { heads: 1, n: 2, m: 2, dK: 2, dV: 2, q: new Float32Array(4), k: new Float32Array(4), v: new Float32Array(4) };
    const refused = [
      [{ q: [1, 2, 3, 4] }, "BAD_TYPE"], [{ k: null }, "BAD_TYPE"], [{ v: new Float64Array(4) }, "BAD_TYPE"],
      [{ q: new Float32Array(5) }, "BAD_LENGTH"], [{ v: new Float32Array(0) }, "BAD_LENGTH"],
      [{ n: 0 }, "BAD_SIZE"], [{ m: -1 }, "BAD_SIZE"], [{ dK: 1.5 }, "BAD_SIZE"], [{ heads: 2 ** 31 }, "BAD_SIZE"], [{ dV: NaN }, "BAD_SIZE"], [{ n: "2" }, "BAD_SIZE"], [{ heads: undefined }, "BAD_SIZE"],
      [{ n: 2 ** 31 - 1, m: 2 ** 31 - 1 }, "BAD_LENGTH"],
      [{ scale: NaN }, "BAD_SCALE"], [{ scale: Infinity }, "BAD_SCALE"], [{ scale: "1" }, "BAD_SCALE"], [{ scale: 1e300 }, "BAD_SCALE"],
      [{ mask: "Causal" }, "BAD_MASK"], [{ mask: new Uint8Array(3) }, "BAD_MASK"], [{ mask: { window: -1 } }, "BAD_MASK"], [{ mask: [1, 1, 1, 1] }, "BAD_MASK"], [{ mask: {} }, "BAD_MASK"], [{ mask: 7 }, "BAD_MASK"],
      [{ want: ["weight"] }, "BAD_STAGE"], [{ want: "weights" }, "BAD_TYPE"],
    ];
    const check = (input, code) => assert.throws(() => core.attention(input), (error) => error instanceof AttentionError && error.code === code && error.fn === "core.attention" && error.message.length > 20);
    for (const [wrong, code] of refused) check({ ...good, ...wrong }, code);
    check(undefined, "BAD_TYPE");
    check(null, "BAD_TYPE");
    assert.deepEqual([...core.attention(good).weights], [0.5, 0.5, 0.5, 0.5]);
  });

  test(`${name}: 2000 calls do not grow the memory`, () => {
    const input = randomCase(2);
    const wanted = { ...input, want: ["weights", "output"] };
    const reached = () => core.memoryBytes;
    core.attention(wanted);
    const before = reached();
    for (let k = 0; k < 2000; k++) {
      core.attention(wanted);
      assert.throws(() => core.attention({ ...wanted, n: wanted.n + 1 }));
    }
    assert.equal(reached(), before);
  });

  test(`${name}: maxPool keeps the cell of largest magnitude of every block`, () => {
    const matrix = Float32Array.of(1, -9, 2, 3, 0, 4, 5, 6, 7);
    assert.deepEqual([...core.maxPool(matrix, 3, 3, 2, 2)], [1, -9, 5, 7]);
    assert.deepEqual([...core.maxPool(matrix, 3, 3, 3, 3)], [...matrix]);
    assert.throws(() => core.maxPool(matrix, 3, 3, 4, 3), { code: "BAD_SIZE" });
    assert.throws(() => core.maxPool(matrix, 2, 3, 1, 1), { code: "BAD_LENGTH" });
  });
}

test("simd and scalar agree within the same bounds", () => {
  for (let seed = 200; seed < 240; seed++) {
    const input = randomCase(seed);
    for (const want of [STAGES, ["weights", "output"]]) {
      const [a, b] = BUILDS.map(({ core }) => core.attention({ ...input, want }));
      const { magnitudes } = reference(input);
      a.scores?.forEach((score, c) => assert.ok(Math.abs(score - b.scores[c]) <= 1e-6 * magnitudes[c]));
      assert.ok(largestDifference(a.weights, b.weights) <= 2e-6);
      assert.ok(largestDifference(a.output, b.output) <= 2e-6 * largest(input.v));
    }
  }
});
