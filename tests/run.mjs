/**
 * Runs the *.test.js files of a folder, two processes at a time, and closes with "N passed, N failed".
 *   node tests/run.mjs FOLDER [PROCESSES]
 * PROCESSES: how many there are in all, each for as many of the files one after the other, so that these share what is dear
 * to start, as a browser is; else one a file.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { run } from "node:test";
import { pathToFileURL } from "node:url";

const [folder, processes] = process.argv.slice(2);
const all = readdirSync(folder).filter((name) => name.endsWith(".test.js")).sort().map((name) => resolve(join(folder, name)));
const files = processes ? shared(all, Number(processes)) : all;
const counts = { pass: 0, fail: 0 };

for await (const { type, data } of run({ files, concurrency: 2 })) {
  if (type === "test:pass" || type === "test:fail") report(type === "test:pass", data);
  else if (type === "test:stdout" || type === "test:stderr") process.stdout.write(data.message);
}
if (counts.pass + counts.fail === 0) counts.fail = 1;
console.log(`${counts.pass} passed, ${counts.fail} failed`);
process.exitCode = counts.fail ? 1 : 0;

/** Files that each import some of the tests' files. @returns {string[]} */
function shared(tests, count) {
  const home = resolve("build/tests");
  mkdirSync(home, { recursive: true });
  return Array.from({ length: count }, (_, at) => {
    const path = join(home, `part-${at + 1}.test.mjs`);
    const own = tests.filter((_, index) => index % count === at);
    writeFileSync(path, own.map((test) => `import ${JSON.stringify(pathToFileURL(test).href)};\n`).join(""));
    return path;
  });
}

/** Counts what stands at the top of a file; files themselves, which some versions of Node report too, are not tests. */
function report(passed, { name, nesting, details }) {
  if (nesting > 0 || (passed && files.includes(resolve(name)))) return;
  counts[passed ? "pass" : "fail"]++;
  console.log(`${passed ? "ok  " : "FAIL"} ${name} (${Math.round(details.duration_ms)} ms)`);
  if (!passed) console.log(details.error?.cause?.stack ?? details.error?.cause ?? details.error);
}
