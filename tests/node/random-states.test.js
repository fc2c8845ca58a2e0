/** The random states are such that the page can stand in: their cells, heads and words are there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fitToRun } from "../../web/address.js";
import { handMade } from "../../web/models/by-hand.js";
import { aPageState } from "./random-states.js";
import { BUILDS, read } from "./support.js";

test("500 random states: nothing in them has to be fitted to their run", () => {
  const model = BUILDS[0].core.loadModel(read("build/models/use-lite.q8.bin"));
  const { layers, heads } = model.info;
  const seen = new Set();
  fc.assert(fc.property(aPageState, (state) => {
    seen.add(state.model);
    if (state.model === "use-lite") {
      const { length } = model.tokenize(state.text);
      assert.deepEqual(fitToRun(state, { layers, heads, n: length, m: length }).patch, {});
      return;
    }
    const example = handMade.find(({ id }) => id === state.example);
    const [asks, asked] = [state.text, state.source || state.text].map((text) => text.split(" "));
    for (const word of [...asks, ...asked]) assert.ok(example.words.includes(word), word);
    assert.equal(Boolean(state.source), Boolean(example.source));
    assert.deepEqual(fitToRun(state, { layers: 1, heads: 1, n: asks.length, m: asked.length }).patch, {});
  }), { numRuns: 500 });
  assert.deepEqual([...seen].sort(), ["by-hand", "use-lite"]);
  model.dispose();
});
