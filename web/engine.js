/**
 * The page's client of worker.js: one run in flight, the latest wins.
 * Where a worker file cannot start (from disk, in a sandbox), a blob worker; where that is forbidden,
 * the main thread.
 */
import { AttentionError } from "./errors.js";
import { opensOwnFiles } from "./own-files.js";

/**
 * @param {object} options
 * @param {Uint8Array | string} options.wasm the module's bytes, or their base64
 * @param {URL} options.workerUrl the worker as a file
 * @param {() => Promise<(port: any) => void>} options.bringProgram the same file's program, for where it cannot start as a worker
 * @returns {Promise<Engine>}
 * @throws {AttentionError} NO_WASM; NETWORK if the program cannot be brought
 */
export async function startEngine({ wasm, workerUrl, bringProgram }) {
  const fileWorker = opensOwnFiles(workerUrl) ? [() => new Worker(workerUrl)] : [];
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
  program(port2);
  return Object.assign(port1, { terminate: () => port1.close() });
}

export class Engine {
  #port = null;
  #nextId = 1;
  /** id → { resolve, reject } of the messages that are out */
  #open = new Map();
  #running = false;
  /** the one run that waits for the one in flight: { args, resolve, reject } */
  #waiting = null;

  connect(port) {
    this.#port = port;
    port.onmessage = ({ data: { id, error, ...answer } }) => {
      const call = this.#open.get(id);
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

  /** One message and its answer. */
  call(op, args, transfer = []) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
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
   * @param {{ model: string, text: string, options: object, also?: string }} args
   * @returns {Promise<any>} { inputs, info, run, thumbs, also }
   * @throws {AttentionError} STALE if a newer run was asked for before this one could begin
   */
  run(args) {
    return new Promise((resolve, reject) => {
      this.#waiting?.reject(new AttentionError("STALE", "A newer run took this one's place.", "engine.run"));
      this.#waiting = { args, resolve, reject };
      this.#next();
    });
  }

  async #next() {
    if (this.#running || !this.#waiting) return;
    const { args, resolve, reject } = this.#waiting;
    this.#waiting = null;
    this.#running = true;
    await this.call("run", args).then(resolve, reject);
    this.#running = false;
    this.#next();
  }

  close() {
    this.#port?.terminate();
  }
}
