/** The one line of attention, piece by piece: from the words to the blend of their values. */
import { words } from "../stages.js";
import { addition, apart, blend, cell, cells, figure, k, listed, math, ordinal, percent, product, q, quotient, right, row, say, short, v, weightsRow, wrong } from "./say.js";
import { counted, exponentials, largestAt, mixed, smallestAt, softmax, sum } from "./what-if.js";

const EXAMPLE = "cat-and-mouse";
const ASKS = 3; // chased
const FOUND = 5; // mouse
const PAIR = { i: ASKS, j: FOUND };

const W = (name, role) => ["msub", ["mi", "W"], ["mi", { class: role }, name]];
const projection = (name, role) => math(["mi", "X"], W(name, role));
const WIDTH = ["msub", ["mi", "d"], ["mi", "k"]];
const DK = math(WIDTH);
const ROOT_DK = math(["msqrt", WIDTH]);
const rowsOf = (facts, stage) => counted(facts.m).map((j) => facts.row(stage, j));

const rows = {
  title: "A sentence becomes rows of numbers",
  set: { example: EXAMPLE, stage: "x" },
  panel: "x",
  text(facts) {
    const word = facts.words[1];
    const { features } = facts.example;
    const numbers = facts.row("x", 2);
    const named = features.flatMap((name, at) => (numbers[at] === 0 ? [] : [say`${["i", name]} ${short(numbers[at])}`])).slice(0, 3);
    return [
      say`Attention does not read letters. Each of the ${words(facts.n)} words is one token, and each token picks one row of a table, its embedding. These rows together are ${["i", "X"]}: ${words(facts.n)} rows, one a word, and ${words(facts.d)} columns, one a feature.`,
      say`The row of ${["b", word]} is ${row(numbers)}. In this example the features have names${named.length ? ": " : ""}${{ list: named.flatMap((parts, at) => (at ? [", ", ...parts] : parts)) }}. In a trained model they have none. Everything that follows is made from these rows.`,
    ];
  },
  problem({ n, d }) {
    return {
      ask: say`The sentence gets one word more. What becomes of ${["i", "X"]}, which has ${n} rows and ${d} columns?`,
      choices: [
        wrong(say`${n + 1} rows and ${d + 1} columns`, say`The rows are the words, and there is one more. But the columns are features, ${d} of them whatever is said: ${["i", "X"]} need not be square.`, { mistake: "table-square" }),
        right(say`${n + 1} rows and ${d} columns`, say`A word more is a row more. How much is said of each word, ${d} numbers, was fixed when the table of embeddings was made.`),
        wrong(say`${n} rows and ${d + 1} columns`, say`That would say one thing more of each word, and leave the new word out. A word is a row.`),
      ],
    };
  },
};

const matrices = {
  title: "Three matrices, three parts to play",
  set: { example: EXAMPLE, stage: "v", pin: PAIR },
  panel: "v",
  text(facts) {
    const word = facts.keys[FOUND - 1];
    return [
      say`Three matrices turn ${["i", "X"]} into three tables. ${projection("Q", "q")} gives the queries: what each word asks for. ${projection("K", "k")} gives the keys: what it offers to those who ask. ${projection("V", "v")} gives the values: what it hands over to those who attend to it.`,
      say`So one row becomes three. For ${["b", word]} they are the query ${row(facts.row("q", FOUND))}; the key ${row(facts.row("k", FOUND))}; and the value ${row(facts.row("v", FOUND))}. The key is there to be found, the value to be passed on.`,
    ];
  },
  problem(facts) {
    const [key, value] = [facts.row("k", FOUND), facts.row("v", FOUND)];
    const word = k(facts.keys[FOUND - 1]);
    return {
      ask: say`What does ${word} hand over to a word that attends to it?`,
      choices: [
        wrong(say`Its key, row ${FOUND} of K: ${row(key)}`, say`That mixes up K and V. The key is what ${word} is found by; it enters the score and nothing else. ${keyAgainstValue(key, value)}`, { mistake: "k-is-v", marks: { row: FOUND } }),
        right(say`Its value, row ${FOUND} of V: ${row(value)}`, say`Its row of ${["i", "X"]} times ${math(W("V", "v"))} is its value, and values are the only rows that go into the new vectors.`, { row: FOUND }),
        wrong(say`Its row of X: ${row(facts.row("x", FOUND))}`, say`That leaves out a matrix. The row of X has ${facts.d} numbers, a new vector ${facts.dV}. X gets into the answer only through ${math(W("V", "v"))}.`, { mistake: "mixes-inputs" }),
      ],
    };
  },
};

/** Where a key and a value of the same word first differ, as they are printed. */
function keyAgainstValue(key, value) {
  const at = key.findIndex((x, index) => short(x) !== short(value[index]));
  if (at < 0) return "Here the two rows happen to look alike, but two matrices made them, for two purposes.";
  return `Two matrices made them: the ${ordinal(at + 1)} number is ${short(key[at])} in the key and ${short(value[at])} in the value.`;
}

const scores = {
  title: "Every query meets every key",
  set: { example: EXAMPLE, stage: "scores", pin: PAIR },
  panel: "scores",
  text(facts) {
    const numbers = facts.row("scores", ASKS);
    const [most, least] = [largestAt(numbers), smallestAt(numbers)];
    return [
      say`Row ${ASKS} of Q, the query of ${q(facts.words[ASKS - 1])}, meets row ${FOUND} of K, the key of ${k(facts.keys[FOUND - 1])}. Multiply the two place by place and add up: that is their dot product, the score of the pair. ${addition(products(facts), facts.at("scores", ASKS, FOUND)).text}.`,
      say`All ${words(facts.m)} scores of ${q(facts.words[ASKS - 1])} stand in row ${ASKS}. ${{ list: most === least ? say`They are all ${cell(facts, "scores", ASKS, most + 1)}.` : say`The largest is ${cell(facts, "scores", ASKS, most + 1)}, from ${k(facts.keys[most])}; the smallest ${cell(facts, "scores", ASKS, least + 1)}, from ${k(facts.keys[least])}.` }}${numbers[least] < 0 ? " Below zero means that what is asked and what is offered pull apart." : ""}`,
    ];
  },
  problem(facts) {
    const { n, m, d, dK } = facts;
    const parts = addition(products(facts), facts.at("scores", ASKS, FOUND));
    return {
      ask: say`The score of ${q(facts.words[ASKS - 1])} with ${k(facts.keys[FOUND - 1])} is a sum. Of how many products?`,
      choices: [
        wrong(say`${n}, one for each word`, say`${n} is the length of the sentence. It decides how many scores a row has: row ${ASKS} has ${m}, one a key. Each of them is a sum of its own, ${parts.text}, and a longer sentence adds nothing to it.`, { mistake: "d-model-or-n", marks: { row: ASKS } }),
        wrong(say`${d}, one for each column of X`, say`${d} is the width of X. The score never meets X itself: the matrices made a query and a key of ${dK} numbers each out of those ${d}.`, { mistake: "d-model-or-n" }),
        right(say`${dK}, one for each number of a query`, say`A query and a key have ${dK} numbers each, so ${dK} products: ${parts.text}. This width is called ${DK}.`, { cell: PAIR }),
      ],
    };
  },
};

const products = (facts) => facts.row("q", ASKS).map((x, at) => x * facts.row("k", FOUND)[at]);

const scaled = {
  title: "Why the score is divided",
  set: { example: EXAMPLE, stage: "scaled", pin: PAIR },
  panel: "scaled",
  text(facts) {
    const root = Math.sqrt(facts.dK);
    return [
      say`The more products a score adds up, the further it strays from zero. If the numbers of queries and keys are independent, with mean 0 and variance 1, a sum of ${DK} products has a standard deviation of ${ROOT_DK}.`,
      say`So each score is divided by that. Here √${facts.dK} = ${short(root, 3)}, and the score of ${q(facts.words[ASKS - 1])} with ${k(facts.keys[FOUND - 1])} becomes ${quotient(facts.at("scores", ASKS, FOUND), root).text}. Undivided, wide queries would drive the softmax to its ends: one weight near 1, the others near 0, and hardly a slope to learn from.`,
    ];
  },
  problem(facts) {
    const { n, d, dK } = facts;
    const score = facts.at("scores", ASKS, FOUND);
    const by = (name, size) => say`√${size}, ${name}: ${quotient(score, Math.sqrt(size)).text}`;
    return {
      ask: say`The score of ${q(facts.words[ASKS - 1])} with ${k(facts.keys[FOUND - 1])} is ${figure(score)}. By what is it divided?`,
      choices: [
        wrong(by("from the width of X", d), say`${d} is the width of X, ${math(["msub", ["mi", "d"], ["mi", "model"]])}. The score does not add up ${d} products but ${dK}: ${math(W("Q", "q"))} and ${math(W("K", "k"))} come before it.`, { mistake: "d-model-or-n" }),
        right(by("from the width of a query", dK), say`Queries and keys are ${dK} numbers wide, so a score adds up ${dK} products, and √${dK} is how far such a sum spreads.`, { cell: PAIR }),
        wrong(by("from the number of words", n), say`${n} is how many words there are. A longer sentence gives the table more rows and columns. It adds no product to this score.`, { mistake: "d-model-or-n", marks: { row: ASKS } }),
        wrong(say`${dK}, the width of a query itself: ${quotient(score, dK).text}`, say`That divides too much. With ${dK} products the variance is ${dK} times as large, and the spread, its root, only √${dK} = ${short(Math.sqrt(dK), 3)} times.`),
      ],
    };
  },
};

const masked = {
  title: "The mask comes before the softmax",
  set: { example: EXAMPLE, stage: "masked", mask: "causal", pin: { i: ASKS, j: ASKS } },
  panel: "masked",
  text(facts) {
    const { open, closed, weights } = maskedRow(facts);
    return [
      say`A model that writes must not look ahead. The causal mask lets each word read itself and what stands before it; for ${q(facts.words[ASKS - 1])} it closes ${listed(closed.map((j) => k(facts.keys[j - 1])))}.`,
      say`A closed cell is set to −∞ before the softmax. As exp(−∞) = 0, its weight is exactly 0, and the open cells share out the whole row: ${addition(open.map((j) => weights[j - 1])).text}. Nothing is lost, and nothing leaks.`,
    ];
  },
  problem(facts) {
    const { open, closed, scaledRow, weights } = maskedRow(facts);
    const zeroed = softmax(scaledRow.map((s, at) => (closed.includes(at + 1) ? 0 : s)));
    const before = softmax(scaledRow);
    const late = before.map((x, at) => (closed.includes(at + 1) ? 0 : x));
    const leak = addition(closed.map((j) => zeroed[j - 1]));
    const kept = addition(open.map((j) => late[j - 1]));
    const theirs = listed(closed.map((j) => k(facts.keys[j - 1])));
    return {
      ask: say`Which weights does ${q(facts.words[ASKS - 1])} get under this mask?`,
      choices: [
        wrong(say`0 into the closed cells, then softmax: ${weightsRow(zeroed)}`, say`A score of 0 is a score. exp(0) is 1, not 0. The closed words ${theirs} would get ${leak.text} of a row that they have no part in.`, { mistake: "masked-is-zero", marks: { row: ASKS } }),
        wrong(say`Softmax first, then 0 into the closed cells: ${weightsRow(late)}`, say`Too late. When the row was shared out, ${theirs} took part; then their shares are thrown away. What is left adds up to ${kept.text}${Number(kept.result) === 1 ? "; here they had next to nothing, but that is luck" : ", not to 1"}.`, { mistake: "mask-after", marks: { row: ASKS } }),
        right(say`−∞ into the closed cells, then softmax: ${weightsRow(weights)}`, say`The closed cells count exp(−∞) = 0 when the row is shared out, so the open ones get all of it: ${addition(open.map((j) => weights[j - 1])).text}.`, { row: ASKS }),
      ],
    };
  },
};

/** The row under the mask: its open and its closed keys, its scaled scores, and its weights. */
function maskedRow(facts) {
  const [scaledRow, row] = [facts.row("scaled", ASKS), facts.row("masked", ASKS)];
  const isClosed = (j) => row[j - 1] === -Infinity && scaledRow[j - 1] !== -Infinity;
  const keys = counted(facts.m);
  return { open: keys.filter((j) => !isClosed(j)), closed: keys.filter(isClosed), scaledRow, weights: facts.row("weights", ASKS) };
}

const shares = {
  title: "Exponentials, then shares",
  set: { example: EXAMPLE, stage: "weights", pin: PAIR },
  panel: "weights",
  text(facts) {
    const powers = exponentials(facts.row("scaled", ASKS));
    return [
      say`Softmax works on one row at a time. Each number ${["i", "s"]} of the row becomes exp(${["i", "s"]} − ${["i", "m"]}), where ${["i", "m"]} is the largest of the row: the largest becomes 1, and none is more. For ${q(facts.words[ASKS - 1])} that makes ${addition(powers).text}.`,
      say`Then each is divided by this sum. Now the row is ${words(facts.m)} shares: ${addition(facts.row("weights", ASKS)).text}. To subtract ${["i", "m"]} changes no share; it only keeps the exponentials from growing beyond what can be computed.`,
    ];
  },
  problem(facts) {
    const j = facts.strongest(ASKS);
    const word = k(facts.keys[j - 1]);
    const powers = exponentials(facts.row("scaled", ASKS));
    const whole = softmax(counted(facts.n).flatMap((i) => facts.row("scaled", i)));
    const own = whole.slice((ASKS - 1) * facts.m, ASKS * facts.m);
    const table = sum(counted(facts.n).flatMap((i) => facts.row("weights", i)));
    const weight = quotient(powers[j - 1], sum(powers));
    return {
      ask: say`exp(${["i", "s"]} − ${["i", "m"]}) of ${word} is ${short(powers[j - 1], 3)}, the largest of row ${ASKS}. What is its weight?`,
      choices: [
        wrong(say`${short(powers[j - 1], 3)}: the largest weight of a row is 1`, say`That stops halfway. ${short(powers[j - 1], 3)} is the exponential. The other keys have theirs too, and all of them share one row: ${weight.text}.`, { mistake: "largest-is-one", marks: { cell: { i: ASKS, j } } }),
        right(say`${weight.text}: its share of its row`, say`The sum of row ${ASKS} divides each number of row ${ASKS}, and no other row has a say in it.`, { row: ASKS }),
        wrong(say`${figure(own[j - 1], 3)}: its share of all ${facts.n * facts.m} exponentials`, say`That runs over the whole table. Row ${ASKS} would add up to ${figure(sum(own), 3)} only, and what the other words ask would change it. Each row is shared out by itself: the table adds up to ${figure(table)}, 1 for each of ${facts.n} queries.`, { mistake: "whole-table" }),
      ],
    };
  },
};

const purpose = {
  title: "What the softmax is for",
  set: { example: EXAMPLE, stage: "weights", pin: PAIR },
  panel: "weights",
  text(facts) {
    const scaledRow = facts.row("scaled", ASKS);
    const raised = softmax(scaledRow.map((s, at) => (at + 1 === FOUND ? s + 0.1 : s)));
    const [before, after] = apart(facts.at("weights", ASKS, FOUND), raised[FOUND - 1]);
    const [low, high] = apart(scaledRow[FOUND - 1], scaledRow[FOUND - 1] + 0.1, 3);
    return [
      say`Why not simply take the key with the largest score? Because then a small change of a score would mostly change nothing, and now and then everything. Training could not feel its way. Softmax answers a small change with a small change.`,
      say`Raise the scaled score of ${k(facts.keys[FOUND - 1])} by 0.1, from ${low} to ${high}, and its weight in row ${ASKS} ${before === after ? `stays near ${before}` : `goes from ${before} to ${after}`}. The order of the scores stays the order of the weights, and every open key keeps a share, however small.`,
    ];
  },
  problem(facts) {
    const weights = facts.row("weights", ASKS);
    const j = facts.strongest(ASKS);
    const [word, largest] = [k(facts.keys[j - 1]), figure(weights[j - 1])];
    const rest = addition(weights.filter((_, at) => at !== j - 1));
    const table = figure(sum(counted(facts.n).flatMap((i) => facts.row("weights", i))));
    return {
      ask: say`What is the softmax for?`,
      choices: [
        wrong(say`It picks the key with the largest score and drops the others`, say`That would be a hard maximum. In row ${ASKS} ${word} has ${largest}, and the others are not dropped: ${rest.text}. A hard choice would also leave training no slope to follow.`, { mistake: "softmax-for", marks: { row: ASKS } }),
        wrong(say`It stretches each row until its largest weight is 1`, say`Not the largest, the sum. The largest weight of row ${ASKS} is ${largest}${largest === "1.00" ? ", near 1 only because the other scores are far below" : ""}; what comes to 1 is the row: ${addition(weights).text}.`, { mistake: "largest-is-one", marks: { cell: { i: ASKS, j } } }),
        wrong(say`It makes all numbers of the table add up to 1`, say`One row, not the table. All ${facts.n * facts.m} weights together come to ${table}: 1 for each of the ${facts.n} rows.`, { mistake: "whole-table" }),
        right(say`It turns each row of scores into shares that add up to 1, smoothly and in the same order`, say`Shares can mix values: they are positive and come to 1 in each row. The order of the scores is kept, and as the shares change smoothly with the scores, training can find its way.`, { row: ASKS }),
      ],
    };
  },
};

const output = {
  title: "The blend is made of values",
  set: { example: EXAMPLE, stage: "output", pin: PAIR },
  panel: "output",
  text(facts) {
    const weights = facts.row("weights", ASKS);
    const made = facts.row("output", ASKS);
    return [
      say`Last, the weights mix the rows of V. Each number of a new row comes from one column of V. For ${q(facts.words[ASKS - 1])} and the first column, ${["i", facts.example.values[0]]}: ${blend(weights, facts.column("v", 1), made[0]).text}.`,
      say`The whole new row is ${cells(made)}. It is a weighted mean of values: ${percentages(facts, weights)}. No key and no row of X stands in it as such.`,
    ];
  },
  problem(facts) {
    const weights = facts.row("weights", ASKS);
    return {
      ask: say`What is the new row of ${q(facts.words[ASKS - 1])}?`,
      choices: [
        right(say`The weights times the rows of V: ${cells(facts.row("output", ASKS))}`, say`Values are what words hand over. The weights of row ${ASKS} say how much of each: of ${v(facts.keys[FOUND - 1])} ${product(facts.at("weights", ASKS, FOUND), facts.at("v", FOUND, 1)).text} in the first number.`, { row: ASKS }),
        wrong(say`The weights times the rows of X: ${cells(mixed(weights, rowsOf(facts, "x")))}`, say`That mixes the inputs. It would have ${facts.d} numbers, as X has; the new row has ${facts.dV}. First ${math(W("V", "v"))} makes a value of each row of X, then the values are mixed.`, { mistake: "mixes-inputs" }),
        wrong(say`The weights times the rows of K: ${cells(mixed(weights, rowsOf(facts, "k")))}`, say`That mixes the keys. Keys have done their work when the scores stand. The key of ${k(facts.keys[FOUND - 1])}, ${row(facts.row("k", FOUND))}, is what it is found by; its value, ${row(facts.row("v", FOUND))}, is what it passes on.`, { mistake: "mixes-keys" }),
      ],
    };
  },
};

/** “60 % from mouse, 34 % from cat, the rest from the others” */
function percentages(facts, weights) {
  const order = weights.map((_, at) => at).sort((a, b) => weights[b] - weights[a]);
  const [first, second] = order;
  return `${percent(weights[first])} from ${facts.keys[first]}, ${percent(weights[second])} from ${facts.keys[second]}, the rest from the others`;
}

export default {
  id: "equation",
  title: "The equation, piece by piece",
  summary: "From the words to the blend of their values: what each piece of the one line does, and what it does not.",
  steps: [rows, matrices, scores, scaled, masked, shares, purpose, output],
  remember: [
    say`X has one row a token. ${math(W("Q", "q"))}, ${math(W("K", "k"))} and ${math(W("V", "v"))} make of each row a query, a key and a value.`,
    say`A score is the dot product of one query with one key: a sum of ${DK} products.`,
    say`It is divided by ${ROOT_DK}: by the root of the width of queries and keys, not of the model’s width or the sentence’s length.`,
    say`The mask puts −∞ into closed cells before the softmax. Their weights are exactly 0, and the row still adds up to 1.`,
    say`Softmax turns each row into shares that add up to 1. It keeps the order, and it is smooth; it picks nothing.`,
    say`The new row is a blend of values: not of keys, not of inputs.`,
  ],
};
