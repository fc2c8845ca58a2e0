/**
 * The worker's side of the engine: owns the core and the models, answers one message at a time.
 * { id, op, args } → { id, ok, … } or { id, error: { code, message } }
 */
import { loadCore } from "./core.js";

/** A thumbnail has at most this many cells a side; larger matrices are max-pooled in the core. */
const THUMB_SIDE = 64;

/**
 * Answers the messages of a port: the worker's global scope, or one end of a channel on the main thread.
 * @param {{ postMessage(message: any, transfer?: Transferable[]): void, onmessage: any }} port
 */
export function serve(port) {
  /** @type {import("./core.js").Core} */
  let core;
  /** @type {Map<string, import("./core.js").Model>} */
  const models = new Map();

  const operations = {
    async start({ wasm }) {
      core = await loadCore(toBytes(wasm));
      return {};
    },
    load({ name, bytes }) {
      const model = core.loadModel(toBytes(bytes));
      models.get(name)?.dispose();
      models.set(name, model);
      return { info: model.info };
    },
    /** `also`: a second model to run on the same text, for the strip of heads. */
    run(inputs) {
      const answer = one(inputs.model, inputs.text, inputs.options);
      const also = inputs.also === undefined ? undefined : one(inputs.also, inputs.text, {});
      return { inputs, ...answer, also };
    },
  };

  const one = (name, text, options) => {
    const model = models.get(name);
    const run = model.run(text, options);
    return { info: model.info, run: run.data, thumbs: thumbnails(run) };
  };

  /** (layers, heads, side, side) of weights, or null where the matrices themselves are small enough */
  const thumbnails = (run) => {
    const n = run.tokens.length;
    if (n <= THUMB_SIDE) return null;
    const { layers, heads } = run.data;
    const cells = THUMB_SIDE * THUMB_SIDE;
    const data = new Float32Array(layers * heads * cells);
    for (let at = 0; at < layers * heads; at++) {
      const weights = run.matrix("weights", Math.floor(at / heads), at % heads);
      data.set(core.maxPool(weights.data, n, n, THUMB_SIDE, THUMB_SIDE), at * cells);
    }
    return { side: THUMB_SIDE, data };
  };

  port.onmessage = async ({ data: { id, op, args } }) => {
    try {
      const answer = await operations[op](args);
      port.postMessage({ id, ok: true, ...answer }, transferables(answer));
    } catch ({ code = "FAILED", message }) {
      port.postMessage({ id, error: { code, message } });
    }
  };
}

function transferables({ run, thumbs, also }) {
  return [run?.buffer, thumbs?.data.buffer, also?.run.buffer, also?.thumbs?.data.buffer].filter(Boolean);
}

/** Bytes as they are, or from the base64 that a script carried. */
function toBytes(carried) {
  if (typeof carried !== "string") return carried;
  const binary = atob(carried);
  const bytes = new Uint8Array(binary.length);
  for (let k = 0; k < bytes.length; k++) bytes[k] = binary.charCodeAt(k);
  return bytes;
}
