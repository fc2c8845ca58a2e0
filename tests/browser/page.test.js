/** The page as a person meets it, in both browsers, over http at a subpath and from disk. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixed } from "../../web/numbers.js";
import { read } from "../node/support.js";
import { byHand, press, printed, table, trained } from "./reading.js";
import { open } from "./open.js";
import { BROWSERS, canvas, FILE_URL, frames, paste, PREFIX, ready, text, tokensShown } from "./support.js";
import "../node/english.js";

async function compareTables(page, model, sentence, layer, head) {
  for (const stage of ["weights", "scores"]) assert.deepEqual(await table(page, stage), printed(model, sentence, stage, layer, head), stage);
}

/** Holds the model's file back until release() is called. */
function holdModel() {
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  const intercept = (path, response) => {
    if (!path.includes("/models/") || release.done) return false;
    released.then(() => {
      release.done = true;
      const bytes = read(path.replace(PREFIX, "dist"));
      response.writeHead(200, { "Content-Length": bytes.length }).end(bytes);
    });
    return true;
  };
  return { intercept, release: () => release() };
}

for (const name of BROWSERS) {
  test(`${name}: http at a subpath`, async (t) => {
    const held = holdModel();
    const { page, server } = await open(t, name, { intercept: held.intercept });
    await page.goto(server.url);
    await ready(page, "by-hand");

    // The hand-made example is there at once, computed from its embeddings and matrices.
    await compareTables(page, byHand, "The cat chased a mouse", 1, 1);
    assert.equal(Number((await table(page, "weights"))[2][4]).toFixed(2), "0.60");
    assert.match(await text(page, "#model"), /Hand-made example/);
    for (const stage of ["scores", "weights"]) {
      const picture = await canvas(page, stage);
      assert.deepEqual([picture.stage, picture.layer, picture.head], [stage, "1", "1"]);
      assert.ok(picture.colours > 10, `${stage} is painted`);
    }
    assert.match(await text(page, "#inspector"), /chased.*mouse.*4\.95.*2\.475.*0\.60.*60 %/s);

    // A sentence typed before the model is in waits, and the picture keeps its label.
    await page.click("textarea", { count: 3 });
    await page.type("textarea", "Dogs bark.");
    assert.match(await page.evaluate(() => document.body.innerText), /[Ww]aiting for the trained model/);
    assert.equal((await table(page, "weights")).length, 5);
    held.release();
    await ready(page, "use-lite");
    await compareTables(page, trained, "Dogs bark.", 2, 2);
    assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /[Ww]aiting for the trained model/);

    // Both maps follow each keystroke.
    await page.type("textarea", " And cats?");
    await tokensShown(page, trained.tokenize("Dogs bark. And cats?").length);
    await compareTables(page, trained, "Dogs bark. And cats?", 2, 2);
    const before = [await canvas(page, "scores"), await canvas(page, "weights")];
    await page.type("textarea", "!");
    await tokensShown(page, trained.tokenize("Dogs bark. And cats?!").length);
    const after = [await canvas(page, "scores"), await canvas(page, "weights")];
    after.forEach((picture, k) => assert.notEqual(picture.sum, before[k].sum));

    // A small head becomes the big one.
    await page.click('.head-button:has(canvas[data-layer="1"][data-head="3"])');
    await page.waitForSelector('canvas[data-stage="weights"][data-layer="1"][data-head="3"]:not([data-thumb])');
    await compareTables(page, trained, "Dogs bark. And cats?!", 1, 3);
    assert.match(await page.evaluate(() => document.body.innerText), /layer 1 · head 3 of 4/);

    assert.deepEqual(page.problems, []);
    assert.ok(server.requests.every((path) => path.startsWith(`${PREFIX}/`) || path === "/favicon.ico"), server.requests.join(" "));
  });

  test(`${name}: from disk by double click`, async (t) => {
    const { page } = await open(t, name);
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(FILE_URL);
    await ready(page, "use-lite");
    await paste(page, "The old dog found the red car.");
    await tokensShown(page, trained.tokenize("The old dog found the red car.").length);
    await compareTables(page, trained, "The old dog found the red car.", 2, 2);
    assert.ok(asked.every((url) => /^(file|blob|data):/.test(url)), asked.join(" "));
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: untouched, the trained model takes over; pinned, it is offered`, async (t) => {
    const held = holdModel();
    const { page, server } = await open(t, name, { intercept: held.intercept });
    await page.goto(server.url);
    await ready(page, "by-hand");
    const box = await (await page.$('canvas[data-stage="weights"]:not([data-thumb])')).boundingBox();
    await page.mouse.click(box.x + box.width * 0.55, box.y + box.height * 0.5);
    await page.waitForFunction(() => document.querySelector(".pin").getAttribute("aria-pressed") === "true");
    held.release();
    await page.waitForFunction(() => /The trained model is in/.test(document.querySelector("#trained").textContent));
    assert.equal(await page.$eval("html", (html) => html.dataset.ready), "by-hand");
    await press(page, "Use it");
    await ready(page, "use-lite");
    await compareTables(page, trained, "The cat chased a mouse", 2, 2);
    assert.deepEqual(page.problems, []);
  });

  test(`${name}: pointing, arrow keys, Enter and Escape`, async (t) => {
    const { page, server } = await open(t, name);
    await page.goto(server.url);
    await ready(page, "use-lite");
    await paste(page, "The cat chased a mouse.");
    const run = trained.run("The cat chased a mouse.");
    await tokensShown(page, run.tokens.length);
    const { data, cols } = run.matrix("weights", 1, 1);
    const shown = async (selector) => {
      await frames(page);
      return page.$(selector);
    };
    const rank = async () => (await shown("#inspector .rank")).evaluate((element) => element.textContent);

    await page.focus('#map-right [role="gridcell"][tabindex="0"]');
    await page.keyboard.down("Control");
    await page.keyboard.press("Home");
    await page.keyboard.up("Control");
    assert.match(await rank(), /query 1, key 1:/);
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
    assert.match(await rank(), /query 3, key 2:/);
    const said = await text(page, "#live");
    assert.ok(said.includes("query chase") && said.includes("key cat") && said.includes(`weight ${fixed(data[2 * cols + 1], 2)}`), said);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), fixed(data[2 * cols + 1], 2));
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    assert.equal(await (await shown(".pin")).evaluate((pin) => pin.getAttribute("aria-pressed")), "true");
    assert.match(await rank(), new RegExp(`query 3, key ${cols}:`));
    await page.keyboard.press("ArrowLeft");
    assert.match(await rank(), new RegExp(`query 3, key ${cols - 1}:`));
    await page.keyboard.press("Escape");
    assert.match(await rank(), new RegExp(`query 3, key ${cols}:`), "Escape leaves the pin");
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);

    // The pointer: the last cell of the first row, told by the grid's own cell boxes.
    const over = await canvas(page, "weights");
    const corner = await page.$eval('#map-right canvas', (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left + width - 24, y: top + height - 60, left };
    });
    await page.mouse.move(corner.x, corner.y);
    await page.waitForFunction((n) => new RegExp(`key ${n}:`).test(document.querySelector("#inspector .rank").textContent), {}, cols);
    assert.notEqual((await canvas(page, "scores")).sum, 0);
    assert.notEqual((await canvas(page, "weights")).sum, over.sum, "row and column light up");
    await page.mouse.move(5, 5);
    await page.waitForFunction((n) => new RegExp(`query 3, key ${n}:`).test(document.querySelector("#inspector .rank").textContent), {}, cols);
    assert.deepEqual(page.problems, []);
  });
}
