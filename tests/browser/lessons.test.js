/** Every lesson from its first step to its last, by keyboard alone and by pointer alone, with every answer to every problem. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_EDITS, withEdit } from "../../web/edits.js";
import { plain, settle } from "../../web/lessons/choices.js";
import { factsFor } from "../../web/lessons/facts.js";
import { LESSONS } from "../../web/lessons/list.js";
import { handMade } from "../../web/models/by-hand.js";
import { resultOf } from "../node/lesson-runs.js";
import { faults, inspect } from "./boxes.js";
import { chooseExample, table } from "./reading.js";
import { open } from "./open.js";
import { BROWSERS, frames, paste, ready, text, tokensShown } from "./support.js";
import "../node/english.js";

/** What stands on the screen of a step; waits until its numbers are in and its heading has the focus. */
async function read(page, title, problem) {
  await page.waitForFunction((wanted, asks) => document.querySelector("#lessons .lesson-title:is(.lesson *)")?.textContent === wanted
    && document.querySelector(".lesson-text > *") && (!asks || document.querySelector(".answer-button")), { timeout: 30_000 }, title, problem);
  return page.evaluate(() => ({
    focused: document.activeElement.textContent,
    says: document.querySelector(".lesson").innerText,
    answers: document.querySelectorAll(".answer-button").length,
    canvases: [...document.querySelectorAll(".lesson canvas")].filter((canvas) => canvas.checkVisibility()).length,
  }));
}

/** The answers after one was chosen, and all that the step says. */
const openAnswers = (page) => page.evaluate(() => ({
  says: document.querySelector(".lesson").innerText,
  answers: [...document.querySelectorAll(".answer")].map((answer) => ({
    expanded: answer.querySelector("button").getAttribute("aria-expanded"),
    reason: answer.querySelector(".reason").checkVisibility() ? answer.querySelector(".reason").innerText : "",
    right: answer.classList.contains("is-yes"),
  })),
}));

/** More stops than lie between any two buttons of a lesson. */
const MOST_TABS = 150;

/** Two ways to operate the page: `on` takes the page to a button, told by selector and place, and presses it. */
const byPointer = { on: async (page, selector, place = 0) => (await page.$$(selector))[place].click() };
const byKeyboard = {
  presses: 0,
  async on(page, selector, place = 0) {
    const there = () => page.evaluate((wanted, at) => document.activeElement === document.querySelectorAll(wanted)[at], selector, place);
    for (let tabs = 0; !(await there()); tabs++) {
      assert.ok(tabs < MOST_TABS, `Tab does not lead to ${selector} ${place}`);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press(this.presses++ % 2 ? " " : "Enter");
  },
};

async function walk(page, way, lesson) {
  for (const [at, step] of lesson.steps.entries()) {
    const where = `${lesson.id}, step ${at + 1}`;
    const shown = await read(page, step.title, Boolean(step.problem));
    assert.equal(shown.focused, step.title, `${where}: the focus is on the heading`);
    assert.match(shown.says, new RegExp(`step ${at + 1} of ${lesson.steps.length}`));
    assert.ok(step.panel === "word" || shown.canvases > 0, `${where}: a map is there`);
    if (step.problem) await answerAll(page, way, shown.answers, where);
    await way.on(page, ".lesson-walk .is-main");
  }
  const end = await read(page, "What to remember", false);
  for (const parts of lesson.remember) assert.ok(end.says.includes(parts.find((part) => typeof part === "string" && part.length > 20).trim()), lesson.id);
}

async function answerAll(page, way, count, where) {
  assert.ok(count >= 2 && count <= 4, `${where}: ${count} answers`);
  const right = [];
  for (let place = 0; place < count; place++) {
    await way.on(page, ".answer-button", place);
    const { answers, says } = await openAnswers(page);
    assert.deepEqual(answers.map(({ expanded }) => expanded), answers.map((_, k) => String(k === place)), `${where}: one is open`);
    assert.deepEqual(answers.filter(({ reason }) => reason).length, 1, where);
    const { reason } = answers[place];
    if (answers[place].right) right.push(place);
    assert.match(reason, answers[place].right ? /^Yes\. ./ : /^Look (again|at the (cell|row|column))\. ./, where);
    assert.ok(reason.length > 40, `${where}: ${reason}`);
    assert.doesNotMatch(says, /NaN|undefined|null|Infinity|\[object/, where);
  }
  assert.equal(right.length, 1, `${where}: one is right`);
}

for (const name of BROWSERS) {
  for (const [wayName, way] of Object.entries({ "by pointer alone": byPointer, "by keyboard alone": byKeyboard })) {
    test(`${name}: every lesson from the first step to the last, ${wayName}, every problem answered right and wrong`, async (t) => {
      const { page, server } = await open(t, name);
      await page.goto(server.url);
      await ready(page, "use-lite");
      await way.on(page, ".place-button", 1);
      await page.waitForSelector(".lesson-list .button");
      await way.on(page, ".lesson-list .button", 0);
      for (const [at, lesson] of LESSONS.entries()) {
        await walk(page, way, lesson);
        await way.on(page, ".lesson-walk .is-main"); // the next lesson, in the end all of them
        if (at === LESSONS.length - 1) await page.waitForSelector(".lesson-contents:not([hidden]) .lesson-list");
      }
      const list = await text(page, ".lesson-list");
      for (const { steps } of LESSONS) {
        const problems = steps.filter(({ problem }) => problem).length;
        assert.ok(list.includes(`so far ${steps.length} of ${steps.length} steps, ${problems} of ${problems} problems solved`), list);
      }
      await way.on(page, ".lesson-contents:not([hidden]) > .text-button");
      await page.waitForFunction(() => document.activeElement.textContent === "References");
      assert.deepEqual(page.problems, []);
    });
  }

  test(`${name}: a number in the text and an open answer point into the map`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(server.url);
    await ready(page, "by-hand");
    await byPointer.on(page, ".place-button", 1);
    await page.waitForSelector(".lesson-list .button");
    await byPointer.on(page, ".lesson-list .button", 0);
    for (const step of LESSONS[0].steps.slice(0, 4)) {
      await read(page, step.title, true);
      await byPointer.on(page, ".lesson-walk .is-main");
    }
    await read(page, LESSONS[0].steps[4].title, true);
    await page.hover('.lesson-text [data-cell^="weights 3 "]:not([data-cell$=" 5"])');
    await frames(page);
    const lit = await page.$eval(".lesson-figure canvas", (canvas) => canvas.toDataURL());
    await page.hover(".lesson-title:is(.lesson *)");
    await frames(page);
    assert.notEqual(await page.$eval(".lesson-figure canvas", (canvas) => canvas.toDataURL()), lit);

    const columns = await page.$$eval(".answer-button", (buttons) => buttons.findIndex((button) => /column/.test(button.textContent)));
    await byPointer.on(page, ".answer-button", columns);
    const marked = await page.$eval(".lesson-sums .is-marked", (sum) => sum.dataset.sum + sum.textContent);
    const [outline, sums] = await page.evaluate(() => [".lesson-outline", '[data-sum="column 5"]'].map((selector) => document.querySelector(selector).getBoundingClientRect().toJSON()));
    assert.match(marked, /^column 5/);
    assert.ok((await text(page, ".answer.is-open")).replace(/\u00a0/g, " ").includes(`= ${marked.slice(8)}`), "the column sum on the map is the one that the reason gives");
    assert.ok(outline.left <= sums.left && outline.right >= sums.right && outline.bottom <= sums.bottom, "the outline stands over its sum");
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: leaving for the lab gives back what was there`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(server.url);
    await ready(page, "use-lite");
    await paste(page, "The cat chased a mouse.");
    await tokensShown(page, 7);
    await page.click('.head-button:has(canvas[data-layer="1"][data-head="3"])');
    await page.select("#controls select", "causal");
    await page.click('[data-brings="weights"]');
    await settled(page);
    const look = async () => ({
      where: await text(page, ".where-text"), text: await page.$eval("textarea", (field) => field.value), model: await text(page, "#model .model-face"),
      mask: await page.$eval("#controls select", (select) => select.value), stage: await page.$eval(".piece[aria-pressed=true]", (piece) => piece.dataset.brings),
      weights: await table(page, "weights"), inspector: await text(page, "#inspector"),
    });
    const before = await look();
    await byPointer.on(page, ".place-button", 1);
    await page.waitForSelector(".lesson-list .button");
    await byPointer.on(page, ".lesson-list .button", 0);
    await read(page, LESSONS[0].steps[0].title, true);
    await byPointer.on(page, ".lesson-walk .is-main");
    await read(page, LESSONS[0].steps[1].title, true);
    await byPointer.on(page, ".place-button", 0);
    await ready(page, "use-lite");
    await settled(page);
    assert.deepEqual(await look(), before);
    // and the lesson is still open at its step
    await byPointer.on(page, ".place-button", 1);
    await read(page, LESSONS[0].steps[1].title, true);
    assert.deepEqual(page.problems, []);
  });
}

/** A problem as the page puts it: question, answers, and the place of the right one, found by trying. */
async function problemOn(page) {
  const answers = await page.$$eval(".answer-text", (texts) => texts.map((each) => each.textContent));
  let right = -1;
  for (let place = 0; place < answers.length; place++) {
    await byPointer.on(page, ".answer-button", place);
    if ((await openAnswers(page)).answers[place].right) right = place;
  }
  return { ask: await text(page, ".problem-ask"), answers, right: answers[right] };
}

/** The same from the lesson and a run of the edited example in Node. */
function problemOf(step, edits) {
  const facts = factsFor({ result: resultOf(step, { "cat-and-mouse": edits }), layer: 1, head: 1 });
  const { ask, choices } = settle(step.problem(facts), facts);
  const said = (parts) => plain(parts, facts);
  return { ask: said(ask), answers: choices.map((choice) => said(choice.text)).sort(), right: said(choices.find(({ right }) => right).text) };
}

test("chromium: question, answers and the right one follow a number that is typed over, in the lab or in the lesson", async (t) => {
  const { page, server } = await open(t, "chromium");
  await page.goto(server.url);
  await ready(page, "use-lite");
  await chooseExample(page, /The cat chased a mouse/);
  const typeOver = async (within, label, number) => {
    await page.$eval(`${within} .workings-open[aria-expanded="false"]`, (button) => button.click()).catch(() => {});
    const field = await page.$(`${within} input[aria-label="${label}"]`);
    await field.evaluate((input) => { input.scrollIntoView(); input.select(); });
    await field.type(number);
    await page.keyboard.press("Enter");
    await settled(page);
  };
  const toLessons = async () => {
    await byPointer.on(page, ".place-button", 1);
    await page.waitForSelector(".lesson");
  };
  const { dimensions, features } = handMade[0];
  const label = (dimension) => `W_Q, ${features[1]}, ${dimensions[dimension].ask}`;
  const first = withEdit(NO_EDITS, { matrix: "wQ", row: 1, col: 0, value: 4 });
  const both = withEdit(first, { matrix: "wQ", row: 1, col: 1, value: 0.5 });

  await typeOver("#workings", label(0), "4");
  await byPointer.on(page, ".place-button", 1);
  await page.waitForSelector(".lesson-list .button");
  await byPointer.on(page, ".lesson-list .button", 0);
  const changed = { ask: 0, answers: 0, right: 0 };
  for (const [at, step] of LESSONS[0].steps.entries()) {
    await read(page, step.title, true);
    if (step.set.example !== "cat-and-mouse") {
      await byPointer.on(page, ".lesson-walk .is-main");
      continue;
    }
    const edits = at === 0 ? first : both;
    const shown = await problemOn(page);
    const plainly = (one) => JSON.parse(JSON.stringify({ ...one, answers: [...one.answers].sort() }).replace(/\u00a0| /g, " "));
    assert.deepEqual(plainly(shown), plainly(problemOf(step, edits)), `${step.title}, edited`);
    const made = problemOf(step, NO_EDITS);
    for (const key of Object.keys(changed)) changed[key] += JSON.stringify(made[key]) === JSON.stringify(problemOf(step, edits)[key]) ? 0 : 1;
    if (at === 0) await typeOver(".lesson-panel", label(1), "0.5"); // from here on, edited once more inside of the lesson
    await byPointer.on(page, ".lesson-walk .is-main");
  }
  for (const [what, times] of Object.entries(changed)) assert.ok(times > 0, `${what} changed with the numbers`);
  await toLessons();
  assert.match(await page.evaluate(() => document.querySelector("#lessons").innerText), /What to remember/);
  assert.deepEqual(page.problems, []);
});

async function settled(page) {
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  await frames(page);
}

test("chromium: a step of the trained model says so while that is not in, and one can go on", async (t) => {
  const { page, server } = await open(t, "chromium", { intercept: (path) => path.includes("/models/") });
  await page.goto(server.url);
  await ready(page, "by-hand");
  const at = LESSONS.findIndex(({ steps }) => steps.some(({ set }) => set.model));
  const step = LESSONS[at].steps.findIndex(({ set }) => set.model);
  await byPointer.on(page, ".place-button", 1);
  await page.waitForSelector(".lesson-list .button");
  await byPointer.on(page, ".lesson-list .button", at);
  for (const { title, problem } of LESSONS[at].steps.slice(0, step)) {
    await read(page, title, Boolean(problem));
    await byPointer.on(page, ".lesson-walk .is-main");
  }
  await page.waitForFunction(() => /trained model, which is still on its way/.test(document.querySelector(".lesson .message")?.innerText));
  const after = LESSONS[at].steps.slice(step).find(({ set }) => !set.model);
  for (const { set, title } of LESSONS[at].steps.slice(step)) {
    if (!set.model) break;
    await page.waitForFunction((wanted) => document.querySelector("#lessons .lesson-title:is(.lesson *)").textContent === wanted, {}, title);
    await byPointer.on(page, ".lesson-walk .is-main");
  }
  await read(page, after.title, Boolean(after.problem));
  assert.deepEqual(page.problems, []);
});

test("chromium: lessons at phone and desk width, some at four, in both themes: nothing overlaps, axe finds nothing", async (t) => {
  const { browser, server } = await open(t, "chromium");
  for (const scheme of ["light", "dark"]) {
    const page = await browser.page({ width: 1280, height: 900 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: "reduce" }]);
    await page.goto(server.url);
    await ready(page, "use-lite");
    await byPointer.on(page, ".place-button", 1);
    await page.waitForSelector(".lesson-list .button");
    const hold = async (where, looks) => {
      for (const width of scheme === "light" && looks ? [360, 768, 1280, 1920] : [360, 1280]) {
        await page.setViewport({ width, height: 900 });
        await frames(page);
        await frames(page);
        assert.deepEqual(await page.evaluate(faults), [], `${scheme}, ${width} px, ${where}`);
        if (looks && (width === 360 || width === 1280)) assert.deepEqual(await inspect(page), [], `axe: ${scheme}, ${width} px, ${where}`);
      }
    };
    await hold("all lessons", true);
    for (const [at, { id, steps }] of LESSONS.entries()) {
      await byPointer.on(page, ".lesson-list .button", at);
      for (const [number, { title, problem }] of steps.entries()) {
        await read(page, title, Boolean(problem));
        if (problem) await byPointer.on(page, ".answer-button", number % 2);
        if (scheme === "light" || number % 3 === at) await hold(`${id}, step ${number + 1}`, number % 3 === at);
        await byPointer.on(page, ".lesson-walk .is-main");
      }
      await read(page, "What to remember", false);
      if (at === 0) await hold("what to remember", true);
      await byPointer.on(page, ".lesson-line .text-button:is(.lesson *)");
      await page.waitForFunction(() => document.activeElement.textContent === "Lessons"); // the list is made anew
    }
    await byPointer.on(page, ".lesson-contents:not([hidden]) > .text-button");
    await hold("references", true);
    assert.deepEqual(page.problems, []);
    await page.close();
  }
});
