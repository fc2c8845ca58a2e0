/** What it costs: the counts, refused sizes, and the run: finished, cancelled, refused; from disk too. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { faults, inspect } from "./boxes.js";
import { enter, figure, number, openPanel } from "./experiments.js";
import { open } from "./open.js";
import { BROWSERS, FILE_URL, frames } from "./support.js";

const SIZES = { n: 300, m: 200, dK: 16, dV: 8, heads: 3, layers: 2 };

async function setSizes(page, sizes) {
  for (const [key, value] of Object.entries(sizes)) await enter(page, `#cost-${key}`, String(value));
}

/** Runs what is set, and reads what it says. */
async function runHere(page, timeout = 60_000) {
  await page.click("#cost-run");
  await page.waitForSelector('[data-figure="time"]', { timeout });
  return Object.fromEntries(await page.$$eval(".cost-results [data-figure]", (all) => all.map((each) => [each.dataset.figure, each.textContent])));
}

async function smallRun(page) {
  await setSizes(page, SIZES);
  const { n, m, dK, dV, heads, layers } = SIZES;
  assert.equal(number(await figure(page, "qk-all")), n * m * dK * heads * layers);
  const said = await runHere(page);
  assert.equal(number(said.work), n * m * (dK + dV) * heads * layers);
  assert.ok(number(said["fused-after"]) >= number(said["fused-before"]) && number(said["fused-before"]) > 0);
  if (said["stored-refused"]) assert.match(said["stored-refused"], /^Not tried: in one piece it would take about/); // a slow machine
  else assert.equal(number(said["stored-growth"]), number(said["stored-after"]) - number(said["stored-before"]));
  assert.equal(await page.$eval("#cost-run", (button) => button.textContent), "Run it here");
  assert.match(await page.$eval(".cost-results", (element) => element.textContent), /Memory is measured/);
}

for (const name of BROWSERS) {
  test(`${name}: the paper's counts, this sentence, a small run, and cancel`, async (t) => {
    const { page, server } = await open(t, name);
    await openPanel(page, server.url, "cost");
    const paper = { "scores-head": "1,000,000", "qk-head": "64,000,000", "qk-layer": "512,000,000", "scores-all": "48,000,000", "wv-layer": "512,000,000", "bytes-head": "4,000,000" };
    for (const [key, value] of Object.entries(paper)) assert.equal(await figure(page, key), value, key);
    await page.evaluate(() => [...document.querySelectorAll(".cost-presets button")].find((button) => button.textContent === "This sentence").click());
    const model = await page.$eval("html", (html) => html.dataset.ready);
    const { tokens, heads, layers } = model === "by-hand" ? { tokens: 5, heads: 1, layers: 1 } : { tokens: Number(await page.$eval("#cost-n", (field) => field.value)), heads: 4, layers: 2 };
    assert.equal(number(await figure(page, "scores-all")), tokens * tokens * heads * layers);
    await smallRun(page);

    await setSizes(page, { n: 65536, m: 65536, dK: 64, dV: 64, heads: 64, layers: 128 });
    assert.equal(number(await figure(page, "qk-all")), 65536 * 65536 * 64 * 64 * 128);
    await page.click("#cost-run");
    await page.waitForFunction(() => document.querySelector("#cost-run").textContent === "Cancel");
    await page.click("#cost-run");
    assert.equal(await page.$eval("#cost-run", (button) => button.textContent), "Run it here");
    assert.match(await page.$eval(".cost-message", (element) => element.textContent), /^Cancelled at \d+ %\.$/);
    await smallRun(page); // and it runs again
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: from disk`, async (t) => {
    const { page } = await open(t, name);
    await openPanel(page, FILE_URL, "cost");
    await smallRun(page);
  });
}

test("chromium: on the page's own thread it leaves the page alive, and can be cancelled", async (t) => {
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:";
  const { page, server } = await open(t, "chromium", { headers: { "Content-Security-Policy": policy } });
  await openPanel(page, server.url, "cost");
  await smallRun(page);
  await setSizes(page, { n: 20000, m: 20000, layers: 100 });
  await page.click("#cost-run");
  await page.waitForFunction(() => document.querySelector(".cost-progress progress").value > 0, { timeout: 30_000 });
  const longest = await page.evaluate(async () => {
    let most = 0;
    for (let last = performance.now(), end = last + 1000; last < end;) {
      await new Promise((done) => setTimeout(done));
      most = Math.max(most, performance.now() - last);
      last = performance.now();
    }
    return most;
  });
  assert.ok(longest < 500, `${longest} ms in one piece`); // 50 on a machine that does nothing else
  await page.click("#cost-run");
  assert.match(await page.$eval(".cost-message", (element) => element.textContent), /^Cancelled/);
});

test("chromium: at 8192 the fused way runs; the stored one is refused in words, and sizes beyond memory before any work", async (t) => {
  const { page, server } = await open(t, "chromium");
  await openPanel(page, server.url, "cost");
  await setSizes(page, { n: 8192, m: 8192, dK: 8, dV: 8, heads: 1, layers: 1 });
  const said = await runHere(page, 90_000);
  assert.ok(number(said["fused-after"]) < 40e6);
  const bytes = (4 * (4 * 8192 * 8 + 4 * 8192 * 8192)).toLocaleString("en-US");
  assert.match(said["stored-refused"], new RegExp(`^Not tried: .* needs ${bytes} bytes`));

  await setSizes(page, { n: 65536, m: 65536, dK: 4096, dV: 4096 });
  await page.click("#cost-run");
  assert.match(await page.$eval(".cost-message", (element) => element.textContent), /^Refused: .* take 4,294,967,296 bytes/);
  assert.equal(await page.$eval("#cost-run", (button) => button.textContent), "Run it here");
});

test("chromium: bad sizes are refused beside the field; nothing overlaps, axe finds nothing", async (t) => {
  const { page, server } = await open(t, "chromium");
  await openPanel(page, server.url, "cost");
  for (const [key, typed, reason] of [["n", "0", "0 is not in 1 to 65,536; n stays 1,000."], ["m", "65537", "65537 is not in"], ["dK", "", "It was empty"], ["dV", "4097", "4097 is not in 1 to 4,096"], ["heads", "65", "65 is not in 1 to 64"], ["layers", "1e39", "“1e39” is no whole number"], ["n", "-3", "“-3” is no whole number"]]) {
    const held = await page.$eval(`#cost-${key}`, (field) => field.value);
    await enter(page, `#cost-${key}`, typed);
    const note = await page.$eval(`#cost-${key}-note`, (element) => element.textContent);
    assert.ok(note.startsWith(reason), note);
    assert.equal(await page.$eval(`#cost-${key}`, (field) => field.value), held);
  }
  assert.equal(await figure(page, "scores-all"), "48,000,000");

  await setSizes(page, { n: 65536, m: 65536, dK: 4096, dV: 4096, heads: 64, layers: 128 });
  const inspectAll = async (what) => {
    for (const scheme of ["light", "dark"]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      for (const width of [360, 768, 1280, 1920]) {
        await page.setViewport({ width, height: 1000 });
        await frames(page);
        assert.deepEqual(await page.evaluate(faults, ".panel:not([hidden])"), [], `${what} ${scheme} ${width}`);
      }
      assert.deepEqual(await inspect(page), [], `${what} ${scheme}`);
    }
  };
  await inspectAll("the largest sizes");
  await setSizes(page, SIZES);
  await runHere(page);
  await inspectAll("with a result");
});
