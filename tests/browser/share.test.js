/** The dialog "Share and embed": what it gives to copy, pasted into pages of others, shows what the page showed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { faults, inspect } from "./boxes.js";
import { open } from "./open.js";
import { BROWSERS, fieldUnits, frames, PREFIX, ready, unitsOf } from "./support.js";

const HOSTILE = '"><script>boom()</script></textarea>\nthe \'cat\' & القطة 😀';
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:";

/** The page of somebody, with a text pasted into its source. */
async function openShared(t, name, { hash = "#v=1&model=use-lite&layer=2&head=2&stage=weights&cell=3.5", size, options = {}, prepare = async () => {} } = {}) {
  let host = "";
  const { browser, server, page: first } = await open(t, name, {
    ...options,
    intercept(path, response) {
      if (path !== `${PREFIX}/host.html`) return false;
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(host);
      return true;
    },
  });
  const page = size ? await browser.page(size) : first;
  await prepare(page);
  await page.goto(`${server.url}index.html${hash}`);
  await page.waitForSelector("html[data-ready]", { timeout: 60_000 });
  const paste = async (body) => {
    host = `<!doctype html><meta charset="utf-8"><title>host</title><script>window.booms = 0; function boom() { window.top.booms++; }</script>${body}`;
    const other = await browser.page();
    await other.goto(`${server.url}host.html`);
    return other;
  };
  return { page, server, paste, browser };
}

async function openDialog(page) {
  await page.$eval('#dialogs [data-dialog="share"]', (button) => button.click());
  await page.waitForSelector("dialog.share[open]");
  await page.waitForFunction(() => document.querySelector("dialog.share .share-text").value !== "", { timeout: 20_000 });
}

/** The texts to copy, by the order of snippets.js. */
const texts = (page) => page.$$eval(".share-text", (fields) => {
  const [link, iframe, element, myst, html, markdown, quarto, quartoSlide, slide, background] = fields.map((field) => field.value);
  return { link, iframe, element, myst, html, markdown, quarto, quartoSlide, slide, background };
});

const chooseRadio = (page, value) => page.$eval(`dialog.share input[type="radio"][value="${value}"]`, (input) => input.click());
const stateOf = (text) => text.replace(/^[^#]*#/, "");
const labFrame = (page) => page.waitForFrame((frame) => frame !== page.mainFrame() && frame.url().includes("index.html"), { timeout: 30_000 });

/** What a lab in a frame shows, asked for by message as a host would. */
const askFrame = (page) => page.evaluate(() => new Promise((done) => {
  addEventListener("message", ({ data }) => data?.type === "attention-lab:state" && done(data.state));
  document.querySelector("iframe").contentWindow.postMessage({ type: "attention-lab:getState", id: 1 }, "*");
}));

for (const name of BROWSERS) {
  test(`${name}: the first head of the trained model is shared as such`, async (t) => {
    const { page, paste } = await openShared(t, name, { hash: "#v=1&model=use-lite&layer=1&head=1&text=a+dog" });
    await ready(page, "use-lite");
    await openDialog(page);
    const host = await paste((await texts(page)).iframe);
    const frame = await labFrame(host);
    await ready(frame, "use-lite");
    assert.deepEqual(await frame.$eval("canvas[data-stage]", ({ dataset }) => [dataset.layer, dataset.head]), ["1", "1"]);
  });

  test(`${name}: a cell of the first sentence is shared`, async (t) => {
    const { page, paste } = await openShared(t, name, { hash: "#v=1&cell=2.4" });
    await openDialog(page);
    const host = await paste((await texts(page)).html);
    await ready(await labFrame(host), "by-hand");
    assert.deepEqual(await askFrame(host), { cell: "2.4", embed: "1" });
  });

  test(`${name}: every text, pasted into another page, shows the same; hostile text runs nothing`, async (t) => {
    const text = HOSTILE;
    const { page, paste } = await openShared(t, name, { hash: `#v=1&model=use-lite&layer=2&head=2&stage=weights&cell=3.5&text=${encodeURIComponent(text)}` });
    await ready(page, "use-lite");
    await openDialog(page);
    const all = await texts(page);
    const wanted = { text, model: "use-lite", stage: "weights", cell: "3.5", embed: "1" }; // layer and head are those that the model opens with

    const linked = await paste("");
    await linked.goto(all.link);
    await ready(linked, "use-lite");
    assert.deepEqual(await fieldUnits(linked), unitsOf(text), "link");

    for (const [what, body] of [["iframe", all.iframe], ["html", all.html], ["quarto", all.quarto.split("\n")[1]], ["slide", all.slide.replace("data-src=", "src=")], ["background", all.background.replace(/^<section data-background-iframe=("[^"]*").*$/, "<iframe src=$1></iframe>")]]) {
      const host = await paste(body);
      const frame = await labFrame(host);
      await ready(frame, "use-lite");
      assert.deepEqual(await askFrame(host), wanted, what);
      assert.deepEqual(await fieldUnits(frame), unitsOf(text), what);
      assert.equal(await host.evaluate(() => window.booms), 0, what);
      assert.equal(await host.$$eval("script", (scripts) => scripts.length), what === "iframe" ? 2 : 1, what);
      if (what === "iframe") await host.waitForFunction(() => document.querySelector("iframe").clientHeight > 300 && document.querySelector("iframe").height !== "480");
      await host.close();
    }

    const host = await paste(all.element);
    await host.waitForSelector('attention-lab[data-ready="use-lite"]', { timeout: 60_000 });
    const { embed, ...inElement } = wanted;
    const state = await host.$eval("attention-lab", (element) => element.getState());
    assert.deepEqual({ ...state, embed: undefined }, { ...inElement, embed: undefined });
    assert.equal(await host.evaluate(() => window.booms), 0);
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: what a teacher sets is in the texts and in the preview, and the page's own address stays`, async (t) => {
    const { page } = await openShared(t, name);
    await ready(page, "use-lite");
    await page.waitForFunction(() => !location.hash.includes("layer="), { timeout: 20_000 }); // written anew: the model opens with them
    const before = page.url();
    const steps = await page.evaluate(() => history.length);
    await openDialog(page);
    await chooseRadio(page, "dark");
    await page.$eval('dialog.share input[value="footer"]', (box) => box.click());
    await page.$eval('dialog.share input[value="text"]', (box) => box.click());
    await page.select("dialog.share .share-choice select", "de");
    await page.waitForFunction(() => /hide=.*lock=text/.test(document.querySelector(".share-text").value));
    const { link } = await texts(page);
    assert.match(link, /&theme=dark&lang=de&embed=1&hide=masthead,equation,steps,controls,heads,workings,footer&lock=text$/);
    await page.waitForFunction((hash) => document.querySelector(".preview-frame")?.src.endsWith(hash), { timeout: 20_000 }, stateOf(link));
    const frame = await (await page.$(".preview-frame")).contentFrame();
    await ready(frame, "use-lite");
    assert.equal(await frame.evaluate(() => `${document.documentElement.lang} ${document.documentElement.dataset.theme}`), "de dark");
    assert.equal(await frame.$("footer"), null);
    assert.equal(await frame.$eval("textarea", (field) => field.readOnly), true);
    assert.equal(await page.evaluate(() => document.activeElement.tagName === "IFRAME"), false, "the focus stays");
    assert.equal(page.url(), before);
    assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
    await chooseRadio(page, "whole");
    await page.waitForFunction(() => !document.querySelector(".share-text").value.includes("embed"));
    assert.equal(page.url(), before);
    await page.waitForFunction(() => document.querySelector(".preview-frame")?.src.includes("preview#v=1") && !document.querySelector(".preview-frame").src.includes("embed"), { timeout: 20_000 });
    assert.equal(await page.evaluate(() => history.length), steps, "no step in the history");
  });

  test(`${name}: clipboard refused or absent: the text is selected, and what to press is said`, async (t) => {
    for (const refuse of [
      () => Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }),
      () => Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) }, configurable: true }),
    ]) {
      const { page } = await openShared(t, name, { prepare: (each) => each.evaluateOnNewDocument(refuse), size: { width: 1440, height: 1000 } });
      await page.click("#copy-link button");
      await page.waitForSelector(".copy-link-box:not([hidden])");
      const selected = () => page.evaluate(() => { const { value, selectionStart, selectionEnd } = document.activeElement; return value.slice(selectionStart, selectionEnd); });
      assert.match(await selected(), /index\.html#v=1&model=use-lite.*cell=3\.5/);
      assert.match(await page.$eval(".copy-link-box p", (line) => line.textContent), /Ctrl\+C/);
      await page.keyboard.press("Escape");
      await page.waitForSelector(".copy-link-box", { hidden: true });
      await openDialog(page);
      await page.$eval(".share-group:not([hidden]) .button", (button) => button.click());
      await page.waitForFunction(() => /Ctrl\+C/.test(document.querySelector(".share-status").textContent));
      await page.waitForFunction((hash) => document.querySelector(".preview-frame")?.src.endsWith(hash), { timeout: 20_000 }, stateOf((await texts(page)).link));
      await frames(page);
      const whole = await page.evaluate(() => { const { value, selectionStart, selectionEnd } = document.activeElement; return [selectionStart, selectionEnd - value.length, value.startsWith("<iframe")]; });
      assert.deepEqual(whole, [0, 0, true], "it stays selected when the preview has told its height");
    }
  });

  test(`${name}: copying puts the text on the clipboard, and says so`, async (t) => {
    const { page } = await openShared(t, name, {
      prepare: (each) => each.evaluateOnNewDocument(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text; } } })), size: { width: 1440, height: 1000 },
    });
    await page.click("#copy-link button");
    await page.waitForFunction(() => document.querySelector("#copy-link [role=status]").textContent === "Link copied");
    assert.equal(stateOf(await page.evaluate(() => window.copied)), "v=1&model=use-lite&stage=weights&cell=3.5"); // layer 2 head 2 is where the model opens
    await openDialog(page);
    for (const where of ["link", "iframe", "element", "markdown", "quarto", "slides"]) {
      await chooseRadio(page, where);
      for (const block of await page.$$(".share-group:not([hidden]) .share-block")) {
        // The preview may tell another height in between, which then stands in the text: copied again.
        await page.waitForFunction((each) => {
          each.querySelector(".button").click();
          return window.copied === each.querySelector("textarea").value;
        }, { polling: 200 }, block);
      }
    }
  });

  test(`${name}: an address that is none is said and not taken; another is, with the script beside it`, async (t) => {
    const { page } = await openShared(t, name);
    await openDialog(page);
    const write = (value) => page.$eval(".share-address", (field, text) => { field.value = text; field.dispatchEvent(new Event("input")); }, value);
    const before = await texts(page);
    await write("javascript:boom()");
    assert.equal(await page.$eval("dialog.share .message", (line) => line.hidden), false);
    await write("https://example.org/a b/index.html#v=9");
    await page.waitForFunction(() => document.querySelector(".share-text").value.startsWith("https://example.org/a%20b/index.html#v=1&"));
    assert.equal(await page.$eval("dialog.share .message", (line) => line.hidden), true);
    const now = await texts(page);
    assert.equal(stateOf(now.link), stateOf(before.link));
    assert.match(now.element, /^<script src="https:\/\/example\.org\/a%20b\/attention-lab-element\.js"><\/script>/);
  });

  test(`${name}: under a policy without frames the preview says so`, async (t) => {
    const { page } = await openShared(t, name, { options: { headers: { "Content-Security-Policy": POLICY } } });
    await openDialog(page);
    await page.waitForFunction(() => /CSP/.test(document.querySelector(".preview .share-note:not([hidden])")?.textContent), { timeout: 20_000 });
    assert.equal(await page.$eval(".preview-ground", (ground) => ground.hidden), true);
  });
}

for (const [width, lang] of [[360, "en"], [360, "de"], [768, "en"], [1440, "ar"]]) {
  test(`chromium: the dialog at ${width} px, ${lang}: nothing overlaps or sticks out, axe finds nothing`, async (t) => {
    const { page } = await openShared(t, "chromium", { hash: `#v=1&text=a+cat&lang=${lang}`, size: { width, height: 800 } });
    await openDialog(page);
    await page.waitForSelector(".preview-frame");
    for (const list of await page.$$(".share-list")) await list.evaluate((details) => { details.open = true; });
    for (const where of ["link", "iframe", "element", "markdown", "quarto", "slides"]) {
      await chooseRadio(page, where);
      await frames(page);
      assert.deepEqual(await page.evaluate(faults, "dialog.share"), [], where);
      const wide = await page.$eval(".dialog-body", (body) => body.scrollWidth - body.clientWidth);
      assert.equal(wide, 0, `${where}: ${wide} px too wide`);
    }
    assert.deepEqual(await inspect(page), []);
  });
}
