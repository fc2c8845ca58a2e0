/** Runs a function of a module in a Node process of its own. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../", import.meta.url);

/**
 * @param {string} entry path of the module from the repository's root
 * @param {string} name the export
 * @param {unknown} [argument] goes through JSON
 * @returns {Promise<any>} what it returns
 */
export function inNode(entry, name, argument = null) {
  const child = fork(fileURLToPath(import.meta.url), [new URL(entry, ROOT).href, name, JSON.stringify(argument)]);
  return new Promise((resolve, reject) => {
    let answer = null;
    child.on("message", (message) => {
      answer = message;
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      if (answer === null) reject(new Error(`${entry} in Node ended with ${signal ?? code}`));
      else if (answer.error) reject(new Error(`${entry} in Node: ${answer.error}`));
      else resolve(answer.value);
    });
  });
}

if (process.send) {
  const [entry, name, argument] = process.argv.slice(2);
  const answer = await import(entry)
    .then((module) => module[name](JSON.parse(argument)))
    .then((value) => ({ value }), (error) => ({ error: String(error?.stack ?? error) }));
  process.send(answer, () => process.exit());
}
