/**
 * Lighthouse on the start page as a static host serves it, desktop and mobile, five times each: medians of the
 * scores against their bounds, and every audit that is not perfect with what it found.
 *   node tests/lighthouse/lighthouse.mjs [RUNS] [desktop | mobile]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import lighthouse, { desktopConfig } from "lighthouse";
import { launch, serveDist } from "../browser/support.js";

const BOUNDS = { performance: 0.95, accessibility: 1, "best-practices": 1 };
const FORMS = { desktop: desktopConfig, mobile: undefined }; // mobile is what Lighthouse does unasked
/** What the performance score is made of. */
const METRICS = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift", "speed-index"];
const REPORTS = new URL("../../build/lighthouse/", import.meta.url);

const [runs = "5", only] = process.argv.slice(2);
mkdirSync(REPORTS, { recursive: true });
const server = await serveDist({ compress: true });
const short = [];
for (const form of only ? [only] : Object.keys(FORMS)) short.push(...(await judge(form, Number(runs))));
await server.close();
console.log(short.length ? `below the bound: ${short.join(", ")}` : "every median is within its bound");
process.exitCode = short.length ? 1 : 0;

/** @returns {Promise<string[]>} the categories that fall short */
async function judge(form, times) {
  const results = [];
  for (let k = 0; k < times; k++) {
    const { report, lhr } = await once(form);
    writeFileSync(new URL(`${form}-${k + 1}.html`, REPORTS), report);
    results.push(lhr);
  }
  console.log(`\n${form}: Lighthouse ${results[0].lighthouseVersion}, ${results[0].environment.hostUserAgent.match(/Chrome\/\d+/)}, median of ${times}`);
  // Lighthouse slows the page down by a factor made for a quiet machine of 1500 or more; below, times come out too long.
  console.log(`  speed of the machine while it ran (benchmarkIndex): ${results.map((lhr) => lhr.environment.benchmarkIndex).join(" ")}`);
  const medians = Object.keys(BOUNDS).map((category) => {
    const scores = results.map((lhr) => lhr.categories[category].score ?? 0);
    console.log(`  ${category.padEnd(16)} ${median(scores)}  (${scores.join(" ")}; bound ${BOUNDS[category]})`);
    return [category, median(scores)];
  });
  for (const id of METRICS) console.log(`  ${id.padEnd(26)} ${tellMetric(results.map((lhr) => lhr.audits[id]))}`);
  tellAudits(results[Math.floor(times / 2)]);
  return medians.filter(([category, score]) => score < BOUNDS[category]).map(([category, score]) => `${form} ${category} ${score}`);
}

/** One judgement in a browser of its own; where Lighthouse itself breaks off, as on a busy machine, again, twice at most. */
async function once(form, tries = 3) {
  const { browser, close } = await launch("chromium");
  let result;
  try {
    const flags = { port: Number(new URL(browser.wsEndpoint()).port), output: "html", logLevel: "error", onlyCategories: Object.keys(BOUNDS) };
    result = await lighthouse(server.url, flags, FORMS[form]);
  } finally {
    await close();
  }
  const { report, lhr } = result;
  if (!lhr.runtimeError) return { report: String(report), lhr };
  if (tries === 1) throw new Error(lhr.runtimeError.message);
  console.log(`  Lighthouse broke off, once more: ${lhr.runtimeError.message}`);
  return once(form, tries - 1);
}

function tellMetric(audits) {
  const values = audits.map((audit) => audit.numericValue);
  const digits = audits[0].numericUnit === "millisecond" ? 0 : 3;
  return `${median(values).toFixed(digits)}  (${values.map((value) => value.toFixed(digits)).join(" ")}; score ${median(audits.map((audit) => audit.score))})`;
}

/** Every audit of a run that found something, with where. */
function tellAudits({ audits, categories }) {
  const weights = new Map(Object.values(categories).flatMap(({ auditRefs }) => auditRefs.map(({ id, weight }) => [id, weight])));
  for (const { id, title, score, scoreDisplayMode, displayValue = "", details } of Object.values(audits)) {
    if (score === null || score >= 1 || scoreDisplayMode === "informative" || METRICS.includes(id)) continue;
    console.log(`  - ${id} ${score} (weight ${weights.get(id) ?? 0}): ${title}. ${displayValue}`);
    for (const item of details?.items?.slice(0, 8) ?? []) console.log(`      ${tellItem(item)}`);
  }
}

/** The plain values of a row of a report, and the element that it names. */
function tellItem(item) {
  const { node, ...rest } = item;
  const plain = Object.entries(rest).filter(([, value]) => ["string", "number"].includes(typeof value));
  const told = plain.map(([key, value]) => `${key} ${typeof value === "number" ? Math.round(value * 1000) / 1000 : value}`);
  if (node) told.unshift(`${node.selector} ${node.snippet} ${node.explanation ?? ""}`);
  return told.join("; ").replace(/\s+/g, " ").slice(0, 400);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
