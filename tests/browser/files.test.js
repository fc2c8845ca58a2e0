/** Saving and opening: pictures against the screen, numbers there and back, data of others on the page, what is refused. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { fixed } from "../../web/numbers.js";
import { palette } from "../../web/palettes.js";
import { inspect } from "./boxes.js";
import { open } from "./open.js";
import { chooseExample, press, trained } from "./reading.js";
import { BROWSERS, canvas, frames, paste, PREFIX, ready, text, tokensShown } from "./support.js";

const SENTENCE = "She gave him her book and he thanked her.";
const HEAD = 64;

async function openTrained(t, name, size = {}) {
  const { page: first, browser, server } = await open(t, name);
  const page = size.scale ? await browser.page(size) : first;
  await page.goto(server.url);
  await ready(page, "use-lite");
  await frames(page);
  return page;
}

const settled = async (page) => {
  await page.evaluate(() => new Promise((done) => setTimeout(done, 250)));
  await frames(page);
};

async function openSave(page) {
  await press(page, "Save");
  await page.waitForSelector("dialog[open] .files-select");
}

const choose = (page, value) => page.$eval(`dialog[open] input[value="${value}"]`, (input) => input.click());

/** What the n-th section of the save dialog shows to be copied: the text of the file, or the bytes of its picture. */
async function shown(page, section) {
  await page.$eval(`dialog[open] section:nth-of-type(${section}) .underlined`, (button) => button.click());
  await page.waitForSelector("dialog[open] .files-copy:not([hidden]) :is(img, textarea)");
  await settled(page);
  const content = await page.$eval("dialog[open] .files-copy :is(img, textarea)", async (element) => {
    if (element.localName === "textarea") return element.value;
    const bytes = new Uint8Array(await (await fetch(element.src)).arrayBuffer());
    return `data:image/png;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
  });
  return content.startsWith("data:") ? pixels(content) : content;
}

/** A picture that came as an address with its bytes inside. */
const pixels = (address) => PNG.sync.read(Buffer.from(address.slice(address.indexOf(",") + 1), "base64"));

const close = async (page) => {
  await page.$eval("dialog[open]", (dialog) => dialog.close());
  await frames(page);
};

/** Opens the dialog, gives it files, and waits for what it says of them. @param {{ name: string, content: string | number[] }[]} files */
async function give(page, ...files) {
  await press(page, "Open data");
  await page.waitForSelector("dialog[open] .files-input");
  await page.evaluate((list) => {
    const transfer = new DataTransfer();
    for (const { name, content } of list) transfer.items.add(new File([typeof content === "string" ? content : Uint8Array.from(content)], name));
    const input = document.querySelector("dialog[open] .files-input");
    input.files = transfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, files);
  await page.waitForFunction(() => document.querySelector("dialog[open] .files-outcome :is(.files-found, .message)"));
  return page.$eval("dialog[open] .files-outcome", (element) => element.textContent);
}

async function show(page) {
  await press(page, "Show it on the page");
  await ready(page, "imported");
  await settled(page);
}

/** Layer, head, query, key → a share; rows add up to 1. */
const share = (l, h, i, j, m) => {
  const row = Array.from({ length: m }, (_, k) => 1 + ((7 * l + 5 * h + 3 * i + k * (k + 1 + i)) % 11));
  return row[j] / row.reduce((sum, x) => sum + x);
};
const nest = ([count, ...rest], of, ...at) => Array.from({ length: count }, (_, k) => (rest.length ? nest(rest, of, ...at, k) : of(...at, k)));
const CROSS = {
  attentions: nest([2, 3, 4, 6], (l, h, i, j) => share(l, h, i, j, 6)),
  tokens: ["le", "chat", "noir", "dort"], sourceTokens: ["the", "black", "cat", "is", "sleep", "##ing"],
};

for (const name of BROWSERS) {
  test(`${name}: weights of layers × heads × 4 × 6 are drawn, and nothing else is claimed`, async (t) => {
    const page = await openTrained(t, name);
    assert.match(await give(page, { name: "cross.json", content: JSON.stringify(CROSS) }), /cross\.json: weights.*layers: 2, heads: 3.*4 × 6/);
    await show(page);
    assert.equal(await page.$eval("#map-left", (map) => map.hidden), true);
    const map = await canvas(page, "weights");
    assert.ok(map.colours > 20);
    assert.deepEqual([map.layer, map.head], ["1", "1"]);
    assert.equal(await text(page, "#map-right .map-shape"), "4 × 6");
    assert.equal(await text(page, "#facts"), "4 queries, 6 keys");
    assert.equal(await page.$$eval(".head-button", (heads) => heads.length), 6);
    assert.deepEqual(await page.$$eval(".steps-list li:not([hidden])", (items) => items.map((item) => item.textContent)), ["weights"]);
    assert.match(await text(page, "#model button"), /Imported data/);
    assert.equal(await page.$eval("textarea", (field) => field.value), "le chat noir dort");
    assert.deepEqual(await page.$$eval("#inspector .block:not([hidden]) h3", (heads) => heads.map((each) => each.textContent)), ["Weight", "Share of the row"]);
    assert.equal(await page.$eval("#controls .adjust", (adjust) => getComputedStyle(adjust).display), "none");
    for (const [layer, head] of [[1, 1], [2, 3]]) {
      await page.$eval(`.head-button:has(canvas[data-layer="${layer}"][data-head="${head}"])`, (button) => button.click());
      await frames(page);
      await press(page, "Data table");
      await page.waitForSelector("dialog[open] .numbers-table");
      const rows = await page.$$eval("dialog[open] .numbers-table tbody tr", (trs) => trs.map((tr) => [...tr.querySelectorAll("td")].map((td) => td.textContent)));
      assert.deepEqual(rows, CROSS.attentions[layer - 1][head - 1].map((row) => row.map((x) => fixed(Math.fround(x), 4))));
      await close(page);
    }
    await page.$eval('#steps input[value="word"]', (input) => input.click());
    await page.waitForSelector("#one-word .ow-bar"); // a part that comes when it is asked for
    assert.equal(await page.$$eval("#one-word .ow-bar.is-weight", (bars) => bars.length), 6);
    assert.equal(await page.$$eval("#one-word .ow-bar:not(.is-weight)", (bars) => bars.length), 0);
    await page.$eval('#steps input[value="matrix"]', (input) => input.click());
    // A sentence of one's own leaves the data; the menu of examples has it still.
    await paste(page, SENTENCE);
    await tokensShown(page, 11);
    assert.match(await text(page, "#model button"), /USE Lite/);
    await chooseExample(page, /^cross\.json$/);
    await settled(page);
    assert.equal(await text(page, "#facts"), "4 queries, 6 keys");
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: a whole run that was saved comes back to the same picture`, async (t) => {
    const page = await openTrained(t, name);
    await page.$eval('.head-button:has(canvas[data-layer="1"][data-head="1"])', (button) => button.click());
    await page.click("#inspector .pin");
    await page.mouse.move(2, 2);
    await page.evaluate(() => document.activeElement.blur());
    await settled(page);
    const before = [await canvas(page, "scores"), await canvas(page, "weights"), await text(page, "#inspector .second")];
    await openSave(page);
    const run = await shown(page, 3);
    await close(page);
    const stages = JSON.parse(run).layers;
    const { data } = trained.run(SENTENCE).stage("weights", 1);
    assert.ok(stages[2].weights.data.every((x, k) => Math.fround(x) === data[k]));
    assert.match(await give(page, { name: "run.json", content: run }), /run\.json/);
    await show(page);
    await page.mouse.move(2, 2);
    await page.evaluate(() => document.activeElement.blur());
    await settled(page);
    assert.deepEqual([await canvas(page, "scores"), await canvas(page, "weights"), await text(page, "#inspector .second")], before);
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: files that are no good leave the page as it was`, async (t) => {
    const page = await openTrained(t, name);
    const before = [await canvas(page, "scores"), await canvas(page, "weights"), await page.$eval("textarea", (field) => field.value)];
    for (const [content, says] of [["[[0.5, 0.5], [1]]", /at \[1\] there should be 2/], ["[[0.5, \"x\"]]", /no number/], ["hello", /neither JSON nor \.npy/], ["[[1, 2", /no valid JSON/], [[0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 255, 255], /damaged/]]) {
      assert.match(await give(page, { name: "bad.json", content }), says);
      assert.equal(await page.$$eval("dialog[open] .is-main:not([hidden])", (buttons) => buttons.length), 0);
      await close(page);
    }
    await settled(page);
    assert.deepEqual([await canvas(page, "scores"), await canvas(page, "weights"), await page.$eval("textarea", (field) => field.value)], before);
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: in a sandbox without downloads there is text to copy`, async (t) => {
    const { page, server } = await open(t, name, {
      intercept(path, response) {
        if (path !== `${PREFIX}/host.html`) return false;
        response.writeHead(200, { "Content-Type": "text/html" }).end('<!doctype html><title>host</title><iframe sandbox="allow-scripts" src="index.html" width="1000" height="800"></iframe>');
        return true;
      },
    });
    await page.goto(`${server.url}host.html`);
    const frame = await page.waitForFrame((each) => each.url().endsWith("index.html"));
    await frame.waitForSelector('html[data-ready="use-lite"]', { timeout: 60_000 });
    await press(frame, "Save");
    await frame.waitForSelector("dialog[open] section:nth-of-type(2)");
    await frame.$eval("dialog[open] section:nth-of-type(2) .button", (button) => button.click());
    await frame.waitForSelector("dialog[open] .files-copy textarea");
    const [message, selected, length] = await frame.$eval("dialog[open] .files-copy", (place) => {
      const field = place.querySelector("textarea");
      return [place.querySelector(".message").textContent, field.selectionEnd - field.selectionStart, field.value.length];
    });
    assert.match(message, /may refuse downloads/);
    assert.ok(length > 1000 && selected === length);
    await frame.$eval("dialog[open] .files-copy .button", (button) => button.click());
    await frame.waitForFunction(() => /Copied|refused/.test(document.querySelector("dialog[open] .files-copy [role=status]").textContent));
    assert.equal(await frame.$eval("dialog[open] .files-copy textarea", (field) => field.selectionEnd - field.selectionStart), length, "selected, whatever the clipboard said");
  });
}

test("chromium: PNG at 1× to 4×: drawn anew at that size, and at 1× the pixels of the screen", async (t) => {
  const page = await openTrained(t, "chromium");
  await page.mouse.move(2, 2);
  const screen = pixels(await page.$eval('canvas[data-stage="weights"]:not([data-thumb])', (element) => element.toDataURL()));
  await openSave(page);
  await page.select("dialog[open] section:nth-of-type(1) select", "1");
  await page.$eval("dialog[open] section:nth-of-type(1) select", (select) => select.dispatchEvent(new Event("change")));
  await choose(page, "png");
  const sizes = [];
  for (const ratio of [1, 2, 3, 4]) {
    await choose(page, String(ratio));
    const picture = await shown(page, 1);
    sizes.push([picture.width, picture.height]);
    if (ratio === 1) {
      let [compared, differ] = [0, 0];
      for (let y = 0; y < picture.height - HEAD - 8; y++) {
        for (let x = 0; x < screen.width; x++) {
          const [a, b] = [4 * (y * screen.width + x), 4 * ((y + HEAD) * picture.width + x)];
          if (screen.data[a + 3] !== 255) continue; // the paper is the page's own
          compared++;
          if ([0, 1, 2].some((c) => Math.abs(screen.data[a + c] - picture.data[b + c]) > 2)) differ++;
        }
      }
      assert.ok(compared > 50_000, `${compared} pixels compared`);
      assert.equal(differ, 0);
    }
    if (ratio > 1) assert.ok(sharp(picture, ratio) > 0, `at ${ratio}× some detail is finer than a pixel of 1×`);
  }
  const [[width, height]] = sizes;
  assert.deepEqual(sizes.map(([each]) => each), [1, 2, 3, 4].map((ratio) => width * ratio));
  // Pitches are whole pixels of each size: a finer one leaves less of the width over.
  sizes.forEach(([, each], index) => assert.ok(each >= height * (index + 1) && each <= (height + 12) * (index + 1), `${each}`));
  assert.deepEqual(page.problems, []);
});

/** Blocks of ratio × ratio pixels that are not of one colour, which an enlarged picture does not have. */
function sharp({ width, height, data }, ratio) {
  let count = 0;
  for (let y = 0; y + ratio <= height; y += ratio) {
    for (let x = 0; x + ratio <= width; x += ratio) {
      const [a, b] = [4 * (y * width + x), 4 * ((y + ratio - 1) * width + x + ratio - 1)];
      if (data[a] !== data[b]) count++;
    }
  }
  return count;
}

/** Share of the pixels that pixelmatch takes for different. */
function mismatch(a, b) {
  assert.deepEqual([a.width, a.height], [b.width, b.height]);
  return pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 }) / (a.width * a.height);
}

/** An SVG as Chromium draws it. */
const drawn = (page, svg, ratio) => page.evaluate(async (source, scale) => {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth * scale, height: image.naturalHeight * scale });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL();
}, svg, ratio).then(pixels);

function withRsvg(svg, ratio) {
  const folder = mkdtempSync(join(tmpdir(), "attention-lab-svg-"));
  try {
    writeFileSync(join(folder, "a.svg"), svg);
    return PNG.sync.read(execFileSync("rsvg-convert", ["-z", String(ratio), join(folder, "a.svg")], { maxBuffer: 1e8 }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const theme of ["light", "dark"]) {
  test(`chromium: SVG, ${theme}: true colours, text as text, and drawn by others it looks like the screen`, async (t) => {
    const page = await openTrained(t, "chromium", { scale: 2 });
    await page.select("#controls select", "causal");
    while ((await page.$eval("html", (html) => html.dataset.theme)) !== theme) {
      await page.click(".theme-button");
      await frames(page);
    }
    await settled(page);
    await openSave(page);
    const run = trained.run(SENTENCE, { mask: "causal" });
    for (const [index, stage] of [[0, "scores"], [1, "weights"]]) {
      await page.$eval("dialog[open] section:nth-of-type(1) select", (select, value) => {
        select.value = value;
        select.dispatchEvent(new Event("change"));
      }, String(index));
      await choose(page, "png");
      await choose(page, "2");
      const png = await shown(page, 1);
      await choose(page, "svg");
      const svg = await shown(page, 1);
      assert.match(svg, new RegExp(`<title id="title">${stage === "scores" ? "Scores" : "Weights"}, layer 2 head 2</title>\\n<desc id="desc">layer 2 · head 2 of 4 · USE Lite`));
      assert.ok(!/<image|NaN|undefined/.test(svg));
      const words = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, each]) => each);
      for (const word of ["She", "gave", "book", "layer 2 · head 2 of 4 · USE Lite, trained weights"]) assert.ok(words.some((each) => each.startsWith(word)), word);
      const inBrowser = mismatch(png, await drawn(page, svg, 2));
      const inRsvg = mismatch(png, withRsvg(svg, 2));
      t.diagnostic(`${stage}, ${theme}: ${(100 * inBrowser).toFixed(2)} % of the pixels differ in Chromium, ${(100 * inRsvg).toFixed(2)} % in rsvg-convert, whose fonts are others`);
      assert.ok(inBrowser < 0.006, `Chromium: ${inBrowser}`);
      assert.ok(inRsvg < 0.05, `rsvg: ${inRsvg}`);
      const { data, rows, cols } = run.matrix(stage, 1, 1);
      const most = data.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
      const colours = palette(stage === "weights" ? "viridis" : "scores", theme === "dark").css.map((css) => `#${css.match(/\d+/g).map((x) => Number(x).toString(16).padStart(2, "0")).join("")}`);
      const fills = [...svg.matchAll(/<rect [^>]*rx="[^>]*fill="(#[0-9a-f]{6}|url[^"]*)"/g)].map(([, fill]) => fill).slice(0, rows * cols);
      fills.forEach((fill, cell) => {
        const closed = stage === "weights" && cell % cols > Math.floor(cell / cols);
        const low = stage === "weights" ? 0 : -most;
        assert.equal(closed ? fill.slice(0, 3) : fill, closed ? "url" : colours[Math.round(((data[cell] - low) / (most - low)) * 255)], `cell ${cell}`);
      });
      assert.equal(fills.length, rows * cols);
    }
    assert.deepEqual(page.problems, []);
  });
}

test("chromium: a map of single pixels becomes rectangles; one of more than 20,000 cells says that it is embedded", async (t) => {
  const page = await openTrained(t, "chromium");
  for (const [size, embedded] of [[90, false], [160, true]]) {
    const content = JSON.stringify(nest([size, size], (i, j) => share(0, 0, i, j * 31, size * 31)));
    assert.match(await give(page, { name: `${size}.json`, content }), /1 rows?|rows do not add up to 1/);
    await show(page);
    assert.match(await text(page, "#status"), /do not add up to 1/);
    await openSave(page);
    await choose(page, "svg");
    const svg = await shown(page, 1);
    assert.equal(/<image /.test(svg), embedded);
    assert.equal(/too many for single rectangles/.test(svg), embedded);
    await choose(page, "png");
    await choose(page, "2");
    const png = await shown(page, 1);
    const differ = mismatch(png, await drawn(page, svg, 2));
    t.diagnostic(`${size} × ${size}: ${(100 * differ).toFixed(2)} % differ, ${(svg.length / 1e6).toFixed(2)} MB`);
    assert.ok(differ < 0.03, `${differ}`);
    await close(page);
  }
  assert.deepEqual(page.problems, []);
});

test("chromium: a chart of the experiments as PNG and as SVG", async (t) => {
  const page = await openTrained(t, "chromium");
  await page.evaluate(() => [...document.querySelectorAll(".place-button")].find((button) => button.textContent === "Experiments").click());
  await page.waitForSelector("#tab-root");
  await page.click("#tab-root");
  await page.waitForSelector("#panel-root .chart canvas");
  await settled(page);
  await openSave(page);
  const names = await page.$$eval("dialog[open] section:nth-of-type(1) option", (options) => options.map((option) => option.textContent));
  assert.ok(names.length >= 1, names.join("\n"));
  await choose(page, "svg");
  const svg = await shown(page, 1);
  await choose(page, "png");
  await choose(page, "2");
  const png = await shown(page, 1);
  const differ = mismatch(png, await drawn(page, svg, 2));
  t.diagnostic(`${names.length} charts; ${(100 * differ).toFixed(2)} % differ`);
  assert.ok(new Set(png.data).size > 20);
  assert.ok((svg.match(/<(path|rect)/g) ?? []).length > 10 && (svg.match(/<text/g) ?? []).length > 4);
  assert.ok(differ < 0.01, `${differ}`);
  withRsvg(svg, 1);
  assert.deepEqual(page.problems, []);
});

test("chromium: the view of one word as PNG and as SVG, its shapes, words and closed keys", async (t) => {
  const page = await openTrained(t, "chromium");
  await page.select("#controls select", "causal");
  await page.$eval('#steps input[value="word"]', (input) => input.click());
  await page.mouse.move(2, 2);
  await settled(page);
  const [bars, closed] = await page.$eval("#one-word", (view) => [view.querySelectorAll(".ow-bar").length, view.querySelectorAll(".ow-key.is-closed").length]);
  assert.ok(bars > 2 && closed > 2);
  await openSave(page);
  await choose(page, "svg");
  const svg = await shown(page, 1);
  assert.match(svg, /<title id="title">gave asks every word, layer 2 head 2<\/title>/);
  for (const word of ["She", "gave", "thank", "Scaled", "scores", "Weights", "Output"]) assert.match(svg, new RegExp(`<text [^>]*>${word}</text>`));
  assert.equal((svg.match(/fill="url\(#d\d+\)"/g) ?? []).length, closed);
  assert.doesNotMatch(svg, /NaN|undefined|class=/);
  withRsvg(svg, 1);
  await close(page);
  await page.select("#controls select", "none");
  await settled(page);
  await openSave(page);
  await choose(page, "png");
  await choose(page, "1");
  const png = await shown(page, 1);
  await close(page);
  await page.evaluate(() => document.activeElement.blur());
  await settled(page);
  const clip = await page.$eval("#one-word .ow-chart", (chart) => {
    const { left, top, width, height } = chart.getBoundingClientRect();
    return { x: Math.round(left + scrollX), y: Math.round(top + scrollY), width: Math.floor(width), height: Math.floor(height) };
  });
  const screen = PNG.sync.read(Buffer.from(await page.screenshot({ clip, captureBeyondViewport: true })));
  const part = new PNG({ width: screen.width, height: screen.height });
  PNG.bitblt(png, part, 14, HEAD, screen.width, screen.height, 0, 0);
  const differ = mismatch(screen, part);
  t.diagnostic(`${(100 * differ).toFixed(2)} % of the pixels differ from the screen`);
  assert.ok(differ < 0.02, `${differ}`);
  assert.deepEqual(page.problems, []);
});

test("chromium: a stage as CSV and as JSON, saved as a file and opened again", async (t) => {
  const page = await openTrained(t, "chromium");
  const folder = mkdtempSync(join(tmpdir(), "attention-lab-saved-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const session = await page.createCDPSession();
  await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
  const before = trained.run(SENTENCE).stage("weights", 1).data;
  for (const ending of ["csv", "json"]) {
    await openSave(page);
    await choose(page, ending);
    await choose(page, "all");
    await page.$eval("dialog[open] section:nth-of-type(2) .button", (button) => button.click());
    const file = `attention-lab-weights.${ending}`;
    for (let wait = 0; !readdirSync(folder).includes(file) && wait < 100; wait++) await settled(page);
    await settled(page);
    assert.equal(await page.$eval("dialog[open] .files-copy", (place) => place.hidden), true, "nothing to copy where it was saved");
    await close(page);
    const content = readFileSync(join(folder, file), "utf8");
    await give(page, { name: file, content });
    await show(page);
    assert.equal(await page.$$eval(".head-button", (heads) => heads.length), 8);
    await openSave(page);
    await choose(page, "all");
    await choose(page, "json");
    const { data } = JSON.parse(await shown(page, 2));
    assert.ok(data[1].flat(2).every((x, k) => Math.fround(x) === before[k]), ending);
    await close(page);
    await chooseExample(page, /^She gave/);
  }
  assert.deepEqual(page.problems, []);
});

test("chromium: Q, K and V; a file that is dropped on the page; labels that are typed", async (t) => {
  const page = await openTrained(t, "chromium");
  const file = { q: [[1, 0], [0, 1], [1, 1]], k: [[1, 0], [0, 2], [1, 1]], v: [[1], [2], [3]] };
  await page.evaluate((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], "qkv.json"));
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }, JSON.stringify(file));
  await page.waitForSelector("dialog[open] .files-found");
  await page.type("dialog[open] .is-words", "one two three");
  await show(page);
  assert.equal(await page.$eval("textarea", (field) => field.value), "one two three");
  assert.deepEqual(await page.$$eval(".steps-list li:not([hidden])", (items) => items.map((item) => item.textContent)), ["Q", "K", "V", "scores", "scaled", "mask", "weights", "output", "joined"]);
  const { weights } = core3(file);
  await press(page, "Data table");
  await page.waitForSelector("dialog[open] .numbers-table");
  const rows = await page.$$eval("dialog[open] .numbers-table tbody tr", (trs) => trs.map((tr) => [...tr.querySelectorAll("td")].map((td) => td.textContent)));
  assert.deepEqual(rows, weights.map((row) => row.map((x) => fixed(x, 4))));
  await close(page);
  await page.select("#controls select", "causal"); // the page's own settings hold for it
  await settled(page);
  await press(page, "Data table");
  await page.waitForSelector("dialog[open] .numbers-table");
  assert.equal(await page.$eval("dialog[open] .numbers-table tbody td:last-child", (cell) => cell.textContent), "closed");
  await close(page);
  for (const step of ["q", "v", "output", "joined"]) {
    await page.$eval(`.step[data-brings="${step}"]`, (button) => button.click());
    await frames(page);
    assert.ok((await canvas(page, step)).colours > 2, step);
  }
  assert.deepEqual(page.problems, []);
});

function core3({ q, k }) {
  const scores = q.map((a) => k.map((b) => a.reduce((sum, x, d) => sum + x * b[d], 0) / Math.sqrt(2)));
  return { weights: scores.map((row) => row.map((x) => Math.exp(x) / row.reduce((sum, y) => sum + Math.exp(y), 0))) };
}

test("chromium: the dialogs and a page of imported data: axe-core finds nothing, nothing overlaps on a phone", async (t) => {
  const page = await openTrained(t, "chromium");
  const check = async (what) => assert.deepEqual(await inspect(page), [], what);
  await openSave(page);
  await check("save");
  await close(page);
  await give(page, { name: "cross.json", content: JSON.stringify({ ...CROSS, tokens: ["a"] }) });
  await page.$eval("dialog[open] details", (details) => { details.open = true; });
  await check("open");
  for (const width of [1440, 360]) {
    await page.setViewport({ width, height: 800 });
    await settled(page);
    assert.equal(await page.$eval("dialog[open]", (dialog) => dialog.scrollWidth > dialog.clientWidth + 1), false, `${width}`);
  }
  await show(page);
  for (const width of [360, 1440]) {
    await page.setViewport({ width, height: 800 });
    await settled(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `${width}`);
    await check(`imported, ${width}`);
  }
  assert.equal(await page.evaluate(() => document.activeElement.closest("#model") !== null), true, "the focus is above the picture");
});
