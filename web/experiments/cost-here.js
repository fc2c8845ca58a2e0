import { fusedBytes, MOST_BYTES, storedBytes } from "../cost-run.js";
import { fixed, grouped, significant } from "../numbers.js";
import { el, setText } from "../views/dom.js";
import { counts } from "./cost-counts.js";

const SEED = 1;

/**
 * Runs the sizes for real in a core of its own, and says what it took.
 * @param {() => Promise<import("../engine.js").Engine>} startSecond
 * @param {() => import("../cost-run.js").Sizes} sizesNow
 */
export function runView(startSecond, sizesNow) {
  const parts = build(() => (run ? cancel() : start()));
  /** The run that is on its way: { engine, done } */
  let run = null;
  let ready = false;

  const end = (message) => {
    run?.engine?.close();
    run = null;
    showRunning(parts, false);
    setText(parts.message, message);
    parts.button.disabled = !ready;
  };
  const cancel = () => end(`Cancelled at ${parts.share.textContent}.`);

  async function start() {
    const sizes = sizesNow();
    parts.results.replaceChildren();
    if (fusedBytes(sizes) > MOST_BYTES) {
      setText(parts.message, tooLarge(sizes));
      return;
    }
    const own = run = { engine: null };
    showRunning(parts, true);
    setText(parts.message, "");
    try {
      const engine = await startSecond();
      if (run !== own) {
        engine.close();
        return;
      }
      own.engine = engine;
      const answer = await engine.call("cost", { sizes, seed: SEED }, [], (progress) => run === own && showProgress(parts, progress));
      if (run !== own) return;
      end("Done.");
      parts.results.replaceChildren(...results(sizes, answer));
    } catch ({ message }) {
      if (run === own) end(`It could not be run: ${message}`);
    }
  }

  return {
    element: parts.element,
    setReady(value) {
      ready = value;
      if (!run) parts.button.disabled = !ready;
    },
    /** A result stays while it belongs to the sizes that are shown. */
    sizesChanged() {
      if (run) cancel();
      else setText(parts.message, "");
      parts.results.replaceChildren();
    },
    destroy: () => run?.engine?.close(),
  };
}

function build(onPress) {
  const button = el("button", { type: "button", class: "button", id: "cost-run", disabled: true, onclick: onPress }, "Run it here");
  const bar = el("progress", { max: "1", value: "0", "aria-label": "Progress of the run" });
  const share = el("span", { class: "cost-share" }, "0 %");
  const progress = el("span", { class: "cost-progress", hidden: true }, bar, share);
  const message = el("span", { class: "cost-message", role: "status" });
  const resultsOf = el("div", { class: "cost-results", role: "status" });
  const element = el("section", { class: "cost-here", "aria-labelledby": "cost-here-title" },
    el("div", { class: "cost-here-head" }, el("h3", { class: "title", id: "cost-here-title" }, "Measured"), button, progress, message),
    el("p", { class: "cost-words" }, "The core computes every head of every layer with random queries, keys and values of these sizes, on this machine. It takes the fused way: a few queries at a time, scores turned into output at once, no table kept. Projections and feed-forward layers are not in it."),
    resultsOf);
  return { element, button, bar, share, progress, message, results: resultsOf };
}

function showRunning(parts, running) {
  setText(parts.button, running ? "Cancel" : "Run it here");
  parts.progress.hidden = !running;
  if (running) showProgress(parts, { done: 0, total: 1, way: "fused" });
}

function showProgress({ bar, share, message }, { done, total, way }) {
  bar.value = done / total;
  setText(share, `${fixed(Math.floor((100 * done) / total), 0)} %`);
  setText(message, way === "stored" ? "Now one head the stored way." : "");
}

function results(sizes, { ms, fused, stored }) {
  const { qk, wv } = counts(sizes);
  const work = qk.all + wv.all;
  const seconds = ms / 1000;
  const timed = ms >= 5;
  return [
    el("dl", { class: "cost-figures" },
      figure("Time", timed ? `${significant(seconds, 3)} s` : "under 0.005 s", "time"),
      figure("Multiply-adds", grouped(work), "work"),
      figure("Multiply-adds a second", timed ? grouped(Math.round(Number((Number(work) / seconds).toPrecision(3)))) : "too short to tell", "rate")),
    memoryTable(fused, stored),
    el("p", { class: "quiet" }, "Memory is measured, not worked out: each way ran in a core that was started for it, and this is the size of its WebAssembly memory in bytes before and after. A core starts with some room to spare; only what does not fit there makes it grow, in steps."),
  ];
}

const figure = (name, value, key) => el("div", {}, el("dt", {}, name), el("dd", { "data-figure": key }, value));

function memoryTable(fused, stored) {
  const cell = (value, key) => el("td", { "data-figure": key }, grouped(value));
  const row = (name, how, memory, key) => el("tr", {},
    el("th", { scope: "row" }, name, el("span", { class: "quiet" }, how)),
    ...(memory.refused
      ? [el("td", { colspan: "3", class: "cost-refused", "data-figure": `${key}-refused` }, refusal(memory))]
      : [cell(memory.before, `${key}-before`), cell(memory.after, `${key}-after`), cell(memory.after - memory.before, `${key}-growth`)]));
  return el("table", { class: "cost-memory" },
    el("caption", {}, "Memory of the core, in bytes"),
    el("thead", {}, el("tr", {}, el("td", {}), ...["before", "after", "growth"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {},
      row("Fused", "all heads, no table kept", fused, "fused"),
      row("Stored", "one head, its four tables kept", stored, "stored")));
}

/** Why the stored way was not run. */
function refusal({ refused, bytes, seconds }) {
  return {
    memory: `Not tried: one head with its scores, scaled scores, masked scores and weights kept needs ${grouped(bytes)} bytes, and this page stops at ${grouped(MOST_BYTES)}.`,
    time: `Not tried: in one piece it would take about ${grouped(Math.ceil(seconds))} s. It would need ${grouped(bytes)} bytes.`,
    browser: `The browser did not give the ${grouped(bytes)} bytes that one head with its four tables needs.`,
  }[refused];
}

const tooLarge = (sizes) => `Refused: the queries, keys, values and output of one head alone take ${grouped(fusedBytes(sizes))} bytes, with its four tables ${grouped(storedBytes(sizes))}; this page stops at ${grouped(MOST_BYTES)}.`;
