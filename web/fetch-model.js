/** The trained model's file by fetch, in the worker: none of its bytes touch the thread that draws. */
import { AttentionError } from "./errors.js";

/** A connection that stands still for so long, in ms, counts as broken. */
const PATIENCE = 20_000;
/** Progress is told no oftener than every so many ms. */
const PACE = 100;

/**
 * @param {string} url
 * @param {(loaded: number) => void} say how many bytes are in
 * @returns {Promise<Uint8Array>}
 * @throws {AttentionError} NO_FETCH: it may not be fetched from here, or nobody answers; NETWORK
 */
export async function fetchModel(url, say) {
  let response;
  try {
    response = await fetch(url);
  } catch ({ message }) {
    throw new AttentionError("NO_FETCH", message, "fetchModel");
  }
  if (!response.ok) throw new AttentionError("NETWORK", `The server answered ${response.status} for ${new URL(url).pathname}. Check that the folder "models" was copied with the page, then try again.`, "fetchModel");
  try {
    return joined(await chunksOf(response, say));
  } catch {
    throw new AttentionError("NETWORK", "The connection broke or stood still while the model was loading. Try again.", "fetchModel");
  }
}

async function chunksOf(response, say) {
  const chunks = [];
  let loaded = 0;
  let timer = 0; // of what is to be told next: what came last is told too, also when nothing follows
  const tell = () => {
    timer = 0;
    say(loaded);
  };
  try {
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await inTime(reader);
      if (done) return chunks;
      chunks.push(value);
      loaded += value.length;
      timer ||= setTimeout(tell, PACE);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The next chunk of a reader. */
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

function joined(chunks) {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
