/** Every form in which the page can be handed on, where it may be put: it computes, draws, and asks nobody else for anything. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../node/support.js";
import { drawn, maps, strangers, types, watch, withPages } from "./hosting.js";
import { open } from "./open.js";
import { BROWSERS, FILE_URL, frames, PREFIX, serveDist } from "./support.js";

const FOLDER = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:";
const [WHOLE, SMALL] = ["attention-lab", "attention-lab-small"].map((name) => read(`build/${name}.policy`).toString().trim());
const ofDisk = (name) => new URL(name, FILE_URL).href;

const page = (body, head = "") => `<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,">${head}<body>${body}</body></html>`;
const element = (src, attributes = "") => page(`<attention-lab ${attributes}></attention-lab>`, `<script src="${src}"></script>`);
/** A page that has a file of dist/ as the source text of its frame. */
const asText = (file, sandbox) => page(`<iframe ${sandbox} width="1000" height="800"></iframe><script>fetch("${file}").then((answer) => answer.text()).then((text) => { const frame = document.querySelector("iframe"); frame.onload = () => { frame.dataset.in = ""; }; frame.srcdoc = text; });</script>`);

const frameOf = (tab) => tab.waitForFrame((frame) => frame !== tab.mainFrame());
async function textFrameOf(tab) {
  await tab.waitForSelector("iframe[data-in]", { timeout: 60_000 });
  return frameOf(tab);
}

/** It computes with the trained model, a sentence that is typed, and draws it. */
async function worksWhole(frame) {
  await drawn(frame, "use-lite");
  await types(frame, "The dog found it.", 5);
  isDrawn(await maps(frame), "2", "2");
}

/** It computes with the hand-made examples. */
async function worksByHand(frame) {
  await drawn(frame, "by-hand");
  await types(frame, "mouse a chased", 3);
  isDrawn(await maps(frame), "1", "1");
}

function isDrawn(both, layer, head) {
  assert.deepEqual(both.map(({ colours, ...rest }) => rest), [{ stage: "scores", layer, head }, { stage: "weights", layer, head }]);
  for (const { stage, colours } of both) assert.ok(colours > 5, `${stage}: ${colours} colours`);
}

/** What comes later: lessons, experiments, one word as the query, a dialog, another language. */
async function partsCome(frame) {
  const go = (hash) => frame.evaluate((to) => { location.hash = to; }, hash);
  await go("#v=1&place=lessons&lesson=equation.2");
  await frame.waitForSelector("#lessons .lesson-head", { timeout: 20_000 });
  await go("#v=1&place=experiments&experiment=matrices");
  await frame.waitForSelector("#experiments [role=tabpanel]:not([hidden]) :is(canvas, svg)", { timeout: 20_000 });
  await go("#v=1&view=word");
  await frame.waitForSelector("#one-word svg, #one-word canvas", { timeout: 20_000 });
  await go("#v=1&lang=es");
  await frame.waitForSelector('html[lang="es"]', { timeout: 20_000 });
  await frame.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('#dialogs [data-dialog="table"]')).click());
  await frame.waitForSelector("dialog[open] .numbers-table td", { timeout: 20_000 });
}

for (const name of BROWSERS) {
  test(`${name}: the folder, under its policy, at a subpath`, async (t) => {
    const { page: tab, server } = await open(t, name, { headers: { "Content-Security-Policy": FOLDER } });
    const requests = await watch(tab);
    await tab.goto(server.url);
    await worksWhole(tab);
    await partsCome(tab);
    assert.deepEqual(strangers(requests, server.url), []);
    assert.ok(requests.length > 4, "requests are seen");
    assert.deepEqual(await tab.evaluate(() => globalThis.violations), []);
    assert.deepEqual(tab.problems, []);
  });

  test(`${name}: the one file, under its policy, which lets it ask for nothing`, async (t) => {
    const { page: tab, server } = await open(t, name, withPages({}, { "attention-lab.html": WHOLE }));
    const requests = await watch(tab);
    await tab.goto(`${server.url}attention-lab.html`);
    await worksWhole(tab);
    await partsCome(tab);
    assert.deepEqual(strangers(requests, `${server.url}attention-lab.html`), []);
    assert.deepEqual(server.requests, [`${PREFIX}/attention-lab.html`]);
    assert.deepEqual(await tab.evaluate(() => globalThis.violations), []);
    assert.deepEqual(tab.problems, []);
  });

  test(`${name}: the small file, under its policy`, async (t) => {
    const { page: tab, server } = await open(t, name, withPages({}, { "attention-lab-small.html": SMALL }));
    const requests = await watch(tab);
    await tab.goto(`${server.url}attention-lab-small.html`);
    await worksByHand(tab);
    await partsCome(tab);
    assert.deepEqual(strangers(requests, `${server.url}attention-lab-small.html`), []);
    assert.deepEqual(await tab.evaluate(() => globalThis.violations), []);
    assert.deepEqual(tab.problems, []);
  });

  test(`${name}: an element, under a strict policy of its page`, async (t) => {
    const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'self'";
    const { page: tab, server } = await open(t, name, withPages({ "host.html": { html: element("attention-lab-element.js", 'model="use-lite" layer="2" head="2"'), policy } }));
    const requests = await watch(tab);
    await tab.goto(`${server.url}host.html`);
    await worksWhole(tab);
    assert.deepEqual(strangers(requests, server.url), []);
    assert.deepEqual(await tab.evaluate(() => globalThis.violations.filter((each) => !each.startsWith("img-src"))), []);
  });

  test(`${name}: an element whose script comes from another origin`, async (t) => {
    const other = await serveDist();
    t.after(() => other.close());
    const { origin } = new URL(other.url);
    const policy = `default-src 'none'; script-src ${origin} 'wasm-unsafe-eval'; worker-src blob:`;
    const { page: tab, server } = await open(t, name, withPages({ "host.html": { html: element(`${other.url}attention-lab-element.js`, 'text="The cat chased a mouse." model="use-lite"'), policy } }));
    const requests = await watch(tab);
    await tab.goto(`${server.url}host.html`);
    await worksWhole(tab);
    assert.deepEqual(strangers(requests, server.url, other.url), []);
  });

  test(`${name}: the one file in frames: sandboxed, and as source text, sandboxed or not`, async (t) => {
    const { page: tab, server } = await open(t, name, withPages({
      "sandbox.html": page('<iframe sandbox="allow-scripts" src="attention-lab.html" width="1000" height="800"></iframe>'),
      "text.html": asText("attention-lab-small.html", ""),
      "sandbox-text.html": asText("attention-lab.html", 'sandbox="allow-scripts"'),
    }));
    const requests = await watch(tab);
    await tab.goto(`${server.url}sandbox.html`);
    await worksWhole(await frameOf(tab));
    await tab.goto(`${server.url}sandbox-text.html`);
    await worksWhole(await textFrameOf(tab));
    await tab.goto(`${server.url}text.html`);
    const frame = await textFrameOf(tab);
    await worksByHand(frame);
    await new Promise((done) => setTimeout(done, 700)); // past the pause before the address would be written
    assert.equal(await frame.evaluate(() => location.protocol), "about:", "it stays where it is");
    isDrawn(await maps(frame), "1", "1");
    assert.deepEqual(strangers(requests, server.url), []);
    assert.deepEqual(tab.problems, []);
  });

  test(`${name}: from disk`, async (t) => {
    const { page: tab } = await open(t, name);
    const requests = await watch(tab);
    await tab.goto(ofDisk("index.html"));
    await worksWhole(tab);
    await tab.goto(ofDisk("attention-lab.html"));
    await worksWhole(tab);
    await partsCome(tab);
    await tab.goto(ofDisk("attention-lab-small.html"));
    await worksByHand(tab);
    assert.deepEqual(strangers(requests, "file:"), []);
    assert.deepEqual(tab.problems, []);
  });

  test(`${name}: the one file carries a state of its own, and yields to the address`, async (t) => {
    const small = read("dist/attention-lab-small.html").toString().replace("<html", '<html data-state="v=1&amp;text=mouse+a&amp;stage=weights"');
    const { page: tab, server } = await open(t, name, withPages({ "set.html": small }));
    await tab.goto(`${server.url}set.html`);
    await drawn(tab, "by-hand");
    assert.equal(await tab.$eval("textarea", (field) => field.value), "mouse a");
    await tab.goto(`${server.url}set.html#v=1&text=a+cat`);
    await tab.reload();
    await drawn(tab, "by-hand");
    await frames(tab);
    assert.equal(await tab.$eval("textarea", (field) => field.value), "a cat");
  });
}

