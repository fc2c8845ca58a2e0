/**
 * The core of a document: one worker with the hand-made examples and, once somebody asks for it, the trained model. All
 * labs on a page share it; it ends with the last of them.
 */
import deflatedWasm from "attention-wasm-deflated";
import { startEngine } from "./engine.js";
import { AttentionError } from "./errors.js";
import { byHandModel, handMade } from "./models/by-hand.js";
import { bringScript, fileOf, runScript } from "./parts.js";
import { byHandName, TRAINED } from "./request.js";
import { hasSimd } from "./simd.js";
import { bringModel } from "./trained-model.js";

/* global USE_LITE_BYTES */

let shared = null;
let users = 0;

/**
 * @returns {Promise<SharedCore>} to be given back with release()
 * @throws {AttentionError} NO_WASM, NETWORK
 */
export async function acquireCore() {
  users++;
  shared ??= new SharedCore();
  const mine = shared;
  try {
    await mine.started;
  } catch (error) {
    if (shared === mine) shared = null; // asking again tries again
    users--;
    throw error;
  }
  return mine;
}

/** The caller has no use of it any more. */
export function releaseCore() {
  users--;
  if (users > 0) return;
  shared?.close();
  shared = null;
}

class SharedCore {
  /** How far the trained model is: { phase: "absent" | "loading" | "ready" | "failed", loaded, total, error } */
  trained = { phase: "absent" };
  #listeners = new Set();
  #parts = null;
  #closed = false;

  constructor() {
    this.started = this.#start();
  }

  async #start() {
    this.simd = hasSimd();
    const wasm = this.simd ? await inflate(deflatedWasm) : await runScript("attention-scalar.js");
    this.#parts = { wasm, workerUrl: fileOf("worker.js"), bringProgram: () => bringScript("worker.js") };
    this.engine = await startEngine(this.#parts);
    for (const example of handMade) await this.engine.load(byHandName(example.id), byHandModel(example));
    if (this.#closed) this.engine.close();
  }

  /** A second engine with a core of its own, for long work that must not hold up the page; the caller closes it. */
  second() {
    return startEngine(this.#parts);
  }

  /** Fetches the trained model, once; after a failure asking again tries again. */
  async bringTrained() {
    if (this.trained.phase === "loading" || this.trained.phase === "ready") return;
    const tell = (trained) => {
      this.trained = trained;
      for (const listener of this.#listeners) listener(trained);
    };
    try {
      await bringModel(this.engine, TRAINED, "models/use-lite.q8", USE_LITE_BYTES, (loaded, total) => tell({ phase: "loading", loaded, total }));
      tell({ phase: "ready" });
    } catch ({ code, message }) {
      tell({ phase: "failed", error: { code, message } });
    }
  }

  /** @param {(trained: object) => void} listener told each change of `trained` @returns {() => void} stops it */
  onTrained(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close() {
    this.#closed = true;
    this.engine?.close();
  }
}

/** The module is carried deflated: base64 of what is not compressed would hardly shrink on its way. */
async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
