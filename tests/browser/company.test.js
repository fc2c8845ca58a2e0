/** “Words in company”: its figures against the core's vectors in float64, its words, bad input, its pictures at every width. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { faults, inspect } from "./boxes.js";
import { core, openExperiment, trained } from "./reading.js";
import { open } from "./open.js";
import { BROWSERS, frames, ready } from "./support.js";

const A = "I sat on the bank of the river.";
const B = "I deposited money at the bank.";
const LONG_A = "When the old keeper of the lighthouse finally opened the heavy door, a cold wind from the sea blew out his lamp and scattered every letter that his daughter had sent him over the years from afar.";
const LONG_B = "The keeper of the zoo opened the gate of the lion and every visitor ran away as fast as the wind while his brave daughter stood there with a lamp and calmly read a long letter to the animal.";

const number = (text) => Number(text.replace("−", "-").replace(" %", ""));
const near = (printed, value, half, what) => assert.ok(Math.abs(number(printed) - value) <= half + 1e-4 * Math.max(1, Math.abs(value)), `${what}: ${printed} for ${value}`);
const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);
const cosine = (a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

/** What the panel should say of two sentences and a piece, from the vectors of every depth. */
function expected(a, b, piece) {
  const runs = [a, b].map((text) => trained.run(text));
  const [atA, atB] = runs.map(({ tokens }) => tokens.findIndex((token) => token.piece === piece));
  return [0, 1, 2].map((depth) => {
    const rows = runs.flatMap((run) => {
      const { data, shape: [, n, d] } = run.stage("x", depth);
      return Array.from({ length: n }, (_, at) => Array.from(data.subarray(at * d, (at + 1) * d)));
    });
    const ids = [atA, runs[0].tokens.length + atB];
    const [one, two] = ids.map((id) => rows[id]);
    const cosines = ids.map((id) => rows.map((row) => cosine(rows[id], row)));
    const distance = Math.hypot(...one.map((value, at) => value - two[at]));
    return {
      cosines, distance, cosine: cosine(one, two), relative: distance / Math.hypot(...two),
      nearest: cosines.map((list, which) => list.filter((_, at) => at !== ids[which]).sort((x, y) => y - x).slice(0, 3)),
      pca: core.pca(Float32Array.from(rows.flat()), rows.length, rows[0].length),
    };
  });
}

/** What the panel says. */
const said = (page) => page.evaluate(() => {
  const texts = (root, selector) => [...root.querySelectorAll(selector)].map((element) => element.textContent);
  return {
    depths: [...document.querySelectorAll(".depth")].map((depth) => ({
      big: texts(depth, "b"), small: texts(depth, "small"),
      nearest: [...depth.querySelectorAll("ul")].map((list) => texts(list, ".number")),
      names: [...depth.querySelectorAll("ul")].map((list) => texts(list, ".member")),
      label: depth.querySelector("svg.scatter").getAttribute("aria-label"),
      points: [...depth.querySelectorAll(".scatter-point")].map((point) => {
        const { x, y, width, height } = point.getBBox();
        return { x: x + width / 2, y: y + height / 2, chosen: point.classList.contains("is-chosen") };
      }),
      joins: depth.querySelectorAll(".scatter-join").length,
    })),
    table: [...document.querySelectorAll(".company-table tbody tr")].map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)).filter((row) => row.length),
    words: texts(document, ".company-word"),
    summary: texts(document, ".company-says .number"),
    prose: document.querySelector(".company-says").textContent,
    options: texts(document, ".company-choice option"),
  };
});

async function write(page, side, text) {
  await page.evaluate((at, value) => {
    const field = document.querySelectorAll(".company-field textarea")[at];
    field.value = value;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, side === "A" ? 0 : 1, text);
}

/** Until the figures belong to sentences of this many tokens. */
async function drawn(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll(".company-word").length === wanted && !document.querySelector(".company-waiting").textContent, { timeout: 30_000 }, count);
  await frames(page);
}

/** However crowded a picture is, the two words that it is about have their labels. */
const named = async (page) => assert.deepEqual(await page.$$eval(".depth", (depths) => depths.map((depth) => depth.querySelectorAll(".scatter-label.is-chosen").length)), [2, 2, 2]);

function check(page, expect) {
  expect.forEach((at, depth) => {
    const { big: [printedCosine, distance, share], small: [relative, shares], nearest, joins } = page.depths[depth];
    near(printedCosine, at.cosine, 0.005, "cosine");
    near(page.summary[depth], at.cosine, 0.005, "cosine in the summary");
    near(distance, at.distance, at.distance >= 10 ? 0.05 : 0.005, "distance");
    near(relative.split(" ")[0], at.relative, 0.005, "relative distance");
    near(share, 100 * (at.pca.shares[0] + at.pca.shares[1]), 0.5, "variance");
    shares.split(" + ").forEach((each, axis) => near(each, 100 * at.pca.shares[axis], 0.5, "axis"));
    nearest.forEach((list, which) => list.forEach((each, rank) => near(each, at.nearest[which][rank], 0.005, "neighbour")));
    page.table.forEach((row, member) => [0, 1].forEach((which) => near(row[2 * depth + which], at.cosines[which][member], 0.005, "table")));
    assert.equal(joins, 1);
  });
}

for (const name of BROWSERS) {
  test(`${name}: figures of the first two sentences are those of the vectors`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(server.url);
    await ready(page, "use-lite");
    await openExperiment(page, "company");
    await drawn(page, 17);
    const shown = await said(page);
    check(shown, expected(A, B, "▁bank"));
    assert.equal(shown.table.length, 17);
    assert.deepEqual(shown.options, ["I", "the", "bank"]);
    assert.match(shown.prose, /differ by their places alone, 5 in A and 7 in B/);
    assert.match(shown.prose, /they have moved apart/);
    assert.equal(shown.depths[0].names[0][0], "bank B");
    assert.match(shown.depths[2].label, /^After layer 2: 17 tokens .* The two bank have cosine 0\.61/);
    assert.deepEqual(page.problems, []);
  });
}

test("chromium: pictures keep proportions; another word; words and points light up together", async (t) => {
  const { page, server } = await open(t, "chromium");
  await page.goto(server.url);
  await ready(page, "use-lite");
  await openExperiment(page, "company");
  await drawn(page, 17);
  const { depths } = await said(page);
  expected(A, B, "▁bank").forEach(({ pca: { xy } }, depth) => {
    const { points } = depths[depth];
    assert.equal(points.length, 17);
    assert.equal(points.filter(({ chosen }) => chosen).length, 2);
    const spans = (list) => { // every distance between two points, in order
      const all = list.flatMap((a, at) => list.slice(at + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
      return all.sort((a, b) => a - b);
    };
    const [screen, plane] = [spans(points), spans(Array.from({ length: 17 }, (_, at) => ({ x: xy[2 * at], y: xy[2 * at + 1] })))];
    const scale = screen.at(-1) / plane.at(-1);
    screen.forEach((span, at) => assert.ok(Math.abs(span - scale * plane[at]) < 0.1, "one scale for all distances"));
  });

  await page.select(".company-choice select", "▁the");
  await page.waitForFunction(() => /cosine of the two the/.test(document.querySelector(".company-says").textContent));
  const other = await said(page);
  check(other, expected(A, B, "▁the"));
  assert.match(other.prose, /stands 2 times in A; the first is taken/);

  await page.focus(".company-word[tabindex='0']");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const lit = () => page.evaluate(() => ({
    row: document.querySelector(".company-table .is-lit .company-word")?.textContent,
    rings: [...document.querySelectorAll(".scatter-ring")].length,
    labels: [...document.querySelectorAll(".scatter-lit .scatter-label")].map((label) => label.textContent),
    stops: document.querySelectorAll(".company-word[tabindex='0']").length,
  }));
  assert.deepEqual(await lit(), { row: "on", rings: 3, labels: Array(3).fill("\u2068on\u2069A"), stops: 1 });
  await page.keyboard.press("End");
  assert.equal((await lit()).row, ".");
  await page.evaluate(() => document.activeElement.blur());
  assert.equal((await lit()).rings, 0);
  const point = await page.$(".depth:nth-child(2) .scatter-point.is-b.is-chosen");
  await point.hover();
  assert.equal((await lit()).row, "the");
  assert.deepEqual(page.problems, []);
});

test("chromium: what is missing is said and the text kept; marks of two directions and long input hold", async (t) => {
  const { page, server } = await open(t, "chromium");
  await page.goto(server.url);
  await ready(page, "use-lite");
  await openExperiment(page, "company");
  await drawn(page, 17);
  const message = () => page.$eval(".company-message", (element) => element.textContent);
  const says = (pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".company-message").textContent), {}, pattern.source);
  for (const blank of ["", "  \n "]) {
    await write(page, "A", blank);
    await says(/Sentence A is empty\. Type/);
    assert.ok(await page.$eval(".depths", (depths) => !depths.checkVisibility()));
    await write(page, "A", A);
    await page.waitForFunction(() => document.querySelector(".depths").checkVisibility());
  }
  await write(page, "B", "Nobody saw us!");
  await says(/no word in common/);
  assert.deepEqual(await page.$$eval(".company-field textarea", (fields) => fields.map(({ value }) => value)), [A, "Nobody saw us!"]);
  await write(page, "B", "Bank");
  await says(/no word in common/);
  await write(page, "A", "bank");
  await write(page, "B", "bank");
  await drawn(page, 2);
  const alone = await said(page);
  assert.equal(await message(), "");
  assert.deepEqual(alone.depths.map(({ big }) => big.slice(0, 2)), Array(3).fill(["1.00", "0"]));
  assert.match(alone.prose, /one vector: the same embedding at the same place, 1/);
  assert.doesNotMatch(JSON.stringify(alone), /NaN|undefined/);
  await write(page, "A", "مرحبا bank <b>x</b>");
  await write(page, "B", `bank ${"word ".repeat(140)}`);
  await page.waitForFunction(() => /Of B only the beginning is read/.test(document.querySelector(".company-says").textContent), { timeout: 60_000 });
  assert.equal(await page.$(".company-table b"), null);
  assert.deepEqual(page.problems, []);
});

test("chromium: nothing overlaps and axe finds nothing, light and dark, 360 to 1920 px", async (t) => {
  const { browser, server } = await open(t, "chromium");
  const counts = [LONG_A, LONG_B].map((text) => trained.tokenize(text).length);
  assert.ok(Math.min(...counts) >= 40);
  for (const [scheme, widths] of Object.entries({ light: [360, 768, 1280, 1920], dark: [360, 1280] })) {
    for (const width of widths) {
      const page = await browser.page({ width, height: 900 });
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await page.goto(server.url);
      await ready(page, "use-lite");
      await openExperiment(page, "company");
      await drawn(page, 17);
      assert.deepEqual(await page.evaluate(faults), [], `${scheme}, ${width} px, first`);
      await named(page);
      assert.deepEqual(await inspect(page), [], `axe: ${scheme}, ${width} px`);
      await write(page, "A", LONG_A);
      await write(page, "B", LONG_B);
      await drawn(page, counts[0] + counts[1]);
      assert.deepEqual(await page.evaluate(faults), [], `${scheme}, ${width} px, long`);
      await named(page);
      if (width === 360) assert.deepEqual(await inspect(page), [], `axe: ${scheme}, ${width} px, long`);
      assert.deepEqual(page.problems, []);
      await page.close();
    }
  }
});
