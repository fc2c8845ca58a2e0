/** What people type and what goes wrong with files: shown as text or named, and the page goes on. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../node/support.js";
import { open } from "./open.js";
import { BROWSERS, fieldUnits, paste, PREFIX, ready, text, tokensShown, unitsOf } from "./support.js";

const body = (page) => page.evaluate(() => document.body.innerText);
const visible = (page, selector) => page.$eval(selector, (element) => element.checkVisibility());

for (const name of BROWSERS) {
  test(`${name}: texts of every kind are shown as text`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(server.url);
    await ready(page, "use-lite");

    for (const blank of ["", "   ", "\n\t\u200b", "\ud800"]) {
      await paste(page, blank);
      await page.waitForSelector("#empty:not([hidden])", { visible: true });
      assert.match(await text(page, "#empty"), /Type a sentence/);
      assert.equal(await visible(page, "#inspector .words").catch(() => false), false);
    }

    const markup = "<b>bold</b><img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>";
    for (const typed of [
      "hello 😀 world", "👨‍👩‍👧 🇫🇷", "東京 は 大きい", "مرحبا بالعالم", "שלום עולם", "e\u0301\u0323 q\u0301\u0301\u0301\u0301\u0301", "a \ud800 b \udc00", "a\u0007b\u009fc", "\u202eabc", markup, "¨ ﬁ ½ ～", "&amp; &lt;",
    ]) {
      await paste(page, typed);
      await page.waitForFunction(() => document.querySelector("#empty").hidden);
      await page.evaluate(() => new Promise((done) => setTimeout(done, 60)));
      assert.deepEqual(await fieldUnits(page), unitsOf(typed));
      assert.equal(await page.evaluate(() => document.querySelectorAll("main img, main script").length + [...document.querySelectorAll("b")].filter((b) => b.textContent === "bold").length), 0, typed);
      assert.doesNotMatch(await body(page), /undefined|\[object/);
      assert.doesNotMatch(await page.evaluate(() => document.querySelector("#inspector").innerText), /NaN/);
    }
    assert.equal(await page.title(), "Attention Lab");

    // 128 tokens and one more.
    await paste(page, "word ".repeat(128));
    await tokensShown(page, 128);
    assert.doesNotMatch(await body(page), /more tokens? not shown/);
    await paste(page, "word ".repeat(129));
    await page.waitForFunction(() => /\b1 more token not shown/.test(document.body.innerText));
    await paste(page, "word ".repeat(361));
    await page.waitForFunction(() => /\b233 more tokens not shown/.test(document.body.innerText));

    // 100 KB: nothing freezes, and the next sentence comes through.
    const started = Date.now();
    await paste(page, "the quick brown 😀 fox ".repeat(4_500));
    await page.waitForFunction(() => /\d{5} more tokens not shown/.test(document.body.innerText), { timeout: 20_000 });
    assert.ok(Date.now() - started < 15_000);
    await paste(page, "hello");
    await tokensShown(page, 2);

    // One letter under a pile of marks, many short lines, one endless word: the page keeps answering.
    for (const odd of [`e${"\u0301".repeat(10_000)}`, "a\n".repeat(20_000), "x".repeat(100_000)]) {
      await page.evaluate(() => {
        const gaps = (globalThis.gaps = []);
        let last = performance.now();
        globalThis.beat = setInterval(() => {
          gaps.push(performance.now() - last);
          last = performance.now();
        }, 10);
      });
      await paste(page, odd);
      await page.evaluate(() => new Promise((done) => setTimeout(done, 1000)));
      const longest = await page.evaluate(() => {
        clearInterval(globalThis.beat);
        return Math.max(...globalThis.gaps);
      });
      // A freeze lasts tens of seconds; on a busy machine one long layout can take two.
      assert.ok(longest < 5000, `${odd.slice(0, 2)}: ${Math.round(longest)} ms without an answer`);
      await paste(page, "hello");
      await tokensShown(page, 2);
    }
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: a model file that is missing, cut, foreign, newer or damaged`, async (t) => {
    const good = read("dist/models/use-lite.q8.bin");
    const changed = (at, value) => {
      const copy = Uint8Array.from(good);
      copy[at] = value;
      return copy;
    };
    const answers = {
      NETWORK: null,
      TRUNCATED: good.subarray(0, 2_000_000),
      NOT_A_MODEL: Buffer.from("<!doctype html>".repeat(1000)),
      BAD_VERSION: changed(4, 9),
      CORRUPT: changed(3_000_000, good[3_000_000] ^ 1),
    };
    let answer = null;
    const { page, server } = await open(t, name, {
      intercept(path, response) {
        if (path !== `${PREFIX}/models/use-lite.q8.bin` || answer === undefined) return false;
        if (answer === null) response.writeHead(404).end();
        else response.writeHead(200).end(answer);
        return true;
      },
    });
    await page.goto(server.url);
    const retry = () => page.evaluate(() => [...document.querySelectorAll("#status button")].find((button) => button.textContent === "Retry").click());
    let first = true;
    for (const [code, bytes] of Object.entries(answers)) {
      answer = bytes;
      if (first) await page.reload();
      else await retry();
      first = false;
      await page.waitForFunction((wanted) => document.querySelector("#status").innerText.includes(wanted), {}, code);
      assert.match(await text(page, "#status"), /Retry/);
      // The hand-made example goes on working.
      await paste(page, "The cat chased a cat");
      await page.waitForFunction(() => /chased|cat/.test(document.querySelector("#inspector .words").textContent) && document.documentElement.dataset.ready === "by-hand");
      await paste(page, "The cat chased a mouse");
    }
    // A sentence that only the trained model can read is kept, and is there after the retry.
    await paste(page, "The dog found it.");
    answer = undefined;
    await retry();
    await ready(page, "use-lite");
    assert.equal(await page.$eval("textarea", (field) => field.value), "The dog found it.");
    await tokensShown(page, 5);
  });
}
