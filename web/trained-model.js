/**
 * Brings the trained model's file into the worker: by fetch there, with progress, or, where fetch does not work (from disk,
 * in a sandbox of opaque origin, under a policy without connect-src), by a classic script that carries the same bytes as base64.
 */
import { opensOwnFiles } from "./own-files.js";
import { fileOf, runScript } from "./parts.js";

/**
 * @param {import("./engine.js").Engine} engine
 * @param {string} model the name it gets there
 * @param {string} file without its ending: .bin, and beside it .js, the script that carries the same
 * @param {number} total bytes of the file
 * @param {(loaded: number, total: number) => void} onProgress
 * @throws {AttentionError} NETWORK, and what load throws
 */
export async function bringModel(engine, model, file, total, onProgress) {
  onProgress(0, total);
  const carried = document.getElementById(file); // in the one-file form: a block of data, see one-file.mjs
  if (carried) return engine.load(model, carried.textContent.trim());
  const url = fileOf(`${file}.bin`);
  if (url && opensOwnFiles(url)) {
    try {
      return await engine.fetch(model, url.href, (loaded) => onProgress(Math.min(loaded, total), total));
    } catch (error) {
      if (error.code !== "NO_FETCH") throw error;
    }
  }
  return engine.load(model, await runScript(`${file}.js`));
}
