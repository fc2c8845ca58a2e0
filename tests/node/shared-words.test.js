/** Words that two sentences share. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { longestShared, sharedWords } from "../../web/experiments/shared-words.js";
import { BUILDS, read } from "./support.js";

const model = BUILDS[0].core.loadModel(Uint8Array.from(read("build/models/use-lite.q8.bin")));
const shared = (a, b) => sharedWords(model.tokenize(a), model.tokenize(b));

test("the same piece in both, with its first places; marks are no words", () => {
  assert.deepEqual(shared("I sat on the bank of the river.", "I deposited money at the bank."), [
    { piece: "▁I", a: 0, b: 0, timesA: 1, timesB: 1 },
    { piece: "▁the", a: 3, b: 5, timesA: 2, timesB: 1 },
    { piece: "▁bank", a: 4, b: 6, timesA: 1, timesB: 1 },
  ]);
  assert.deepEqual(shared("Stop.", "go."), []);
  assert.deepEqual(shared("", "go"), []);
  assert.deepEqual(shared("Bank", "bank"), []);
});

test("the longest is chosen first", () => {
  assert.equal(longestShared(shared("I sat on the bank of the river.", "I deposited money at the bank.")).piece, "▁bank");
  assert.equal(longestShared([]), null);
});
