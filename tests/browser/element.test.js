/** <attention-lab> in somebody's page: its attributes, methods and events; it keeps to itself, and leaves nothing behind. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { inspect } from "./boxes.js";
import { withPages } from "./hosting.js";
import { open } from "./open.js";
import { trained } from "./reading.js";
import { BROWSERS, launch, serveDist } from "./support.js";

const SCRIPT = '<script src="attention-lab-element.js"></script>';
const page = (body, head = "") => `<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,">${head}${SCRIPT}<body><main><h1>A course</h1>${body}</main></body></html>`;

/** What a host's own style may say of everything. */
const HOSTILE = `<style>
  * { letter-spacing: .3em; word-spacing: 1em; line-height: 3; font: italic 30px/2 fantasy; color: red; text-transform: uppercase; text-align: right; padding: 7px; margin: 3px; border: 2px solid lime; background: pink; }
  :root { --ink: lime; --paper: red; --sans: fantasy; --line: blue; --hit: 90px; }
  button, canvas, textarea, svg, .page, .sheet, .figure { display: none !important; }
  #sentence, #figure { display: none !important; visibility: hidden; }
  attention-lab { padding: 0 !important; border: 0 !important; margin: 0 !important; }
  ul, ol { list-style: square; text-indent: 4em; white-space: pre; }
</style>`;

const ready = (tab, selector = "attention-lab", model = "by-hand") => tab.waitForSelector(`${selector}[data-ready="${model}"]`, { timeout: 60_000 });
const settled = (tab) => tab.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))), 150)));

async function openHost(t, name, html) {
  const opened = await open(t, name, withPages({ "host.html": html }));
  await opened.page.evaluateOnNewDocument(count);
  await opened.page.goto(`${opened.server.url}host.html`);
  return opened;
}

/** Counts workers, and listeners on the document and the window. Runs before the page's scripts. */
function count() {
  const workers = new Set();
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(...args) {
      super(.../** @type {[string]} */ (args));
      workers.add(this);
    }
    terminate() {
      workers.delete(this);
      super.terminate();
    }
  };
  let listeners = 0;
  for (const target of [document, window]) {
    const known = new Map();
    const keyOf = (type, options) => `${type} ${typeof options === "object" ? Boolean(options?.capture) : Boolean(options)}`;
    const { addEventListener: add, removeEventListener: remove } = target;
    const drop = (key, listener) => { if (known.get(listener)?.delete(key)) listeners--; };
    target.addEventListener = (type, listener, options) => {
      const key = keyOf(type, options);
      if (!known.has(listener)) known.set(listener, new Set());
      if (!known.get(listener).has(key)) listeners++;
      known.get(listener).add(key);
      options?.signal?.addEventListener("abort", () => drop(key, listener));
      add.call(target, type, listener, options);
    };
    target.removeEventListener = (type, listener, options) => {
      drop(keyOf(type, options), listener);
      remove.call(target, type, listener, options);
    };
  }
  globalThis.counted = () => ({ workers: workers.size, listeners });
}

const shown = (tab, selector = "attention-lab") => tab.$eval(selector, (element) => {
  const root = element.shadowRoot;
  const [left, right] = root.querySelectorAll("#figure canvas[data-side]");
  return {
    text: root.querySelector("textarea").value, left: left.dataset.stage, right: right.dataset.stage, layer: right.dataset.layer, head: right.dataset.head,
    theme: element.dataset.theme, lang: root.querySelector(".page").lang, dir: root.querySelector(".page").dir, says: root.querySelector("#status").textContent,
  };
});

const attribute = async (tab, name, value) => {
  await tab.$eval("attention-lab", (element, key, to) => (to === null ? element.removeAttribute(key) : element.setAttribute(key, to)), name, value);
  await settled(tab);
};

for (const name of BROWSERS) {
  test(`${name}: what is asked last holds, also while a sentence is still on its way`, async (t) => {
    const { page: tab } = await openHost(t, name, page("<attention-lab></attention-lab>"));
    await ready(tab);
    const state = await tab.evaluate(async () => {
      const element = /** @type {any} */ (document.querySelector("attention-lab"));
      const selected = new Promise((done) => element.addEventListener("attention-lab:ready", ({ detail }) => detail.model === "use-lite" && done(undefined)));
      element.setState({ text: "a b c d", model: "use-lite", layer: 2, head: 2, cell: "2.2" });
      element.select("1.3");
      element.setState({ layer: 1, head: 3 });
      await selected;
      return element.getState();
    });
    assert.deepEqual([state.layer, state.head, state.cell], ["1", "3", "1.3"]);
    assert.match(await tab.evaluate(() => { try { /** @type {any} */ (document.querySelector("attention-lab")).setState(null); return ""; } catch ({ message }) { return message; } }), /setState takes an object/);
  });

  test(`${name}: attributes are taken, changed and taken away; methods and events`, async (t) => {
    const { page: tab } = await openHost(t, name, page('<attention-lab text="mouse a cat" stage="masked" theme="dark"></attention-lab>'));
    await ready(tab);
    await settled(tab);
    assert.deepEqual(await shown(tab), { text: "mouse a cat", left: "masked", right: "weights", layer: "1", head: "1", theme: "dark", lang: "en", dir: "ltr", says: "" });

    await tab.evaluate(() => {
      globalThis.heard = [];
      for (const type of ["ready", "select", "progress"]) addEventListener(`attention-lab:${type}`, (event) => globalThis.heard.push([type, event.target.localName, event.composed, event.detail]));
    });
    await attribute(tab, "text", "a cat");
    await attribute(tab, "stage", null);
    await attribute(tab, "lang", "ar");
    assert.deepEqual(await shown(tab), { text: "a cat", left: "scores", right: "weights", layer: "1", head: "1", theme: "dark", lang: "ar", dir: "rtl", says: "" });
    await attribute(tab, "lang", "en");
    await attribute(tab, "head", "7");
    assert.match((await shown(tab)).says, /head: 7 is not possible here; 1 is used instead/);
    await attribute(tab, "head", null);
    await attribute(tab, "layer", "9");
    assert.match((await shown(tab)).says, /layer: 9 is not possible here; 1 is used instead/);
    await attribute(tab, "layer", null);
    await attribute(tab, "example", "chat-noir");
    assert.equal((await shown(tab)).text, "a cat", "a sentence that is named stays");
    await attribute(tab, "text", null);
    const own = (await shown(tab)).text;
    assert.equal(own, "le chat noir dort", "an example brings its sentence, where none is named");
    await attribute(tab, "example", null);
    assert.equal((await shown(tab)).text, "The cat chased a mouse");

    const call = (method, ...args) => tab.$eval("attention-lab", (element, what, given) => element[what](...given), method, args);
    assert.deepEqual(await call("setState", { text: "The cat", nonsense: "1", temperature: 99, cell: "1.2" }), [
      { code: "unknown", name: "nonsense", asked: "1", used: "" }, { code: "clamped", name: "temperature", asked: "99", used: "10" },
    ]);
    await settled(tab);
    const state = await call("getState");
    assert.deepEqual([state.text, state.temperature, state.cell], ["The cat", "10", "1.2"]);
    assert.deepEqual(await call("select", null), []);
    await settled(tab);
    assert.equal((await call("getState")).cell, undefined);
    await call("select", "2.1");
    await settled(tab);
    const heard = await tab.evaluate(() => globalThis.heard);
    const picks = heard.filter(([type]) => type === "select").map(([, from, composed, detail]) => [from, composed, detail.cell, detail.query]);
    assert.deepEqual(picks, [["attention-lab", true, "1.2", "The"], ["attention-lab", true, null, undefined], ["attention-lab", true, "2.1", "cat"]]);
    assert.ok(heard.every(([, , , detail]) => detail.weight === undefined || (detail.weight > 0 && detail.weight < 1)));
    await call("setState", { model: "use-lite", text: "The cat ran." });
    await ready(tab, "attention-lab", "use-lite");
    await call("setState", { layer: 1, head: 3 });
    await call("setState", { text: "The cat ran away." });
    await settled(tab);
    assert.deepEqual(await call("getState").then(({ text, layer, head }) => [text, layer, head]), ["The cat ran away.", "1", "3"], "another sentence, the same head");
    assert.deepEqual(await tab.evaluate(() => globalThis.heard.filter(([type]) => type === "ready").map(([, , , detail]) => detail.model).at(-1)), "use-lite");
    await call("setState", { place: "lessons", lesson: "equation.3" });
    await tab.waitForFunction(() => globalThis.heard.some(([type]) => type === "progress"));
    assert.deepEqual(await tab.evaluate(() => globalThis.heard.find(([type]) => type === "progress")[3]), { lesson: "equation", step: 3, steps: 9 });
    assert.deepEqual(tab.problems, []);
  });

  test(`${name}: no style comes in, and none goes out`, async (t) => {
    const body = '<p>text</p><div class="page sheet"><button class="button">press</button> <canvas></canvas></div><div style="width: 800px"><attention-lab text="mouse a cat"></attention-lab></div>';
    const { page: tab, server } = await open(t, name, withPages({ "plain.html": page(body), "hostile.html": page(body, HOSTILE), "without.html": page(body).replace(SCRIPT, "") }));
    const styles = (within) => tab.evaluate((inside) => {
      const elements = inside ? document.querySelector("attention-lab").shadowRoot.querySelectorAll(".page, .page *") : document.querySelectorAll("body, h1, p, div, button, canvas");
      return [...elements].map((element) => {
        const style = getComputedStyle(element);
        return [`${element.localName}#${element.id}.${element.getAttribute("class")}`, ...[...style].filter((property) => !property.startsWith("--")).map((property) => `${property}: ${style.getPropertyValue(property)}`)];
      });
    }, within);
    const of = async (file, within) => {
      await tab.goto(`${server.url}${file}`);
      if (file !== "without.html") await ready(tab);
      await settled(tab);
      return styles(within);
    };
    const [plain, hostile] = [await of("plain.html", true), await of("hostile.html", true)];
    const different = (a, b) => a.flatMap(([element, ...lines], at) => lines.flatMap((line, k) => (line === b[at]?.[k + 1] ? [] : [`${element} ${line}, not ${b[at]?.[k + 1]}`])));
    assert.equal(plain.length, hostile.length);
    assert.ok(plain.length > 100);
    assert.deepEqual(different(plain, hostile).slice(0, 20), []);
    const [without, withIt] = [await of("without.html", false), await of("plain.html", false)];
    const inside = (list) => list.filter(([element]) => !element.startsWith("body") && !element.startsWith("div#.null"));
    assert.deepEqual(different(inside(without), inside(withIt)).filter((line) => !/(block-size|height|perspective-origin|transform-origin)/.test(line)), []);
  });

  test(`${name}: a hidden host hides it, and dark is dark for native controls`, async (t) => {
    const { page: tab } = await openHost(t, name, page('<div id="slide" style="visibility: hidden; pointer-events: none"><attention-lab theme="dark"></attention-lab></div>'));
    await ready(tab);
    const style = () => tab.evaluate(() => {
      const { visibility, pointerEvents, colorScheme, backgroundColor } = getComputedStyle(document.querySelector("attention-lab").shadowRoot.querySelector(".page"));
      return [visibility, pointerEvents, colorScheme, backgroundColor];
    });
    assert.deepEqual(await style(), ["hidden", "none", "dark", "rgb(19, 20, 22)"]);
    await tab.$eval("#slide", (slide) => slide.removeAttribute("style"));
    assert.deepEqual(await style(), ["visible", "auto", "dark", "rgb(19, 20, 22)"]);
  });

  test(`${name}: a move keeps it; with the last one worker and listeners end`, async (t) => {
    const { page: tab } = await openHost(t, name, page('<div id="one"><attention-lab text="mouse a"></attention-lab></div><div id="two"></div>'));
    await ready(tab);
    await settled(tab);
    const counted = () => tab.evaluate(() => globalThis.counted());
    const first = await counted();
    assert.equal(first.workers, 1);
    assert.ok(first.listeners > 0);
    await tab.evaluate(() => {
      const lab = document.querySelector("attention-lab");
      lab.setState({ text: "a mouse" });
      document.querySelector("#two").append(lab);
    });
    await settled(tab);
    assert.equal((await shown(tab, "#two attention-lab")).text, "a mouse");
    assert.deepEqual(await counted(), first);
    await tab.evaluate(() => document.body.append(Object.assign(document.createElement("attention-lab"), { id: "second" })));
    await ready(tab, "#second");
    assert.equal((await counted()).workers, 1, "they share one");
    await tab.evaluate(() => document.querySelector("#second").remove());
    await settled(tab);
    assert.deepEqual(await counted(), first);
    await tab.evaluate(() => {
      globalThis.kept = document.querySelector("attention-lab");
      globalThis.kept.remove();
    });
    await settled(tab);
    assert.deepEqual(await counted(), { workers: 0, listeners: 0 });
    assert.equal(await tab.evaluate(() => document.querySelectorAll(".map-tip").length), 0);
    // Gone before the core was there, many times; then one that stays.
    await tab.evaluate(async () => {
      for (let k = 0; k < 5; k++) {
        const lab = document.body.appendChild(document.createElement("attention-lab"));
        await new Promise((done) => setTimeout(done, k * 15));
        lab.remove();
      }
      document.body.append(globalThis.kept);
    });
    await tab.waitForFunction(() => globalThis.counted().workers === 1, { timeout: 20_000 });
    await ready(tab);
    await settled(tab);
    assert.equal((await counted()).workers, 1);
    assert.equal((await shown(tab)).text, "mouse a");
    assert.deepEqual(tab.problems, []);
  });

  test(`${name}: the keyboard and the menu inside; two of different sentences are both right; axe finds nothing`, async (t) => {
    const texts = ["The cat chased a mouse.", "She gave him her book and he thanked her."];
    const { page: tab } = await openHost(t, name, page(texts.map((text, at) => `<h2>${at}</h2><attention-lab id="lab-${at}" text="${text}" model="use-lite" layer="${at + 1}" head="2"></attention-lab>`).join("")));
    for (const at of [0, 1]) await ready(tab, `#lab-${at}`, "use-lite");
    // Both are asked in turns for other sentences; what they show last is their own.
    await tab.evaluate((own) => {
      globalThis.picked = {};
      addEventListener("attention-lab:select", ({ target, detail }) => { globalThis.picked[target.id] = detail; });
      for (const words of ["a", "one two three four", "b c"]) for (const lab of document.querySelectorAll("attention-lab")) lab.setState({ text: words });
      own.forEach((text, at) => document.querySelector(`#lab-${at}`).setState({ text, layer: at + 1, head: 2, cell: "3.2" }));
    }, texts);
    await tab.waitForFunction(() => globalThis.picked["lab-0"]?.query && globalThis.picked["lab-1"]?.query, { timeout: 20_000 });
    await settled(tab);
    const picked = await tab.evaluate(() => globalThis.picked);
    texts.forEach((text, at) => {
      const { data, cols } = trained.run(text).matrix("weights", at, 1);
      assert.equal(picked[`lab-${at}`].weight, data[2 * cols + 1], text);
    });

    const inside = (of) => tab.evaluate((source) => new Function("root", `return (${source})(root)`)(document.querySelector("#lab-0").shadowRoot), of.toString());
    await inside((root) => root.querySelector("#map-right [role=grid] [tabindex='0']").focus());
    const cell = () => inside((root) => [root.activeElement.getAttribute("role"), root.activeElement.closest("[role=row]").getAttribute("aria-rowindex"), root.activeElement.getAttribute("aria-colindex")]);
    await tab.keyboard.press("Escape");
    await inside((root) => root.querySelector("#map-right [role=grid] [tabindex='0']").focus());
    const [role, row, column] = await cell();
    await tab.keyboard.press("ArrowDown");
    await tab.keyboard.press("ArrowRight");
    assert.deepEqual(await cell(), [role, String(Number(row) + 1), String(Number(column) + 1)]);
    assert.equal(role, "gridcell");
    await tab.keyboard.press("Enter");
    await settled(tab);
    assert.equal(await tab.evaluate(() => globalThis.picked["lab-0"].cell), `${Number(row)}.${Number(column)}`);
    await tab.keyboard.press("Escape");
    assert.equal(await inside((root) => root.activeElement), null);

    const open = () => inside((root) => !root.querySelector("#examples .menu-list").hidden);
    const press = () => inside((root) => root.querySelector("#examples button").click());
    await press();
    assert.equal(await open(), true);
    await tab.keyboard.press("Escape");
    assert.deepEqual([await open(), await inside((root) => root.activeElement.parentElement.className)], [false, "menu at-end"]);
    await press();
    await inside((root) => root.querySelector(".map-title").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, composed: true })));
    assert.equal(await open(), false, "a click beside it, inside the element");
    await press();
    await tab.evaluate(() => document.querySelector("h1").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })));
    assert.equal(await open(), false, "a click on the host's page");
    await press();
    await inside((root) => root.querySelector("#examples .menu-item").click());
    await settled(tab);
    assert.equal(await open(), false, "a choice");

    assert.deepEqual(await inspect(tab), []);
    assert.deepEqual(await inside((root) => [...root.querySelectorAll("canvas")].filter((canvas) => !canvas.getAttribute("aria-label")).length), 0);
    assert.deepEqual(tab.problems, []);
  });
}

/* ---- memory ------------------------------------------------------------------------------------------------- */

/** Memory that the processes of pages hold for themselves alone, in MB; workers are in it. */
async function held(browser) {
  const session = await browser.target().createCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const known = new Set(processInfo.filter(({ type }) => type === "renderer").map(({ id }) => String(id)));
  return readdirSync("/proc").filter((id) => known.has(id)).reduce((sum, id) => {
    const own = readFileSync(`/proc/${id}/smaps_rollup`, "utf8").matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm);
    return sum + [...own].reduce((kilo, [, each]) => kilo + Number(each), 0) / 1024;
  }, 0);
}

test("chromium: ten elements with the trained model take less than 300 MB, and give it back", async (t) => {
  const browser = await launch("chromium");
  const server = await serveDist(withPages({ "host.html": page('<div id="labs"></div>') }));
  t.after(async () => {
    await browser.close();
    await server.close();
  });
  const tab = await browser.page();
  await tab.goto(`${server.url}host.html`);
  const session = await tab.createCDPSession();
  const weigh = async () => {
    await settled(tab);
    for (let k = 0; k < 3; k++) await session.send("HeapProfiler.collectGarbage");
    await session.send("Memory.simulatePressureNotification", { level: "critical" }).catch(() => {});
    await new Promise((done) => setTimeout(done, 1500));
    const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
    return { mb: Math.round(await held(browser.browser)), nodes, jsEventListeners };
  };
  const put = async (count) => {
    await tab.evaluate((many) => {
      const texts = ["The cat chased a mouse.", "She gave him her book and he thanked her.", "The food was not bad at all."];
      for (let k = 0; k < many; k++) {
        const lab = document.createElement("attention-lab");
        for (const [name, value] of Object.entries({ text: texts[k % 3], model: "use-lite", layer: 1 + (k % 2), head: 1 + (k % 4) })) lab.setAttribute(name, value);
        document.querySelector("#labs").append(lab);
      }
    }, count);
    await tab.waitForFunction((many) => document.querySelectorAll('attention-lab[data-ready="use-lite"]').length === many, { timeout: 60_000 }, count);
  };
  const remove = () => tab.evaluate(() => document.querySelector("#labs").replaceChildren());
  const empty = await weigh();
  await put(1);
  const one = await weigh();
  await remove();
  // The program, its compiled code, fonts and what the allocators keep for the next time.
  const once = await weigh();
  await put(10);
  const ten = await weigh();
  await remove();
  const after = await weigh();
  console.log(`element.test.js: ${JSON.stringify({ empty, one, once, ten, after })}`);
  assert.ok(ten.mb - empty.mb < 300, `${ten.mb - empty.mb} MB`);
  assert.ok(after.mb - once.mb < 0.3 * (ten.mb - once.mb), `${after.mb - once.mb} of ${ten.mb - once.mb} MB stay`);
  assert.ok(after.nodes - empty.nodes < 100 && after.jsEventListeners - empty.jsEventListeners < 20, "no nodes or listeners stay");
});
