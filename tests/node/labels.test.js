/** What tokens are called, and which go on with a word. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { continuesWord, tokenLabel } from "../../web/labels.js";
import { BUILDS, read } from "./support.js";

const model = BUILDS[0].core.loadModel(Uint8Array.from(read("build/models/use-lite.q8.bin")));
const labels = (text) => model.tokenize(text).map((token) => tokenLabel(token, text));
const token = (piece, start, end, unknown = false) => ({ id: 0, piece, start, end, unknown });

test("a token is called by its typed characters", () => {
  assert.deepEqual(tokenLabel(token("▁the", 4, 7), "See THE cat"), { text: "THE", unknown: false });
  assert.deepEqual(tokenLabel(token("d", 5, 6), "chased"), { text: "d", unknown: false });
  assert.deepEqual(labels("The cat chased.").map(({ text }) => text).join("|"), "The|cat|chase|d|.");
  assert.deepEqual(labels("ﬁne").map(({ text }) => text), ["ﬁne"]);
});

test("a lone space is shown as one, and the unknown says so", () => {
  assert.deepEqual(tokenLabel(token("▁", 1, 2), "a 東"), { text: "␣", unknown: false });
  assert.deepEqual(labels("a 東京 b"), [{ text: "a", unknown: false }, { text: "␣", unknown: false }, { text: "東京", unknown: true }, { text: "b", unknown: false }]);
});

test("without a text a token is called by its piece, without its space", () => {
  assert.equal(tokenLabel(token("▁mouse", null, null), "").text, "mouse");
  assert.equal(tokenLabel(token("s▁", null, null), "").text, "s▁");
  assert.deepEqual(tokenLabel(token("東", null, null, true), ""), { text: "東", unknown: true });
});

test("a piece without a space before it goes on with the word", () => {
  const tokens = ["▁chase", "d", "▁a", "▁", "東京", "s"].map((piece) => token(piece, 0, 0));
  assert.deepEqual(tokens.map((_, at) => continuesWord(tokens, at)), [false, true, false, false, false, true]);
  assert.equal(continuesWord([token("d", 0, 1)], 0), false);
});
