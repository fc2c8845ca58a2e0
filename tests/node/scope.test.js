import assert from "node:assert/strict";
import { test } from "node:test";
import { loadCore } from "../../web/core.js";
import { random, read } from "./support.js";

const core = await loadCore(read("build/attention.wasm"));
const STAGES = ["scores", "scaled", "masked", "weights", "output"];
const sizes = { heads: 2, n: 5, m: 7, dK: 6, dV: 3 };
const lengths = { q: sizes.heads * sizes.n * sizes.dK, k: sizes.heads * sizes.m * sizes.dK, v: sizes.heads * sizes.m * sizes.dV };

function arrays(seed) {
  const rng = random(seed);
  return { q: rng.normals(lengths.q), k: rng.normals(lengths.k), v: rng.normals(lengths.v) };
}

/** The arrays in the core's memory. */
function placed(scope, inputs) {
  return Object.fromEntries(Object.entries(inputs).map(([name, data]) => {
    const floats = scope.floats(data.length);
    floats.view.set(data);
    return [name, floats];
  }));
}

for (const want of [["output"], ["weights", "output"], ["weights"], STAGES]) {
  test(`in the core's memory the same bits as copied: ${want}`, () => {
    const inputs = arrays(1);
    const copied = core.attention({ ...sizes, ...inputs, mask: "causal", want });
    core.scope((scope) => {
      const results = core.attention({ ...sizes, ...placed(scope, inputs), mask: "causal", want, scope });
      assert.deepEqual(Object.keys(results).sort(), ["nonFinite", ...want].sort());
      for (const stage of want) assert.deepEqual(results[stage].view, copied[stage], stage);
    });
  });
}

test("arrays, views and numbers in the core's memory may be mixed, and nothing is copied that need not be", () => {
  const inputs = arrays(2);
  const expected = core.attention({ ...sizes, ...inputs, want: ["output"] }).output;
  core.scope((scope) => {
    const { q, k } = placed(scope, inputs);
    assert.deepEqual(core.attention({ ...sizes, q, k: k.view, v: inputs.v, want: ["output"] }).output, expected);
    q.view[0] += 1;
    const moved = core.attention({ ...sizes, q, k, v: inputs.v, want: ["output"] }).output;
    assert.notDeepEqual(moved, expected, "a number written through a view counts");
    assert.equal(core.linear(q, scope.floats(sizes.dK), sizes.heads * sizes.n, sizes.dK, 1).length, sizes.heads * sizes.n);
  });
});

test("one result is the next call's input", () => {
  const inputs = arrays(3);
  const square = { heads: 2, n: 5, m: 5, dK: 6, dV: 6 };
  const q = inputs.q;
  const once = core.attention({ ...square, q, k: q, v: q, want: ["output"] }).output;
  const twice = core.attention({ ...square, q: once, k: q, v: q, want: ["output"] }).output;
  core.scope((scope) => {
    const [x] = Object.values(placed(scope, { q }));
    const first = core.attention({ ...square, q: x, k: x, v: x, want: ["output"], scope });
    const second = core.attention({ ...square, q: first.output, k: x, v: x, want: ["output"], scope });
    assert.deepEqual(second.output.view, twice);
  });
});

test("numbers taken before the memory grows are still there after", async () => {
  const fresh = await loadCore(read("build/attention.wasm"));
  fresh.scope((scope) => {
    const early = scope.floats(100);
    early.view.fill(7);
    const old = early.view;
    const before = fresh.memoryBytes;
    scope.floats(before / 4);
    assert.ok(fresh.memoryBytes > before, "the memory has grown");
    assert.equal(old.length, 0, "an old view is cut off");
    assert.deepEqual(early.view, new Float32Array(100).fill(7));
  });
});

test("views stay inputs when a call makes the memory grow; results do not go into views", async () => {
  const n = 400_000;
  const grown = async (call) => {
    const fresh = await loadCore(read("build/attention.wasm"));
    fresh.scope((scope) => {
      const floats = scope.floats(n);
      floats.view.fill(0.5);
      const before = fresh.memoryBytes;
      call(fresh, floats.view, scope);
      assert.ok(fresh.memoryBytes > before, "the memory has grown");
    });
  };
  const sizes = { heads: 1, n, m: 1, dK: 1, dV: 1 };
  const one = Float32Array.of(1);
  await grown((fresh, view) => assert.deepEqual(fresh.attention({ ...sizes, q: view, k: one, v: one, want: ["output"] }).output.slice(-1), one));
  await grown((fresh, view) => assert.equal(fresh.attention({ ...sizes, n: 1, m: n, q: one, k: view, v: view, want: ["output"] }).output[0], 0.5));
  await grown((fresh, view) => assert.equal(fresh.maxPool(view, 1, n, 1, n)[n - 1], 0.5));
  await grown((fresh, view) => assert.equal(fresh.compare(new Float32Array(n).fill(0.5), view).distance, 0));
  await grown((fresh, view) => {
    const mask = new Uint8Array(view.buffer, view.byteOffset, 4 * n).fill(1);
    assert.equal(fresh.attention({ ...sizes, n: 1, m: 4 * n, q: one, k: new Float32Array(4 * n), v: new Float32Array(4 * n).fill(3), mask, want: ["output"] }).output[0], 3);
  });
  core.scope((scope) => {
    const output = scope.floats(lengths.q).view;
    assert.throws(() => core.attention({ heads: 2, n: 5, m: 5, dK: 6, dV: 6, q: output, k: output, v: output, want: ["output"], into: { output } }), { code: "BAD_TYPE", message: /^into\.output is a view/ });
  });
});

test("a scope gives its memory back: when it returns, throws, and nested", () => {
  const round = () => core.scope((outer) => {
    const inputs = placed(outer, arrays(4));
    for (let k = 0; k < 3; k++) core.scope((scope) => core.attention({ ...sizes, ...inputs, want: STAGES, scope }));
    outer.floats(100_000);
    throw new Error("the caller's own");
  });
  assert.throws(round, /the caller's own/);
  const before = core.memoryBytes;
  for (let k = 0; k < 1000; k++) assert.throws(round, /the caller's own/);
  assert.equal(core.memoryBytes, before);
  assert.equal(core.scope(() => 42), 42);
});

test("what is wrong is named, and the core goes on", async () => {
  const other = await loadCore(read("build/attention.wasm"));
  const inputs = arrays(5);
  let late, lateScope;
  core.scope((scope) => {
    late = placed(scope, inputs);
    lateScope = scope;
    assert.throws(() => scope.floats(0), { code: "BAD_SIZE" });
    assert.throws(() => scope.floats(1.5), { code: "BAD_SIZE" });
    assert.throws(() => scope.floats(2 ** 31), { code: "OUT_OF_MEMORY", message: /8589934592 bytes/ });
    assert.throws(() => core.attention({ ...sizes, ...late, q: scope.floats(lengths.q + 1) }), { code: "BAD_LENGTH", message: /^q has 61 numbers/ });
    assert.throws(() => other.attention({ ...sizes, ...late }), { code: "BAD_TYPE", message: /another core/ });
    assert.throws(() => other.attention({ ...sizes, ...inputs, scope }), { code: "BAD_TYPE", message: /another core/ });
    assert.throws(() => core.attention({ ...sizes, ...inputs, scope: {} }), { code: "BAD_TYPE", message: /^scope must be/ });
  });
  assert.throws(() => late.q.view, { code: "DISPOSED" });
  assert.throws(() => core.attention({ ...sizes, ...late }), { code: "DISPOSED" });
  assert.throws(() => lateScope.floats(1), { code: "DISPOSED" });
  assert.throws(() => core.attention({ ...sizes, ...inputs, scope: lateScope }), { code: "DISPOSED" });
  assert.throws(() => core.scope(async () => {}), { code: "BAD_TYPE", message: /promise/ });
  assert.throws(() => core.scope(async (scope) => (await null, scope.floats(1))), { code: "BAD_TYPE" });
  await new Promise((done) => setTimeout(done)); // an unhandled rejection would end the test
  assert.throws(() => core.scope(), { code: "BAD_TYPE" });
  assert.equal(core.attention({ ...sizes, ...inputs }).output.length, sizes.heads * sizes.n * sizes.dV);
});

test("sizes beyond all memory are refused before any work, with the bytes they need", () => {
  const n = 65_536;
  const tall = { heads: 1, n, m: n, dK: 1, dV: 1, q: new Float32Array(n), k: new Float32Array(n), v: new Float32Array(n) };
  const before = core.memoryBytes;
  for (const want of [STAGES, ["weights", "output"], ["scores"]]) {
    const bytes = 4 * (4 * n + (want.includes("scores") ? 4 : 1) * n * n);
    assert.throws(() => core.attention({ ...tall, want }), { code: "OUT_OF_MEMORY", message: new RegExp(`\\b${bytes} bytes`) });
  }
  assert.equal(core.memoryBytes, before, "nothing was taken");
});

for (const [name, n, m] of [["queries", 65_536, 3], ["keys", 3, 65_536]]) {
  test(`65,536 ${name} work without a matrix of cells in memory`, async () => {
    const fresh = await loadCore(read("build/attention.wasm"));
    const rng = random(6);
    const q = rng.normals(n * 4), k = rng.normals(m * 4), v = rng.normals(m * 4);
    const { output } = fresh.attention({ heads: 1, n, m, dK: 4, dV: 4, q, k, v, want: ["output"] });
    const last = core.attention({ heads: 1, n: 1, m, dK: 4, dV: 4, q: q.slice(-4), k, v }).output;
    output.slice(-4).forEach((x, c) => assert.ok(Math.abs(x - last[c]) < 2e-6));
    // Arrays in and out, keys and values packed to panels of 16 columns, and a megabyte.
    assert.ok(fresh.memoryBytes <= 6 * 2 ** 20 + 4 * (n * 8 + m * (8 + 4 + 16 + 2)) + 2 ** 20, `${fresh.memoryBytes} bytes`);
  });
}

test("65,536 queries over as many keys, near ones only", () => {
  const n = 65_536;
  const rng = random(7);
  const [q, k, v] = [0, 0, 0].map(() => rng.normals(n * 2));
  const { output } = core.attention({ heads: 1, n, m: n, dK: 2, dV: 2, q, k, v, mask: { window: 3 }, want: ["output"] });
  const from = n - 8;
  const [near, nearK, nearV] = [q, k, v].map((array) => array.slice(2 * from));
  const end = core.attention({ heads: 1, n: 8, m: 8, dK: 2, dV: 2, q: near, k: nearK, v: nearV, mask: { window: 3 } }).output;
  output.slice(2 * (n - 4)).forEach((x, c) => assert.ok(Math.abs(x - end[8 + c]) < 2e-6));
});

test("after an allocation that failed the core computes as before", () => {
  const inputs = arrays(8);
  const expected = core.attention({ ...sizes, ...inputs }).output;
  const refuse = (scope) => {
    // 1.9 GB twice fits; the third does not.
    for (let block = 0; block < 3; block++) scope.floats(475_000_000);
  };
  assert.throws(() => core.scope(refuse), { code: "OUT_OF_MEMORY", message: /1900000000 bytes/ });
  assert.deepEqual(core.attention({ ...sizes, ...inputs }).output, expected);
});
