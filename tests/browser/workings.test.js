/** The numbers of a hand-made example typed over: what is computed follows, what is refused says why, all can be taken back. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { handMade } from "../../web/models/by-hand.js";
import { expectedInput } from "../node/edited.js";
import { reference } from "../node/support.js";
import { table } from "./reading.js";
import { open } from "./open.js";
import { BROWSERS, frames, paste, ready, text, tokensShown } from "./support.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const byId = (id) => handMade.find((example) => example.id === id);
const CAT = byId("cat-and-mouse");
const CHAT = byId("chat-noir");

const settled = async (page) => {
  await page.evaluate(() => new Promise((done) => setTimeout(done, 40)));
  await frames(page);
};

/** Holds an assertion until it is true: a result is on its way. */
async function eventually(assertion) {
  for (const end = Date.now() + 10_000; ;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

async function choose(page, note) {
  await page.click("#examples button");
  await page.evaluate((words) => [...document.querySelectorAll('#examples [role="menuitem"]')].find((item) => item.textContent.includes(words)).click(), note);
  await ready(page, "by-hand");
  await settled(page);
  await page.$eval("#workings", (place) => place.scrollIntoView({ block: "center" })); // they come when their place is near
  await page.waitForSelector(".workings-open");
}

/** The field of a number, by the beginning of its name. */
const field = (label) => `#workings input[aria-label^="${label}"]`;
const valueOf = (page, label) => page.$eval(field(label), (input) => input.value);

/** Types a text over what stands in a field, and leaves it by a key. */
async function type(page, label, typed, key = "Enter") {
  await page.waitForSelector(field(label));
  await page.$eval(field(label), (input) => { input.focus(); input.select(); });
  if (typed) await page.keyboard.type(typed);
  else await page.keyboard.press("Backspace");
  if (key) await page.keyboard.press(key);
  await settled(page);
}

async function chord(page, ...keys) {
  for (const key of keys.slice(0, -1)) await page.keyboard.down(key);
  await page.keyboard.press(keys.at(-1));
  for (const key of keys.slice(0, -1).reverse()) await page.keyboard.up(key);
  await settled(page);
}

async function tool(page, name) {
  await page.evaluate((label) => [...document.querySelectorAll(".workings-tools button")].find((button) => button.textContent === label).click(), name);
  await settled(page);
}

const tools = (page) => page.$$eval(".workings-tools button", (buttons) => buttons.filter((button) => !button.hasAttribute("aria-disabled")).map((button) => button.textContent));
const weights = async (page) => (await table(page, "weights")).flat();

/** The printed weights are those of float64 for these edits. */
function follows(page, example, list, what) {
  const expected = reference(expectedInput(example, list)).weights;
  return eventually(async () => {
    const shown = (await weights(page)).map(Number);
    assert.equal(shown.length, expected.length, what);
    shown.forEach((weight, at) => assert.ok(Math.abs(weight - expected[at]) <= 0.000051, `${what}: cell ${at} shows ${weight}, not ${expected[at]}`));
  });
}

const face = (page) => page.$eval("#model button", (button) => ({ name: button.textContent, dashed: Boolean(button.querySelector("rect[stroke-dasharray]")), hatched: Boolean(button.querySelector("path[d^='M1.5 6.5']")) }));
const AS_MADE = { name: "Hand-made example", dashed: false, hatched: true };
const EDITED = { name: "Hand-made example, edited by you", dashed: true, hatched: false };

async function opened(t, name) {
  const { browser, page, server } = await open(t, name);
  await page.goto(server.url);
  await ready(page, "use-lite");
  assert.equal(await page.$eval("#workings", (section) => section.checkVisibility()), false, "a trained model has too many numbers");
  await choose(page, "worked by hand in four");
  return { browser, page, server };
}

for (const name of BROWSERS) {
  test(`${name}: numbers typed over, undone, redone and reset`, async (t) => {
    const { page } = await opened(t, name);
    assert.equal(await page.$eval(".workings-open", (button) => button.getAttribute("aria-expanded")), "false");
    assert.equal(await page.$$eval("#workings input", (all) => all.length), 0);
    await page.click(".workings-open");
    assert.equal(await page.$eval(".workings-open", (button) => button.getAttribute("aria-expanded")), "true");
    assert.deepEqual([await face(page), await tools(page)], [AS_MADE, []]);
    const made = await weights(page);

    const list = [
      { matrix: "E", row: 1, col: 2, value: 1.5 }, { matrix: "Q", row: 2, col: 0, value: -2 },
      { matrix: "wK", row: 3, col: 1, value: 0.75 }, { matrix: "V", row: 4, col: 1, value: 3 }, { matrix: "K", row: 0, col: 3, value: 2.5 },
    ];
    const typed = [
      ["X, cat, acts", "1,5", "1.5"], ["Q, chased, who does it?", "−2", "−2"], ["W_K, is acted on, it is done to me", " +0.75 ", "0.75"],
      ["V, mouse, a deed", "3e0", "3"], ["K, The, I am new", "2.5", "2.5"],
    ];
    for (const [at, [label, words, shown]] of typed.entries()) {
      await type(page, label, words, at % 2 ? "Tab" : "Enter");
      assert.equal(await valueOf(page, label), shown);
      await page.waitForSelector(`${field(label)}[aria-label$=", set by you"]`);
      await follows(page, CAT, list.slice(0, at + 1), label);
      assert.deepEqual(await face(page), EDITED);
    }
    assert.equal(await page.$$eval("#workings .is-set", (cells) => cells.length), 5);
    assert.equal(await page.$eval("textarea", (sentence) => sentence.value), CAT.text);
    assert.match(await text(page, "#change"), /with your numbers/);
    const edited = await weights(page);

    // What is computed from an edited number is shown so: cat offers 1.5·1.5 + 0.5 and is not marked.
    assert.equal(await valueOf(page, "K, cat, I do it"), "2.75");
    await type(page, "X, cat, acts", "1.50");
    await type(page, "K, cat, I do it", "2,750");
    assert.equal(await page.$$eval("#workings .is-set", (cells) => cells.length), 5, "the number that is there adds nothing");

    for (let at = list.length - 1; at >= 0; at--) {
      if (at % 2) await tool(page, "Undo");
      else {
        await page.focus(field("X, cat, acts"));
        await chord(page, "Control", "z");
      }
      if (at % 2) await follows(page, CAT, list.slice(0, at), `undone to ${at}`);
    }
    await eventually(async () => assert.deepEqual([await face(page), await tools(page), await weights(page)], [AS_MADE, ["Redo"], made]));
    for (const keys of [["Control", "y"], ["Control", "Shift", "Z"]]) await chord(page, ...keys);
    await follows(page, CAT, list.slice(0, 2), "redone by key");
    for (let at = 2; at < list.length; at++) await tool(page, "Redo");
    await eventually(async () => assert.deepEqual([await face(page), await tools(page), await weights(page)], [EDITED, ["Undo", "Reset"], edited]));

    await tool(page, "Reset");
    await eventually(async () => assert.deepEqual([await face(page), await tools(page), await weights(page)], [AS_MADE, ["Undo"], made]));
    assert.equal(await page.$$eval("#workings .is-set", (cells) => cells.length), 0);
    await tool(page, "Undo");
    await eventually(async () => assert.deepEqual([await face(page), await weights(page)], [EDITED, edited]));
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: what is no number is refused beside its cell, and the old one stands`, async (t) => {
    const { page } = await opened(t, name);
    await page.click(".workings-open");
    const label = "W_Q, acts, to whom is it done?";
    const made = await weights(page);
    for (const [typed, reason] of [["abc", /“abc” is not a number/], ["", /Empty/], ["1e39", /Too large/], ["1,234.5", /one decimal sign/], ["NaN", /finite/], ["<b>x</b>", /“<b>x<\/b>” is not/]]) {
      await type(page, label, typed);
      const refused = await page.$eval(field(label), (input) => {
        const said = document.getElementById(input.getAttribute("aria-describedby"));
        const [cell, words] = [input.getBoundingClientRect(), said.getBoundingClientRect()];
        return { invalid: input.getAttribute("aria-invalid"), role: said.getAttribute("role"), text: said.textContent, value: input.value, gap: words.top - cell.bottom, alerts: document.querySelectorAll("#workings [role=alert]").length };
      });
      assert.match(refused.text, reason);
      assert.deepEqual([refused.invalid, refused.role, refused.value, refused.alerts], ["true", "alert", typed, 1]);
      assert.ok(refused.gap >= 0 && refused.gap < 12, `the reason stands ${refused.gap} px below its cell`);
      assert.deepEqual([await tools(page), await face(page)], [[], AS_MADE]);
    }
    assert.deepEqual(await weights(page), made);
    // Another number may change meanwhile; the refused text stays, and can be corrected.
    await type(page, "X, mouse, is new", "0");
    await page.waitForSelector(`${field("X, mouse, is new")}[aria-label$=", set by you"]`);
    assert.equal(await valueOf(page, label), "<b>x</b>");
    await type(page, label, "0.25");
    await page.waitForSelector(`${field(label)}[aria-label$=", set by you"]`);
    assert.deepEqual(await page.$eval(field(label), (input) => [input.value, input.getAttribute("aria-invalid"), input.getAttribute("aria-describedby"), document.querySelectorAll("#workings [role=alert]").length]), ["0.25", null, null, 0]);
    const list = [{ matrix: "E", row: 4, col: 5, value: 0 }, { matrix: "wQ", row: 2, col: 1, value: 0.25 }];
    await follows(page, CAT, list, "corrected");

    // Escape takes a typed text back; while one is typed, Ctrl+Z belongs to it and not to the history.
    await type(page, label, "9", "Escape");
    assert.equal(await valueOf(page, label), "0.25");
    const query = await valueOf(page, "Q, cat, to whom is it done?");
    await type(page, label, "77", null);
    assert.equal(await valueOf(page, "Q, cat, to whom is it done?"), query, "nothing is taken while it is typed");
    await chord(page, "Control", "z");
    await page.keyboard.press("Escape");
    await settled(page);
    assert.equal(await valueOf(page, label), "0.25");
    await follows(page, CAT, list, "the text's own undo");

    // Typing on, the edits hold; the rows are the words of the sentence, each once.
    await paste(page, "a mouse chased a mouse");
    await tokensShown(page, 5);
    await settled(page);
    await follows(page, { ...CAT, text: "a mouse chased a mouse" }, list, "another sentence");
    assert.deepEqual(await page.$$eval(".of-q .of-words tbody th", (names) => names.map((each) => each.textContent)), ["a", "mouse", "chased"]);
    assert.deepEqual(await face(page), EDITED);
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: with two sentences K and V are the second one's; numbers beyond the core's do not stop the page`, async (t) => {
    const { page } = await opened(t, name);
    await choose(page, "cross-attention");
    await page.click(".workings-open");
    const rows = (selector) => page.$$eval(`${selector} .of-words tbody th`, (names) => names.map((each) => each.textContent));
    const [french, english] = [CHAT.text.split(" "), CHAT.source.split(" ")];
    await eventually(async () => assert.deepEqual([await rows(".of-q"), await rows(".of-k"), await rows(".of-v")], [french, english, english]));
    assert.deepEqual(await rows(".words-side"), [...french, ...english]);
    const list = [{ matrix: "K", row: 5, col: 1, value: 4 }, { matrix: "E", row: 6, col: 1, value: -0.5 }];
    await type(page, "K, black, I name it", "4");
    await type(page, "X, cat, means an animal", "-.5");
    await follows(page, CHAT, list, "second sentence");

    // The rows of the cell that is current.
    const marked = (selector) => page.$eval(`${selector} .is-current th`, (head) => head.textContent);
    assert.deepEqual([await marked(".of-q"), await marked(".of-k")], ["chat", "cat"]);

    await type(page, "X, chat, means an animal", "1e38");
    await type(page, "X, chat, is masculine", "3e38");
    await type(page, "W_Q, means an animal, what is named?", "1e38");
    await type(page, "W_Q, is masculine, what is named?", "-1e38");
    await eventually(async () => assert.match(await valueOf(page, "Q, chat, what is named?"), /^(∞|−∞|NaN)$/));
    await eventually(async () => assert.match((await weights(page)).join(" "), /NaN/));
    assert.equal((await text(page, "#status")).trim(), "");
    assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /undefined|\[object/);
    for (let at = 0; at < 4; at++) await tool(page, "Undo");
    await follows(page, CHAT, list, "back from beyond");
    assert.deepEqual(page.problems, []);
  });
}

test("chromium: the numbers are accessible and stay inside the page", async (t) => {
  const { browser, server } = await open(t, "chromium");
  for (const [width, scheme] of [[360, "dark"], [1280, "light"]]) {
    const page = await browser.page({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.goto(server.url);
    await ready(page, "use-lite");
    for (const [note, label] of [["worked by hand in four", "X, cat, acts"], ["without resembling", "Q, it, which thing?"], ["cross-attention", "K, black, I name it"]]) {
      await choose(page, note);
      if (await page.$eval(".workings-open", (button) => button.getAttribute("aria-expanded") === "false")) await page.click(".workings-open");
      await type(page, label, "−1.25");
      await type(page, "W_K", "x");
      const found = await page.evaluate(async (source) => {
        if (!globalThis.axe) globalThis.eval(source);
        const { violations } = await globalThis.axe.run("#lab", { rules: { "target-size": { enabled: true } } });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
      }, axe);
      const where = `${width} px, ${scheme}, ${note}`;
      assert.deepEqual(found, [], where);
      const over = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll("#workings .table-box")].map((box) => box.getBoundingClientRect());
        const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
        const clipped = [...document.querySelectorAll("#workings input")].filter((input) => input.scrollWidth > input.clientWidth + 1).length;
        const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
        return { pairs: boxes.filter((a, at) => boxes.slice(at + 1).some((b) => meet(a, b))).length, wide, clipped };
      });
      assert.deepEqual(over, { pairs: 0, wide: 0, clipped: 0 }, where);
    }
    assert.deepEqual(page.problems, []);
    await page.close();
  }
});
