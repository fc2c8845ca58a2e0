/** The page by keyboard, by finger, on paper, enlarged, in forced colours, without motion; and what a screen reader is told. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { faults, inspect } from "./boxes.js";
import { open } from "./open.js";
import { press } from "./reading.js";
import { BROWSERS, frames, paste, PREFIX, ready } from "./support.js";
import { focused, outline, small, stumbles, walk } from "./walking.js";

const TEXT = "text=The+cat+chased+a+mouse";
const EXPERIMENTS = ["matrices", "root", "company", "compare", "cost"];
/** Every view: its address, and what is there when it is drawn. */
const VIEWS = {
  lab: [`${TEXT}&cell=3.5`, "#inspector.has-cell"],
  tokens: [`${TEXT}&stage=tokens`, "#tokens tbody tr"],
  "one word": [`${TEXT}&view=word&cell=3.5`, ".ow-key"],
  lessons: ["place=lessons", ".lesson-list li"],
  "a lesson": ["place=lessons&lesson=equation.3", ".answer-button"],
  ...Object.fromEntries(EXPERIMENTS.map((id) => [id, [`place=experiments&experiment=${id}`, `#panel-${id} h2`]])),
  "the small form": [`${TEXT}&embed=1&cell=3.5`, "#inspector.has-cell"],
};

async function view(page, server, [address, sign], more = "") {
  await page.goto(`${server.url}?${Math.random()}#v=1&${address}${more}`);
  await page.waitForSelector(sign, { timeout: 60_000 });
  const trained = address.includes("embed=1") ? "absent" : "ready";
  await page.waitForFunction((wanted) => {
    const { ready, trained } = document.documentElement.dataset;
    return ready && trained === wanted && !document.querySelector(".company-waiting:not(:empty)");
  }, {}, trained);
  await settle(page);
}

async function settle(page, ms = 250) {
  await page.evaluate((wait) => new Promise((done) => setTimeout(done, wait)), ms);
  await frames(page);
}

const nameOf = async (page) => (await page.evaluate(focused))?.name ?? null;
const live = (page) => page.$eval("#live", (element) => element.textContent);
const media = (page, features) => page.emulateMediaFeatures(Object.entries(features).map(([name, value]) => ({ name, value })));

test("chromium: Tab goes through every view as it is read; every stop has a name and a ring; headings make an outline", async (t) => {
  const { page, server } = await open(t, "chromium");
  for (const [name, where] of Object.entries(VIEWS)) {
    await view(page, server, where);
    const stops = await walk(page);
    assert.ok(stops.length > 2, name);
    assert.deepEqual(stumbles(stops), [], name);
    assert.deepEqual(await page.evaluate(outline), [], name);
    if (name === "tokens" || name === "the small form") assert.deepEqual(await inspect(page), [], name);
  }
  assert.deepEqual(page.problems, []);
});

test("chromium: the other way round Tab comes to the same stops", async (t) => {
  const { page, server } = await open(t, "chromium");
  await view(page, server, VIEWS.lab);
  await press(page, "Edit the numbers");
  await settle(page);
  await page.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
  await page.focus(".place-button");
  const there = await walk(page);
  assert.ok(there.length > 60, `${there.length} stops with the numbers open`);
  assert.deepEqual(stumbles(there), []);
  assert.deepEqual(await page.evaluate(outline), []);
  await page.evaluate(() => [...document.querySelectorAll("footer button")].at(-1).focus());
  const back = await walk(page, { key: "Shift" });
  const names = (stops) => stops.map(({ name }) => name);
  assert.deepEqual(names(back).reverse().slice(1 - there.length), names(there).slice(0, -1));
});

for (const name of BROWSERS) {
  test(`${name}: the focus comes back: from dialogs, and after another language`, async (t) => {
    const { page, server } = await open(t, name);
    await view(page, server, VIEWS.lab);
    for (const label of ["Save", "Open data", "Data table", "Keyboard", "About the models"]) {
      await page.evaluate((wanted) => [...document.querySelectorAll("footer button")].find((button) => button.textContent === wanted).focus(), label);
      await page.keyboard.press("Enter");
      await page.waitForSelector("dialog[open]");
      assert.equal(await page.evaluate(() => document.querySelector("dialog[open]").contains(document.activeElement)), true, `${label}: the focus is in it`);
      assert.deepEqual(await page.evaluate(outline), [], label);
      assert.doesNotMatch(await page.$eval("dialog[open]", (dialog) => dialog.textContent), /undefined|NaN/, label);
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !document.querySelector("dialog[open]"));
      assert.equal(await nameOf(page), label, "back at what opened it");
    }
    await page.focus(".language-button");
    await page.keyboard.press("Enter");
    for (let k = 0; k < 3; k++) await page.keyboard.press("ArrowDown");
    assert.equal(await nameOf(page), "Deutsch");
    await page.keyboard.press("Enter");
    await page.waitForSelector('html[lang="de"]');
    await page.waitForFunction(() => document.activeElement.classList.contains("language-button"), { timeout: 5000 });
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: where a control goes, the focus goes to one beside it`, async (t) => {
    const { page, server } = await open(t, name);
    await view(page, server, VIEWS.lab, "&mask=free&closed=1.2&layer=7");
    const leaves = async (selector, within) => {
      await page.focus(selector);
      await page.keyboard.press("Enter");
      await page.waitForFunction((gone) => !document.querySelector(gone)?.checkVisibility(), {}, selector);
      await settle(page, 100);
      assert.equal(await page.evaluate((part) => Boolean(document.activeElement.closest(part)) && document.activeElement.checkVisibility(), within), true, selector);
    };
    await leaves("#status .message:not(.is-warning) .button", "#lab");
    await leaves(".mask-size > .text-button", ".mask-set");
    await ready(page, "by-hand");
    await page.waitForSelector("#trained button:not([hidden])");
    await leaves("#trained button", ".ask");
    await ready(page, "use-lite");
  });

  test(`${name}: the list of tokens by keyboard, and what is said`, async (t) => {
    const { page, server } = await open(t, name);
    await view(page, server, VIEWS.tokens);
    await page.focus('.token-word[tabindex="0"]');
    await page.keyboard.press("Home");
    assert.equal(await nameOf(page), "The");
    await page.keyboard.press("ArrowUp");
    assert.equal(await nameOf(page), "The", "held inside");
    for (let k = 0; k < 2; k++) await page.keyboard.press("ArrowDown");
    assert.equal(await nameOf(page), "chased");
    await page.keyboard.press("Enter");
    await settle(page, 100);
    assert.equal(await nameOf(page), "chased");
    assert.equal(await page.$eval('.token-list tr[data-at="3"] button', (word) => word.getAttribute("aria-pressed")), "true");
    assert.match(await page.$eval("#inspector .rank", (rank) => rank.textContent), /^query 3/);
    await page.keyboard.press("End");
    assert.equal(await nameOf(page), "mouse");
    assert.equal(await page.$$eval('.token-word[tabindex="0"]', (words) => words.length), 1, "one tab stop");

    // Runs and pins are said.
    await page.click("#model button");
    await page.evaluate(() => [...document.querySelectorAll('#model [role^="menuitem"]')].find((item) => /USE Lite/.test(item.textContent)).click());
    await ready(page, "use-lite");
    await page.waitForFunction(() => /^USE Lite.*tokens/.test(document.querySelector("#live").textContent), { timeout: 10_000 });
    await page.evaluate(() => document.querySelector('.step[data-brings="scores"]').click());
    await settle(page);
    await page.focus('#map-left [role="grid"] [tabindex="0"]');
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    assert.match(await live(page), /pinned/i);
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true, "Escape leaves the map");
    // Who types is not spoken to at every letter.
    await page.focus("textarea");
    await page.$eval("#live", (element) => { element.textContent = ""; });
    await paste(page, "Dogs bark.");
    await page.waitForFunction(() => document.querySelector("#facts").textContent.startsWith("5 tokens"));
    assert.equal(await live(page), "");
  });
}

test("chromium: what is not in the language of the page is marked so", async (t) => {
  const { page, server } = await open(t, "chromium");
  await view(page, server, VIEWS["a lesson"], "&lang=de");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
  for (const part of [".lesson .lesson-title", ".lesson-text", ".problem-ask", ".answer-text"]) assert.equal(await page.$eval(part, (element) => element.closest("[lang]").lang), "en", part);
  assert.equal(await page.$eval("#sentence textarea", (field) => field.lang), "", "a sentence is in no known language");
  await view(page, server, ["example=chat-noir&stage=tokens", "#tokens tbody tr"], "&lang=ar");
  for (const part of ["#tokens tbody th", "#inspector .words"]) assert.ok(await page.$eval(part, (element) => element.querySelector("bdi") !== null), `${part}: tokens have their own direction`);
});

test("chromium: Arabic, dark, at 320 px: every view as narrow as a page enlarged fourfold; at 720 px as one enlarged twice", async (t) => {
  const { page, server } = await open(t, "chromium");
  for (const [width, more, names] of [[320, "&lang=ar&theme=dark", Object.keys(VIEWS)], [720, "", ["lab", "a lesson", "compare"]]]) {
    await page.setViewport({ width, height: 600 });
    for (const name of names) {
      await view(page, server, VIEWS[name], more);
      assert.deepEqual(await page.evaluate(faults), [], `${width} px, ${name}`);
      if (more) assert.deepEqual(await inspect(page), [], `${width} px, ${name}`);
    }
  }
  assert.deepEqual(page.problems, []);
});

test("chromium: two elements in somebody's page: one main, one h1, landmarks and keys of its own", async (t) => {
  const host = `<!doctype html><html lang="en"><title>host</title><style>a { outline-offset: 2px } a:focus { outline: 2px solid }</style><main><h1>Course</h1><p><a href="#x">before</a></p>
    <attention-lab text="The cat chased a mouse"></attention-lab><attention-lab hide="masthead" text="The cat chased a mouse" stage="weights"></attention-lab>
    <p><a href="#y">after</a></p></main><script src="attention-lab-element.js"></script></html>`;
  const { page, server } = await open(t, "chromium", {
    intercept(path, response) {
      if (path !== `${PREFIX}/host.html`) return false;
      response.writeHead(200, { "Content-Type": "text/html" }).end(host);
      return true;
    },
  });
  await page.goto(`${server.url}host.html`);
  await page.waitForFunction(() => document.querySelectorAll("attention-lab[data-ready]").length === 2);
  await settle(page, 500);
  assert.deepEqual(await inspect(page), []);
  const stops = await walk(page);
  assert.deepEqual([stops[0].name, stops.at(-1).name], ["before", "after"]);
  assert.deepEqual(stumbles(stops), []);
});

test("chromium: in forced colours maps keep theirs, and what is chosen, closed or switched on is seen", async (t) => {
  const { page, server } = await open(t, "chromium");
  const session = await page.createCDPSession();
  for (const scheme of ["light", "dark"]) {
    await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }, { name: "prefers-color-scheme", value: scheme }] });
    await view(page, server, VIEWS.lab, "&mask=causal");
    assert.ok(await page.$$eval("canvas", (canvases) => canvases.filter((canvas) => canvas.checkVisibility()).every((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(Array.from({ length: data.length / 4 }, (_, k) => data[4 * k] * 65536 + data[4 * k + 1] * 256 + data[4 * k + 2])).size > 8;
    })), "every map has its colours");
    /** That two states of a control are told apart by more than a background, which is gone. */
    const differ = async (one, other) => {
      const looks = await Promise.all([one, other].map((selector) => page.$eval(selector, (element) => {
        const { textDecorationLine, outlineStyle, outlineColor, borderTopColor, borderTopWidth, backgroundColor, fontWeight } = getComputedStyle(element);
        return JSON.stringify([textDecorationLine, outlineStyle, outlineStyle === "none" ? "" : outlineColor, borderTopWidth, borderTopColor, element.matches("input") ? backgroundColor : "", Number(fontWeight) >= 600]);
      })));
      assert.notEqual(looks[0], looks[1], `${scheme}: ${one}`);
    };
    await differ(".place-button[aria-current]", ".place-button:not([aria-current])");
    await differ('.step[aria-pressed="true"]', '.step[aria-pressed="false"]');
    await differ('.piece[aria-pressed="true"] .piece-name', '.piece[aria-pressed="false"]:not(.is-partner) .piece-name');
    await differ(".view-set input:checked + span", ".view-set input:not(:checked) + span");
    await differ(".divide-set input", ".heads-end input");
    await differ(".ruler.is-query", ".ruler:not(.is-query, .is-key)");
    const filled = await page.$$eval(".piece-name, .tab, .button, .step", (all) => {
      const paper = getComputedStyle(document.body).backgroundColor;
      return all.filter((each) => each.checkVisibility() && getComputedStyle(each).backgroundColor !== paper && !/, 0\)$/.test(getComputedStyle(each).backgroundColor)).map((each) => each.textContent);
    });
    assert.deepEqual(filled, [], "no text on a ground that is not the page's");
    const text = await page.$eval(".divide-set input", (input) => getComputedStyle(input).borderTopColor !== getComputedStyle(document.body).backgroundColor);
    assert.ok(text, "the switch has an edge");
    await view(page, server, ["text=The+cat+chased+a+mouse&view=word&cell=1.1&mask=causal", ".ow-key"]);
    assert.match(await page.$eval(".ow-key.is-closed", (key) => getComputedStyle(key, "::before").backgroundImage), /gradient/, "closed keys are hatched");
    assert.equal(await page.$eval(".ow-key.is-closed", (key) => getComputedStyle(key, "::before").forcedColorAdjust), "none");
    await view(page, server, VIEWS["a lesson"]);
    await differ(".lesson-equation .is-active", ".lesson-equation [data-piece]:not(.is-active)");
    await view(page, server, VIEWS.cost);
    await differ('.tab[aria-selected="true"]', '.tab[aria-selected="false"]');
  }
});

test("chromium: on paper: dark ink on light, no controls, no map cut off, and where it came from", async (t) => {
  const { page, server } = await open(t, "chromium");
  const WIDE = 718; // of A4 between its margins, in px
  for (const name of ["lab", "tokens", "one word", "a lesson", "company", "cost"]) {
    await page.emulateMediaType("screen");
    await page.setViewport({ width: 1440, height: 900 });
    await view(page, server, VIEWS[name], "&theme=dark");
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMediaType("print");
    await frames(page);
    const printed = await page.evaluate(() => {
      const dark = (colour) => { const [r, g, b] = colour.match(/[\d.]+/g).map(Number); return r + g + b < 420; };
      const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility()).map((each) => each.className || each.localName);
      return {
        paper: getComputedStyle(document.body).backgroundColor, ink: dark(getComputedStyle(document.querySelector("h1")).color) && dark(getComputedStyle(document.querySelector("main")).color),
        controls: shown(".menu-list, .chevron, .footer-actions, .tab, .switch, .segmented-set, input[type=range], .button, .steps, select, .language-button, .theme-button"),
        text: document.body.innerText, says: document.querySelector("#sentence textarea").checkVisibility() && document.querySelector("#sentence textarea").value, address: location.href,
      };
    });
    assert.equal(printed.paper, "rgba(0, 0, 0, 0)", name);
    assert.ok(printed.ink, `${name}: dark ink`);
    assert.deepEqual(printed.controls, [], name);
    assert.ok(printed.text.includes("Attention Lab") && printed.text.includes(printed.address), `${name}: its name and its address`);
    if (name === "lab") {
      assert.equal(printed.says, "The cat chased a mouse");
      assert.match(printed.text, /Hand-made example/);
      assert.match(printed.text, /Layer 1 · head 1 of 1/);
    }
    await page.setViewport({ width: WIDE, height: 1000 });
    const cut = await page.$$eval("canvas", (canvases) => canvases.filter((canvas) => canvas.checkVisibility()).flatMap((canvas) => {
      const [box, around] = [canvas, canvas.parentElement].map((each) => each.getBoundingClientRect());
      return box.width <= around.width + 1 && box.height <= around.height + 1 ? [] : [`${box.width} in ${around.width}`];
    }));
    assert.deepEqual(cut, [], `${name}: maps fit`);
  }
});

test("chromium: with less motion nothing moves by itself; the steps still play", async (t) => {
  const { page, server } = await open(t, "chromium");
  await media(page, { "prefers-reduced-motion": "reduce" });
  await view(page, server, VIEWS.lab);
  const moving = () => page.evaluate(() => {
    const all = [...document.querySelectorAll("*")];
    const timed = all.filter((each) => getComputedStyle(each).transitionDuration.split(", ").some((time) => parseFloat(time) > 0) || getComputedStyle(each).animationName !== "none" || getComputedStyle(each).scrollBehavior !== "auto");
    return [...timed.map((each) => each.className || each.localName), ...document.getAnimations().map(String)];
  });
  assert.deepEqual(await moving(), []);
  await page.focus(".steps-walk button:nth-child(2)");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector('.step[aria-pressed="true"]').dataset.brings === "scaled", { timeout: 10_000 });
  assert.deepEqual(await moving(), []);
  await page.keyboard.press("Enter");
  await settle(page, 100);
  assert.equal(await page.$eval(".steps-walk button:nth-child(2)", (button) => button.getAttribute("aria-label")), "Play");
});

test("chromium: by finger at 390 px: a tap pins, a drag scrolls, no tip stays, and what is tapped is 44 px", async (t) => {
  const { page, server } = await open(t, "chromium");
  await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true, deviceScaleFactor: 1 });
  await view(page, server, [TEXT, "#inspector.has-cell"]);
  const map = async () => {
    await page.$eval("#map-left canvas", (canvas) => canvas.scrollIntoView({ block: "center" }));
    await settle(page, 100);
    return page.$eval("#map-left canvas", (canvas) => { const { left, top, width, height } = canvas.getBoundingClientRect(); return { x: left + width * 0.6, y: top + height * 0.45 }; });
  };
  const tipped = () => page.$$eval(".map-tip", (tips) => tips.some((tip) => tip.checkVisibility()));
  const at = await map();
  await page.touchscreen.tap(at.x, at.y);
  await settle(page);
  assert.equal(await page.$eval(".pin", (pin) => pin.getAttribute("aria-pressed")), "true");
  assert.equal(await tipped(), false);
  const before = await page.evaluate(() => scrollY);
  await page.touchscreen.touchStart(at.x, at.y);
  for (let k = 1; k <= 10; k++) {
    await page.touchscreen.touchMove(at.x, at.y - 20 * k);
    await frames(page);
  }
  await page.touchscreen.touchEnd();
  await settle(page);
  const after = await page.evaluate(() => scrollY);
  assert.ok(after > before + 100, `from ${before} to ${after}`);
  assert.equal(await page.$eval(".pin", (pin) => pin.getAttribute("aria-pressed")), "true", "a drag pins nothing else");
  assert.equal(await tipped(), false);
  // A finger that rests does nothing, and the page goes on.
  const rest = await map();
  await page.touchscreen.touchStart(rest.x, rest.y);
  await settle(page, 800);
  await page.touchscreen.touchEnd();
  await settle(page);
  assert.equal(await tipped(), false);
  await page.evaluate(() => scrollTo(0, 0));
  const box = await page.$eval("#model button", (button) => { const { left, top, height } = button.getBoundingClientRect(); return [left + 20, top + height / 2]; });
  await page.touchscreen.tap(...box);
  await page.waitForSelector("#model .menu-list:not([hidden])");
  await page.touchscreen.tap(195, 800);
  await page.waitForSelector("#model .menu-list[hidden]");
  for (const [name, where] of Object.entries(VIEWS)) {
    await view(page, server, where);
    assert.deepEqual(await page.evaluate(small), [], name);
  }
  assert.deepEqual(page.problems, []);
});
