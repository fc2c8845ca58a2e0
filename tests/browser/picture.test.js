/** What is seen, said and printed, against the core: colours, numbers, heads, rulers, equation, inspector. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixed } from "../../web/numbers.js";
import { palette } from "../../web/palettes.js";
import { stageName, STAGES } from "../../web/stages.js";
import { random, read } from "../node/support.js";
import { trained } from "./reading.js";
import { open as openPage } from "./open.js";
import { BROWSERS, frames, paste, ready, text, tokensShown } from "./support.js";
import "../node/english.js";

const SENTENCE = "The cat chased a mouse.";
const N = 7;

const HEADS = [1, 2].flatMap((layer) => [1, 2, 3, 4].map((head) => ({ layer, head })));
const PAPER = { light: "rgb(252, 252, 250)", dark: "rgb(19, 20, 22)" };

const largest = (data) => data.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 0);
const largestAt = (data) => data.indexOf(data.reduce((a, b) => Math.max(a, b)));
const rankOf = (data, cols, i, j) => 1 + data.slice((i - 1) * cols, i * cols).filter((x) => x > data[(i - 1) * cols + j - 1]).length;
const rowsOf = ({ data, rows, cols }, each) => Array.from({ length: rows }, (_, i) => Array.from({ length: cols }, (_, j) => each(data[i * cols + j], i, j)));
const inSteps = (colours, low, high) => (value) => colours.css[Math.round(((value - low) / (high - low)) * 255)];
const viridis = (most) => inSteps(palette("viridis"), 0, most);
const diverging = (most, dark = false) => inSteps(palette("scores", dark), -most, most);

/** Mean entropy of the rows in bits, in float64. */
function bitsOf({ data, rows }) {
  return -data.reduce((sum, w) => sum + (w > 0 ? w * Math.log2(w) : 0), 0) / rows;
}

const wordsOf = (run, sentence = SENTENCE) => run.tokens.map(({ start, end }) => sentence.slice(start, end));

async function settled(page) {
  await page.evaluate(() => new Promise((done) => setTimeout(done, 150)));
  await frames(page);
}

async function bringUp(page, { layer, head }) {
  await page.$eval(`.head-button:has(canvas[data-layer="${layer}"][data-head="${head}"])`, (button) => button.click());
  await frames(page);
}

async function setMask(page, mask) {
  await page.select("#controls select", mask);
  await settled(page);
}

async function setTheme(page, theme) {
  while ((await page.$eval("html", (html) => html.dataset.theme)) !== theme) {
    await page.click(".theme-button");
    await frames(page);
  }
  await settled(page);
}

async function pressPiece(page, stage) {
  await page.$eval(`.piece[data-brings="${stage}"]`, (button) => button.click());
  await frames(page);
}

/** Goes to a cell by the grid's own keys. @returns what stands in it and what was said */
async function goTo(page, side, i, j) {
  const said = await page.$eval(`#map-${side} [role="grid"]`, (grid, down, right) => {
    const key = (name, init = {}) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...init }));
    grid.querySelector('[tabindex="0"]').focus();
    key("Home", { ctrlKey: true });
    for (let k = 1; k < down; k++) key("ArrowDown");
    for (let k = 1; k < right; k++) key("ArrowRight");
    return { cell: document.activeElement.textContent, live: document.querySelector("#live").textContent };
  }, i, j);
  await frames(page);
  return said;
}

/** Colours of every cell of a big map, near a corner, where no number stands. */
async function cellColours(page, side) {
  await goTo(page, side, 1, 1);
  const boxes = await page.$eval(`#map-${side}`, (map) => {
    const at = (row, column) => {
      const { left, top, width, height } = map.querySelector(`[aria-rowindex="${row + 1}"] > [role="gridcell"][aria-colindex="${column + 1}"]`).style;
      return [left, top, width, height].map(parseFloat);
    };
    const grid = map.querySelector('[role="grid"]');
    const boxes = { first: at(1, 1), next: at(2, 2), rows: grid.ariaRowCount - 1, cols: grid.ariaColCount - 1 };
    document.activeElement.blur();
    return boxes;
  });
  await frames(page);
  return page.$eval(`#map-${side} canvas`, (canvas, { first: [x, y, width, height], next: [right, below], rows, cols }) => {
    const context = canvas.getContext("2d");
    return Array.from({ length: rows }, (_, i) => Array.from({ length: cols }, (_, j) => {
      const [r, g, b] = context.getImageData(Math.floor(x + j * (right - x) + Math.min(5, width / 2)), Math.floor(y + i * (below - y) + Math.min(5, height / 2)), 1, 1).data;
      return `rgb(${r} ${g} ${b})`;
    }));
  }, boxes);
}

/** Colours at the middle of the cells of a small map. */
function thumbColours(page, { layer, head }, cells) {
  return page.$eval(`canvas[data-thumb][data-layer="${layer}"][data-head="${head}"]`, (canvas, count) => {
    const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const middle = (k) => Math.floor(((k + 0.5) * width) / count);
    return Array.from({ length: count }, (_, i) => Array.from({ length: count }, (_, j) => {
      const [r, g, b] = data.subarray(4 * (middle(i) * width + middle(j)));
      return `rgb(${r} ${g} ${b})`;
    }));
  }, cells);
}

for (const name of BROWSERS) {
  const open = async (t, options) => {
    const { page, server } = await openPage(t, name, options);
    await page.goto(server.url);
    return page;
  };
  const openTrained = async (t, sentence = SENTENCE, count = N) => {
    const page = await open(t);
    await ready(page, "use-lite");
    await paste(page, sentence);
    await tokensShown(page, count);
    return page;
  };

  test(`${name}: every cell has the colour of its value`, async (t) => {
    const page = await openTrained(t);
    const run = trained.run(SENTENCE);
    for (const at of [{ layer: 2, head: 2 }, { layer: 1, head: 4 }]) {
      await bringUp(page, at);
      const [weights, scores] = ["weights", "scores"].map((stage) => run.matrix(stage, at.layer - 1, at.head - 1));
      assert.deepEqual(await cellColours(page, "right"), rowsOf(weights, viridis(largest(weights.data))), JSON.stringify(at));
      assert.deepEqual(await cellColours(page, "left"), rowsOf(scores, diverging(largest(scores.data))), JSON.stringify(at));
    }
    for (const stage of ["q", "k", "v", "output"]) {
      await pressPiece(page, stage);
      const matrix = run.matrix(stage, 0, 3);
      assert.deepEqual(await cellColours(page, "right"), rowsOf(matrix, diverging(largest(matrix.data))), stage);
    }
    await pressPiece(page, "scores");
    await page.$eval(".heads .switch input", (input) => input.click());
    await frames(page);
    const whole = largest(run.stage("scores", 0).data);
    assert.deepEqual(await cellColours(page, "right"), rowsOf(run.matrix("weights", 0, 3), viridis(1)), "same scale");
    assert.deepEqual(await cellColours(page, "left"), rowsOf(run.matrix("scores", 0, 3), diverging(whole)), "same scale");
    assert.deepEqual(await thumbColours(page, { layer: 2, head: 2 }, N), rowsOf(run.matrix("weights", 1, 1), viridis(1)), "same scale");
    assert.equal(await text(page, "#map-left .map-note"), "one range for layer 1");
    await setTheme(page, "dark");
    assert.deepEqual(await cellColours(page, "left"), rowsOf(run.matrix("scores", 0, 3), diverging(whole, true)), "dark");
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: the number in a cell, and what is said of it`, async (t) => {
    const page = await openTrained(t);
    const run = trained.run(SENTENCE);
    const words = wordsOf(run);
    for (const at of [{ layer: 1, head: 1 }, { layer: 1, head: 3 }, { layer: 2, head: 2 }, { layer: 2, head: 4 }]) {
      await bringUp(page, at);
      for (const [side, stage, kind] of [["right", "weights", "weight"], ["left", "scores", "score"]]) {
        const { data, cols } = run.matrix(stage, at.layer - 1, at.head - 1);
        for (const [i, j] of [[1, 1], [2, 5], [5, 2], [7, 7]]) {
          const printed = fixed(data[(i - 1) * cols + j - 1], 2);
          assert.deepEqual(await goTo(page, side, i, j), {
            cell: printed,
            live: `query ${words[i - 1]} → key ${words[j - 1]}, ${kind} ${printed}, rank ${rankOf(data, cols, i, j)}`,
          });
        }
      }
    }
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: small maps and entropy are those of their heads`, async (t) => {
    const page = await openTrained(t);
    for (const mask of ["none", "causal"]) {
      await setMask(page, mask);
      const run = trained.run(SENTENCE, { mask });
      for (const at of HEADS) {
        const weights = run.matrix("weights", at.layer - 1, at.head - 1);
        const expected = rowsOf(weights, viridis(largest(weights.data)));
        const seen = await thumbColours(page, at, N);
        const top = largestAt(weights.data);
        assert.equal(seen[Math.floor(top / N)][top % N], palette("viridis").css[255]);
        for (let i = 0; i < N; i++) {
          for (let j = 0; j < N; j++) {
            if (mask === "none" || j <= i) assert.equal(seen[i][j], expected[i][j], `${mask} ${at.layer}·${at.head}: ${i + 1}, ${j + 1}`);
            else assert.ok(!palette("viridis").css.includes(seen[i][j]), "closed");
          }
        }
        const shown = await page.$eval(`.head-button:has(canvas[data-layer="${at.layer}"][data-head="${at.head}"])`, (button) => ({
          bits: button.querySelector(".head-reading").textContent, line: button.querySelector(".head-line i").style.transform,
        }));
        const bits = bitsOf(weights);
        assert.equal(shown.bits, `${fixed(bits, 2)} bits`);
        assert.ok(Math.abs(parseFloat(shown.line.slice(7)) - bits / Math.log2(N)) < 1e-4, shown.line);
      }
      assert.ok((await text(page, ".heads-means")).includes(`at most ${fixed(Math.log2(N), 2)} bits`));
    }
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: small maps of a long text are the largest of each square`, async (t) => {
    const sentence = "the quick brown fox jumps over the lazy dog and runs. ".repeat(20);
    const page = await openTrained(t, sentence, 128);
    const run = trained.run(sentence);
    for (const at of HEADS) {
      const { data } = run.matrix("weights", at.layer - 1, at.head - 1);
      const pooled = Array.from({ length: 64 * 64 }, (_, cell) => {
        const from = 256 * Math.floor(cell / 64) + 2 * (cell % 64);
        return Math.max(data[from], data[from + 1], data[from + 128], data[from + 129]);
      });
      assert.deepEqual(await thumbColours(page, at, 64), rowsOf({ data: pooled, rows: 64, cols: 64 }, viridis(largest(data))), `${at.layer}·${at.head}`);
    }
    assert.equal(await text(page, ".heads-note"), "128 × 128 shown as 64 × 64; each square is the largest of its cells.");
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: rulers lie under their words`, async (t) => {
    const page = await openTrained(t);
    const rulers = (tokens) => page.evaluate((spans) => {
      const node = document.querySelector(".sentence-mirror").firstChild;
      const words = spans.map(([start, end]) => {
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, end);
        return range.getBoundingClientRect();
      });
      return [...document.querySelectorAll(".rulers .ruler")].map((bar, k) => {
        const { left, right, width } = bar.getBoundingClientRect();
        return { from: left - words[k].left, to: right - words[k].right, width, kind: bar.className.replace(/^ruler ?/, ""), line: getComputedStyle(bar).borderTopStyle };
      });
    }, tokens.map(({ start, end }) => [start, end]));
    const { tokens } = trained.run(SENTENCE);
    for (const [i, j] of [[1, 4], [6, 2], [3, 3]]) {
      await goTo(page, "right", i, j);
      const bars = await rulers(tokens);
      assert.equal(bars.length, N);
      for (const [k, bar] of bars.entries()) {
        assert.ok(bar.width > 0 && Math.abs(bar.from) < 2.5 && Math.abs(bar.to) < 2.5, `${k + 1}: ${JSON.stringify(bar)}`);
        assert.equal(bar.kind, [k + 1 === i && "is-query", k + 1 === j && "is-key"].filter(Boolean).join(" "));
      }
      assert.deepEqual([await text(page, ".ruler-label.q"), await text(page, ".ruler-label.k")], [`query ${i}`, `key ${j}`]);
      if (i === j) continue;
      const off = await page.evaluate(() => [["q", "query"], ["k", "key"]].map(([role, kind]) =>
        document.querySelector(`.ruler-label.${role}`).getBoundingClientRect().left - document.querySelector(`.ruler.is-${kind}`).getBoundingClientRect().left));
      assert.ok(off.every((x) => Math.abs(x) < 8), `labels stand at their rulers: ${off}`);
    }
    const unknown = "The 東京 cat";
    const run = trained.run(unknown);
    await paste(page, unknown);
    await page.waitForFunction(() => document.querySelector("#facts").textContent.includes("1 of them outside its vocabulary"));
    await frames(page);
    const bars = await rulers(run.tokens);
    assert.deepEqual(bars.map(({ kind }) => kind.includes("is-unknown")), run.tokens.map((token) => token.unknown));
    assert.deepEqual(bars.map(({ line }) => line === "dotted"), run.tokens.map((token) => token.unknown));
    assert.ok((await text(page, "#facts")).startsWith(`${run.tokens.length} tokens`));
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: every piece of the equation brings up its stage`, async (t) => {
    const page = await openTrained(t);
    await setMask(page, "causal");
    const run = trained.run(SENTENCE, { mask: "causal" });
    for (const shown of STAGES.filter(({ piece }) => piece)) {
      const { id: stage, maps } = shown;
      const title = stageName(shown);
      await pressPiece(page, stage);
      const pieces = await page.$$eval(".piece", (buttons) => buttons.map((button) => {
        const [over, under] = [button, document.querySelector(`[data-piece="${button.dataset.brings}"]`)].map((element) => element.getBoundingClientRect());
        const covers = over.left <= under.left && over.right >= under.right && over.top <= under.top && over.bottom >= under.bottom;
        return { stage: button.dataset.brings, pressed: button.getAttribute("aria-pressed") === "true", partner: button.classList.contains("is-partner"), covers };
      }));
      assert.equal(pieces.length, 8);
      for (const piece of pieces) assert.deepEqual(piece, { stage: piece.stage, pressed: piece.stage === stage, partner: piece.stage !== stage && maps.includes(piece.stage), covers: true });
      assert.equal(await text(page, "#note b"), `${title}.`);
      const side = maps[0] === stage ? "left" : "right";
      assert.equal(await page.$eval(`#map-${side} canvas`, (canvas) => canvas.dataset.stage), stage);
      const { data, rows, cols } = run.matrix(stage, 1, 1);
      assert.equal(await text(page, `#map-${side} .title`), title);
      assert.equal(await text(page, `#map-${side} .map-shape`), `${rows} × ${cols}`);
      assert.deepEqual(await page.$eval(`#map-${side} [role="grid"]`, (grid) => [grid.ariaLabel, Number(grid.ariaRowCount), Number(grid.ariaColCount)]),
        [`${title}, layer 2 head 2, ${rows} × ${cols}`, rows + 1, cols + 1]);
      assert.equal((await goTo(page, side, 5, 3)).cell, fixed(data[4 * cols + 2], 2), stage);
    }
    await bringUp(page, { layer: 1, head: 1 });
    await pressPiece(page, "q");
    assert.equal(await text(page, "#note .shape span"), "(7 × 256) · (256 × 64) → 7 × 64");
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: closed cells are hatched and said to be closed`, async (t) => {
    const page = await openTrained(t);
    const colours = [...palette("viridis").css, ...palette("scores").css];
    for (const [mask, options, [i, j], openKeys] of [["causal", { mask: "causal" }, [2, 4], 2], ["window", { mask: { window: 1 } }, [6, 2], 3]]) {
      await setMask(page, mask);
      await pressPiece(page, "masked");
      const run = trained.run(SENTENCE, options);
      const words = wordsOf(run);
      const closed = rowsOf(run.matrix("masked", 1, 1), (value) => value === -Infinity);
      for (const side of ["left", "right"]) {
        const seen = await cellColours(page, side);
        assert.deepEqual(seen.map((row) => row.map((colour) => !colours.includes(colour))), closed, `${mask} ${side}`);
        assert.deepEqual(await goTo(page, side, i, j), { cell: "closed", live: `query ${words[i - 1]} → key ${words[j - 1]}, closed by the mask` });
        assert.equal(await text(page, `#map-${side} .map-note`), "hatched: closed by the mask");
        assert.equal(await text(page, "#inspector .rank"), `query ${i}, key ${j}: closed by the mask`);
        assert.match(await text(page, "#inspector"), /closed by the mask: weight 0/);
        const hatch = await page.$eval(`#map-${side}`, (map) => {
          const { left, top, width, height } = document.activeElement.style;
          const { data } = map.querySelector("canvas").getContext("2d").getImageData(...[left, top, width, height].map((length) => Math.round(parseFloat(length))));
          return data.filter((x, k) => k % 4 === 3 && x > 0).length / (data.length / 4);
        });
        assert.ok(hatch > 0.05 && hatch < 0.6, `${hatch} of the cell is drawn on`);
      }
      const { data } = run.matrix("weights", 1, 1);
      await goTo(page, "right", i, i);
      const rank = rankOf(data, N, i, i);
      assert.equal(await text(page, "#inspector .rank"), `query ${i}, key ${i}: ${rank === 1 ? "the largest weight of its row" : `rank ${rank} of ${openKeys} in its row`}`);
    }
    await setMask(page, "none");
    assert.equal(await text(page, "#map-right .map-note"), "");
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: the theme goes round and is remembered`, async (t) => {
    const page = await open(t);
    await ready(page, "by-hand");
    const theme = () => page.$eval("html", (html) => [html.dataset.theme, getComputedStyle(html).backgroundColor, document.querySelector(".theme-button").ariaLabel]);
    const auto = await page.evaluate(() => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
    assert.deepEqual(await theme(), ["auto", PAPER[auto], "Theme: auto"]);
    for (const next of ["light", "dark"]) {
      await page.click(".theme-button");
      await frames(page);
      assert.deepEqual(await theme(), [next, PAPER[next], `Theme: ${next}`]);
    }
    await page.waitForFunction(() => location.hash.includes("theme=dark"), { timeout: 20_000 });
    await page.reload();
    await page.waitForSelector("html[data-ready]"); // whichever model the address has
    assert.deepEqual(await theme(), ["dark", PAPER.dark, "Theme: dark"]);
    await page.click(".theme-button");
    await frames(page);
    assert.deepEqual(await theme(), ["auto", PAPER[auto], "Theme: auto"]);
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: the model's file comes with its progress`, async (t) => {
    const bytes = read("build/models/use-lite.q8.bin");
    let send;
    const asked = new Promise((resolve) => { send = resolve; });
    const page = await open(t, {
      intercept(path, response) {
        if (!path.endsWith("/use-lite.q8.bin")) return false;
        response.writeHead(200, { "Content-Length": bytes.length });
        response.flushHeaders();
        send(response);
        return true;
      },
    });
    const response = await asked;
    const mb = (count) => fixed(count / 1e6, 1);
    const parts = 6;
    for (let part = 0; part < parts; part++) {
      const come = Math.round((bytes.length * part) / parts);
      await page.waitForFunction((size) => document.querySelector("#trained .size").textContent === size, { timeout: 5000 }, `${mb(come)} of ${mb(bytes.length)} MB`);
      assert.ok(Math.abs((await page.$eval("#trained progress", (bar) => bar.value)) - part / parts) < 0.01, `part ${part}`);
      assert.equal(await page.$eval("#trained", (element) => element.innerText.includes("Trained model")), true);
      response.write(bytes.subarray(come, Math.round((bytes.length * (part + 1)) / parts)));
    }
    response.end();
    await ready(page, "use-lite");
    await frames(page);
    assert.equal(await page.$eval("#trained progress", (bar) => bar.hidden), true);
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: the inspector's arithmetic is that of the core's matrices`, async (t) => {
    const page = await openTrained(t);
    const { integer } = random(7);
    for (const mask of ["none", "causal"]) {
      await setMask(page, mask);
      const run = trained.run(SENTENCE, { mask });
      for (const at of HEADS) {
        await bringUp(page, at);
        for (let k = 0; k < 2; k++) {
          const i = integer(1, N);
          const j = integer(1, mask === "causal" ? i : N);
          await goTo(page, "right", i, j);
          checkCell(await inspector(page), run, at, i, j);
        }
      }
    }
    assert.deepEqual(page.problems, []);
  });
}

const inspector = (page) => page.$eval("#inspector", (element) => {
  const at = (selector, from = element) => from.querySelector(selector).textContent;
  const [score, scaled, weight, share] = element.querySelectorAll(".block");
  const sums = [...weight.querySelectorAll(".sum-row")].map((row) => [...row.children].map((part) => part.textContent));
  return {
    query: at(".words .q"), key: at(".words .k"), rank: at(".rank"),
    up: at(".totals .up"), down: at(".totals .down"), count: at(".totals .count"), score: at(".result", score),
    divisor: at(".formula", scaled), scaled: at(".result", scaled),
    rowMax: sums[0][1], formula: sums[1][0], exp: sums[1][1], rowSum: sums[2][1], weight: at(".result", weight),
    times: at(".formula", share), percent: at(".result", share), value: at(".numbers", share),
  };
});

/** The printed number is the value, rounded to the digits that are printed. */
function rounded(printed, value, what) {
  const digits = (/\.(\d+)/.exec(printed)?.[1] ?? "").length;
  const small = printed.includes("e");
  const size = small ? Math.abs(value).toExponential(digits).replace("-", "−") : Math.abs(value).toFixed(digits);
  assert.equal(printed, `${value < 0 && Number(size) !== 0 ? "−" : ""}${size}`, what);
}

function checkCell(shown, run, { layer, head }, i, j) {
  const where = `${layer}·${head}: ${i}, ${j}`;
  const row = (stage, at) => {
    const { data, cols } = run.matrix(stage, layer - 1, head - 1);
    return Array.from(data.subarray((at - 1) * cols, at * cols));
  };
  const [q, k, v] = [row("q", i), row("k", j), row("v", j)];
  const products = q.map((x, d) => x * k[d]);
  const add = (numbers) => numbers.reduce((sum, x) => sum + x, 0);
  const scaled = row("scaled", i);
  const weights = row("weights", i);
  const keys = scaled.filter((_, at) => row("masked", i)[at] !== -Infinity);
  const rowMax = Math.max(...keys);
  const words = wordsOf(run);
  assert.deepEqual([shown.query, shown.key], [words[i - 1], words[j - 1]], where);
  assert.equal(shown.count, `${q.length} products`);
  assert.match(shown.up, /^\+/);
  assert.match(shown.down, /^−/);
  rounded(shown.up.slice(1), add(products.filter((x) => x > 0)), `${where} products above zero`);
  rounded(shown.down.slice(1), -add(products.filter((x) => x < 0)), `${where} products below zero`);
  rounded(shown.score, row("scores", i)[j - 1], `${where} score`);
  assert.equal(shown.divisor, `÷ ${q.length} = ${Number.isInteger(Math.sqrt(q.length)) ? Math.sqrt(q.length) : fixed(Math.sqrt(q.length), 4)}`);
  rounded(shown.scaled, scaled[j - 1], `${where} scaled`);
  rounded(shown.rowMax, rowMax, `${where} row maximum`);
  const [, less, most] = /^exp\((−?[\d.]+) − \(?(−?[\d.]+)\)?\)$/.exec(shown.formula);
  rounded(less, scaled[j - 1], `${where} scaled in exp`);
  assert.equal(most, shown.rowMax);
  rounded(shown.exp, Math.exp(scaled[j - 1] - rowMax), `${where} exp`);
  rounded(shown.rowSum, add(keys.map((x) => Math.exp(x - rowMax))), `${where} row sum`);
  rounded(shown.weight, weights[j - 1], `${where} weight`);
  assert.equal(shown.times, `${shown.weight} × v${j}`);
  assert.match(shown.percent, /^[\d.]+ %$/);
  rounded(shown.percent.slice(0, -2), 100 * weights[j - 1], `${where} share`);
  const [, count, length] = /^(\d+) numbers, length ([\d.]+)$/.exec(shown.value);
  assert.equal(Number(count), v.length);
  rounded(length, Math.hypot(...v), `${where} length of the value`);
  const rank = 1 + weights.filter((x) => x > weights[j - 1]).length;
  const said = keys.length === 1 ? "the only key of its row" : rank === 1 ? "the largest weight of its row" : `rank ${rank} of ${keys.length} in its row`;
  assert.equal(shown.rank, `query ${i}, key ${j}: ${said}`);
}
