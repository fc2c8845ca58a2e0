import assert from "node:assert/strict";
import { test } from "node:test";
import { byHandModel, handMade } from "../../web/models/by-hand.js";
import { BUILDS, largestDifference, reference } from "./support.js";

/** (n,d) times (d,k) in float64 */
const times = (x, w) => x.map((row) => w[0].map((_, c) => row.reduce((sum, value, f) => sum + value * w[f][c], 0)));

const dot = (a, b) => a.reduce((sum, value, f) => sum + value * b[f], 0);
const cosine = (a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
const byId = (id) => handMade.find((example) => example.id === id);

/** The words that ask and the words that are asked, with their rows of E: the same ones if there is one sentence. */
function sides({ text, source, words, E }) {
  const n = text.split(" ").length;
  const asking = { text, words: words.slice(0, n), rows: E.slice(0, n) };
  return { asking, asked: source === undefined ? asking : { text: source, words: words.slice(n), rows: E.slice(n) } };
}

/** What attention takes, in float64 from E and the three matrices. */
function expectedInput(example) {
  const { asking, asked } = sides(example);
  const [q, k, v] = [times(asking.rows, example.wQ), times(asked.rows, example.wK), times(asked.rows, example.wV)];
  return { q: q.flat(), k: k.flat(), v: v.flat(), heads: 1, n: q.length, m: k.length, dK: k[0].length, dV: v[0].length };
}

/** What the core makes of an example: its queries from the text, its keys and values from the sentence that is read. */
function attend(core, example) {
  const model = core.loadModel(byHandModel(example));
  const run = model.run(example.text);
  const [, n, dK] = run.stage("q", 0).shape;
  const read = model.run(example.source ?? example.text);
  const [, m, dV] = read.stage("v", 0).shape;
  const [q, k, v] = [run.stage("q", 0).data, read.stage("k", 0).data, read.stage("v", 0).data];
  const { asking, asked } = sides(example);
  const { scores, weights, output } = core.attention({ q, k, v, heads: 1, n, m, dK, dV });
  const cell = (matrix) => (query, key) => matrix[asking.words.indexOf(query) * m + asked.words.indexOf(key)];
  const row = (query) => [...weights.subarray(asking.words.indexOf(query) * m).subarray(0, m)];
  /** words from the most looked at to the least */
  const ranked = (query) => [...asked.words].sort((a, b) => cell(weights)(query, b) - cell(weights)(query, a));
  return { n, m, dK, dV, scores, weights, output, score: cell(scores), weight: cell(weights), row, ranked };
}

test("every word, feature, dimension and value is named, and every number is round", () => {
  for (const { id, text, source, words, features, dimensions, values, E, wQ, wK, wV } of handMade) {
    assert.deepEqual(words, [text, source].filter(Boolean).join(" ").split(" "), id);
    const shape = (matrix, rows, cols) => assert.deepEqual([matrix.length, ...new Set(matrix.map((row) => row.length))], [rows.length, cols.length], id);
    shape(E, words, features);
    shape(wQ, features, dimensions);
    shape(wK, features, dimensions);
    shape(wV, features, values);
    assert.equal(dimensions.length, 4);
    for (const value of [E, wQ, wK, wV].flat(2)) assert.ok(Number.isInteger(value * 10), `${id}: ${value}`);
  }
});

for (const { name, core } of BUILDS) {
  for (const example of handMade) {
    test(`${name}: ${example.id} comes from its embeddings and its three matrices`, () => {
      const model = core.loadModel(byHandModel(example));
      assert.equal(model.info.kind, "bare");
      for (const { text, words, rows } of Object.values(sides(example))) {
        const run = model.run(text);
        assert.deepEqual(run.tokens.map((token) => text.slice(token.start, token.end)), words);
        assert.ok(run.tokens.every((token) => !token.unknown));
        assert.deepEqual([...run.stage("x", 0).data], rows.flat().map(Math.fround));
        for (const [stage, matrix] of Object.entries({ q: example.wQ, k: example.wK, v: example.wV })) {
          assert.deepEqual(run.stage(stage, 0).shape, [1, rows.length, matrix[0].length]);
          assert.ok(largestDifference(run.stage(stage, 0).data, times(rows, matrix).flat()) <= 1e-6, stage);
        }
        assert.equal(run.embedding, null);
        assert.throws(() => run.stage("projected", 0), { code: "BAD_STAGE" });
      }
    });

    test(`${name}: ${example.id} gives the scores, weights and output of the equation, and rows that sum to 1`, () => {
      const input = expectedInput(example);
      const expected = reference(input);
      const found = attend(core, example);
      for (const stage of ["scores", "weights", "output"]) assert.ok(largestDifference(found[stage], expected[stage]) <= 2e-6, stage);
      for (const word of sides(example).asking.words) {
        assert.equal(found.row(word).length, input.m);
        assert.ok(Math.abs(found.row(word).reduce((sum, w) => sum + w, 0) - 1) <= 1e-6, word);
      }
    });
  }

  test(`${name}: chased gives mouse 0.60, the row sums to 1, and scores are not symmetric`, () => {
    const run = core.loadModel(byHandModel()).run("The cat chased a mouse");
    const { data, cols } = run.matrix("weights", 0, 0);
    const row = [...data.subarray(2 * cols, 3 * cols)];
    assert.equal(row[4].toFixed(2), "0.60");
    assert.equal(Math.max(...row), row[4]);
    assert.ok(Math.abs(row.reduce((sum, w) => sum + w, 0) - 1) <= 1e-6);
    const scores = run.matrix("scores", 0, 0).data;
    assert.ok(Math.abs(scores[2 * cols + 4] - scores[4 * cols + 2]) > 1);
  });

  test(`${name}: it finds animal though they are far apart, and only E·Eᵀ is symmetric`, () => {
    const example = byId("it-and-animal");
    const { weight, score, ranked } = attend(core, example);
    assert.equal(weight("it", "animal").toFixed(2), "0.60");
    assert.equal(ranked("it")[0], "animal");
    assert.ok(weight("it", "street") <= weight("it", "animal") / 10);
    assert.ok(Math.abs(score("it", "animal") - score("animal", "it")) >= 5);

    const embedding = (word) => example.E[example.words.indexOf(word)];
    const likeness = (word) => dot(embedding("it"), embedding(word));
    assert.ok(cosine(embedding("it"), embedding("animal")) <= -0.4);
    const closer = example.words.filter((word) => word !== "it" && likeness(word) > likeness("animal"));
    assert.deepEqual(closer, ["The", "didn't", "the", "because", "was", "too"]);

    const x = Float32Array.from(example.E.flat());
    const n = example.words.length;
    const d = example.features.length;
    const { scores } = core.attention({ q: x, k: x, v: x, heads: 1, n, m: n, dK: d, dV: d });
    const turned = scores.map((_, cell) => scores[(cell % n) * n + Math.floor(cell / n)]);
    assert.deepEqual(scores, turned);
    assert.deepEqual([...scores], example.E.flatMap((a) => example.E.map((b) => dot(a, b))));
  });

  test(`${name}: in it-and-animal every word looks most where its reason says`, () => {
    const { ranked } = attend(core, byId("it-and-animal"));
    const most = {
      The: "animal", animal: "cross", "didn't": "cross", cross: "animal", the: "street", street: "cross",
      because: "tired", it: "animal", was: "tired", too: "tired", tired: "animal",
    };
    for (const [query, key] of Object.entries(most)) assert.equal(ranked(query)[0], key, query);
    assert.equal(ranked("cross")[1], "street");
    assert.equal(ranked("animal")[1], "tired");
    assert.equal(ranked("because")[1], "cross");
  });

  test(`${name}: le chat noir dort reads the black cat is sleeping, noun and adjective crossed`, () => {
    const example = byId("chat-noir");
    const { n, m, dK, dV, ranked, weight, output } = attend(core, example);
    assert.deepEqual({ n, m, dK, dV }, { n: 4, m: 5, dK: 4, dV: 3 });
    const alignment = { le: "the", chat: "cat", noir: "black", dort: "sleeping" };
    for (const [query, key] of Object.entries(alignment)) {
      assert.equal(ranked(query)[0], key, query);
      assert.ok(weight(query, key) >= 0.5, query);
    }
    assert.equal(ranked("dort")[1], "is");
    assert.ok(weight("dort", "is") >= 0.25);

    const values = times(sides(example).asked.rows, example.wV);
    const handedOver = (word) => values[sides(example).asked.words.indexOf(word)];
    Object.entries(alignment).forEach(([query, key], i) => {
      assert.ok(cosine([...output.subarray(i * dV, (i + 1) * dV)], handedOver(key)) >= 0.9, query);
    });
  });
}
