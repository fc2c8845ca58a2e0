/**
 * How soon the page answers, in Chromium with the trained model: typing, pointing, choosing a head.
 *   node tests/bench/page.mjs          after ./build.sh
 *
 * Times are ms after the event's own time stamp, taken in the page:
 *   drawn    the canvases hold the new picture (the page's own measure attention-lab:keystroke, or the end of its frame callback)
 *   frame    the first frame after that has begun
 *   painted  that frame is laid out, painted and handed to the compositor: what is quoted as “repaint”
 *   echo     the frame with the typed letter in the field is painted, whatever the maps show
 * Headless Chromium makes a frame every 16.7 ms, as a screen of 60 Hz does, so that a mean of 8 ms of waiting is in every
 * “frame” and “painted”. Of pointing and choosing `own` is what the page makes of it without that wait: its listeners, and
 * the frame from its beginning to painted.
 */
import { pathToFileURL } from "node:url";
import { launch, paste, ready, serveDist, tokensShown } from "../browser/support.js";
import { quantile } from "./measure.js";

const SENTENCES = { 12: "John told Bill that he had won the lottery.", 128: "the quick brown fox jumps over the lazy dog. ".repeat(20) };
const KEYS = 100;
const FAST = 33; // ms between keys of a key held down
const MOVES = 150;
const HEADS = 32;

/**
 * @param {object} options
 * @param {(line: string) => void} options.say
 * @param {string} [options.chromium] path of the browser
 * @returns {Promise<object>} plain figures
 */
export async function figures({ say, chromium }) {
  if (chromium) process.env.CHROMIUM = chromium;
  const server = await serveDist();
  const browser = await launch("chromium");
  const page = await browser.page();
  await page.evaluateOnNewDocument(probe);
  await page.goto(server.url);
  await ready(page, "use-lite");
  await timeWorker(page);
  const found = { browser: await browser.browser.version() };
  for (const tokens of Object.keys(SENTENCES)) {
    await paste(page, SENTENCES[tokens]);
    await tokensShown(page, tokens);
    const typed = await type(page, KEYS, () => 90 + 60 * Math.random());
    const fast = await type(page, KEYS, () => FAST);
    const held = await traced(page, () => type(page, KEYS, () => FAST));
    const heads = await clickHeads(page);
    const hover = await movePointer(page);
    const [quick, echo] = [summaries(typed), summaries(fast).echo];
    const row = { keystroke: quick, fast: { drawn: fast.drawn.length, keys: KEYS, echo }, held, head: summaries(heads), hover: summaries(hover) };
    found[`tokens${tokens}`] = row;
    say(`${tokens} tokens, keystroke: ${told(row.keystroke)}`);
    say(`${tokens} tokens, a key every ${FAST} ms: echo ${told1(echo)}; ${fast.drawn.length} of ${KEYS} keys drawn; longest task ${held.longest} ms, ${held.over} over 50 ms`);
    say(`${tokens} tokens, choosing a head: ${told(row.head)}`);
    say(`${tokens} tokens, pointing at cells: ${told(row.hover)}`);
  }
  await browser.close();
  await server.close();
  return found;
}

/** In the page, before its own scripts: notes every time into `times`. */
function probe() {
  const times = globalThis.times = {};
  const note = (name, time) => (times[name] ??= []).push(time);
  /** Called in a frame: calls back once it is painted, before any other task. */
  const afterFrame = (callback) => scheduler.postTask(() => callback(performance.now()), { priority: "user-blocking" });
  const { measure } = performance;
  performance.measure = function (name, { start, end }) {
    note("drawn", end - start);
    requestAnimationFrame(() => {
      note("frame", performance.now() - start);
      afterFrame((now) => note("painted", now - start));
    });
    return measure.apply(performance, arguments);
  };
  addEventListener("input", ({ timeStamp }) => requestAnimationFrame(() => afterFrame((now) => note("echo", now - timeStamp))), true);
  for (const type of ["pointermove", "click"]) {
    let [heard, begun] = [0, 0];
    addEventListener(type, () => {
      heard = performance.now();
      requestAnimationFrame(() => (begun = performance.now()));
    }, true);
    // Asked for after the page has asked for its own: called after it, in the same frame.
    addEventListener(type, ({ timeStamp }) => {
      const listened = performance.now() - heard;
      requestAnimationFrame(() => {
        note("drawn", performance.now() - timeStamp);
        afterFrame((now) => {
          note("painted", now - timeStamp);
          note("own", listened + now - begun);
        });
      });
    });
  }
}

/** Has the worker note how long each run takes it, answer included. */
async function timeWorker(page) {
  const [worker] = page.workers();
  await worker.evaluate(() => {
    const { onmessage } = globalThis;
    globalThis.runs = [];
    globalThis.onmessage = async (event) => {
      const start = performance.now();
      await onmessage(event);
      if (event.data.op === "run") globalThis.runs.push(performance.now() - start);
    };
  });
}

/** Runs something and collects what the page and the worker noted meanwhile. */
async function during(page, act) {
  const [worker] = page.workers();
  await page.evaluate(() => {
    for (const name of Object.keys(globalThis.times)) delete globalThis.times[name];
  });
  await worker.evaluate(() => (globalThis.runs.length = 0));
  await act();
  await pause(500);
  return { ...await page.evaluate(() => globalThis.times), worker: await worker.evaluate(() => globalThis.runs) };
}

/** A letter in the second word and out again: every key changes the sentence, its length stays about the same. */
async function type(page, keys, gap) {
  await page.focus("textarea");
  await page.evaluate(() => document.querySelector("textarea").setSelectionRange(4, 4));
  return during(page, async () => {
    for (let key = 0; key < keys; key++) {
      const next = pause(gap());
      await page.keyboard.press(key % 2 ? "Backspace" : "a");
      await next;
    }
  });
}

async function clickHeads(page) {
  const buttons = await page.$$(".head-button");
  return during(page, async () => {
    for (let click = 0; click < HEADS; click++) {
      await buttons[(click * 3) % buttons.length].click();
      await pause(90 + 60 * Math.random());
    }
  });
}

/** The pointer goes over the weights, from cell to cell. */
async function movePointer(page) {
  const { x, y, width, height } = await page.$eval("#map-right canvas", (canvas) => {
    canvas.scrollIntoView({ block: "center" });
    const { left, top } = canvas.getBoundingClientRect();
    return { x: left + 150, y: top + 100, width: canvas.clientWidth - 200, height: canvas.clientHeight - 220 };
  });
  const at = (share, length) => length * Math.abs(((7.31 * share) % 2) - 1);
  return during(page, async () => {
    for (let move = 0; move < MOVES; move++) {
      await page.mouse.move(x + at(move / MOVES, width), y + at(0.3 + (1.7 * move) / MOVES, height));
      await pause(20 + 20 * Math.random());
    }
  });
}

/** The main thread's tasks while something runs, by Chromium's own trace: the longest, in ms, and how many are over 50 ms. */
async function traced(page, act) {
  await page.tracing.start({ categories: ["disabled-by-default-devtools.timeline", "devtools.timeline", "toplevel"] });
  await act();
  const { traceEvents } = JSON.parse(new TextDecoder().decode(await page.tracing.stop()));
  const main = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const ours = traceEvents.filter(({ name, ph, pid, tid }) => name === "RunTask" && ph === "X" && main.some((each) => each.pid === pid && each.tid === tid));
  const tasks = ours.map(({ dur }) => dur / 1000);
  return { longest: round(Math.max(...tasks)), over: tasks.filter((time) => time > 50).length };
}

const pause = (time) => new Promise((done) => setTimeout(done, time));
const round = (time) => Math.round(10 * time) / 10;

const summaries = (times) => Object.fromEntries(Object.entries(times).filter(([, list]) => list.length).map(([name, list]) => [name, summary(list)]));

const summary = (times) => ({ median: round(quantile(times, 0.5)), p95: round(quantile(times, 0.95)), count: times.length });

const told1 = ({ median, p95 }) => `median ${median} ms, 95 % ${p95} ms`;
const told = (row) => Object.entries(row).map(([name, each]) => `${name} ${told1(each)}`).join("; ");

if (import.meta.url === pathToFileURL(process.argv[1]).href) await figures({ say: console.log, chromium: process.env.CHROMIUM });
