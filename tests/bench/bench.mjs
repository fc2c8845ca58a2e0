/**
 * The bench: runs its parts, prints their tables and what of the promises holds, and writes build/bench.json.
 *   ./build.sh bench [PART...]          all parts if none is named; what other parts found before stays in the file
 * Ends with an error for wrong results and crashes, never for a figure. README.md beside this says how to read it.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { ROOT } from "./chromium.js";
import { kept } from "./promises.js";
import { figure, table } from "./table.js";

const FILE = join(ROOT, "build/bench.json");

/** @type {Record<string, () => Promise<{ figures(options: { say: (line: string) => void, chromium?: string }): Promise<object> }>>} */
const PARTS = {
  size: () => import("./size.mjs"),
  attention: () => import("./attention.mjs"),
  memory: () => import("./memory.mjs"),
  "use-lite": () => import("./use-lite.mjs"),
  "cold-start": () => import("./cold-start.mjs"),
  growth: () => import("./growth.mjs"),
  page: () => import("./page.mjs"),
};

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
const unknown = chosen.find((part) => !(part in PARTS));
if (unknown) {
  console.error(`There is no part "${unknown}": ${Object.keys(PARTS).join(", ")}`);
  process.exit(2);
}

const machine = describeMachine();
console.log(`${machine.cpu}, ${machine.cores} cores, ${machine.memoryGB} GB; ${machine.os}, kernel ${machine.kernel}; load ${load()}`);
console.log(Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`).join(", "));

const found = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : { parts: {} };
let failed = false;
for (const part of chosen) {
  console.log(`\n== ${part}`);
  const begun = { date: new Date().toISOString(), load: load() };
  const start = performance.now();
  try {
    const { figures } = await PARTS[part]();
    found.parts[part] = { ...begun, figures: await figures({ say: console.log, chromium: process.env.CHROMIUM }) };
  } catch (error) {
    found.parts[part] = { ...begun, failed: String(error?.stack ?? error) };
    console.error(error);
    failed = true;
  }
  found.parts[part].seconds = Math.round((performance.now() - start) / 1000);
  found.parts[part].loadAfter = load();
  console.log(`(${part}: ${found.parts[part].seconds} s, load ${begun.load} before, ${load()} after)`);
}

const measured = Object.fromEntries(Object.entries(found.parts).filter(([, { figures }]) => figures).map(([part, { figures }]) => [part, figures]));
const promises = kept(measured);
console.log(`\n${table("Promises", ["", "where", "bound", "measured", ""], promises.map(({ what, where, bound, figure: value, holds }) => [what, where, bound, shown(value), holds ? "holds" : "short"]))}`);
writeFileSync(FILE, `${JSON.stringify({ machine, ...found, promises }, null, 1)}\n`);
console.log("\nall figures: build/bench.json");

const wrong = wrongOnes(measured.attention);
for (const each of wrong) console.error(`wrong: ${each}`);
process.exitCode = failed || wrong.length ? 1 : 0;

function describeMachine() {
  const peer = (name) => JSON.parse(readFileSync(join(ROOT, "tests/bench/node_modules", name, "package.json"), "utf8")).version;
  const [{ model }] = os.cpus();
  return {
    cpu: model.trim(), cores: os.cpus().length, memoryGB: Math.round(os.totalmem() / 1e9), os: system(), kernel: os.release(),
    versions: {
      node: process.versions.node, chromium: said(process.env.CHROMIUM ?? "chromium", "--version").replace(/^\D*/, ""), emcc: said("emcc", "--version").split("\n")[0].match(/[\d.]+\d/)?.[0] ?? "",
      cc: said("cc", "--version").split("\n")[0], "onnxruntime-web": peer("onnxruntime-web"), "tfjs-backend-wasm": peer("@tensorflow/tfjs-backend-wasm"),
    },
  };
}

function system() {
  const release = "/etc/os-release";
  const name = existsSync(release) && readFileSync(release, "utf8").match(/^PRETTY_NAME="?([^"\n]*)/m)?.[1];
  return name || `${os.type()} ${os.arch()}`;
}

function said(command, ...options) {
  try {
    return execFileSync(command, options, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "not there";
  }
}

function load() {
  return os.loadavg().map((mean) => mean.toFixed(1)).join(" ");
}

function shown(value) {
  return Math.abs(value) < 1e-3 ? value.toExponential(1) : figure(value);
}

function wrongOnes(attention) {
  return ["node", "chromium"].flatMap((where) => Object.entries(attention?.[where].workloads ?? {}).flatMap(([workload, { contenders }]) => (
    Object.entries(contenders).filter(([, { wrong }]) => wrong).map(([name, { failed: how }]) => `${name}, ${workload}, ${where}: ${how}`))));
}
