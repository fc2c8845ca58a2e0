import { largestAt } from "./facts.js";

const Q = ["mi", { class: "q" }, "Q"];
const K = ["mi", { class: "k" }, "K"];
const QKT = ["math", ["mrow", Q, ["mo", "·"], ["msup", K, ["mi", { class: "k", mathvariant: "normal" }, "T"]]]];
const SENTENCE = { example: "cat-and-mouse" };
/** Query and key that most steps speak of: “chased” and “mouse”. */
const [I, J] = [3, 5];

const many = (n, one, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;
const listed = (facts, stage, i) => facts.row(stage, i).map((x) => facts.print(stage, x)).join(", ");
const length = (numbers) => Math.hypot(...numbers);

/** The words of the pair, each in its role's colour. */
const pairOf = (facts, i = I, j = J) => ({ query: ["q", facts.words[i - 1]], key: ["k", facts.keys[j - 1]] });

/* ---- 1 ---- */

const oneQuestion = {
  title: "One word asks, one word is asked",
  set: { ...SENTENCE, stage: "scores", pin: { i: I, j: J } },
  panel: "inspector",
  text(facts) {
    const { query, key } = pairOf(facts);
    const products = facts.row("q", I).map((x, d) => x * facts.at("k", J, d + 1));
    return [
      ["Attention begins with two words. ", query, " asks, and ", key, " is asked. What ", query, " asks with is called its ", ["i", "query"], ": ", `${facts.dK} numbers, `, listed(facts, "q", I), ". What ", key, " offers is called its ", ["i", "key"], `: ${facts.dK} numbers too, `, listed(facts, "k", J), "."],
      ["Number by number the two are multiplied, and the products are added: ", facts.addition("scores", products), ". This sum is a dot product. Here it is the ", ["i", "score"], " of the pair, ", ["cell", "scores", I, J], "."],
      ["Somebody made this example by hand and gave each of the numbers a name, which you can read beside the products. A trained model has no such names. It has the numbers only."],
    ];
  },
  problem(facts) {
    const { query } = pairOf(facts);
    return {
      ask: ["What is the query of ", query, "?"],
      choices: [
        { text: ["A question in English, such as “Whom was it done to?”"], right: false, mistake: "query-is-sentence",
          says: ["The names beside the products only help to read them. Nothing in the arithmetic knows English: take the names away, and the score is still ", ["cell", "scores", I, J], "."] },
        { text: [`The numbers ${listed(facts, "q", I)}`], right: true,
          says: ["This is row ", String(I), " of ", ["math", Q], `, ${facts.dK} numbers that were made from `, query, " alone. All that a query can do is to be multiplied with keys."] },
        { text: [`The numbers ${listed(facts, "k", I)}`], right: false, mistake: "query-is-key",
          says: ["Those are what ", query, " offers, its key: row ", String(I), " of ", ["math", K], ". The same word asks with other numbers than it answers with."] },
      ],
    };
  },
};

/* ---- 2 ---- */

const theTable = {
  title: "Every pair has a place",
  set: { ...SENTENCE, stage: "scores", pin: { i: 2, j: 3 } },
  panel: "scores",
  text(facts) {
    const { query, key } = pairOf(facts);
    return [
      ["One pair is one dot product. Now let every word ask every word, itself included: ", `${many(facts.n, "query", "queries")} meet ${many(facts.m, "key")}, which makes ${facts.n * facts.m} scores.`],
      ["They are kept in a table. The row says who asks, the column who is asked. The score of ", query, " with ", key, " stands in row ", String(I), ", column ", String(J), ": ", ["cell", "scores", I, J], "."],
      ["All of it is written ", QKT, ". The rows of ", ["math", Q], " are the queries. Turned on its side, ", ["math", K], " has the keys as columns."],
    ];
  },
  problem(facts) {
    const { query, key } = pairOf(facts, 2, 3);
    const place = (i, j) => [`Row ${i}, column ${j}`];
    return {
      ask: ["Where is the score that tells how well the query ", query, " fits the key ", key, "?"],
      choices: [
        { text: place(3, 2), right: false, mistake: "rows-are-keys", marks: { cell: { i: 3, j: 2 } },
          says: ["There ", ["q", facts.words[2]], " asks and ", ["k", facts.keys[1]], " is asked, with ", ["cell", "scores", 3, 2], ". Rows are queries and columns are keys, so the two have changed parts."] },
        { text: place(2, 3), right: true, marks: { cell: { i: 2, j: 3 } },
          says: [query, " is word 2, and its query makes row 2. ", key, " is word 3, and its key makes column 3. They meet at ", ["cell", "scores", 2, 3], "."] },
        { text: place(2, 2), right: false, mistake: "cell-is-one-word", marks: { cell: { i: 2, j: 2 } },
          says: ["A cell never belongs to one word alone. This one, ", ["cell", "scores", 2, 2], ", is ", query, " asking itself."] },
      ],
    };
  },
};

/* ---- 3 ---- */

const notSymmetric = {
  title: "Asking is not being asked",
  set: { ...SENTENCE, stage: "scores", pin: { i: I, j: J } },
  panel: "scores",
  text(facts) {
    const { query, key } = pairOf(facts);
    return [
      ["Each word stands in the table twice: once as a row, where it asks, and once as a column, where it is asked. The row is made with its query, the column with its key."],
      ["So the pair ", query, " and ", key, " has two cells. In row ", String(I), ", column ", String(J), " ", query, " asks. In row ", String(J), ", column ", String(I), " it is asked. The two lie opposite each other across the diagonal."],
    ];
  },
  problem(facts) {
    const { query, key } = pairOf(facts);
    const [there, back] = [facts.at("scores", I, J), facts.at("scores", J, I)];
    const marks = { cell: { i: J, j: I } };
    return {
      ask: ["With ", query, " asking and ", key, " asked the score is ", facts.print("scores", there), ". What is it when ", ["q", facts.words[J - 1]], " asks and ", ["k", facts.keys[I - 1]], " is asked?"],
      choices: [
        { text: [facts.print("scores", there)], right: false, mistake: "symmetric", marks,
          says: ["That would make ", QKT, " its own mirror image. But the one cell multiplies a query of ", ["q", facts.words[I - 1]], " with a key of ", ["k", facts.keys[J - 1]], ", the other a query of ", ["q", facts.words[J - 1]], " with a key of ", ["k", facts.keys[I - 1]], ": four different rows of numbers. The table has ", ["cell", "scores", J, I], " there."] },
        { text: [facts.print("scores", back)], right: true, marks,
          says: ["Row ", String(J), " of ", ["math", Q], " with row ", String(I), " of ", ["math", K], " gives ", ["cell", "scores", J, I], ". Nothing ties it to the other score. Looking for somebody and being of use to somebody are two things."] },
        { text: [facts.print("scores", -there)], right: false, mistake: "antisymmetric", marks,
          says: ["A change of parts does not turn the sign. Other numbers are multiplied, and they give ", ["cell", "scores", J, I], "."] },
      ],
    };
  },
};

/* ---- 4 ---- */

const notCosine = {
  title: "Length counts, not direction alone",
  set: { ...SENTENCE, stage: "scores", pin: { i: I, j: J } },
  panel: "inspector",
  text(facts) {
    const { query, key } = pairOf(facts);
    const [q, k] = [length(facts.row("q", I)), length(facts.row("k", J))];
    const score = facts.at("scores", I, J);
    const two = (x) => facts.print("scores", x);
    const cosine = q * k === 0
      ? ["One of the two has no length here, so there is no angle between them either."]
      : ["The query of ", query, ` is ${two(q)} long, the key of `, key, ` ${two(k)}. Divided by both lengths, the score would become ${two(score / q / k)}, the cosine of the angle between them.`];
    return [
      ["A cosine only compares directions, and it never leaves the range from −1 to 1. A score does: this one is ", ["cell", "scores", I, J], "."],
      cosine,
      ["Attention does not divide by the lengths. A long key makes all its scores large, wherever it finds a query that points its way. That is no fault; it is one more thing that a model can learn to say."],
    ];
  },
  problem(facts) {
    const { query, key } = pairOf(facts);
    const score = facts.at("scores", I, J);
    const number = (x) => [facts.print("scores", x)];
    return {
      ask: ["Suppose each of the ", String(facts.dK), " numbers in the key of ", key, " were twice as large. What would its score with ", query, " be, which is now ", ...number(score), "?"],
      choices: [
        { text: number(score), right: false, mistake: "dot-is-cosine",
          says: ["This would hold for a cosine: the direction is the same as before. A dot product also has the length in it, and the length has doubled."] },
        { text: number(2 * score), right: true,
          says: ["Each product is twice what it was, and so is their sum. The direction of the key is the same, but the score is not."] },
        { text: number(2 ** facts.dK * score), right: false, mistake: "products-multiply",
          says: ["Here one factor 2 was taken for each of the ", String(facts.dK), " numbers, and all multiplied. The products are added, and each of them has the factor once."] },
      ],
    };
  },
};

/* ---- 5 ---- */

const aRow = {
  title: "A row is one word’s answer",
  set: { ...SENTENCE, stage: "weights", pin: { i: I, j: J } },
  panel: "weights",
  text(facts) {
    const query = ["q", facts.words[I - 1]];
    const row = facts.row("weights", I);
    const first = facts.strongest(I);
    const second = largestAt(row.map((x, at) => (at === first - 1 ? -Infinity : x))) + 1;
    return [
      ["Scores can be any numbers. To blend words they have to become shares, and this is done by the softmax. Row ", String(I), " belongs to ", query, ". Its ", many(row.length, "weight"), " say how much of each word goes into the new vector for ", query, ". The largest is ", ["cell", "weights", I, first], ", where it meets ", ["k", facts.keys[first - 1]], "; next comes ", ["cell", "weights", I, second], " from ", ["k", facts.keys[second - 1]], "."],
      ["Softmax ran along that row alone, and then along every other row on its own. So each of the ", String(facts.n), " rows is a complete answer, and none of them knows what the others decided."],
    ];
  },
  problem(facts) {
    const sums = facts.keys.map((_, j) => facts.sum(facts.column("weights", j + 1)));
    const odd = largestAt(sums.map((sum) => Math.abs(sum - 1))) + 1;
    return {
      ask: ["Which of these numbers have to add up to 1?"],
      choices: [
        { text: ["Each column"], right: false, mistake: "columns-sum", marks: { column: odd },
          says: ["The column of ", ["k", facts.keys[odd - 1]], ", outlined in the table, holds ", facts.addition("weights", facts.column("weights", odd)), `. ${many(facts.n, "different query put its number", "different queries put their numbers")} there, and nothing ties them together.`] },
        { text: ["Each row"], right: true, marks: { row: I },
          says: ["A row is what one query gives out, and it gives out all it has: ", facts.addition("weights", facts.row("weights", I)), ". The softmax divides each row by its own sum."] },
        { text: ["The whole table"], right: false, mistake: "whole-table",
          says: ["All ", String(facts.n * facts.m), " weights come to ", facts.print("weights", facts.sum(sums)), ": 1 for each of the ", String(facts.n), " queries. The softmax takes the table row by row, so no word has to share its 1 with the others."] },
      ],
    };
  },
};

/* ---- 6 ---- */

const aColumn = {
  title: "A column is nobody’s answer",
  set: { ...SENTENCE, stage: "weights", pin: null },
  panel: "weights",
  text(facts) {
    const sums = facts.keys.map((_, j) => facts.sum(facts.column("weights", j + 1)));
    const most = largestAt(sums) + 1;
    const least = largestAt(sums.map((sum) => -sum)) + 1;
    const two = (x) => facts.print("weights", x);
    return [
      ["Read a column from top to bottom, and you see how much one word was looked at by all the others. ", ["k", facts.keys[most - 1]], ` collects ${two(sums[most - 1])} in this sentence, `, ["k", facts.keys[least - 1]], ` only ${two(sums[least - 1])}.`],
      ["No step of the computation adds up a column. It is what happens to come together when ", String(facts.n), " queries choose, each for itself. Some words are of use to many, others to hardly any."],
    ];
  },
  problem(facts) {
    const sums = facts.keys.map((_, j) => facts.sum(facts.column("weights", j + 1)));
    const most = largestAt(sums) + 1;
    return {
      ask: ["The column of ", ["k", facts.keys[most - 1]], " comes to ", facts.print("weights", sums[most - 1]), ". Whatever the scores were, what could the sum of a column never be larger than, in a table of this size?"],
      choices: [
        { text: ["1"], right: facts.n === 1, mistake: "columns-sum", marks: { column: most },
          says: ["Only rows are held to 1. This column has ", facts.addition("weights", facts.column("weights", most)), ", and no rule stops it there."] },
        { text: [String(facts.n)], right: true, marks: { column: most },
          says: ["A column has ", String(facts.n), " weights, one from each query, and none is above 1. If every query gave all it has to this one word, the column would come to ", String(facts.n), " and all others to 0."] },
        { text: [String(facts.n * facts.m)], right: false, mistake: "whole-table",
          says: ["That is the number of cells in the table. A column has ", String(facts.n), " of them, and all the weights of the table together come to ", String(facts.n), "."] },
      ],
    };
  },
};

/* ---- 7 ---- */

const notSquare = {
  title: "The table need not be square",
  set: { example: "chat-noir", stage: "weights", pin: { i: 2, j: 3 } },
  panel: "weights",
  text(facts) {
    const best = facts.strongest(2);
    return [
      [`Now two sentences meet. ${many(facts.n, "French word")} ask, and ${many(facts.m, "English word")} are asked. This is called cross-attention: the queries come from one sentence, the keys and the values from the other.`],
      [["q", facts.words[1]], " gives ", ["cell", "weights", 2, best], " of its weight to ", ["k", facts.keys[best - 1]], `. The row has ${many(facts.m, "weight")}, since there are ${many(facts.m, "key")}; and there are ${many(facts.n, "row")}, since there are ${many(facts.n, "query", "queries")}. Only the width of queries and keys has to agree: both have ${facts.dK} numbers, or they could not be multiplied.`],
    ];
  },
  problem(facts) {
    const { n, m } = facts;
    const size = (rows, cols) => [`${rows} × ${cols}, that is ${rows * cols} weights`];
    return {
      ask: ["The English sentence gets one word more, the French stays. How large is the table then, rows × columns?"],
      choices: [
        { text: size(m + 1, m + 1), right: false, mistake: "table-square",
          says: [`For each key a row as well: that holds where a sentence asks itself. Here the rows are the ${n} French words, and no new one asks.`] },
        { text: size(n, m + 1), right: true,
          says: [`One more key is one more column, so each of the ${n} rows gets a weight more, and still comes to 1.`] },
        { text: size(n + 1, m), right: false, mistake: "rows-are-keys",
          says: ["A row more would need one more query. The new word is English, and English words are asked here: they are the columns."] },
        { text: size(n, m), right: false, mistake: "table-fixed",
          says: [`The table has no size of its own. It has a column for each key there is, and now there are ${m + 1}.`] },
      ],
    };
  },
};

/* ---- 8 ---- */

const grouped = (x) => String(x).replace(/\B(?=(\d{3})+$)/g, ",");

const whatItCosts = {
  title: "Twice the words, four times the table",
  set: { ...SENTENCE, stage: "scores", pin: null },
  panel: "scores",
  text({ n, m, dK }) {
    return [
      [`Every query against every key: that is the strength of attention, since no word is too far away to be found. It is also its price. ${many(n, "word")} make ${n} × ${m} = ${n * m} scores, and each is a sum of ${many(dK, "product")}: ${grouped(n * m * dK)} multiplications for the scores alone.`],
      ["A page of 1,000 words would have 1,000 × 1,000 = 1,000,000 scores, in each head of each layer."],
    ];
  },
  problem({ n, m }) {
    return {
      ask: [`A sentence of ${many(n, "word")} that asks itself has ${n * m} scores. How many has one of ${2 * n} words?`],
      choices: [
        { text: [grouped(2 * n * m)], right: false, mistake: "cost-linear",
          says: [`Twice as many words, twice as much work: that would be so if each new word only asked. But each new word is also asked by all the others. The table has twice the rows, and each row is twice as long.`] },
        { text: [grouped(4 * n * m)], right: true,
          says: [`${2 * n} rows of ${2 * m} scores are ${grouped(4 * n * m)}. The cost grows with the square of the length.`] },
        { text: [grouped(n * m + n)], right: false, mistake: "cost-one-row",
          says: [`That is one row more. With ${2 * n} words there are ${n} rows more, and all of them, old and new, have ${2 * m} cells.`] },
      ],
    };
  },
};

/** @type {import("./list.js").Lesson} */
export default {
  id: "every-query",
  title: "Every query against every key",
  summary: "From one dot product to the table of all of them: what a row is, what a column is, and what the table costs.",
  steps: [oneQuestion, theTable, notSymmetric, notCosine, aRow, aColumn, notSquare, whatItCosts],
  remember: [
    ["A score is the dot product of one word’s ", ["q", "query"], " with one word’s ", ["k", "key"], ": numbers, multiplied in pairs and added. It has their lengths in it, so it is not a cosine."],
    [QKT, " holds all of them: a row for each query, a column for each key. It need not be square, and it is not its own mirror image."],
    ["The softmax runs along each row by itself. Rows add up to 1. Columns add up to whatever comes together, and the whole table to the number of queries."],
    ["Every query meets every key, so twice the words make four times the scores."],
  ],
};
