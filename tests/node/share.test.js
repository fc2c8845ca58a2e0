/** The texts of the dialog "Share and embed", and the table of the docs: what they say is what the address reads. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { LOCKS, PANELS } from "../../web/address-switches.js";
import { NAMES, readAddress, readPairs } from "../../web/address.js";
import { baseOf, besides, hiddenIn, sharedState, snippetsOf } from "../../web/share/snippets.js";
import { createStore } from "../../web/state.js";
import { aState, carried } from "./random-states.js";

const BASE = "https://example.org/lab/index.html";
const SCRIPT = "https://example.org/lab/attention-lab-element.js";
const SETTING = { embed: true, hidden: hiddenIn(true), lock: [], theme: "auto", language: null };
const SIZE = { width: null, height: "fixed", px: 480 };
const HOSTILE = ["\"><script>boom()</script>", "</textarea></iframe></attention-lab><img src=x onerror=boom()>", "two\nlines\tand a tab", "``` ]( ) [x] *a* _b_ {c} $d$",
  "القطة طاردت \"فأرًا\"", "👩‍👩‍👧 & 'co' <b>", "a\\b %41 &amp; #v=1", "x".repeat(3000)];

const made = (state, more = {}) => snippetsOf({ state: { ...createStore().state, ...state }, setting: SETTING, size: SIZE, base: BASE, script: SCRIPT, title: `Attention Lab: ${state.text ?? ""}`, ...more });

/** The attributes of one tag, read as HTML reads them: nothing but names and values between double quotes. */
function attributesOf(tag) {
  const inside = tag.match(/^<[a-z-]+((?: [a-z-]+(?:="[^"<>\n]*")?)*)><\/[a-z-]+>$/);
  assert.ok(inside, `not one whole tag: ${tag.slice(0, 200)}`);
  const signs = { amp: "&", lt: "<", gt: ">", quot: '"', "#9": "\t", "#10": "\n", "#13": "\r" };
  const read = (text) => text.replace(/&(#?\w+);/g, (_, name) => signs[name]);
  return Object.fromEntries([...inside[1].matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)].map(([, name, value = ""]) => [name, read(value)]));
}

const stateOf = async (address) => (await readAddress(address.slice(address.indexOf("#")))).patch;

for (const text of HOSTILE) {
  test(`every text carries ${JSON.stringify(text.slice(0, 30))} as it is`, async () => {
    const all = await made({ text });
    const addresses = [
      all.link,
      attributesOf(all.iframe).src, attributesOf(all.html).src,
      attributesOf(all.quarto.split("\n")[1]).src,
      attributesOf(all.slide.split("\n")[1].trim())["data-src"], attributesOf(all.background)["data-background-iframe"],
      all.myst.split("\n")[0].replace("```{iframe} ", ""), all.quartoSlide.match(/background-iframe="([^"]*)"/)[1], all.markdown.match(/\]\(([^()\s]*)\)$/)[1],
    ];
    for (const address of addresses) {
      assert.equal(address, all.link);
      assert.match(address, /^https:\/\/example\.org\/lab\/index\.html#[\w.~%+&=,/:;?@-]+$/, "only signs that break nothing");
    }
    assert.deepEqual(await stateOf(all.link), { text, embed: true });
    const [script, element] = all.element.split("\n");
    assert.equal(script, `<script src="${SCRIPT}"></script>`);
    assert.equal(attributesOf(element).text, text);
    assert.equal(all.markdown.split("\n").length, 1);
    assert.match(all.quarto, /^```\{=html\}\n[^\n]+\n```$/);
    assert.equal(all.myst.split("\n").length, 4);
    assert.ok(all.myst.split("\n")[2].length <= ":title: ".length + 80);
  });
}

test("any state: link and element say the same, and what the page has", async () => {
  await fc.assert(fc.asyncProperty(aState, async (random) => {
    const state = { ...createStore().state, ...random };
    const setting = { ...SETTING, lock: random.lock, theme: random.theme, language: random.language };
    const all = await made(state, { setting });
    const shared = sharedState(state, setting);
    const full = (patch) => carried({ ...createStore().state, ...patch });
    assert.deepEqual(full(await stateOf(all.link)), carried(shared));
    const { style, ...attributes } = attributesOf(all.element.split("\n")[1]);
    const { patch, notices } = readPairs(Object.entries(attributes));
    assert.deepEqual(notices, []);
    assert.deepEqual(full({ ...patch, embed: true }), carried(shared));
  }), { numRuns: 100 });
});

test("hidden parts: named only where they are not the form's own", () => {
  const state = createStore().state;
  assert.equal(sharedState(state, SETTING).hide, null);
  assert.equal(sharedState(state, { ...SETTING, embed: false, hidden: [] }).hide, null);
  assert.deepEqual(sharedState(state, { ...SETTING, hidden: [] }).hide, []);
  assert.deepEqual(sharedState(state, { ...SETTING, hidden: ["footer"] }).hide, ["footer"]);
});

test("the whole page as an element hides nothing; that is said, for an element is small by itself", async () => {
  const { element, link } = await made({}, { setting: { ...SETTING, embed: false, hidden: [] } });
  assert.equal(attributesOf(element.split("\n")[1]).hide, "");
  assert.equal(link, `${BASE}#v=1`);
});

test("sizes", async () => {
  const sized = async (size) => {
    const all = await made({}, { size: { ...SIZE, ...size } });
    const { width, height, style } = attributesOf(all.html);
    return [width, height, style.includes("aspect-ratio:5/3"), all.iframe.includes("<script>")];
  };
  assert.deepEqual(await sized({ width: 500, height: "shape" }), ["500", "300", false, false]);
  assert.deepEqual(await sized({ width: null, height: "shape" }), ["100%", undefined, true, false]);
  assert.deepEqual(await sized({ width: 700, height: "fixed", px: 333 }), ["700", "333", false, false]);
  assert.deepEqual(await sized({ width: null, height: "auto", px: 475 }), ["100%", "475", false, true]);
});

test("a long sentence is packed", async () => {
  const { link } = await made({ text: "a long sentence ".repeat(400) });
  assert.match(link, /#v=1&z=/);
  assert.ok(link.length < 1000, `${link.length}`);
});

test("addresses of pages: http, https and paths, and nothing that runs", () => {
  assert.equal(baseOf(" https://example.org/a b/#x=1 "), "https://example.org/a%20b/");
  assert.equal(baseOf("https://example.org"), "https://example.org/");
  assert.equal(baseOf("lab/index.html"), "lab/index.html");
  assert.equal(baseOf("../it's (new)/\"x\".html"), "../it%27s%20%28new%29/%22x%22.html");
  for (const wrong of ["", "  ", "#v=1", "javascript:alert(1)", " java\nscript:alert(1)", "data:text/html,x", "file:///home/a.html"]) assert.equal(baseOf(wrong), null, wrong);
  assert.equal(besides("https://example.org/lab/index.html", "e.js"), "https://example.org/lab/e.js");
  assert.equal(besides("https://example.org/lab/?a=/b", "e.js"), "https://example.org/lab/e.js");
  assert.equal(besides("attention-lab.html", "e.js"), "e.js");
});

/* ---- web/docs/embedding.md ------------------------------------------------------------------------------- */

const docs = readFileSync(new URL("../../web/docs/embedding.md", import.meta.url), "utf8");
const section = (title) => docs.split(/^## /m).find((each) => each.startsWith(title));

test("the docs' table of parameters names what an address can carry, in its order, with the defaults", () => {
  const rows = [...section("Parameters").matchAll(/^\| `(\w+)` \|.*\| (.*) \|$/gm)].map(([, name, usual]) => [name, usual]);
  assert.deepEqual(rows.map(([name]) => name), NAMES);
  const { patch } = readPairs(rows.filter(([, usual]) => usual.startsWith("`")).map(([name, usual]) => [name, usual.slice(1, -1)]));
  for (const [key, value] of Object.entries(patch)) assert.deepEqual(value, createStore().state[key], key);
});

test("the docs name every part that can be hidden and every lock", () => {
  const listed = (name) => [...section("A teacher's switches").match(new RegExp(`^\\| \`${name}\` \\|.*$`, "m"))[0].matchAll(/`([a-z]+)`/g)].map(([, word]) => word).slice(1);
  assert.deepEqual(listed("hide"), PANELS);
  assert.deepEqual(listed("lock"), LOCKS);
});
