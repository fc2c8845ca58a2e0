/** One piece of work at a time, and the last that was asked for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { latest } from "../../web/experiments/latest.js";

const tick = () => new Promise((done) => setTimeout(done));

test("what is overtaken while it waits is not done; order holds; an error does not stop the next", async () => {
  const [started, heard] = [[], []];
  let release = [];
  const work = (question) => {
    started.push(question);
    return new Promise((resolve, reject) => release.push(() => (question === 3 ? reject(new Error("three")) : resolve(question))));
  };
  const asker = latest(work, { done: (answer, more) => heard.push(more ? `${answer}, more to come` : answer), failed: ({ message }) => heard.push(message) });
  for (const question of [1, 2, 3]) asker.ask(question);
  assert.deepEqual(started, [1]);
  release[0]();
  await tick();
  assert.deepEqual(started, [1, 3]);
  asker.ask(4);
  release[1]();
  await tick();
  release[2]();
  await tick();
  assert.deepEqual(heard, ["1, more to come", "three", 4]);
  asker.ask(5);
  asker.stop();
  release[3]();
  await tick();
  assert.deepEqual(heard, ["1, more to come", "three", 4]);
});
