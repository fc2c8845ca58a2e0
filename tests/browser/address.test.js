/** The state in the address: written, gone back through, followed, the same in both browsers, and never to be hurt by. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { addressOf, plainAddress } from "../../web/address.js";
import { aPageState } from "../node/random-states.js";
import { open } from "./open.js";
import { BROWSERS, frames, paste, ready, text } from "./support.js";

const hash = (page) => page.evaluate(() => location.hash);
const hashIs = (page, wanted) => page.waitForFunction((source) => new RegExp(source).test(location.hash), { timeout: 20_000 }, wanted.source);
const go = (page, to) => page.evaluate((address) => { location.hash = address; }, to);
const where = (page) => text(page, ".where-text");
const whereIs = (page, wanted) => page.waitForFunction((says) => document.querySelector(".where-text").textContent === says, { timeout: 20_000 }, wanted);
const bringUp = (page, layer, head) => page.click(`.head-button:has(canvas[data-layer="${layer}"][data-head="${head}"])`);
const sentence = (page) => page.$eval("textarea", (field) => field.value);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const PAUSE = 700; // longer than the one before the address is written

for (const name of BROWSERS) {
  test(`${name}: what is set is in the address; typing writes over a step, choosing makes one`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(server.url);
    await ready(page, "use-lite");
    await pause(PAUSE);
    const before = await page.evaluate(() => history.length);
    await paste(page, "She gave him a book.");
    await hashIs(page, /text=She\+gave\+him\+a\+book\./);
    await paste(page, "She gave him her book.");
    await hashIs(page, /text=She\+gave\+him\+her\+book\./);
    assert.equal(await page.evaluate(() => history.length), before, "the model that came in and typing are no steps");
    await bringUp(page, 1, 3);
    await hashIs(page, /head=3/);
    await page.click('.steps-list [data-brings="masked"]');
    await hashIs(page, /stage=masked/);
    await bringUp(page, 2, 4);
    await hashIs(page, /head=4/); // layer 2 is the one that the model opens with
    assert.equal(await page.evaluate(() => history.length), before + 3);
    const at = () => page.$eval("#map-left canvas", ({ dataset }) => dataset.stage);
    const walk = (by) => page.evaluate((steps) => history.go(steps), by); // puppeteer waits for a load that does not come
    await walk(-1);
    await whereIs(page, "layer 1 · head 3 of 4");
    await frames(page);
    assert.deepEqual([await sentence(page), await at()], ["She gave him her book.", "masked"]);
    await walk(1);
    await whereIs(page, "layer 2 · head 4 of 4");
    await walk(-3);
    await whereIs(page, "layer 2 · head 2 of 4");
    await pause(PAUSE);
    await walk(2); // nothing was written over what lies ahead
    await whereIs(page, "layer 1 · head 3 of 4");
    await frames(page);
    assert.equal(await at(), "masked");
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: a link within the page is followed, with a model named or not; theme and language stay`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(`${server.url}#v=1&theme=dark&lang=de`);
    await ready(page, "by-hand");
    await go(page, "#v=1&text=Hello+there&layer=1&head=3&cell=2.1&mask=causal");
    await whereIs(page, "Schicht 1 · Kopf 3 von 4");
    assert.equal(await sentence(page), "Hello there");
    assert.equal(await page.$eval(".pin", (pin) => pin.getAttribute("aria-pressed")), "true");
    assert.equal(await page.$eval("html", (html) => `${html.dataset.theme} ${html.lang}`), "dark de");
    await go(page, "#v=1");
    await page.waitForFunction(() => document.querySelector("textarea").value === "The cat chased a mouse");
    await go(page, "#map-left"); // a place in the page, not an address
    await pause(100);
    assert.equal(await sentence(page), "The cat chased a mouse");
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: a link into a lesson is one step, and locks do not keep a lesson from its sentence, which it gives back`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(server.url);
    await ready(page, "by-hand");
    const before = await page.evaluate(() => history.length);
    await go(page, "#v=1&lock=text,stage&text=a+cat&place=lessons&lesson=equation.2");
    await page.waitForSelector(".lesson-caption:not(:empty)", { timeout: 20_000 });
    await hashIs(page, /stage=/); // the lesson's own
    await pause(PAUSE);
    assert.equal(await page.evaluate(() => history.length), before + 1);
    await page.click(".place-button"); // the lab
    await page.waitForFunction(() => document.querySelector("textarea").value === "a cat" && !document.querySelector("#lab").hidden);
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: with embed=1 the address is read and followed, and never written`, async (t) => {
    const { page, server } = await open(t, name);
    const link = "#v=1&embed=1&hide=masthead&text=mouse+a";
    await page.goto(`${server.url}${link}`);
    await ready(page, "by-hand");
    await paste(page, "a cat");
    await page.click('.steps-list [data-brings="weights"]');
    await pause(PAUSE);
    assert.equal(await hash(page), link);
    await go(page, `${link}+chased`);
    await page.waitForFunction(() => document.querySelector("textarea").value === "mouse a chased");
    await pause(PAUSE);
    assert.equal(await hash(page), `${link}+chased`);
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: what is locked is held, and can be unlocked again`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(`${server.url}#v=1&lock=text,mask&text=mouse+a`);
    await ready(page, "by-hand");
    await frames(page);
    const state = () => page.evaluate(() => [document.querySelector("textarea").readOnly, document.querySelector("#controls select").disabled]);
    assert.deepEqual(await state(), [true, true]);
    await paste(page, "a cat");
    await pause(PAUSE);
    assert.match(await hash(page), /text=mouse\+a/);
    await go(page, "#v=1&text=mouse+a");
    await page.waitForFunction(() => !document.querySelector("textarea").readOnly);
    await frames(page);
    assert.deepEqual(await state(), [false, false]);
    assert.deepEqual(page.problems, []);
  });

  const says = async (page, address) => {
    await go(page, "#v=1");
    await page.waitForFunction(() => document.querySelector("#status").textContent === "", { timeout: 20_000 });
    await go(page, address);
    await page.waitForFunction(() => document.querySelector("#status").textContent !== "", { timeout: 20_000 });
    await frames(page);
    return text(page, "#status p");
  };

  test(`${name}: bad parts of an address are said, the others taken, and nothing runs`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(`${server.url}#v=1&head=9&temperature=400&cell=3.77&text=a+cat+chased&lang=en`);
    await ready(page, "by-hand");
    await frames(page);
    const said = await text(page, "#status p");
    for (const part of ["head: 9 is not possible here; 1 is used instead.", "temperature: 400 is not possible here; 10 is used instead.", "cell: 3.77 is not possible here; 3.3 is used instead."]) assert.ok(said.includes(part), said);
    assert.equal(await sentence(page), "a cat chased");
    assert.match(await says(page, "#v=7&text=mouse+a"), /later version \(7\)/);
    assert.equal(await sentence(page), "mouse a");
    assert.match(await says(page, "#v=1&stage=%E0%A4%A&text=a+mouse"), /stage: “%E0%A4%A” could not be read/);
    assert.equal(await sentence(page), "a mouse");
    assert.match(await says(page, "#v=1&z=notpacked&text=a+cat"), /z: “notpacked” could not be read/);
    assert.equal(await sentence(page), "a cat");
    assert.match(await says(page, "#v=1&__proto__=1&constructor=2&toString=x&text=The+cat"), /no setting “__proto__”.*no setting “constructor”.*no setting “toString”/);
    assert.equal(await sentence(page), "The cat");
    const script = "<img src=x onerror=\"globalThis.ran=1\"><script>globalThis.ran=1</script>";
    assert.ok((await says(page, `#v=1&mask=${encodeURIComponent(script)}&${encodeURIComponent(script)}=1&text=${encodeURIComponent(script)}`)).includes("mask: “<img src=x"));
    assert.equal(await sentence(page), script);
    assert.match(await says(page, `#v=1&text=${"a".repeat(1_000_000)}`), /too long and was not read/);
    assert.match(await says(page, `#v=1&text=mouse${"+mouse".repeat(4000)}`), /text is too long; its first 20[  ,.’]?000 characters are used/);
    assert.equal(await page.evaluate(() => globalThis.ran ?? ({}).polluted ?? document.querySelectorAll("img, #sentence script, #status script").length), 0);
    await page.$eval("#status button", (button) => button.click());
    await frames(page);
    assert.doesNotMatch(await text(page, "#status"), /too long/);
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: where history and storage throw the page goes on`, async (t) => {
    const { page, server } = await open(t, name);
    await page.evaluateOnNewDocument(() => {
      const refuse = () => { throw new DOMException("refused", "SecurityError"); };
      history.replaceState = history.pushState = refuse;
      Object.defineProperty(globalThis, "localStorage", { get: refuse });
    });
    await page.goto(server.url);
    await ready(page, "use-lite");
    await paste(page, "a cat");
    await pause(PAUSE);
    await bringUp(page, 1, 2);
    await whereIs(page, "layer 1 · head 2 of 4");
    await page.click(".theme-button");
    await pause(PAUSE);
    assert.equal(await sentence(page), "a cat");
    assert.equal(await hash(page), "");
    assert.deepEqual(page.problems, []);
  });
}

/* ---- the same in both browsers ------------------------------------------------------------------------------ */

const STATES = 100;
const FRESH = 10; // of them by a load of their own

/** Before the page's scripts: the last run that the worker gave, those it still has to do, and no pause before the address is written. */
function listenIn() {
  const { setTimeout: later, Worker: Plain } = globalThis;
  globalThis.setTimeout = /** @type {any} */ ((work, ms, ...rest) => later(work, ms === 400 ? 0 : ms, ...rest));
  const open = (globalThis.openRuns = new Set());
  globalThis.Worker = class extends Plain {
    constructor(...args) {
      super(.../** @type {[string]} */ (args));
      this.addEventListener("message", ({ data }) => {
        open.delete(data.id);
        if (data.run && data.inputs) globalThis.lastRun = data;
      });
    }
    postMessage(message, ...rest) {
      if (message.op === "run") open.add(message.id);
      super.postMessage(message, ...rest);
    }
  };
}

/** What the page shows, and every number of the run that it shows it from, to the bit. Runs in the page. */
function look() {
  const all = (selector, of) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).map(of);
  // Names beside the bar of shares, and how a sum of pieces is called, go by the room there is, and that the fonts decide.
  const words = (element) => {
    const shown = element.cloneNode(true);
    for (const each of shown.querySelectorAll(".share-names, small, [hidden]")) each.remove();
    return shown.textContent.replace(/\s+/g, " ").trim();
  };
  const { stages, buffer } = globalThis.lastRun.run;
  const numbers = Object.keys(stages).sort().map((key) => {
    const { offset, shape } = stages[key];
    const values = Float32Array.from(new Float32Array(buffer, offset, shape.reduce((a, b) => a * b)), (x) => (Number.isNaN(x) ? NaN : x));
    return `${key} ${shape} ${new Uint32Array(values.buffer).reduce((sum, bits) => (Math.imul(sum, 31) + bits) | 0, 7)}`;
  });
  const { lang, dir, dataset } = document.documentElement;
  return {
    lang, dir, theme: dataset.theme, model: dataset.ready, numbers,
    maps: all("#figure canvas[data-side]", (canvas) => ({ ...canvas.dataset })),
    fields: all("textarea", (field) => [field.value, field.dir]),
    says: ["#model", "#facts", "#status", ".where-text", "#inspector", "#controls", "#change", "#note", "#map-left .map-title", "#map-right .map-title", "#heads"].map((id) => all(id, words)),
    set: all("#controls :is(select, input)", (control) => [control.value, Boolean(control.checked)]),
    pressed: all("[aria-pressed=true], [aria-current], [aria-checked=true]", (element) => words(element)),
    grids: all("[role=grid]", (grid) => [grid.getAttribute("aria-label"), grid.getAttribute("aria-rowcount"), grid.getAttribute("aria-colcount"), words(grid)]),
    hash: location.hash,
  };
}

/** The same pairs the other way round: so that the page has to read it and write it anew. */
const turned = (state) => `#v=1${plainAddress(state).split("&").slice(1).reverse().map((pair) => `&${pair}`).join("")}`;

/** Brings a page to a state by a link, and waits for the address that the page writes of its own state. */
async function show(page, url, state, wanted, fresh) {
  const link = turned(state);
  if (fresh) {
    await page.goto("about:blank");
    await page.goto(`${url}${link}`);
  } else await go(page, link);
  const reached = (address, lang, shown) => location.hash === address && globalThis.openRuns.size === 0 && document.documentElement.lang === lang && document.documentElement.dataset.ready === shown && document.documentElement.dataset.trained === "ready";
  await page.waitForFunction(reached, { timeout: 15_000, polling: 20 }, wanted, state.language ?? "en", state.model).catch(async () => {
    assert.equal(await hash(page), wanted, `of ${link}`);
    assert.fail(`not shown: ${link}`);
  });
  return atRest(page, link);
}

/** What the page shows when it shows the same as before: all but the maps is drawn in slices, after the frame that shows these. */
async function atRest(page, link) {
  const end = performance.now() + 15_000;
  let [before, now] = [null, await page.evaluate(look)];
  while (!isDeepStrictEqual(before, now)) {
    assert.ok(performance.now() < end, `never at rest: ${link}`);
    await frames(page);
    await pause(30);
    [before, now] = [now, await page.evaluate(look)];
  }
  return now;
}

test("a link gives the same view and the same numbers in both browsers", async (t) => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`SEED=${seed}`);
  console.log(`address.test.js: ${STATES} states of SEED=${seed}`);
  // Language by language, since a page in another one is made anew, which takes longer than all the rest; those that name none stay among the others.
  let spoken = "";
  const byLanguage = new Map();
  for (const state of fc.sample(aPageState, { seed, numRuns: STATES })) {
    spoken = state.language ?? spoken;
    byLanguage.set(spoken, [...(byLanguage.get(spoken) ?? []), state]);
  }
  const states = [...byLanguage.values()].flat();
  const both = await Promise.all(BROWSERS.map(async (name) => {
    const { page, server } = await open(t, name);
    await page.evaluateOnNewDocument(listenIn);
    await page.goto(server.url);
    await ready(page, "use-lite");
    const seen = [];
    let kept = { theme: "auto", language: null };
    for (const [at, each] of states.entries()) {
      const fresh = at % (STATES / FRESH) === STATES / FRESH - 1;
      if (fresh) kept = { theme: "auto", language: null };
      // Theme and language stay through links that do not name them.
      kept = { theme: each.theme === "auto" ? kept.theme : each.theme, language: each.language ?? kept.language };
      const state = { ...each, ...kept };
      seen.push({ link: turned(state), ...(await show(page, server.url, state, await addressOf(state), fresh)) });
    }
    assert.deepEqual(page.problems, []);
    return seen;
  }));
  both[0].forEach((one, at) => assert.deepEqual(one, both[1][at], one.link));
  assert.ok(new Set(both[0].map(({ numbers }) => numbers.join())).size > STATES / 3, "the numbers differ from state to state");
});
