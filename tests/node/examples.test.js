/** What the page says beside an example is what the shipped int8 model answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EXAMPLES } from "../../web/examples.js";
import { byHandModel, handMade } from "../../web/models/by-hand.js";
import { BUILDS, read } from "./support.js";

const { core } = BUILDS[0];
const models = { "use-lite": core.loadModel(Uint8Array.from(read("build/models/use-lite.q8.bin"))) };
for (const example of handMade) models[example.id] = core.loadModel(byHandModel(example));

/** Weight from one word to another in a head, all counted as on the page. */
function weight(sentence, layer, head, query, key) {
  const run = models["use-lite"].run(sentence);
  const at = (word) => run.tokens.findIndex((token) => token.piece === `▁${word}`);
  assert.ok(at(query) >= 0 && at(key) >= 0);
  const { data, cols } = run.matrix("weights", layer - 1, head - 1);
  return data[at(query) * cols + at(key)];
}

test("every example can be read by its model, and its pin and head are there", () => {
  assert.equal(EXAMPLES[0].text, handMade[0].text);
  for (const { text, source, model, example = model, layer, head, pin } of EXAMPLES) {
    const [run, read = run] = [text, source].filter(Boolean).map((sentence) => models[example].run(sentence));
    for (const { tokens } of [run, read]) assert.ok(tokens.every((token) => !token.unknown), text);
    assert.ok(run.matrix("weights", layer - 1, head - 1));
    assert.ok(!pin || (pin.i <= run.tokens.length && pin.j <= read.tokens.length), text);
  }
  const own = EXAMPLES.filter(({ model }) => model === "by-hand");
  assert.deepEqual(own.map(({ example, text, source }) => ({ id: example, text, source })), handMade.map(({ id, text, source }) => ({ id, text, source })));
});

test("the notes and the page about the models say what the numbers say", () => {
  const { layers, heads, vocab, maxTokens, license, quantized } = models["use-lite"].info;
  assert.deepEqual({ layers, heads, vocab, maxTokens, license, quantized }, { layers: 2, heads: 4, vocab: 8002, maxTokens: 128, license: "Apache-2.0", quantized: true });
  const gave = "She gave him her book and he thanked her.";
  assert.ok(Math.abs(weight(gave, 2, 2, "gave", "book") - 0.7) < 0.03);
  const film = "This movie is not bad, it is very good!";
  assert.ok(weight(film, 1, 2, "not", "bad") > 0.9);
  const deposited = "I deposited money at the bank.";
  const money = weight(deposited, 2, 4, "bank", "money");
  assert.ok(money > weight(deposited, 2, 4, "bank", "bank"));
  assert.ok(weight("I sat on the bank of the river.", 2, 4, "bank", "river") < money / 2);
  const animal = (last) => `The animal didn't cross the street because it was too ${last}.`;
  for (const last of ["tired", "wide"]) {
    assert.ok(Math.abs(weight(animal(last), 2, 2, "it", "street") - 0.28) < 0.03);
    assert.ok(Math.abs(weight(animal(last), 2, 2, "it", "animal") - 0.18) < 0.03);
  }
  assert.ok(Math.abs(weight("The cat chased a mouse", 2, 2, "chase", "mouse") - 0.05) < 0.03);
});
