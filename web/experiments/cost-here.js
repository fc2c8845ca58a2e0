import { t } from "../language.js";
import { fusedBytes, MOST_BYTES, storedBytes } from "../cost-run.js";
import { fixed, grouped, perCent, significant } from "../numbers.js";
import { el, setText } from "../views/dom.js";
import { errorText } from "../views/error-text.js";
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
  const cancel = () => end(t("cost.cancelled", { share: parts.share.textContent }));

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
      end(t("cost.done"));
      parts.results.replaceChildren(...results(sizes, answer));
    } catch (error) {
      if (run === own) end(t("cost.failed", { reason: errorText(error) }));
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
  const button = el("button", { type: "button", class: "button", id: "cost-run", disabled: true, onclick: onPress }, t("cost.run"));
  const bar = el("progress", { max: "1", value: "0", "aria-label": t("cost.progress") });
  const share = el("span", { class: "cost-share" }, perCent("0"));
  const progress = el("span", { class: "cost-progress", hidden: true }, bar, share);
  const message = el("span", { class: "cost-message", role: "status" });
  const resultsOf = el("div", { class: "cost-results", role: "status" });
  const element = el("section", { class: "cost-here", "aria-labelledby": "cost-here-title" },
    el("div", { class: "cost-here-head" }, el("h3", { class: "title", id: "cost-here-title" }, t("cost.measured")), button, progress, message),
    el("p", { class: "cost-words" }, t("cost.how")),
    resultsOf);
  return { element, button, bar, share, progress, message, results: resultsOf };
}

function showRunning(parts, running) {
  setText(parts.button, running ? t("cost.cancel") : t("cost.run"));
  parts.progress.hidden = !running;
  if (running) showProgress(parts, { done: 0, total: 1, way: "fused" });
}

function showProgress({ bar, share, message }, { done, total, way }) {
  bar.value = done / total;
  setText(share, perCent(fixed(Math.floor((100 * done) / total), 0)));
  setText(message, way === "stored" ? t("cost.storedNow") : "");
}

function results(sizes, { ms, fused, stored }) {
  const { qk, wv } = counts(sizes);
  const work = qk.all + wv.all;
  const seconds = ms / 1000;
  const timed = ms >= 5;
  return [
    el("dl", { class: "cost-figures" },
      figure(t("cost.time"), timed ? t("cost.seconds", { seconds: significant(seconds, 3) }) : t("cost.under", { seconds: fixed(0.005, 3) }), "time"),
      figure(t("cost.adds"), grouped(work), "work"),
      figure(t("cost.rate"), timed ? grouped(Math.round(Number((Number(work) / seconds).toPrecision(3)))) : t("cost.tooShort"), "rate")),
    memoryTable(fused, stored),
    el("p", { class: "quiet" }, t("cost.memory.how")),
  ];
}

const figure = (name, value, key) => el("div", {}, el("dt", {}, name), el("dd", { "data-figure": key }, value));

function memoryTable(fused, stored) {
  const cell = (value, key) => el("td", { "data-figure": key }, grouped(value));
  const row = (memory, key) => el("tr", {},
    el("th", { scope: "row" }, t(`cost.${key}`), el("span", { class: "quiet" }, t(`cost.${key}.how`))),
    ...(memory.refused
      ? [el("td", { colspan: "3", class: "cost-refused", "data-figure": `${key}-refused` }, refusal(memory))]
      : [cell(memory.before, `${key}-before`), cell(memory.after, `${key}-after`), cell(memory.after - memory.before, `${key}-growth`)]));
  return el("table", { class: "cost-memory", dir: "ltr" },
    el("caption", { dir: "auto" }, t("cost.memory")),
    el("thead", {}, el("tr", {}, el("td", {}), ...[t("cost.before"), t("cost.after"), t("cost.growth")].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {},
      row(fused, "fused"),
      row(stored, "stored")));
}

/** Why the stored way was not run. */
function refusal({ refused, bytes, seconds }) {
  return t(`cost.refused.${refused}`, { bytes: grouped(bytes), most: grouped(MOST_BYTES), seconds: grouped(Math.ceil(seconds)) });
}

const tooLarge = (sizes) => t("cost.tooLarge", { bytes: grouped(fusedBytes(sizes)), tables: grouped(storedBytes(sizes)), most: grouped(MOST_BYTES) });
