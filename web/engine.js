/**
 * The page's client of worker.js.
 * Where a worker file cannot start (from disk, in a sandbox), a blob worker; where that is forbidden,
 * the main thread.
 */
import { AttentionError } from "./errors.js";
import { opensOwnFiles } from "./own-files.js";

/**
 * @param {object} options
 * @param {Uint8Array | string} options.wasm the module's bytes, or their base64
 * @param {URL | null} options.workerUrl the worker as a file; null: there is none
 * @param {() => Promise<(port: any) => () => void>} options.bringProgram the same file's program, for where it cannot start as a
 *   worker: answers the messages of a port until the function that it returns is called
 * @returns {Promise<Engine>}
 * @throws {AttentionError} NO_WASM; NETWORK if the program cannot be brought
 */
export async function startEngine({ wasm, workerUrl, bringProgram }) {
  const fileWorker = workerUrl && opensOwnFiles(workerUrl) && workerUrl.origin === globalThis.origin ? [() => new Worker(workerUrl)] : [];
  let failure;
  for (const open of [...fileWorker, async () => blobWorker(await bringProgram()), async () => mainThread(await bringProgram())]) {
    const engine = new Engine();
    try {
      engine.connect(await open());
      await engine.call("start", { wasm });
      return engine;
    } catch (error) {
      engine.close();
      if (error.code === "NO_WASM") throw error;
      failure = error;
    }
  }
  throw failure.code ? failure : new AttentionError("NO_WASM", `The core could not be started: ${failure.message}`, "startEngine");
}

function blobWorker(program) {
  const url = URL.createObjectURL(new Blob([`(${program})(self)`], { type: "text/javascript" }));
  try {
    return new Worker(url);
  } finally {
    // The worker keeps its own reference once it has been made.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}

/** A stand-in for a Worker that answers from this thread, after the current task. */
function mainThread(program) {
  const { port1, port2 } = new MessageChannel();
  const stop = program(port2);
  const terminate = () => {
    stop();
    port1.close();
  };
  return Object.assign(port1, { terminate });
}

export class Engine {
  #port = null;
  #nextId = 1;
  /** id → { resolve, reject, onProgress } of the messages that are out */
  #open = new Map();

  connect(port) {
    this.#port = port;
    port.onmessage = ({ data: { id, error, progress, ...answer } }) => {
      const call = this.#open.get(id);
      if (progress) {
        call?.onProgress?.(progress);
        return;
      }
      this.#open.delete(id);
      if (error) call?.reject(new AttentionError(error.code, error.message, "engine"));
      else call?.resolve(answer);
    };
    port.onerror = (event) => {
      event.preventDefault?.();
      for (const { reject } of this.#open.values()) reject(new AttentionError("WORKER", "The worker that computes has stopped. Reload the page.", "engine"));
      this.#open.clear();
    };
  }

  /** One message and its answer. @param {(progress: any) => void} [onProgress] what is told before the answer */
  call(op, args, transfer = [], onProgress = undefined) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject, onProgress });
      this.#port.postMessage({ id, op, args }, transfer);
    });
  }

  /**
   * Puts a model into the worker under a name, in place of one that had it.
   * @param {string} name
   * @param {Uint8Array | string} bytes the file, or its base64
   * @returns {Promise<import("./core.js").ModelInfo>}
   */
  async load(name, bytes) {
    const transfer = typeof bytes === "string" ? [] : [bytes.buffer];
    return (await this.call("load", { name, bytes }, transfer)).info;
  }

  /**
   * The same, of a file that the worker fetches.
   * @param {string} name
   * @param {string} url
   * @param {(loaded: number) => void} onProgress how many bytes are in
   * @returns {Promise<import("./core.js").ModelInfo>}
   * @throws {AttentionError} NO_FETCH where it may not, see fetch-model.js; NETWORK
   */
  async fetch(name, url, onProgress) {
    return (await this.call("fetch", { name, url }, [], ({ loaded }) => onProgress(loaded))).info;
  }

  /** Runs of one asker, of which the latest wins. */
  lane() {
    return new Lane(this);
  }

  /** Ends it at once; what was asked for and is not there yet stays unanswered. */
  close() {
    this.#port?.terminate();
  }
}

/** One run in flight, and one that waits for it: the latest. */
class Lane {
  #engine;
  #running = false;
  /** { args, resolve, reject } */
  #waiting = null;

  constructor(engine) {
    this.#engine = engine;
  }

  /**
   * @param {import("./worker.js").Request & object} args
   * @returns {Promise<any>} { inputs, info, run, thumbs, also }
   * @throws {AttentionError} STALE if a newer run was asked for before this one could begin
   */
  run(args) {
    return new Promise((resolve, reject) => {
      this.#waiting?.reject(new AttentionError("STALE", "A newer run took this one's place.", "lane.run"));
      this.#waiting = { args, resolve, reject };
      this.#next();
    });
  }

  async #next() {
    if (this.#running || !this.#waiting) return;
    const { args, resolve, reject } = this.#waiting;
    this.#waiting = null;
    this.#running = true;
    await this.#engine.call("run", args).then(resolve, reject);
    this.#running = false;
    this.#next();
  }
}
