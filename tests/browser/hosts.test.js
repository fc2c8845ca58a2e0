/** Where the page may be put: strict policies, sandboxed frames, no workers, no SIMD, no WebAssembly. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./open.js";
import { BROWSERS, canvas, paste, PREFIX, text, tokensShown } from "./support.js";

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:";
const SENTENCE = "The dog found it.";

async function drawsSentence(page, frame = page) {
  await frame.waitForSelector('html[data-ready="use-lite"]', { timeout: 60_000 });
  await paste(frame, SENTENCE);
  await tokensShown(frame, 5);
  for (const stage of ["scores", "weights"]) assert.ok((await canvas(frame, stage)).colours > 5, stage);
}

for (const name of BROWSERS) {
  test(`${name}: under the strict policy`, async (t) => {
    const { page, server } = await open(t, name, { headers: { "Content-Security-Policy": POLICY } });
    await page.goto(server.url);
    await drawsSentence(page);
    assert.deepEqual(page.problems, []);
  });

  for (const [what, worker] of [["worker files only", "'self'"], ["blob workers only", "blob:"], ["no workers", "'none'"]]) {
    test(`${name}: where the policy allows ${what}`, async (t) => {
      const { page, server } = await open(t, name, { headers: { "Content-Security-Policy": POLICY.replace("'self' blob:;", `${worker};`) } });
      await page.goto(server.url);
      await drawsSentence(page);
    });
  }

  test(`${name}: in a sandboxed frame of opaque origin`, async (t) => {
    const { page, server } = await open(t, name, {
      intercept(path, response) {
        if (path !== `${PREFIX}/host.html`) return false;
        response.writeHead(200, { "Content-Type": "text/html" }).end('<!doctype html><title>host</title><iframe sandbox="allow-scripts" src="index.html" width="1000" height="800"></iframe>');
        return true;
      },
    });
    await page.goto(`${server.url}host.html`);
    const frame = await page.waitForFrame((each) => each.url().endsWith("index.html"));
    await drawsSentence(page, frame);
  });

  test(`${name}: without WebAssembly SIMD, the scalar core, and it says so`, async (t) => {
    const { page, server } = await open(t, name);
    await page.evaluateOnNewDocument(() => {
      WebAssembly.validate = () => false;
    });
    await page.goto(server.url);
    await drawsSentence(page);
    assert.match(await text(page, "#status"), /no WebAssembly SIMD/);
    assert.ok(server.requests.some((path) => path.endsWith("attention-scalar.js")));
  });

  test(`${name}: without WebAssembly, what to do is named`, async (t) => {
    const { page, server } = await open(t, name, { headers: { "Content-Security-Policy": POLICY.replace(" 'wasm-unsafe-eval'", "") } });
    await page.goto(server.url);
    await page.waitForFunction(() => /WebAssembly/.test(document.querySelector("#status").textContent), { timeout: 20_000 });
    assert.match(await text(page, "#status"), /wasm-unsafe-eval/);
    await page.focus("textarea");
    await page.keyboard.press("End");
    await page.keyboard.type(" still");
    assert.match(await page.$eval("textarea", (field) => field.value), /still$/);
  });
}
