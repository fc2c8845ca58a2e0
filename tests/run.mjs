/**
 * Runs the *.test.js files of a folder, three at a time (on two cores: a third of a browser test is waiting), and closes with "N passed, N failed".
 *   node tests/run.mjs FOLDER
 */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { run } from "node:test";

const folder = process.argv[2];
const files = readdirSync(folder).filter((name) => name.endsWith(".test.js")).sort().map((name) => resolve(join(folder, name)));
const counts = { pass: 0, fail: 0 };

for await (const { type, data } of run({ files, concurrency: 3 })) {
  if (type === "test:pass" || type === "test:fail") report(type === "test:pass", data);
  else if (type === "test:stdout" || type === "test:stderr") process.stdout.write(data.message);
}
if (counts.pass + counts.fail === 0) counts.fail = 1;
console.log(`${counts.pass} passed, ${counts.fail} failed`);
process.exitCode = counts.fail ? 1 : 0;

/** Counts what stands at the top of a file; files themselves, which some versions of Node report too, are not tests. */
function report(passed, { name, nesting, details }) {
  if (nesting > 0 || (passed && files.includes(resolve(name)))) return;
  counts[passed ? "pass" : "fail"]++;
  console.log(`${passed ? "ok  " : "FAIL"} ${name} (${Math.round(details.duration_ms)} ms)`);
  if (!passed) console.log(details.error?.cause?.stack ?? details.error?.cause ?? details.error);
}
