/** One attention step, seen from one word; then several heads, and what a weight does not tell. */
import { words } from "../stages.js";
import { addition, apart, blend, cell, cells, figure, k, listed, math, ordinal, percent, product, q, quotient, right, row, say, share, short, v, wrong } from "./say.js";
import { counted, exponentials, largestAt, smallestAt, sum } from "./what-if.js";

const CAT = "cat-and-mouse";
const ASKS = 3; // chased
const FOUND = 5; // mouse
const OTHER = 2; // cat
const PAIR = { i: ASKS, j: FOUND };

const NOIR = 3;
const BLACK = 2;

const LAYER = 2;
const HEAD = 2;
const GAVE = { i: 2, j: 5 }; // gave → book
const IT = { i: 10, j: 8 }; // it → street
const ANIMAL = 2;

const width = (name) => math(["msub", ["mi", "d"], ["mi", name]]);

const asks = {
  title: "One word asks",
  set: { example: CAT, stage: "scores", view: "word", pin: PAIR },
  panel: "inspector",
  text(facts) {
    const { dimensions } = facts.example;
    const query = facts.row("q", ASKS);
    const most = largestAt(query.map(Math.abs));
    return [
      say`Let us follow one word through the whole step. The query of ${q(facts.words[ASKS - 1])} is ${row(query)}. Each of its ${words(facts.dK)} numbers weighs one question; the heaviest here is “${dimensions[most].ask}”, ${short(query[most])}.`,
      say`The key of ${k(facts.keys[FOUND - 1])} answers with ${row(facts.row("k", FOUND))}. Question times answer, ${words(facts.dK)} times, and the products added: ${addition(products(facts), facts.at("scores", ASKS, FOUND)).text}. This is the score.`,
    ];
  },
  problem(facts) {
    const parts = products(facts);
    const at = largestAt(parts.map(Math.abs));
    const others = parts.filter((_, index) => index !== at);
    return {
      ask: say`Set the ${ordinal(at + 1)} number of this key to 0. What would the score be?`,
      choices: [
        wrong(say`${figure(0)}`, say`The products are added, not multiplied. One product of 0 takes away its own part, ${figure(parts[at])}, and leaves the others: ${addition(others).text}.`),
        right(say`${figure(sum(others))}`, say`Only the ${ordinal(at + 1)} product goes, ${figure(parts[at])}. The others stay: ${addition(others).text}.`, { cell: PAIR }),
        wrong(say`${figure(facts.at("scores", ASKS, FOUND))}`, say`That is the score as it was. The key is half of every product. The ${ordinal(at + 1)} one was ${product(facts.at("q", ASKS, at + 1), facts.at("k", FOUND, at + 1)).text}; it would be 0.`),
      ],
    };
  },
};

const products = (facts) => facts.row("q", ASKS).map((x, at) => x * facts.row("k", FOUND)[at]);

const becomes = {
  title: "A score becomes a share",
  set: { example: CAT, stage: "weights", view: "word", pin: PAIR },
  panel: "word",
  text(facts) {
    const scaled = facts.row("scaled", ASKS);
    const powers = exponentials(scaled);
    const [word, other] = [k(facts.keys[FOUND - 1]), k(facts.keys[OTHER - 1])];
    return [
      say`The score of ${word} is divided by √${facts.dK}: ${quotient(facts.at("scores", ASKS, FOUND), Math.sqrt(facts.dK)).text}. The same happens to the other ${words(facts.m - 1)}. The largest of the row is now ${figure(Math.max(...scaled), 3)}; it is subtracted from each, and then comes exp: ${figure(powers[FOUND - 1], 3)} for ${word}, ${figure(powers[OTHER - 1], 3)} for ${other}.`,
      say`All ${words(facts.m)} together make the row’s sum: ${addition(powers).text}. Divided by it, each is a share, the weight: for ${word} ${quotient(powers[FOUND - 1], sum(powers)).text}.`,
    ];
  },
  problem(facts) {
    const scores = facts.row("scores", ASKS);
    const powers = exponentials(facts.row("scaled", ASKS));
    const power = powers[OTHER - 1];
    const weight = quotient(power, sum(powers));
    const [word, other] = [q(facts.words[ASKS - 1]), k(facts.keys[OTHER - 1])];
    return {
      ask: say`And ${other}? Which weight does ${word} give it?`,
      choices: [
        wrong(say`${figure(power, 3)}, its exponential`, say`Not yet a share. With exponentials as weights the row would add up to ${apart(sum(powers), 1, 3)[0]}, and the largest would always be 1, whatever the other keys have.`, { mistake: "largest-is-one" }),
        ...rawShare(facts, scores),
        right(say`${weight.text}, its exponential’s share of the row’s sum`, say`Every key of the row is divided by the same sum, and the ${words(facts.m)} shares add up to 1: ${addition(facts.row("weights", ASKS)).text}.`),
      ],
    };
  },
};

/** The choice that takes scores for shares; none where they add up to 0. */
function rawShare(facts, scores) {
  const total = sum(scores);
  const least = smallestAt(scores.map((score) => score / total));
  if (!Number.isFinite(scores[OTHER - 1] / total)) return [];
  const example = scores[least] / total < 0 ? say`: ${k(facts.keys[least])} would get ${quotient(scores[least], total).text}` : [];
  return [wrong(say`${quotient(scores[OTHER - 1], total).text}, its score’s share of all scores`,
    say`That leaves out exp. Scores may be below zero, and shares may not${{ list: example }}. exp makes every number positive and keeps the order.`)];
}

const newRow = {
  title: "The new row of one word",
  set: { example: CAT, stage: "output", view: "word", pin: PAIR },
  panel: "word",
  text(facts) {
    const weights = facts.row("weights", ASKS);
    const most = largestAt(weights);
    return [
      say`Each weight now multiplies a row of values. ${percent(weights[most])} of the answer that ${q(facts.words[ASKS - 1])} gets is the value of ${v(facts.keys[most])}: ${figure(weights[most])} times the row ${row(facts.row("v", most + 1))}. The other keys add theirs.`,
      say`Added column by column, the ${words(facts.m)} weighted rows are the new vector for ${q(facts.words[ASKS - 1])}: ${cells(facts.row("output", ASKS))}. It has ${words(facts.dV)} numbers, as each value has.`,
    ];
  },
  problem(facts) {
    const weights = facts.row("weights", ASKS);
    const column = facts.column("v", 1);
    const most = largestAt(weights);
    const mean = quotient(sum(column), facts.m);
    const differs = figure(sum(column) / facts.m) !== figure(facts.at("output", ASKS, 1));
    const blended = blend(weights, column, facts.at("output", ASKS, 1));
    return {
      ask: say`The first numbers of the ${words(facts.m)} values are ${row(column)}. How does the first number of the new row come about?`,
      choices: [
        right(say`Each times its weight, then added: ${blended.result}`, say`${blended.text}. All values take part, each with its weight.`),
        ...(differs ? [wrong(say`Their mean: ${mean.text}`, say`That would give every key the same weight, ${quotient(1, facts.m).text}. But ${q(facts.words[ASKS - 1])} asked, and ${k(facts.keys[most])} has ${figure(weights[most])}.`)] : []),
        wrong(say`The one of ${v(facts.keys[most])}, the best match: ${short(column[most])}`, say`Softmax does not pick. ${v(facts.keys[most])} goes in with ${product(weights[most], column[most]).text}, and every other key with its own share.`, { mistake: "softmax-for" }),
      ],
    };
  },
};

const crossing = {
  title: "Four words ask five",
  set: { example: "chat-noir", stage: "weights", pin: { i: NOIR, j: BLACK } },
  panel: "weights",
  text(facts) {
    return [
      say`Queries and keys need not come from one sentence. Here ${words(facts.n)} French words ask ${words(facts.m)} English ones: Q is made from the French sentence, K and V from the English one. This is cross-attention, as in a translator.`,
      say`The step itself is the same. ${q(facts.words[NOIR - 1])} gives ${cell(facts, "weights", NOIR, BLACK)} to ${k(facts.keys[BLACK - 1])}, and its row adds up to 1: ${addition(facts.row("weights", NOIR)).text}. Only the table has another shape: one row a query, one column a key.`,
    ];
  },
  problem(facts) {
    const { n, m, dV } = facts;
    return {
      ask: say`How many weights does this table hold?`,
      choices: [
        wrong(say`${n} × ${n} = ${n * n}`, say`The table need not be square. That would be the ${words(n)} French words asking one another. Here the keys are the ${words(m)} English words, and each row has ${words(m)} weights.`, { mistake: "table-square", marks: { row: NOIR } }),
        right(say`${n} × ${m} = ${n * m}`, say`Each of ${words(n)} queries meets each of ${words(m)} keys. The rows add up to 1, all together to ${n}.`),
        wrong(say`${m} × ${m} = ${m * m}`, say`The table need not be square. ${m} rows would need ${m} queries, and only the ${words(n)} French words ask.`, { mistake: "table-square" }),
        wrong(say`${n} × ${dV} = ${n * dV}`, say`That is the output. It has ${n} rows of ${dV} numbers, as wide as a value. A row of weights is as long as there are keys: ${m}.`, { mistake: "dv-equals-dk" }),
      ],
    };
  },
};

const widths = {
  title: "A value has its own width",
  set: { example: "chat-noir", stage: "output", pin: { i: NOIR, j: BLACK } },
  panel: "output",
  text(facts) {
    const { dK, dV } = facts;
    const made = facts.row("output", NOIR);
    return [
      say`A query and a key must be equally wide, for each number of the one meets its partner in the other: ${width("k")} = ${dK}. A value has no partner. It is weighted and added, nothing else, so it may have a width of its own: here ${width("v")} = ${dV}.`,
      say`For ${q(facts.words[NOIR - 1])}, the last column of V, ${["i", facts.example.values[dV - 1]]}, gives ${blend(facts.row("weights", NOIR), facts.column("v", dV), made[dV - 1]).text}.`,
    ];
  },
  problem(facts) {
    const { m, dK, dV } = facts;
    return {
      ask: say`How many numbers has the new row of ${q(facts.words[NOIR - 1])}?`,
      choices: [
        wrong(say`${dK}, as many as its query`, say`The query is not in the answer. Its width, ${dK}, is the number of products in a score. ${width("v")} is chosen freely, though many models choose both alike.`, { mistake: "dv-equals-dk" }),
        wrong(say`${m}, one for each key`, say`That is a row of weights. It has ${m} numbers, and they are used up in the mixing: ${m} weights, ${m} rows of V, one new row.`, { mistake: "dv-equals-dk" }),
        right(say`${dV}, as many as a value`, say`A sum of rows is as wide as the rows are. The values are ${dV} wide: the new row is ${row(facts.row("output", NOIR))}.`, { row: NOIR }),
      ],
    };
  },
};

const silent = {
  title: "A large weight that adds little",
  set: { example: CAT, stage: "output", pin: PAIR },
  panel: "inspector",
  text(facts) {
    const { column, contributions, weights, most } = quietest(facts);
    const made = facts.row("output", ASKS);
    const without = made.map((x, at) => x - weights[most] * facts.at("v", most + 1, at + 1));
    const word = k(facts.keys[most]);
    return [
      say`${word} has the largest weight of ${q(facts.words[ASKS - 1])}, ${figure(weights[most])}. Does it explain the new row? Take its ${ordinal(column)} number, ${["i", facts.example.values[column - 1]]}: it is ${figure(sum(contributions))}, and ${word} adds ${product(weights[most], facts.at("v", most + 1, column)).text}.`,
      say`Weights and values come from different matrices. Were the value of ${word} all zeros, every weight would stay as it is, and the new row would go from ${cells(made)} to ${cells(without)}.`,
    ];
  },
  problem(facts) {
    const { column, contributions, weights, most } = quietest(facts);
    const sizes = contributions.map(Math.abs);
    const top = largestAt(sizes);
    const added = (at) => product(weights[at], facts.at("v", at + 1, column)).text;
    const lesser = counted(facts.m).map((j) => j - 1).filter((at) => figure(sizes[at], 4) !== figure(sizes[top], 4));
    const offered = [...new Set([most, ...lesser.sort((a, b) => weights[b] - weights[a])])].filter((at) => lesser.includes(at)).slice(0, 2);
    return {
      ask: say`Which word moves the ${ordinal(column)} number of the new row furthest from zero?`,
      choices: [
        ...offered.map((at) => wrong(say`${k(facts.keys[at])}, weight ${share(weights[at])}`, say`${at === most ? "The largest weight is not the largest part." : "Weigh its value too."} It adds ${added(at)}; ${k(facts.keys[top])} adds ${added(top)}. What comes out depends on the value as much as on the weight.`, at === most ? { mistake: "weight-explains", marks: { cell: { i: ASKS, j: at + 1 } } } : {})),
        right(say`${k(facts.keys[top])}, weight ${share(weights[top])}`, say`It adds ${added(top)}. A part of the answer is weight times value, and a weight alone is only the first half.`, { cell: { i: ASKS, j: top + 1 } }),
      ],
    };
  },
};

/** The column of the output in which the key of the largest weight has the smallest part. */
function quietest(facts) {
  const weights = facts.row("weights", ASKS);
  const most = largestAt(weights);
  const parts = counted(facts.dV).map((column) => facts.column("v", column).map((x, at) => weights[at] * x));
  const portion = (list) => Math.abs(list[most]) / (sum(list.map(Math.abs)) || 1e-30);
  const spoken = parts.map((list) => (list.some((x) => x !== 0) ? portion(list) : Infinity));
  const column = smallestAt(spoken) + 1;
  return { column, contributions: parts[column - 1], weights, most };
}

const heads = {
  title: "Several heads at once",
  set: { model: "use-lite", text: "She gave him her book and he thanked her.", layer: LAYER, head: HEAD, stage: "weights", pin: GAVE },
  panel: "weights",
  text(facts) {
    const each = headRows(facts, GAVE.i);
    const others = counted(each.length).filter((head) => head !== HEAD);
    const joined = facts.run.stage("joined", LAYER - 1).shape[2];
    return [
      say`This model was trained, and its layer ${LAYER} has ${words(each.length)} heads. Each head makes queries, keys and values of its own, ${facts.dK} numbers wide, and goes through the whole step by itself.`,
      say`Here is head ${HEAD}: ${q(facts.words[GAVE.i - 1])} gives ${k(facts.keys[GAVE.j - 1])} ${cell(facts, "weights", GAVE.i, GAVE.j)}. Heads ${listed(others.map(String))} give it ${listed(others.map((head) => figure(each[head - 1][GAVE.j - 1])))}. The ${words(each.length)} outputs are put side by side, ${each.length} × ${facts.dV} = ${joined} numbers, and one more matrix mixes them.`,
    ];
  },
  problem(facts) {
    const { n, d, dK } = facts;
    const first = headRows(facts, GAVE.i)[0];
    const count = facts.run.stage("weights", LAYER - 1).shape[0];
    const [most, least] = [largestAt(first), smallestAt(first)];
    const word = q(facts.words[GAVE.i - 1]);
    return {
      ask: say`The sentence falls into ${n} tokens, and there are ${words(count)} heads. Which tokens does head 1 read for ${word}?`,
      choices: [
        wrong(say`About ${Math.round(n / count)}: the heads share out the tokens`, say`No token belongs to a head. Head 1 has ${first.length} weights for ${word}, one for each token, and they add up to ${figure(sum(first))}, as in every other head. What the heads divide is the width: ${count} × ${dK} = ${count * dK}.`, { mistake: "heads-share-words", marks: { row: GAVE.i } }),
        wrong(say`Those that the other heads leave over`, say`No head knows what the others do. In head 1 the row of ${word} comes to ${figure(sum(first))} by itself, in head ${HEAD} again. Their outputs meet only afterwards, side by side.`, { mistake: "heads-share-words" }),
        right(say`All ${n}`, say`Its ${first.length} weights go from ${share(first[least])} for ${k(facts.keys[least])} to ${share(first[most])} for ${k(facts.keys[most])}. Each head reads every token, through matrices of its own that see all ${d} numbers of a token’s row.`),
      ],
    };
  },
};

/** Row i of the weights of each head of the layer. */
function headRows(facts, i) {
  const count = facts.run.stage("weights", LAYER - 1).shape[0];
  return counted(count).map((head) => {
    const { data, cols } = facts.run.matrix("weights", LAYER - 1, head - 1);
    return [...data.subarray((i - 1) * cols, i * cols)];
  });
}

const what = {
  title: "What a weight does not say",
  set: { model: "use-lite", text: "The animal didn't cross the street because it was too tired.", layer: LAYER, head: HEAD, stage: "weights", pin: IT },
  panel: "weights",
  text(facts) {
    const each = headRows(facts, IT.i);
    const others = counted(each.length).filter((head) => head !== HEAD);
    const tops = others.map((head) => ({ head, at: largestAt(each[head - 1]), own: each[head - 1] }));
    return [
      say`Who was too tired? A reader takes ${q(facts.words[IT.i - 1])} for the animal. Head ${HEAD} gives ${k(facts.keys[IT.j - 1])} ${cell(facts, "weights", IT.i, IT.j)} and ${k(facts.keys[ANIMAL - 1])} ${cell(facts, "weights", IT.i, ANIMAL)}. Each other head gives most to another token: ${{ list: tops.flatMap(({ head, at, own }, index) => [`${index ? ", " : ""}head ${head} to `, k(facts.keys[at]), ` (${figure(own[at])})`]) }}.`,
      say`This model was trained to compare sentences; nothing in it has to find out what a word stands for. And in layer ${LAYER} each token is already a mixture of its sentence.`,
    ];
  },
  problem(facts) {
    const each = headRows(facts, IT.i);
    const street = each[HEAD - 1][IT.j - 1];
    const tops = each.map((own) => facts.keys[largestAt(own)]);
    const agreeing = tops.indexOf(facts.keys[ANIMAL - 1]);
    const [it, word, animal] = [q(facts.words[IT.i - 1]), k(facts.keys[IT.j - 1]), k(facts.keys[ANIMAL - 1])];
    return {
      ask: say`What do these numbers show about ${it}?`,
      choices: [
        wrong(say`The model takes it for the ${facts.keys[IT.j - 1]}`, say`A weight is not an opinion. By that reading each head has its own: ${{ list: tops.flatMap((top, at) => [`${at ? ", " : ""}head ${at + 1} `, k(top)]) }}. They cannot all be what the model takes it for.`, { mistake: "weight-explains", marks: { cell: IT } }),
        ...(agreeing < 0 ? [] : [wrong(say`The model knows it is the ${facts.keys[ANIMAL - 1]}: head ${agreeing + 1} says so`, say`That picks the head that agrees with us. Head ${agreeing + 1} gives ${animal} ${figure(each[agreeing][ANIMAL - 1])}, and head ${HEAD} gives ${word} ${figure(street)}. Nothing in the weights says which head to believe.`, { mistake: "weight-explains" })]),
        right(say`Head ${HEAD} takes ${percent(street)} of its blend for ${it} from the value of ${word}, and no more than that`, say`A weight says from where a head reads, and how much. What stood in that value, and what the other heads and the rest of the model made of it, it does not say.`, { cell: IT }),
      ],
    };
  },
};

const SUM = ["munder", ["mo", "∑"], ["mi", "j"]];
const indexed = (letter, index) => ["msub", ["mi", { class: letter }, letter], ["mi", index]];
const LINE = math(["msub", ["mi", "o"], ["mi", "i"]], ["mo", "="], SUM, ["msub", ["mi", "softmax"], ["mi", "j"]],
  ["mrow", ["mo", "("], ["mfrac", ["mrow", indexed("q", "i"), ["mo", "·"], indexed("k", "j")], ["msqrt", ["msub", ["mi", "d"], ["mi", "k"]]]], ["mo", "+"], ["msub", ["mi", "M"], ["mrow", ["mi", "i"], ["mi", "j"]]], ["mo", ")"]], indexed("v", "j"));

const line = {
  title: "The whole step in one line",
  set: { example: CAT, stage: "output", view: "word", pin: PAIR },
  panel: "word",
  text(facts) {
    const powers = exponentials(facts.row("scaled", ASKS));
    const score = facts.at("scores", ASKS, FOUND);
    return [
      say`${LINE}`,
      say`Read it with ${q(facts.words[ASKS - 1])} and ${k(facts.keys[FOUND - 1])}. They score ${figure(score)}. Divided: ${quotient(score, Math.sqrt(facts.dK)).text}. The mask, where there is one, adds 0 or −∞. Softmax: ${quotient(powers[FOUND - 1], sum(powers)).text}. So much of the value of ${v(facts.keys[FOUND - 1])} goes into the new row.`,
      say`Each pair goes the same way, and no row waits for another. That is why all of them can be written, and computed, as products of whole matrices.`,
    ];
  },
  problem(facts) {
    const root = Math.sqrt(facts.dK);
    return {
      ask: say`In which order does it go?`,
      choices: [
        wrong(say`scores, ÷ √${facts.dK}, softmax, mask, blend`, say`The mask would come too late. A closed key would have taken its share of the row before it is struck out, and what is left would not add up to 1.`, { mistake: "mask-after" }),
        right(say`scores, ÷ √${facts.dK}, mask, softmax, blend`, say`Softmax comes last before the blend, so that the weights it hands on are shares: ${addition(facts.row("weights", ASKS)).text}.`),
        wrong(say`scores, softmax, ÷ √${facts.dK}, mask, blend`, say`Dividing shares makes them smaller, not softer. Each row would add up to ${quotient(1, root).text}. And a mask after the softmax comes too late.`, { mistake: "mask-after" }),
      ],
    };
  },
};

export default {
  id: "one-step",
  title: "One attention step",
  summary: "One word from its question to its new row; then several heads, and what a weight does not tell.",
  steps: [asks, becomes, newRow, crossing, widths, silent, heads, what, line],
  remember: [
    say`One word’s step: its query meets every key, the scores become shares, the shares mix the values.`,
    say`The table has a row for each query and a column for each key. It need not be square.`,
    say`Queries and keys share one width; values may have another, and the new row has theirs.`,
    say`Every head reads every token. Heads divide the width, and their outputs are joined and mixed.`,
    say`A part of the answer is weight times value. A large weight alone explains nothing.`,
  ],
};
