/** What the lessons say: every number of their prose, questions, choices and reasons is held to float64 from the matrices. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_EDITS, withEdit } from "../../web/edits.js";
import { plain, settle } from "../../web/lessons/choices.js";
import { factsFor } from "../../web/lessons/facts.js";
import { LESSONS } from "../../web/lessons/list.js";
import { resultOf, someEdits } from "./lesson-runs.js";
import "./english.js";

/* ---- the numbers, from the matrices -------------------------------------------------------------------- */

const sum = (list) => list.reduce((total, x) => total + x, 0);
const dot = (a, b) => sum(a.map((x, at) => x * b[at]));
const times = (rows, w) => rows.map((row) => w[0].map((_, c) => sum(row.map((x, f) => x * w[f][c]))));
const exps = (row) => row.map((s) => Math.exp(s - Math.max(...row)));
const soft = (row) => exps(row).map((x) => x / sum(exps(row)));
const argmax = (list) => list.indexOf(Math.max(...list));
const argmin = (list) => list.indexOf(Math.min(...list));

/** One head in float64 from E and the matrices, or from the q, k, v of a trained run. */
function attend({ x, q, k, v, causal }) {
  const scores = q.map((query) => k.map((key) => dot(query, key)));
  const scaled = scores.map((row) => row.map((s) => s / Math.sqrt(q[0].length)));
  const open = (i, j) => !causal || j <= i;
  const weights = scaled.map((row, i) => soft(row.map((s, j) => (open(i, j) ? s : -Infinity))));
  return {
    x, q, k, v, scores, scaled, weights, output: times(weights, v), column: (c) => v.map((row) => row[c]),
    n: q.length, m: k.length, d: x[0].length, dK: q[0].length, dV: v[0].length,
  };
}

function expectedOf(step, { example, workings, run }) {
  if (!example) {
    const { layer } = step.set;
    const rows = (stage, head) => {
      const { data, rows: count, cols } = run.matrix(stage, layer - 1, head);
      return Array.from({ length: count }, (_, i) => [...data.subarray(i * cols, (i + 1) * cols)]);
    };
    const heads = [0, 1, 2, 3].map((head) => attend({ x: rows("x", 0), q: rows("q", head), k: rows("k", head), v: rows("v", head) }));
    return { ...heads[step.set.head - 1], heads };
  }
  const count = example.text.split(" ").length;
  const keyed = example.source ? workings.E.slice(count) : workings.E;
  const own = (computed, set, from) => computed.map((row, i) => row.map((x, c) => set[from + i][c] ?? x));
  const from = example.source ? count : 0;
  const x = workings.E.slice(0, count);
  return attend({
    x, q: own(times(x, workings.wQ), workings.set.Q, 0), k: own(times(keyed, workings.wK), workings.set.K, from),
    v: own(times(keyed, workings.wV), workings.set.V, from), causal: step.set.mask === "causal",
  });
}

/* ---- what stands in the prose, number by number -------------------------------------------------------- */

const NUMBER = /−?\d+(?:\.\d+)?(?:e[+−]?\d+)?/g;
const value = (text) => Number(text.replace(/−/g, "-"));
/** Of “a + b − c = d” the minus is a sign of its own. */
const S = (terms, total = sum(terms)) => [terms[0], ...terms.slice(1).map(Math.abs), total];
const Q = (a, b) => [a, b, a / b];
const P = (a, b) => [a, b, a * b];
const B = (weights, values) => [...weights.flatMap((w, at) => [w, values[at]]), dot(weights, values)];
const A = 2; // chased
const F = 4; // mouse
const products = (r) => r.q[A].map((x, at) => x * r.k[F][at]);
const without = (list, at) => list.filter((_, index) => index !== at);
const isShort = (a, b) => Math.abs(a - b) < 0.005;

/** Numbers of the text, of the question, and of each choice: [its text, its reason]. `says` is what the lesson says, for choices that come and go. */
const EXPECTED = {
  "every-query": [
    (r) => ({
      text: [...r.q[A], ...r.k[F], ...S(products(r), r.scores[A][F])], ask: [],
      choices: [[[], [r.scores[A][F]]], [r.q[A], [3]], [r.k[A], [3]]],
    }),
    (r) => ({
      text: [r.n * r.m, 3, 5, r.scores[A][F]], ask: [],
      choices: [[[3, 2], [r.scores[A][1]]], [[2, 3], [2, 3, r.scores[1][A]]], [[2, 2], [r.scores[1][1]]]],
    }),
    (r) => {
      const [there, back] = [r.scores[A][F], r.scores[F][A]];
      return { text: [3, 5, 5, 3], ask: [there], choices: [[[there], [back]], [[back], [5, 3, back]], [[-there], [back]]] };
    },
    (r) => {
      const [score, ask, offer] = [r.scores[A][F], Math.hypot(...r.q[A]), Math.hypot(...r.k[F])];
      const lengths = ask * offer > 0 ? [ask, offer, score / ask / offer] : [];
      return { text: [-1, 1, score, ...lengths], ask: [score], choices: [[[score], []], [[2 * score], []], [[2 ** r.dK * score], [2, 2 ** r.dK]]] };
    },
    (r) => {
      const sums = r.k.map((_, j) => sum(r.weights.map((row) => row[j])));
      const odd = argmax(sums.map((total) => Math.abs(total - 1)));
      const [first, second] = [...r.weights[A]].sort((a, b) => b - a);
      return {
        text: [3, first, second], ask: [1],
        choices: [[[], S(r.weights.map((row) => row[odd]))], [[], [3, ...S(r.weights[A])]], [[], [r.n * r.m, r.n, 1]]],
      };
    },
    (r) => {
      const sums = r.k.map((_, j) => sum(r.weights.map((row) => row[j])));
      return {
        text: [Math.max(...sums), Math.min(...sums)], ask: [Math.max(...sums)],
        choices: [[[1], [1, ...S(r.weights.map((row) => row[argmax(sums)])), 1]], [[r.n], [1, r.n, 0]], [[r.n * r.m], [r.n]]],
      };
    },
    ({ n, m, weights }) => ({
      text: [Math.max(...weights[1])], ask: [],
      choices: [[[m + 1, m + 1, (m + 1) ** 2], []], [[n, m + 1, n * (m + 1)], [1]], [[n + 1, m, (n + 1) * m], []], [[n, m, n * m], []]],
    }),
    ({ n, m, dK }) => ({
      text: [n, m, n * m, n, m, dK, n * m * dK], ask: [n * m],
      choices: [[[2 * n * m], []], [[4 * n * m], [2 * n, 2 * m, 4 * n * m]], [[n * (m + 1)], []]],
    }),
  ],
  equation: [
    (r) => ({
      text: [...r.x[1], ...r.x[1].filter((x) => x !== 0).slice(0, 3)], ask: [r.n, r.d],
      choices: [[[r.n + 1, r.d + 1], [r.d]], [[r.n + 1, r.d], [r.d]], [[r.n, r.d + 1], []]],
    }),
    (r) => {
      const at = r.k[F].findIndex((x, c) => !isShort(x, r.v[F][c]));
      return {
        text: [...r.q[F], ...r.k[F], ...r.v[F]], ask: [],
        choices: [[[5, ...r.k[F]], at < 0 ? [] : [r.k[F][at], r.v[F][at]]], [[5, ...r.v[F]], []], [r.x[F], [r.d, r.dV]]],
      };
    },
    (r) => {
      const sums = S(products(r), r.scores[A][F]);
      return {
        text: [3, 5, ...sums, 3, Math.max(...r.scores[A]), Math.min(...r.scores[A])], ask: [],
        choices: [[[r.n], [r.n, 3, r.m, ...sums]], [[r.d], [r.d, r.dK, r.d]], [[r.dK], [r.dK, r.dK, ...sums]]],
      };
    },
    (r) => {
      const score = r.scores[A][F];
      const by = (size) => [size, ...Q(score, Math.sqrt(size))];
      return {
        text: [0, 1, r.dK, Math.sqrt(r.dK), ...Q(score, Math.sqrt(r.dK)), 1, 0], ask: [score],
        choices: [[by(r.d), [r.d, r.d, r.dK]], [by(r.dK), [r.dK, r.dK, r.dK]], [by(r.n), [r.n]], [[r.dK, ...Q(score, r.dK)], [r.dK, r.dK, r.dK, Math.sqrt(r.dK)]]],
      };
    },
    (r, { choices }) => {
      const closed = [3, 4];
      const zeroed = soft(r.scaled[A].map((s, j) => (closed.includes(j) ? 0 : s)));
      const late = soft(r.scaled[A]).map((x, j) => (closed.includes(j) ? 0 : x));
      const sums = S(r.weights[A].slice(0, 3));
      const luck = choices[1].says.includes("luck") ? [] : [1];
      assert.equal(luck.length === 0, sum(late) >= 0.995 - 1e-6 || Math.abs(sum(late) - 0.995) < 1e-6);
      return {
        text: [0, 0, ...sums], ask: [],
        choices: [[[0, ...zeroed], [0, 0, 1, 0, ...S(zeroed.slice(3))]], [[0, ...late], [...S(late.slice(0, 3)), ...luck]], [r.weights[A], [0, ...sums]]],
      };
    },
    (r) => {
      const powers = exps(r.scaled[A]);
      const whole = soft(r.scaled.flat());
      const own = whole.slice(A * r.m, (A + 1) * r.m);
      const weight = Q(1, sum(powers));
      return {
        text: [1, ...S(powers), ...S(r.weights[A])], ask: [1, 3],
        choices: [[[1, 1], [1, ...weight]], [weight, [3, 3]], [[Math.max(...own), r.n * r.m], [3, sum(own), r.n, 1, r.n]]],
      };
    },
    (r, { choices, text }) => {
      const [s, weights] = [r.scaled[A], r.weights[A]];
      const raised = soft(s.map((x, j) => (j === F ? x + 0.1 : x)))[F];
      const [most, at] = [Math.max(...weights), argmax(weights)];
      return {
        text: [0.1, s[F], s[F] + 0.1, 3, weights[F], ...(text.includes("stays near") ? [] : [raised])], ask: [],
        choices: [[[], [3, most, ...S(without(weights, at))]], [[1], [3, most, ...(choices[1].says.includes("near 1") ? [1] : []), 1, ...S(weights)]], [[1], [r.n * r.m, r.n, 1, r.n]], [[1], [1]]],
      };
    },
    (r) => {
      const weights = r.weights[A];
      const [first, second] = [...weights].sort((a, b) => b - a);
      return {
        text: [...B(weights, r.column(0)), ...r.output[A], 100 * first, 100 * second], ask: [],
        choices: [[r.output[A], [3, ...P(weights[F], r.v[F][0])]], [times([weights], r.x)[0], [r.d, r.dV]], [times([weights], r.k)[0], [...r.k[F], ...r.v[F]]]],
      };
    },
  ],
  "one-step": [
    (r) => {
      const parts = products(r);
      const at = argmax(parts.map(Math.abs));
      const rest = without(parts, at);
      return {
        text: [...r.q[A], r.q[A][argmax(r.q[A].map(Math.abs))], ...r.k[F], ...S(parts, r.scores[A][F])], ask: [0],
        choices: [[[0], [0, parts[at], ...S(rest)]], [[sum(rest)], [parts[at], ...S(rest)]], [[r.scores[A][F]], [...P(r.q[A][at], r.k[F][at]), 0]]],
      };
    },
    (r, { choices }) => {
      const powers = exps(r.scaled[A]);
      const scores = r.scores[A];
      const raw = scores.map((s) => s / sum(scores));
      const least = argmin(raw);
      const example = choices[1].says.includes("would get") ? Q(scores[least], sum(scores)) : [];
      return {
        text: [r.dK, ...Q(scores[F], Math.sqrt(r.dK)), Math.max(...r.scaled[A]), powers[F], powers[1], ...S(powers), ...Q(powers[F], sum(powers))], ask: [],
        choices: [[[powers[1]], [sum(powers), 1]], [Q(scores[1], sum(scores)), example], [Q(powers[1], sum(powers)), [1, ...S(r.weights[A])]]],
      };
    },
    (r, { choices }) => {
      const weights = r.weights[A];
      const at = argmax(weights);
      const most = weights[at];
      const column = r.column(0);
      const mean = choices.some(({ text }) => text.startsWith("Their mean"));
      return {
        text: [100 * most, most, ...r.v[at], ...r.output[A]], ask: column,
        choices: [[[r.output[A][0]], B(weights, column)], ...(mean ? [[Q(sum(column), r.m), [...Q(1, r.m), most]]] : []), [[column[at]], P(most, column[at])]],
      };
    },
    ({ n, m, dV, weights }) => ({
      text: [weights[A][1], 1, ...S(weights[A])], ask: [],
      choices: [[[n, n, n * n], []], [[n, m, n * m], [1, n]], [[m, m, m * m], [m, m]], [[n, dV, n * dV], [n, dV, m]]],
    }),
    (r) => ({
      text: [r.dK, r.dV, ...B(r.weights[A], r.column(r.dV - 1))], ask: [],
      choices: [[[r.dK], [r.dK]], [[r.m], [r.m, r.m, r.m]], [[r.dV], [r.dV, ...r.output[A]]]],
    }),
    (r, said) => {
      const weights = r.weights[A];
      const most = argmax(weights);
      const parts = r.v[0].map((_, c) => weights.map((w, j) => w * r.v[j][c]));
      const portions = parts.map((list) => (sum(list.map(Math.abs)) === 0 ? Infinity : Math.abs(list[most]) / sum(list.map(Math.abs))));
      const c = argmin(portions);
      const top = argmax(parts[c].map(Math.abs));
      const added = (j) => P(weights[j], r.v[j][c]);
      const silenced = r.output[A].map((x, d) => x - weights[most] * r.v[most][d]);
      const named = said.choices.map(({ text }) => r.words.indexOf(text.split(",")[0]));
      assert.equal(named.at(-1), top);
      if (top !== most) assert.equal(named[0], most);
      return {
        text: [weights[most], sum(parts[c]), ...added(most), ...r.output[A], ...silenced], ask: [],
        choices: named.map((j, at) => [[weights[j]], at === named.length - 1 ? added(top) : [...added(j), ...added(top)]]),
      };
    },
    (r) => {
      const gave = r.heads.map(({ weights }) => weights[1]);
      return {
        text: [2, 128, 2, gave[1][4], 1, 3, 4, gave[0][4], gave[2][4], gave[3][4], 4, 128, 512], ask: [r.n, 1],
        choices: [[[Math.round(r.n / 4)], [1, r.n, 1, 4, 128, 512]], [[], [1, 1, 2]], [[r.n], [r.n, Math.min(...gave[0]), Math.max(...gave[0]), 512]]],
      };
    },
    (r) => {
      const it = r.heads.map(({ weights }) => weights[9]);
      const top = (head) => Math.max(...it[head - 1]);
      return {
        text: [2, it[1][7], it[1][1], 1, top(1), 3, top(3), 4, top(4), 2], ask: [],
        choices: [[[], [1, 2, 3, 4]], [[4], [4, it[3][1], 2, it[1][7]]], [[2, 100 * it[1][7]], []]],
      };
    },
    (r) => {
      const powers = exps(r.scaled[A]);
      return {
        text: [r.scores[A][F], ...Q(r.scores[A][F], Math.sqrt(r.dK)), 0, ...Q(powers[F], sum(powers))], ask: [],
        choices: [[[r.dK], [1]], [[r.dK], S(r.weights[A])], [[r.dK], Q(1, Math.sqrt(r.dK))]],
      };
    },
  ],
};

/* ---- holding them together ----------------------------------------------------------------------------- */

/** A printed number is right when it is no further from the computed one than half its last digit, and what f32 adds. */
function near(printed, expected) {
  const [, decimals = "", exponent = "0"] = printed.match(/^−?\d+(?:\.(\d+))?(?:e(.*))?$/);
  const unit = 10 ** (value(exponent) - decimals.length);
  return Math.abs(value(printed) - expected) <= 0.5 * unit * (1 + 1e-9) + 1e-5 * (1 + Math.abs(expected));
}

function holdNumbers(text, expected, where) {
  const found = text.match(NUMBER) ?? [];
  const rounded = expected.map((x) => Number(x.toFixed(4)));
  assert.equal(found.length, expected.length, `${where}: ${found.join(" ")} | ${rounded.join(" ")}\n${text}`);
  found.forEach((printed, at) => assert.ok(near(printed, expected[at]), `${where}: ${printed}, not ${expected[at]}\n${text}\n${rounded.join(" ")}`));
}

/** Each “… = number” of the prose, computed with the numbers as they are printed. */
function holdEquations(text, where) {
  for (const [whole, left, right] of text.matchAll(/([\d(−√][\d.()√ \u00a0×÷+−]*) =[ \u00a0](−?\d+(?:\.\d+)?)/g)) {
    const code = left.replace(/−/g, "-").replace(/×/g, "*").replace(/÷/g, "/").replace(/√(\d+)/g, "Math.sqrt($1)");
    const digits = right.split(".")[1]?.length ?? 0;
    const computed = Number(new Function(`return ${code}`)().toFixed(12));
    assert.equal(Math.abs(computed - value(right)) <= 0.5 * 10 ** -digits + 1e-9, true, `${where}: ${whole}`);
  }
}

/** All that a step says, as plain text. */
function saidBy(step, facts) {
  const text = step.text(facts).map((paragraph) => plain(paragraph, facts)).join("\n");
  if (!step.problem) return { text, ask: "", choices: [] };
  const problem = step.problem(facts);
  return { text, ask: plain(problem.ask, facts), choices: problem.choices.map((choice) => ({ ...choice, text: plain(choice.text, facts), says: plain(choice.says, facts) })), settled: settle(problem, facts) };
}

function walk(edits, visit) {
  for (const lesson of LESSONS) {
    lesson.steps.forEach((step, at) => {
      const result = resultOf(step, edits);
      const facts = factsFor({ result, layer: step.set.layer ?? 1, head: step.set.head ?? 1 });
      visit({ lesson, step, at, where: `${lesson.id}, step ${at + 1}`, result, facts, said: saidBy(step, facts) });
    });
  }
}

const everything = ({ text, ask, choices }) => [text, ask, ...choices.flatMap((choice) => [choice.text, choice.says])].join("\n");

function holdAll(edits) {
  walk(edits, ({ lesson, step, at, where, result, facts, said }) => {
    const expected = EXPECTED[lesson.id][at]({ ...expectedOf(step, result), words: facts.words }, said);
    holdNumbers(said.text, expected.text, `${where}, text`);
    if (step.problem) holdNumbers(said.ask, expected.ask, `${where}, question`);
    said.choices.forEach((choice, index) => {
      holdNumbers(choice.text, expected.choices[index][0], `${where}, choice ${index + 1}`);
      holdNumbers(choice.says, expected.choices[index][1], `${where}, reason ${index + 1}`);
    });
    holdEquations(everything(said), where);
    holdShape(said, where);
  });
}

function holdShape(said, where) {
  assert.doesNotMatch(everything(said), /NaN|undefined|null|Infinity|\[object|−0(?:\.0+)?(?![\d.])/, where);
  const { settled, choices } = said;
  if (choices.length === 0) return;
  assert.equal(choices.filter(({ right }) => right).length, 1, where);
  assert.ok(choices.length <= 4, where);
  assert.ok(choices.every(({ right, mistake }) => !right || mistake === undefined), where);
  if (settled) assert.equal(new Set(settled.choices.map((choice) => JSON.stringify(choice.text))).size, settled.choices.length, where);
}

test("every number of the lessons is that of the matrices, and every sum, product and quotient checks as printed", () => {
  holdAll();
});

test("so it is after any edits", () => {
  for (let seed = 1; seed <= 100; seed++) holdAll(someEdits(seed, 1.5));
});

/** These speak of sizes, or of what enters: an edited query leaves them as they are. */
const OF_SIZES = ["every-query, step 8", "equation, step 1", "equation, step 2"];

test("edits change questions, choices and right answers", () => {
  const edits = { "cat-and-mouse": withEdit(NO_EDITS, { matrix: "Q", row: A, col: 1, value: -3 }) };
  const texts = [];
  walk(undefined, ({ said }) => texts.push(said));
  walk(edits, ({ said, step, where }) => {
    const before = texts.shift();
    if (step.set.example !== "cat-and-mouse" || OF_SIZES.includes(where)) return;
    assert.notEqual(everything(said), everything(before), where);
  });
});

test("numbers beyond all measure, and rows that are not numbers, are said in words", () => {
  for (const [scale, seeds] of [[1e4, 40], [1e12, 40], [3e37, 80]]) {
    for (let seed = 1; seed <= seeds; seed++) walk(someEdits(seed, scale), ({ said, where }) => holdShape(said, `${where}, edits ${seed} × ${scale}`));
  }
  const large = (matrix) => ({ matrix, row: A, col: 0, value: 3e38 });
  const edits = withEdit(withEdit(NO_EDITS, large("Q")), large("K"));
  let told = 0;
  walk({ "cat-and-mouse": edits }, ({ said, where }) => {
    holdShape(said, where);
    if (everything(said).includes("not a number")) told++;
  });
  assert.ok(told > 5, String(told));
});

test("all numbers alike: nothing is asked that has two right answers", () => {
  const zeros = (matrix, cols) => Array.from({ length: 5 * cols }, (_, at) => ({ matrix, row: Math.floor(at / cols), col: at % cols, value: 0 }));
  const edits = [...zeros("Q", 4), ...zeros("V", 4)].reduce((list, edit) => withEdit(list, edit), NO_EDITS);
  walk({ "cat-and-mouse": edits }, ({ said, where }) => holdShape(said, where));
});

test("every step is 40 to 90 words long and has a problem; each lesson closes with four to six things to remember", () => {
  for (const { steps, remember, id } of LESSONS) {
    assert.ok(steps.length >= 7 && steps.length <= 9, id);
    assert.ok(steps.every(({ problem }) => problem), id);
    assert.ok(remember.length >= 4 && remember.length <= 6, id);
    assert.ok(remember.every((parts) => plain(parts, null).length < 130), id);
  }
  walk(undefined, ({ said, where }) => {
    const words = said.text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
    assert.ok(words >= 40 && words <= 90, `${where}: ${words}`);
  });
});

test("the mistakes that these lessons are there to meet are met, and each wrong choice with one says more than the right answer", () => {
  const met = new Set();
  walk(undefined, ({ said, where }) => {
    if (said.choices.length === 0) return;
    assert.equal(said.settled.choices.length, said.choices.length, where);
    for (const { mistake, says, right } of said.choices) {
      if (mistake) met.add(mistake);
      assert.ok(right || says.length > 60, `${where}: ${says}`);
    }
  });
  const wanted = ["query-is-sentence", "symmetric", "dot-is-cosine", "columns-sum", "cost-linear", "d-model-or-n", "masked-is-zero", "mask-after", "largest-is-one", "softmax-for", "k-is-v", "mixes-inputs", "mixes-keys", "whole-table", "heads-share-words", "dv-equals-dk", "table-square", "weight-explains"];
  assert.deepEqual([...met].sort(), wanted.sort());
});
