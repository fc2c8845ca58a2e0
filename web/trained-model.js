/**
 * Brings the trained model's file: by fetch with progress, or, where fetch does not work (from disk, in a
 * sandbox of opaque origin), by a classic script that carries the same bytes as base64.
 */
import { AttentionError } from "./errors.js";
import { opensOwnFiles } from "./own-files.js";
import { fileOf, runScript } from "./parts.js";

/**
 * @param {string} name of the file without its ending: .bin, and beside it .js, the script that carries the same
 * @param {number} total bytes of the file
 * @param {(loaded: number, total: number) => void} onProgress
 * @returns {Promise<Uint8Array | string>} bytes, or base64
 * @throws {AttentionError} NETWORK
 */
export async function bringModel(name, total, onProgress) {
  onProgress(0, total);
  const carried = document.getElementById(name); // in the one-file form: a block of data, see one-file.mjs
  if (carried) return carried.textContent.trim();
  const url = fileOf(`${name}.bin`);
  if (!url || !opensOwnFiles(url)) return runScript(`${name}.js`);
  let response;
  try {
    response = await fetch(url);
  } catch {
    return runScript(`${name}.js`);
  }
  if (!response.ok) throw new AttentionError("NETWORK", `The server answered ${response.status} for ${url.pathname}. Check that the folder "models" was copied with the page, then try again.`, "bringModel");
  return readWithProgress(response, total, onProgress);
}

const PATIENCE = 20_000;

/** The next chunk of a reader; a connection that stands still for PATIENCE ms counts as broken. */
function inTime(reader) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      reader.cancel();
      reject(new Error("stalled"));
    }, PATIENCE);
  });
  return Promise.race([reader.read(), late]).finally(() => clearTimeout(timer));
}

async function readWithProgress(response, total, onProgress) {
  const chunks = [];
  let loaded = 0;
  try {
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await inTime(reader);
      if (done) break;
      chunks.push(value);
      loaded += value.length;
      onProgress(Math.min(loaded, total), total);
    }
  } catch {
    throw new AttentionError("NETWORK", "The connection broke or stood still while the model was loading. Try again.", "bringModel");
  }
  const bytes = new Uint8Array(loaded);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
