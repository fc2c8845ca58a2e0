/** The page in somebody's frame: its height, its messages, its manners with keys and focus, and a room of fixed size. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { faults } from "./boxes.js";
import { drawn, types, withPages } from "./hosting.js";
import { open } from "./open.js";
import { BROWSERS } from "./support.js";

/** A host that keeps what it is told, and gives the frame the height that it asks for if it is to. */
const host = ({ hash = "#v=1&embed=1", attributes = 'width="700" height="420"', follows = false }) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,">
<style>body { margin: 0 } iframe { display: block; border: 0 }</style><body>
<script>
  globalThis.told = [];
  addEventListener("message", ({ data }) => {
    told.push(data);
    if (${follows} && data.type === "attention-lab:resize") document.querySelector("iframe").style.height = data.height + "px";
  });
</script>
<input id="own"><iframe ${attributes} src="index.html${hash}"></iframe></body></html>`;

const frameOf = (tab) => tab.waitForFrame((frame) => frame.url().includes("index.html"));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const told = (tab, type) => tab.evaluate((wanted) => globalThis.told.filter((each) => each.type === wanted), type);
const send = (tab, message) => tab.evaluate((what) => document.querySelector("iframe").contentWindow.postMessage(what, "*"), message);

/** Asks, and waits for the answer. */
async function ask(tab, message) {
  await send(tab, message);
  await tab.waitForFunction((id) => globalThis.told.some((each) => each.type === "attention-lab:state" && each.id === id), { timeout: 10_000 }, message.id);
  return tab.evaluate((id) => globalThis.told.findLast((each) => each.type === "attention-lab:state" && each.id === id), message.id);
}

async function openHost(t, name, options = {}) {
  const { page: tab, server } = await open(t, name, withPages({ "host.html": host(options) }));
  await tab.setViewport({ width: 1000, height: 900 });
  await tab.goto(`${server.url}host.html`);
  const frame = await frameOf(tab);
  await drawn(frame, options.model ?? "by-hand");
  return { tab, frame, server };
}

const LONG = "She gave him her book and he thanked her, and then they both went down to the river bank, where nobody had money. ".repeat(2);

for (const name of BROWSERS) {
  test(`${name}: the height is told in three dialects, as it grows and shrinks, and comes to rest`, async (t) => {
    const { tab, frame } = await openHost(t, name, { follows: true });
    const rest = async () => {
      let count = -1;
      for (let now = await tab.evaluate(() => globalThis.told.length); now !== count; now = await tab.evaluate(() => globalThis.told.length)) {
        count = now;
        await pause(500);
      }
      const heights = (await told(tab, "attention-lab:resize")).map(({ height }) => height);
      return { count, heights, height: heights.at(-1) };
    };
    const first = await rest();
    assert.ok(first.height > 200 && first.height < 900, String(first.height));
    assert.ok(first.heights.length < 8, `told ${first.heights}`);
    assert.deepEqual(await frame.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.clientHeight]), [first.height, first.height], "nothing to scroll");
    const dialects = await tab.evaluate(() => [
      globalThis.told.filter(({ type }) => type === "plugin.resize").map(({ payload }) => payload.height),
      globalThis.told.filter((each) => typeof each === "string").map((each) => JSON.parse(each)).filter(({ subject }) => subject === "lti.frameResize").map(({ height }) => height),
    ]);
    assert.deepEqual(dialects, [first.heights, first.heights]);
    await send(tab, { type: "attention-lab:setState", state: { hide: "masthead" } });
    const grown = await rest();
    assert.ok(grown.height > first.height + 100);
    await send(tab, { type: "attention-lab:setState", state: { hide: null } });
    const shrunk = await rest();
    assert.equal(shrunk.height, first.height);
    assert.ok(shrunk.heights.length - first.heights.length < 16, `told ${shrunk.heights}`);
    await pause(1000);
    assert.equal((await rest()).count, shrunk.count, "silence");
  });

  test(`${name}: messages are answered; what is not for the page, or not from its host, is left alone`, async (t) => {
    const { tab, frame } = await openHost(t, name, { hash: "#v=1&embed=1&text=mouse+a" });
    assert.deepEqual(await told(tab, "attention-lab:ready"), [{ type: "attention-lab:ready", model: "by-hand" }]);
    assert.deepEqual(await ask(tab, { type: "attention-lab:getState", id: 1 }), { type: "attention-lab:state", id: 1, state: { text: "mouse a", embed: "1" }, notices: [] });
    const set = await ask(tab, { type: "attention-lab:setState", id: "two", state: { text: "a cat", stage: "masked", head: 0, strange: "x" } });
    assert.deepEqual(set, { type: "attention-lab:state", id: "two", state: { text: "a cat", stage: "masked", embed: "1" }, notices: [
      { code: "clamped", name: "head", asked: "0", used: "1" }, { code: "unknown", name: "strange", asked: "x", used: "" },
    ] });
    await pause(400);
    await ask(tab, { type: "attention-lab:select", id: 3, cell: "2.1" });
    await tab.waitForFunction(() => globalThis.told.some(({ type, cell }) => type === "attention-lab:select" && cell === "2.1"));
    const [pick] = await told(tab, "attention-lab:select");
    assert.deepEqual([pick.query, pick.key, pick.layer, pick.head], ["cat", "a", 1, 1]);
    assert.ok(pick.weight > 0 && pick.weight < 1);
    assert.equal((await ask(tab, { type: "attention-lab:select", id: 4, cell: null })).state.cell, undefined);

    // Shapes that are none of ours.
    const before = await tab.evaluate(() => globalThis.told.length);
    await tab.evaluate(() => {
      const { contentWindow } = document.querySelector("iframe");
      const wrong = [null, 1, "attention-lab:getState", [], ["attention-lab:getState"], {}, { type: "attention-lab:setState" }, { type: "attention-lab:setState", state: null }, { type: "attention-lab:setState", state: [["text", "no"]] },
        { type: "attention-lab:setState", state: "text=no" }, { type: "attention-lab:getState", id: {} }, { type: "attention-lab:select", cell: 3 }, { type: "attention-lab:select" }, { type: "toString" }, { type: "__proto__" },
        { type: { toString: "x" } }, new Map([["type", "attention-lab:getState"]]), new Date(), { type: "attention-lab:run", code: "globalThis.ran = 1" }];
      for (const each of wrong) contentWindow.postMessage(each, "*");
      // From another window than the one around.
      const other = document.body.appendChild(document.createElement("iframe"));
      other.srcdoc = '<script>parent.frames[0].postMessage({ type: "attention-lab:setState", id: "other", state: { text: "The mouse" } }, "*")</' + "script>";
    });
    await pause(800);
    assert.equal(await tab.evaluate(() => globalThis.told.length), before);
    // Ours in shape, odd in what they carry.
    const odd = await tab.evaluate(() => {
      const state = JSON.parse('{"__proto__":"1","constructor":"2","text":{"a":1},"mask":null,"stage":["x"]}');
      Object.assign(state, Object.fromEntries(Array.from({ length: 5000 }, (_, k) => [`k${k}`, "x"])));
      document.querySelector("iframe").contentWindow.postMessage({ type: "attention-lab:setState", id: "odd", state }, "*");
      document.querySelector("iframe").contentWindow.postMessage({ type: "attention-lab:setState", id: "huge", state: { text: "a".repeat(1_000_000), lock: "<script>".repeat(100_000) } }, "*");
      return new Promise((done) => setTimeout(() => done(globalThis.told.filter(({ id }) => id === "odd" || id === "huge")), 2000));
    });
    assert.deepEqual(odd.map(({ id, notices }) => [id, notices.length, notices[0].code]), [["odd", 10, "unknown"], ["huge", 2, "too-long"]]);
    assert.equal(odd[1].state.text.length, 20_000);
    assert.equal(await frame.evaluate(() => globalThis.ran ?? ({}).polluted), undefined);
    await types(frame, "mouse a", 2);
  });

  test(`${name}: it stops playing with its slide, takes no focus, and gives the keyboard back`, async (t) => {
    const { tab, frame } = await openHost(t, name, { hash: "#v=1&embed=1&hide=masthead" });
    const held = () => tab.evaluate(() => document.activeElement.id || document.activeElement.localName);
    await tab.focus("#own");
    await tab.evaluate(() => { document.querySelector("iframe").src += "&text=mouse+a"; });
    await frame.waitForFunction(() => document.querySelector("textarea").value === "mouse a");
    await ask(tab, { type: "attention-lab:setState", id: 1, state: { text: "a cat", cell: "1.2", stage: "weights", hide: null } });
    await ask(tab, { type: "attention-lab:setState", id: 2, state: { hide: "masthead" } });
    await pause(300);
    assert.equal(await held(), "own");
    await tab.evaluate(() => document.querySelector("iframe").contentWindow.location.reload());
    await pause(300);
    const again = await frameOf(tab);
    await drawn(again, "by-hand");
    await pause(200);
    assert.equal(await held(), "own");

    await again.evaluate(() => document.querySelectorAll(".steps-walk button")[1].click());
    const plays = () => again.evaluate(() => document.querySelectorAll(".steps-walk button")[1].getAttribute("aria-label"));
    await pause(200);
    assert.equal(await plays(), "Pause");
    await send(tab, "slide:stop");
    await pause(300);
    assert.notEqual(await plays(), "Pause");

    await again.focus("textarea");
    assert.equal(await held(), "iframe");
    await tab.keyboard.press("Escape");
    await pause(100);
    assert.equal(await held(), "body");
    // From a cell the first Escape leaves the grid, as everywhere; the second the frame.
    await again.evaluate(() => document.querySelector('#map-right [role="grid"] [tabindex="0"]').focus());
    await tab.keyboard.press("Escape");
    assert.equal(await held(), "iframe");
    await tab.keyboard.press("Escape");
    await pause(100);
    assert.equal(await held(), "body");
    // A menu has the first use of it.
    await again.evaluate(() => { document.querySelector("#examples button").focus(); document.querySelector("#examples button").click(); });
    await tab.keyboard.press("Escape");
    assert.equal(await held(), "iframe");
  });

  test(`${name}: in a room of fixed size sentence and maps are seen, and all can be reached`, async (t) => {
    const { page: tab, server } = await open(t, name, withPages(Object.fromEntries([[500, 300], [700, 420], [360, 640]].flatMap(([width, height]) => ["", "&lang=ar", `&model=use-lite&text=${LONG.replaceAll(" ", "+")}`].map((more, at) => [`${width}-${at}.html`, host({ hash: `#v=1&embed=1${more}`, attributes: `width="${width}" height="${height}"` })])))));
    for (const [width, height] of [[500, 300], [700, 420], [360, 640]]) {
      for (const at of [0, 1, 2]) {
        await tab.goto(`${server.url}${width}-${at}.html`);
        const frame = await frameOf(tab);
        await drawn(frame, at === 2 ? "use-lite" : "by-hand");
        await pause(150);
        const what = `${width} × ${height}, ${at}`;
        assert.deepEqual(await frame.evaluate(`(${faults})()`), [], what);
        const seen = await frame.evaluate(() => {
          const box = (element) => { const { top, bottom, left, right } = element.getBoundingClientRect(); return { top, bottom, left, right }; };
          const maps = [...document.querySelectorAll("#figure canvas[data-side]")].filter((canvas) => canvas.checkVisibility()).map(box);
          return { field: box(document.querySelector("textarea")), maps, foot: box(document.querySelector("footer")), scrolls: [document.documentElement.scrollWidth, document.documentElement.scrollHeight], over: getComputedStyle(document.documentElement).overflowY };
        });
        assert.ok(seen.field.top >= 0 && seen.field.bottom < height, `${what}: ${JSON.stringify(seen)}`);
        assert.equal(seen.maps.length, width < 440 ? 1 : 2, what);
        for (const { top, left, right } of seen.maps) assert.ok(top < height - 60 && left >= 0 && right <= width, `${what}: ${JSON.stringify(seen)}`);
        assert.ok(seen.foot.bottom <= seen.scrolls[1] + 0.5 && seen.over !== "hidden", `${what}: the foot can be scrolled to`);
      }
    }
  });
}
