/** Every query against every key: from one dot product to the table of all of them. */
import { words } from "../stages.js";
import { addition, cell, figure, k, math, q, right, row, say, wrong } from "./say.js";
import { counted, largestAt, smallestAt, sum } from "./what-if.js";

const SENTENCE = "cat-and-mouse";
const ASKS = 3; // chased
const FOUND = 5; // mouse
const PAIR = { i: ASKS, j: FOUND };
const CAT = 2;

const Q = math(["mi", { class: "q" }, "Q"]);
const K = math(["mi", { class: "k" }, "K"]);
const QKT = math(["mi", { class: "q" }, "Q"], ["mo", "·"], ["msup", ["mi", { class: "k" }, "K"], ["mi", { class: "k", mathvariant: "normal" }, "T"]]);

const capital = (text) => text[0].toUpperCase() + text.slice(1);
const asking = (facts, i = ASKS) => q(facts.words[i - 1]);
const asked = (facts, j = FOUND) => k(facts.keys[j - 1]);

const oneQuestion = {
  title: "One word asks, one word is asked",
  set: { example: SENTENCE, stage: "scores", pin: PAIR },
  panel: "inspector",
  text(facts) {
    const products = facts.row("q", ASKS).map((x, at) => x * facts.row("k", FOUND)[at]);
    return [
      say`What ${asking(facts)} asks with is its ${["i", "query"]}, ${words(facts.dK)} numbers: ${row(facts.row("q", ASKS))}. What ${asked(facts)} offers is its ${["i", "key"]}: ${row(facts.row("k", FOUND))}.`,
      say`Place by place the two are multiplied, and the products are added: ${addition(products, facts.at("scores", ASKS, FOUND)).text}. This sum is a dot product; here it is the ${["i", "score"]} of the pair.`,
      say`In this example, made by hand, each place has a name, which stands beside its product. In a trained model the numbers have none.`,
    ];
  },
  problem: (facts) => ({
    ask: say`What is the query of ${asking(facts)}?`,
    choices: [
      wrong(say`A question in English, such as “to whom is it done?”`, say`The names only help us to read the numbers, and the arithmetic knows nothing of them. Take them away, and the score of the pair is still ${cell(facts, "scores", ASKS, FOUND)}.`, { mistake: "query-is-sentence", marks: { cell: PAIR } }),
      right(say`The numbers ${row(facts.row("q", ASKS))}`, say`They are row ${ASKS} of ${Q}, made from ${asking(facts)} alone. All that a query can do is to be multiplied with keys.`),
      wrong(say`The numbers ${row(facts.row("k", ASKS))}`, say`Those are what ${asked(facts, ASKS)} offers: its key, row ${ASKS} of ${K}. A word does not ask with the numbers that it is found by.`),
    ],
  }),
};

const theTable = {
  title: "Every pair has a place",
  set: { example: SENTENCE, stage: "scores", pin: PAIR },
  panel: "scores",
  text: (facts) => [
    say`One pair makes one dot product. Now let every word ask every word, itself included: ${words(facts.n)} queries meet ${words(facts.m)} keys, which makes ${facts.n * facts.m} scores.`,
    say`They are kept in a table. Its row says who asks, its column who is asked. The score of ${asking(facts)} with ${asked(facts)} stands in row ${ASKS}, column ${FOUND}: ${cell(facts, "scores", ASKS, FOUND)}.`,
    say`The table is written ${QKT}: the rows of ${Q} are the queries, and ${K} turned on its side has the keys as columns.`,
  ],
  problem: (facts) => ({
    ask: say`Where stands the score that says how well the query of ${asking(facts, CAT)} fits the key of ${asked(facts, ASKS)}?`,
    choices: [
      wrong(say`Row ${ASKS}, column ${CAT}`, say`There ${asking(facts)} asks and ${asked(facts, CAT)} is asked, and the score is ${cell(facts, "scores", ASKS, CAT)}. Rows are queries and columns are keys: the two have changed parts.`, { marks: { cell: { i: ASKS, j: CAT } } }),
      right(say`Row ${CAT}, column ${ASKS}`, say`The query of ${asking(facts, CAT)} makes row ${CAT}, the key of ${asked(facts, ASKS)} makes column ${ASKS}. They meet at ${cell(facts, "scores", CAT, ASKS)}.`, { cell: { i: CAT, j: ASKS } }),
      wrong(say`Row ${CAT}, column ${CAT}`, say`A cell belongs to a pair. This one, ${cell(facts, "scores", CAT, CAT)}, is ${asking(facts, CAT)} asking itself.`, { marks: { cell: { i: CAT, j: CAT } } }),
    ],
  }),
};

const notSymmetric = {
  title: "Asking is not being asked",
  set: { example: SENTENCE, stage: "scores", pin: PAIR },
  panel: "scores",
  text: (facts) => [
    say`Each word is in the table twice: as a row, where it asks, and as a column, where it is asked. The row is made with its query, the column with its key.`,
    say`So the pair ${["b", facts.words[ASKS - 1]]} and ${["b", facts.words[FOUND - 1]]} has two cells. In row ${ASKS}, column ${FOUND} the first asks the second; in row ${FOUND}, column ${ASKS} the second asks the first. They lie opposite each other across the diagonal.`,
  ],
  problem(facts) {
    const [there, back] = [facts.at("scores", ASKS, FOUND), facts.at("scores", FOUND, ASKS)];
    const opposite = { cell: { i: FOUND, j: ASKS } };
    const found = cell(facts, "scores", FOUND, ASKS);
    return {
      ask: say`When ${asking(facts)} asks ${asked(facts)}, the score is ${figure(there)}. What is it when ${asking(facts, FOUND)} asks ${asked(facts, ASKS)}?`,
      choices: [
        wrong(say`${figure(there)}`, say`Then ${QKT} would be its own mirror image. But the first cell is made of the query of one word and the key of the other, the second of their other two rows. In the table stands ${found}.`, { mistake: "symmetric", marks: opposite }),
        right(say`${figure(back)}`, say`Row ${FOUND} of ${Q} times row ${ASKS} of ${K} gives ${found}. To look for somebody and to be what somebody looks for are two things, with numbers of their own.`, opposite),
        wrong(say`${figure(-there)}`, say`Changing parts does not turn the sign. Two other rows are multiplied, and in the table stands ${found}.`, { marks: opposite }),
      ],
    };
  },
};

const notCosine = {
  title: "Length counts, not direction alone",
  set: { example: SENTENCE, stage: "scores", pin: PAIR },
  panel: "inspector",
  text(facts) {
    const [ask, offer] = [Math.hypot(...facts.row("q", ASKS)), Math.hypot(...facts.row("k", FOUND))];
    const cosine = facts.at("scores", ASKS, FOUND) / ask / offer;
    return [
      say`A cosine compares two directions and nothing else, and it lies between −1 and 1. The score of ${asking(facts)} with ${asked(facts)} is ${cell(facts, "scores", ASKS, FOUND)}.`,
      ask * offer > 0
        ? say`Their query and key are ${figure(ask)} and ${figure(offer)} long. Divided by both lengths, the score would be ${figure(cosine)}: that is the cosine of the angle between them.`
        : say`One of the two has no length now, so there is no angle between them.`,
      say`Attention does not divide by the lengths. A long key makes its scores large wherever a query points its way, and a model can learn to use that.`,
    ];
  },
  problem(facts) {
    const score = facts.at("scores", ASKS, FOUND);
    const times = 2 ** facts.dK;
    return {
      ask: say`Suppose each of the ${words(facts.dK)} numbers in the key of ${asked(facts)} were twice as large. What would the score be, which is now ${figure(score)}?`,
      choices: [
        wrong(say`${figure(score)}`, say`So it would be with a cosine: the direction is the same as before. A dot product has the length in it too, and the length has doubled.`, { mistake: "dot-is-cosine", marks: { cell: PAIR } }),
        right(say`${figure(2 * score)}`, say`Each product doubles, and so does their sum. The key points where it pointed, and the score is another.`, { cell: PAIR }),
        wrong(say`${figure(times * score)}`, say`This takes a factor of 2 from each of the ${words(facts.dK)} numbers and multiplies them all, ${times} times the score. But the products are added, and each has the factor once.`),
      ],
    };
  },
};

const columnSums = (facts) => counted(facts.m).map((j) => sum(facts.column("weights", j)));

const aRow = {
  title: "A row is one word’s answer",
  set: { example: SENTENCE, stage: "weights", pin: PAIR },
  panel: "weights",
  text(facts) {
    const weights = facts.row("weights", ASKS);
    const first = largestAt(weights);
    const second = largestAt(weights.map((x, at) => (at === first ? -Infinity : x)));
    return [
      say`The softmax turns scores into shares. Row ${ASKS} belongs to ${asking(facts)}: its ${words(facts.m)} weights say how much of each word goes into the new vector for ${asking(facts)}. The largest is ${cell(facts, "weights", ASKS, first + 1)}, where it meets ${asked(facts, first + 1)}; next comes ${cell(facts, "weights", ASKS, second + 1)} from ${asked(facts, second + 1)}.`,
      say`Softmax ran along that row alone, and then along every other row on its own. So each of the ${words(facts.n)} rows is a complete answer, and none of them knows what the others decided.`,
    ];
  },
  problem(facts) {
    const sums = columnSums(facts);
    const odd = largestAt(sums.map((total) => Math.abs(total - 1))) + 1;
    return {
      ask: say`Which of these numbers have to add up to 1?`,
      choices: [
        wrong(say`Each column`, say`The column of ${asked(facts, odd)}, outlined in the table, holds ${addition(facts.column("weights", odd)).text}. ${capital(words(facts.n))} different queries put those numbers there, and nothing ties them together.`, { mistake: "columns-sum", marks: { column: odd } }),
        right(say`Each row`, say`A row is what one query gives out, and the softmax divides it by its own sum. Row ${ASKS} has ${addition(facts.row("weights", ASKS)).text}.`, { row: ASKS }),
        wrong(say`The whole table`, say`All ${facts.n * facts.m} weights come to ${figure(sum(sums))}, and not to 1. The softmax goes row by row: no word has to share with the other ${words(facts.n - 1)}.`, { mistake: "whole-table" }),
      ],
    };
  },
};

const aColumn = {
  title: "A column is nobody’s answer",
  set: { example: SENTENCE, stage: "weights" },
  panel: "weights",
  text(facts) {
    const sums = columnSums(facts);
    const [most, least] = [largestAt(sums), smallestAt(sums)];
    return [
      say`Read down a column, and you see how much one word was looked at by all of them. ${asked(facts, most + 1)} collects ${figure(sums[most])} in this sentence, ${{ list: most === least ? ["as does every other"] : say`${asked(facts, least + 1)} ${figure(sums[least])}` }}.`,
      say`No step of the computation adds up a column. Its sum is what comes together when ${words(facts.n)} queries choose, each for itself. Some words are of use to many, others to hardly any.`,
    ];
  },
  problem(facts) {
    const sums = columnSums(facts);
    const most = largestAt(sums) + 1;
    return {
      ask: say`The column of ${asked(facts, most)} comes to ${figure(sums[most - 1])}. How large could the sum of a column become in a table of this size, whatever the scores?`,
      choices: [
        wrong(say`1`, say`Rows are held to 1, columns are not. This one has ${addition(facts.column("weights", most)).text}, and no rule would stop it at 1.`, { mistake: "columns-sum", marks: { column: most } }),
        right(say`${facts.n}`, say`A column has ${words(facts.n)} weights, one from each query, and none is above 1. If every query gave all it has to this one word, the column would come to ${facts.n} and all the others to 0.`, { column: most }),
        wrong(say`${facts.n * facts.m}`, say`So many cells the table has. A column has ${words(facts.n)} of them, and the weights of the whole table come to ${facts.n}.`, { mistake: "whole-table" }),
      ],
    };
  },
};

const notSquare = {
  title: "The table need not be square",
  set: { example: "chat-noir", stage: "weights", pin: { i: 2, j: 3 } },
  panel: "weights",
  text(facts) {
    const best = facts.strongest(2);
    return [
      say`Now two sentences meet. ${capital(words(facts.n))} French words ask, ${words(facts.m)} English words are asked. This is cross-attention: queries come from one sentence, keys and values from the other.`,
      say`${asking(facts, 2)} gives ${cell(facts, "weights", 2, best)} of its weight to ${asked(facts, best)}. There are ${words(facts.n)} rows, one a query, and ${words(facts.m)} columns, one a key. Only the width has to agree: queries and keys have ${words(facts.dK)} numbers each, or they could not be multiplied.`,
    ];
  },
  problem({ n, m }) {
    const size = (rows, columns) => say`${rows} × ${columns} = ${rows * columns}`;
    return {
      ask: say`The English sentence gets one word more, the French stays. How many weights are in the table then, rows × columns?`,
      choices: [
        wrong(size(m + 1, m + 1), say`A row for each key as well: that holds only where a sentence asks itself. Here the rows are the ${words(n)} French words, and no new one asks.`, { mistake: "table-square" }),
        right(size(n, m + 1), say`One more key is one more column. Each of the ${words(n)} rows gets one weight more, and still adds up to 1.`),
        wrong(size(n + 1, m), say`One more row would need one more query. The new word is English, and the English words are asked: they are columns.`),
        wrong(size(n, m), say`The table has no size of its own. It has a column for each key there is, and then there are ${words(m + 1)}.`),
      ],
    };
  },
};

const whatItCosts = {
  title: "Twice the words, four times the table",
  set: { example: SENTENCE, stage: "scores" },
  panel: "scores",
  text: ({ n, m, dK }) => [
    say`Every query against every key: no word is too far away to be found. That is the strength of attention, and its price.`,
    say`${capital(words(n))} words make ${n} × ${m} = ${n * m} scores. Each is a sum of ${words(dK)} products, so the scores alone take ${n} × ${m} × ${dK} = ${n * m * dK} multiplications.`,
    say`A text of a thousand words would have a million scores, in each head of each layer.`,
  ],
  problem: ({ n, m }) => ({
    ask: say`A sentence of ${words(n)} words that asks itself has ${n * m} scores. How many has a sentence of ${words(2 * n)}?`,
    choices: [
      wrong(say`${2 * n * m}`, say`Twice the words, twice the work: so it would be if the new words only asked. But they are asked as well, by all the others. There are twice as many rows, and each is twice as long.`, { mistake: "cost-linear" }),
      right(say`${4 * n * m}`, say`Twice as many rows, each twice as long: ${2 * n} × ${2 * m} = ${4 * n * m}. The cost grows with the square of the length.`),
      wrong(say`${n * m + n}`, say`That is a single row more. There are ${words(n)} rows more, and all of them, old and new, have ${words(2 * m)} cells.`),
    ],
  }),
};

/** @type {import("./list.js").Lesson} */
export default {
  id: "every-query",
  title: "Every query against every key",
  summary: "From one dot product to the table of all of them: what a row is, what a column is, and what the table costs.",
  steps: [oneQuestion, theTable, notSymmetric, notCosine, aRow, aColumn, notSquare, whatItCosts],
  remember: [
    say`A score is the dot product of one word’s ${q("query")} with one word’s ${k("key")}. Their lengths are in it: it is no cosine.`,
    say`${QKT} has a row for each query and a column for each key. It need not be square, and it is not its own mirror image.`,
    say`The softmax runs along each row by itself, so each row adds up to 1.`,
    say`A column adds up to whatever comes together; the whole table to the number of queries.`,
    say`Every query meets every key: twice the words, four times the scores.`,
  ],
};
