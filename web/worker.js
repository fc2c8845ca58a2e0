/**
 * The worker's side of the engine: owns the core and the models, answers one message at a time.
 * { id, op, args } → { id, ok, … } or { id, error: { code, message } }; of long work { id, progress } before that
 */
import { loadCore } from "./core.js";
import { costRun } from "./cost-run.js";
import { fetchModel } from "./fetch-model.js";
import { importedModel } from "./imported.js";
import { coreMask } from "./masks.js";
import { Run } from "./run.js";
import { PLAIN } from "./settings.js";
import { workExample } from "./worked.js";

/** A thumbnail has at most this many cells a side; larger matrices are max-pooled in the core. */
const THUMB_SIDE = 64;
/** Wider stages are pictured with this many columns. */
const WIDE = 128;
const WIDE_STAGES = ["x", "source", "joined", "projected"];
/** What of the core a panel may ask for directly. */
const METHODS = ["attention", "compare", "entropy", "linear", "maxPool", "normal", "pca", "randomDots", "reading", "rollout"];

/**
 * @typedef {object} Request one sentence to be computed
 * @property {string} model a name that was loaded
 * @property {string} text
 * @property {string} [source] the second sentence of a cross-attention example
 * @property {string[]} [words] of a hand-made example, with
 * @property {import("./edits.js").Workings} [workings] what it is computed from
 * @property {object} settings mask, window, padding, closed, divide, temperature, headsOff, as in state.js
 */

/**
 * Answers the messages of a port: the worker's global scope, or one end of a channel on the main thread.
 * @param {{ postMessage(message: any, transfer?: Transferable[]): void, onmessage: any }} port
 * @returns {() => void} ends long work at its next pause, where nothing can end the thread
 */
export function serve(port) {
  let ended = false;
  /** The module, for further cores. */
  let bytes;
  /** @type {import("./core.js").Core} */
  let core;
  /** @type {Map<string, import("./core.js").Model>} */
  const models = new Map();

  const operations = {
    async start({ wasm }) {
      bytes = toBytes(wasm);
      core = await loadCore(bytes);
      return {};
    },
    load({ name, bytes }) {
      const model = core.loadModel(toBytes(bytes));
      models.get(name)?.dispose();
      models.set(name, model);
      return { info: model.info };
    },
    /** load, of a file that is fetched here. */
    async fetch({ name, url }, say) {
      return operations.load({ name, bytes: await fetchModel(url, (loaded) => say({ loaded })) });
    },
    /** What a person brought from a file, under a name as a model. @param {{ name: string, brought: import("./files/import.js").Brought }} what */
    bring({ name, brought }) {
      const model = importedModel(core, brought);
      models.set(name, model);
      return { info: model.info };
    },
    /** `also`: a second model to run on the same text, for the strip of heads. `plain`: what to compare with. */
    run(inputs) {
      const answer = one(inputs);
      const also = inputs.also === undefined ? undefined : one({ model: inputs.also, text: inputs.text, settings: PLAIN });
      const change = inputs.plain ? changeFrom(compute({ ...inputs, ...inputs.plain, settings: PLAIN }), new Run(answer.run)) : null;
      return { inputs, ...answer, also, change };
    },
    /** A run for a panel of its own, beside the one that the page shows. @param {Request} request */
    look: (request) => one(request),
    /** A method of the core. */
    core({ method, args }) {
      if (!METHODS.includes(method)) throw new TypeError(`a panel may not call core.${method}`);
      return { value: core[method](...args) };
    },
    /** What attention of these sizes costs, see cost-run.js. */
    cost: ({ sizes, seed }, say) => costRun(sizes, seed, { core, fresh: () => loadCore(bytes), say, ended: () => ended }),
  };

  /** @param {Request} request */
  const compute = ({ model, text, source, words, workings, settings }) => {
    const options = (n, m) => ({
      mask: coreMask(settings, n, m),
      scale: settings.divide ? undefined : 1,
      temperature: settings.temperature,
      headsOff: settings.headsOff.map((name) => name.split(".").map((number) => number - 1)),
    });
    const loaded = models.get(model);
    if (workings) return workExample(core, loaded, { text, source, words, workings, options });
    if (loaded.work) return loaded.work(options);
    const n = Math.min(loaded.tokenize(text).length, loaded.info.maxTokens);
    return loaded.run(text, options(n, n));
  };

  /** @param {Request} request */
  const one = (request) => {
    const run = compute(request);
    return { info: models.get(request.model).info, run: run.data, thumbs: thumbnails(run), wide: wideStages(run), readings: readingsOf(run) };
  };

  /** How far the settings and edits have moved each layer's output and the sentence embedding. */
  const changeFrom = (before, now) => ({
    layers: Array.from({ length: now.data.layers }, (_, layer) => {
      const stage = now.has("projected", layer) ? "projected" : "joined";
      return core.compare(now.stage(stage, layer).data, before.stage(stage, layer).data);
    }),
    embedding: now.embedding ? core.compare(now.embedding, before.embedding) : null,
  });

  /** Per layer and head where it looks; punctuation is what has neither letter nor digit. */
  const readingsOf = (run) => {
    const marked = Uint8Array.from(run.keyTokens, ({ piece }) => (/[\p{L}\p{N}]/u.test(piece) ? 0 : 1));
    return Array.from({ length: run.data.layers }, (_, layer) => {
      if (!run.has("weights", layer)) return [];
      const { data, shape } = run.stage("weights", layer);
      return core.reading(data, ...shape, marked);
    });
  };

  /** (layers, heads, rows, cols) of weights, or null where the matrices themselves are small enough */
  const thumbnails = (run) => {
    const [n, m] = [run.tokens.length, run.keyTokens.length];
    if (Math.max(n, m) <= THUMB_SIDE || !run.has("weights", 0)) return null;
    const { layers, heads } = run.data;
    const [rows, cols] = [n, m].map((size) => Math.min(size, THUMB_SIDE));
    const cells = rows * cols;
    const data = new Float32Array(layers * heads * cells);
    for (let at = 0; at < layers * heads; at++) {
      const weights = run.matrix("weights", Math.floor(at / heads), at % heads);
      data.set(core.maxPool(weights.data, n, m, rows, cols), at * cells);
    }
    return { rows, cols, data };
  };

  /** Stages with more columns than a map has pixels for, as { "layer/stage": data (n, WIDE) }. */
  const wideStages = (run) => {
    const pooled = {};
    for (let layer = 0; layer < run.data.layers; layer++) {
      for (const name of WIDE_STAGES.filter((stage) => run.has(stage, layer))) {
        const { data, shape: [, rows, cols] } = run.stage(name, layer);
        if (cols > WIDE) pooled[`${layer}/${name}`] = core.maxPool(data, rows, cols, rows, WIDE);
      }
    }
    return pooled;
  };

  port.onmessage = async ({ data: { id, op, args } }) => {
    try {
      const answer = await operations[op](args, (progress) => port.postMessage({ id, progress }));
      port.postMessage({ id, ok: true, ...answer }, transferables(answer));
    } catch ({ code = "FAILED", message }) {
      port.postMessage({ id, error: { code, message } });
    }
  };
  return () => {
    ended = true;
  };
}

function transferables({ run, thumbs, wide, also }) {
  return [run?.buffer, thumbs?.data.buffer, also?.run.buffer, also?.thumbs?.data.buffer, ...buffers(wide), ...buffers(also?.wide)].filter(Boolean);
}

const buffers = (wide = {}) => Object.values(wide).map((data) => data.buffer);

/** Bytes as they are, or from the base64 that a script carried. */
function toBytes(carried) {
  if (typeof carried !== "string") return carried;
  const binary = atob(carried);
  const bytes = new Uint8Array(binary.length);
  for (let k = 0; k < bytes.length; k++) bytes[k] = binary.charCodeAt(k);
  return bytes;
}
