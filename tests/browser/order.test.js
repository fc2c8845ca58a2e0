/** Answers that come late: the person's last word holds, and no picture stands under another sentence unmarked. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byHand, chooseModel, printed, table } from "./reading.js";
import { open } from "./open.js";
import { BROWSERS, paste, ready, text, tokensShown } from "./support.js";

for (const name of BROWSERS) {
  const openLate = async (t, { noModel = false } = {}) => {
    // A model's request is taken, and never answered.
    const { page, server } = await open(t, name, { intercept: (path) => noModel && path.includes("/models/") });
    await page.evaluateOnNewDocument(() => {
      const send = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (...args) {
        if (args[0].op === "run") setTimeout(() => send.apply(this, args), globalThis.slow ?? 0);
        else send.apply(this, args);
      };
    });
    await page.goto(server.url);
    return page;
  };

  test(`${name}: a run that is overtaken does not undo a later choice of model`, async (t) => {
    const page = await openLate(t);
    await ready(page, "use-lite");
    await page.evaluate(() => { globalThis.slow = 400; });
    await page.select("#controls select", "causal");
    await chooseModel(page, /Hand-made/);
    await ready(page, "by-hand");
    await page.evaluate(() => new Promise((done) => setTimeout(done, 1500)));
    assert.equal(await page.$eval("html", (html) => html.dataset.ready), "by-hand");
    assert.deepEqual(await table(page, "scores"), printed(byHand, "The cat chased a mouse", "scores", 1, 1));
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: while the model is not in, a foreign sentence waits, marked, and is seen whole`, async (t) => {
    const page = await openLate(t, { noModel: true });
    await ready(page, "by-hand");
    await paste(page, "The cat mouse a");
    await paste(page, "Zebra crossing. ".repeat(12));
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
    assert.match(await text(page, "#facts"), /Waiting for the trained model/);
    assert.equal(await page.$$eval(".ruler", (rulers) => rulers.length), 0, "no ruler of another sentence");
    const { shown, needed } = await page.$eval("textarea", (field) => ({ shown: field.clientHeight, needed: field.scrollHeight }));
    assert.ok(shown >= needed || shown > 130, `${shown} of ${needed} px`);
    for (const blank of ["\u200b", "\ud800", " \u0007"]) {
      await paste(page, blank);
      await page.waitForSelector("#empty:not([hidden])");
    }
    await paste(page, "The\u000bcat"); // the tokenizer sees one word, Thecat
    await page.waitForFunction(() => /Waiting/.test(document.querySelector("#facts").textContent));
    await paste(page, "The\u200bcat");
    await tokensShown(page, 2);
    assert.equal(await page.$eval("html", (html) => html.dataset.ready), "by-hand");
  });

  test(`${name}: a sentence that an example replaced can be brought back`, async (t) => {
    const page = await openLate(t);
    await ready(page, "use-lite");
    await paste(page, "My own words.");
    await tokensShown(page, 4);
    const choose = async (index) => {
      await page.click("#examples button");
      await page.evaluate((at) => document.querySelectorAll('#examples [role="menuitem"]')[at].click(), index);
    };
    await choose(3);
    await page.waitForFunction(() => document.querySelector("textarea").value !== "My own words.");
    await choose(0);
    await page.waitForFunction(() => document.querySelector("textarea").value === "My own words.");
    await tokensShown(page, 4);
  });
}
