/** The native program of peak.c, which answers each line with milliseconds. */

export async function startNative() {
  // Imported here: a page that bundles this file never calls it.
  const { spawn } = await import("node:child_process");
  const { createInterface } = await import("node:readline");
  const { fileURLToPath } = await import("node:url");
  const child = spawn(fileURLToPath(new URL("../../build/bench/peak", import.meta.url)), [], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** @param {string} line @returns {Promise<number>} */
    async ask(line) {
      child.stdin.write(line);
      return Number((await lines.next()).value);
    },
    stop: () => child.stdin.end(),
  };
}
