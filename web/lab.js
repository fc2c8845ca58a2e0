/**
 * One lab: a store, its views on a root, and the runs of the core that they show. The page is one; a custom element is
 * one. This is the only file that wires the others together.
 *
 * Flow: a compute key changes → one run in the worker → the result and all that belongs to it are set
 * together → every view renders. The hand-made example is there first; the trained model takes over when
 * its file is in, unless the person has pinned or edited something, when it is offered.
 */
import { isEdited, workingsOf } from "./edits.js";
import { EXAMPLES, exampleOfImported } from "./examples.js";
import { fitToRun } from "./address.js";
import { grow } from "./grow.js";
import { direction, language } from "./language.js";
import { handMade } from "./models/by-hand.js";
import { OPENING } from "./opening.js";
import { adoptStyle, bringScript } from "./parts.js";
import { createRendering } from "./rendering.js";
import { byHandName, COMPUTE_KEYS, exampleFor, exampleOf, IMPORTED, requestFor, TRAINED, wordsOf } from "./request.js";
import { toResult } from "./result.js";
import { PLAIN } from "./settings.js";
import { acquireCore, releaseCore } from "./shared-core.js";
import { skeleton } from "./skeleton.js";
import { inSlices } from "./slices.js";
import { createStore } from "./state.js";
import { hasSpoken, onSpeech, speak } from "./speaking.js";
import { mount as equation } from "./views/equation.js";
import { mount as inspector } from "./views/inspector.js";
import { guard, isLocked, lockControls } from "./locks.js";
import { mount as map } from "./views/map.js";
import { mountPage } from "./views/page.js";

/** A run that takes longer than this, in ms, is said to be on its way. */
const SLOW = 200;
/** Views that parts which come later build theirs from. */
const VIEWS = { map, inspector, equation };
/** A change of one of these is another page: it is made anew. */
const SHAPE_KEYS = ["embed", "hide", "lock"];
/** These do not ask for a picture. */
const LOOKS = ["theme", "language", "notices"];

export class Lab {
  /** The state as views see it: what a teacher has locked, they cannot change. */
  store;
  #raw;
  #root;
  #themed;
  #worded;
  #language;
  #eager;
  #page = null;
  #rendering;
  #core = null;
  #lane = null;
  #stopTrained = null;
  #stopSpeech = null;
  #closed = false;
  /** The person has typed, pinned or changed something: the picture is not replaced unasked. */
  #touched = false;
  /** Set while this file, not the person, changes the state. */
  #unasked = false;
  /** The run that was asked for last, so that nothing runs twice. */
  #asked = "";
  /** Runs that were asked for and have not come. */
  #running = 0;
  /** The sentence that was asked for: its layer, head and pin come up with its result; with any model's, if it names none. */
  #opening = null;
  /** What the result that is shown was asked for with, but for the trained model's beside it. */
  #shown = "";
  /** The model that was drawn last; stays through an empty sentence. */
  #drawn = null;
  /** Time stamp of the input event whose text is on its way, for User Timing. */
  #typedAt = null;

  /**
   * @param {object} options
   * @param {Element} options.root holds the element of class "sheet" that the views are mounted in
   * @param {HTMLElement} options.themed carries data-theme, data-ready (the model that is drawn) and data-trained (how far the
   *   trained model is that is not drawn: absent, loading, ready, failed)
   * @param {HTMLElement} options.worded carries lang and dir
   * @param {object} [options.patch] of the state, as an address or attributes have it; with one, the picture asked for stays
   * @param {() => string} [options.language] what the document speaks where no state names a language
   * @param {boolean} [options.eager] fetch the trained model unasked
   * @param {boolean} [options.settled] the picture stays even where the patch asks for nothing: an address of this page's own
   * @param {boolean} [options.made] the sheet holds the page already, in English
   */
  constructor({ root, themed, worded, patch = {}, language = () => "en", eager = true, made = false, settled = false }) {
    this.#root = root;
    this.#themed = themed;
    this.#worded = worded;
    this.#language = language;
    this.#eager = eager;
    this.#raw = createStore();
    this.store = guard(this.#raw);
    this.#rendering = createRendering({
      renderPicture: (keys) => this.#renderPicture(keys),
      rest: () => this.#page?.rest() ?? [],
      done: () => this.#rendered(),
    });
    this.#raw.subscribe((keys) => this.#changed(keys));
    this.#touched = settled || Object.keys(patch).some((key) => !LOOKS.includes(key));
    this.#take(patch);
    this.#start(made);
  }

  get state() {
    return this.#raw.state;
  }

  /** Whether what is changing now was set by the lab or from outside: no step of the person's to go back from. */
  get unasked() {
    return this.#unasked;
  }

  /**
   * Sets what an address, attributes or a message name; locks do not hold for these.
   * @param {object} patch see readPairs in address.js
   * @param {boolean} [anew] the page is opened with it: what it does not name of layer and head is as the model opens
   */
  setState(patch, anew = false) {
    this.#touched = true;
    this.#take(patch, anew);
    this.#compute();
  }

  /** What a patch brings up together: with a sentence or a model, or before there is any, its layer, head and cell wait for its result. */
  #take(patch, anew = false) {
    if (Object.keys(patch).length === 0) return;
    const { layer, head, pin, ...rest } = patch;
    const named = ["text", "source", "model", "example"].some((key) => key in patch);
    const place = Object.entries({ layer, head, pin }).filter(([, value]) => value !== undefined);
    const pending = named || place.length === 0 ? null : this.#opening; // the sentence that was asked for before is still on its way
    if (this.#drawn === null || named || pending) {
      // The hand-made model is the default, and is named whether it was asked for or not: it binds the place to no model.
      const model = patch.model === TRAINED ? TRAINED : undefined;
      this.#opening = { ...(pending ?? { text: patch.text ?? this.state.text, model, anew }), ...Object.fromEntries(place) };
      this.#asked = ""; // the place comes up with a result, if only with the same again
      this.#apply(rest);
    } else this.#applyFitted(patch);
  }

  /** What the run that is shown does not have is brought into its range, and said. */
  #applyFitted(patch) {
    const { result, notices: said } = this.state;
    const { patch: fitted, notices } = result ? fitToRun(patch, sizesOf(result)) : { patch: {}, notices: [] };
    this.#apply({ ...patch, ...fitted, ...(notices.length ? { notices: [...(patch.notices ?? said), ...notices] } : {}) });
  }

  /** Ends it: views, listeners and, with the last lab of the document, the core. */
  close() {
    if (this.#closed) return;
    this.#closed = true;
    this.#rendering.stop();
    this.#stopTrained?.();
    this.#stopSpeech?.();
    this.#page?.destroy();
    this.#root.querySelector(".sheet").replaceChildren();
    if (this.#core) releaseCore();
  }

  /* ---- rendering ---- */

  #changed(keys) {
    if (this.#closed) return;
    const computes = COMPUTE_KEYS.some((key) => keys.has(key));
    if (!this.#unasked && (computes || keys.has("pin"))) this.#touched = true;
    if (this.#page && SHAPE_KEYS.some((key) => keys.has(key))) this.#mount();
    if (this.#page && keys.has("language")) speak(this.state.language ?? this.#language());
    this.#rendering.changed(keys);
    if (computes) this.#compute();
  }

  #renderPicture(keys) {
    if (!this.#page) return;
    if (keys.has("theme")) this.#themed.dataset.theme = this.state.theme;
    this.#page.renderPicture(keys);
  }

  #rendered() {
    lockControls(this.#root, this.state.lock);
    if (this.#drawn) this.#themed.dataset.ready = this.#drawn;
    if (this.#running === 0) this.#themed.dataset.trained = this.state.trained.phase;
  }

  #apply(patch) {
    this.#doUnasked(() => this.#raw.set(patch));
  }

  #doUnasked(work) {
    const before = this.#unasked;
    this.#unasked = true;
    work();
    this.#unasked = before;
  }

  /** Mounts every view anew, as the language or what is shown is another. */
  #mount() {
    for (const step of this.#newPage(false).steps) step();
    this.#rendered();
  }

  /** The page, no view of it mounted yet. @param {boolean} made its elements are there */
  #newPage(made) {
    const { embed, hide } = this.state;
    const spoken = language();
    const sheet = this.#root.querySelector(".sheet");
    this.#page?.destroy();
    this.#rendering.anew();
    this.#themed.dataset.theme = this.state.theme;
    if (!made || spoken !== "en" || embed || hide) sheet.replaceChildren(...skeleton({ embed, hide, within: this.#root instanceof ShadowRoot }).map((tree) => grow(tree)));
    Object.assign(this.#worded, { lang: spoken, dir: direction() });
    this.#root.querySelector(".page").classList.toggle("is-embed", embed);
    this.#page = mountPage(this.#root, this.store, {
      setText: (text, at) => this.#setText(text, at),
      choose: (example, how) => this.#choose(example, how),
      bring: (brought) => this.#bring(brought),
      askTrained: () => this.#askTrained(),
      retry: () => this.#core.bringTrained(),
      touch: () => { this.#touched = true; },
      bringPart: (name) => this.#bringPart(name),
      views: VIEWS,
      ask: { core: (method, ...args) => this.#askCore(method, ...args), look: (what) => this.#look(what), second: () => this.#core.second() },
    });
    return this.#page;
  }

  /** A part of the page that comes when it is asked for, with its style. */
  async #bringPart(name) {
    const part = await bringScript(`${name}.js`);
    if (part.css) adoptStyle(/** @type {any} */ (this.#root.getRootNode()), part.css);
    return part;
  }

  /* ---- computing ---- */

  async #compute() {
    const { state } = this;
    if (state.core.phase !== "ready") return;
    const inputs = Object.fromEntries(COMPUTE_KEYS.map((key) => [key, state[key]]));
    const trainedIsIn = state.trained.phase === "ready";
    const imported = inputs.model === IMPORTED && Boolean(state.imported);
    const words = imported || (trainedIsIn && inputs.model === TRAINED) ? null : wordsOf(inputs.text);
    const example = imported || inputs.model === TRAINED ? null : exampleFor(inputs, words);
    const model = imported ? IMPORTED : example ? "by-hand" : TRAINED;
    const blank = words?.length === 0;
    if (model === TRAINED && !trainedIsIn && !blank) {
      this.#asked = "";
      this.#apply({ waiting: true });
      if (state.trained.phase === "absent") this.#core.bringTrained();
      return;
    }
    const settings = this.#settingsFor(model, inputs);
    const request = requestFor({
      model, example, blank: blank && !trainedIsIn, settings, inputs, computes: !imported || state.imported.computes, also: example && !example.source && trainedIsIn,
    });
    const key = JSON.stringify(request);
    if (key === this.#asked) return;
    this.#asked = key;
    const started = this.#typedAt;
    const slow = setTimeout(() => this.#apply({ waiting: true }), SLOW);
    this.#running++;
    try {
      const answer = await this.#lane.run(request).finally(() => { this.#running--; });
      if (this.#closed || (this.#asked !== key && !this.#stillOfUse(answer.inputs))) return;
      this.#show(answer, this.#asked === key);
      if (started !== null) performance.measure("attention-lab:keystroke", { start: started, end: performance.now() });
    } catch (error) {
      if (error.code === "STALE" || this.#asked !== key) return;
      const empty = { NO_TOKENS: "text", NO_SOURCE: "source" }[error.code];
      if (empty) this.#apply({ result: null, also: null, empty, waiting: false, hover: null, pin: null });
      else {
        this.#asked = "";
        this.#apply({ waiting: false, empty: "", core: { ...state.core, code: error.code, message: error.message } });
      }
    } finally {
      clearTimeout(slow);
    }
  }

  /** While a person types on, the pictures between are shown; not if a model, an example or a wait has come after. */
  #stillOfUse(inputs) {
    const { example } = inputs;
    const model = modelOf(inputs);
    return this.#asked !== "" && this.#opening === null && model === this.#drawn && model === this.state.model && (!example || example === this.state.example);
  }

  /** What the person has set; heads are switched off in one model, not in whichever comes next. */
  #settingsFor(model, { mask, window, padding, closed, divide, temperature, headsOff }) {
    const same = (this.#drawn ?? model) === model || (this.#opening && (this.#opening.model ?? model) === model);
    return { mask, window, padding, closed, divide, temperature, headsOff: same ? headsOff : [] };
  }

  /** @param {boolean} latest no newer text is on its way */
  #show({ inputs, also: read, ...answer }, latest) {
    const { state } = this;
    const model = modelOf(inputs);
    const also = read ? toResult(TRAINED, { text: inputs.text, settings: PLAIN }, read) : null;
    const own = JSON.stringify({ ...inputs, also: undefined });
    const rest = { also, waiting: state.waiting && !latest, ...(state.core.message ? { core: { ...state.core, code: undefined, message: undefined } } : {}) };
    if (state.result && also && !state.also && own === this.#shown && this.#opening === null) {
      this.#apply(rest); // the trained model has come in: in what is shown, and perhaps has the focus, nothing is new
      this.#rendering.now();
      return;
    }
    this.#shown = own;
    const result = toResult(model, inputs, answer);
    const { n, m } = sizesOf(result);
    const asked = { ...(this.#drawn === model ? {} : { headsOff: inputs.settings.headsOff }), ...this.#placeOf(result) };
    const { patch, notices } = fitToRun(asked, sizesOf(result));
    const inside = (cell) => (cell && cell.i <= n && cell.j <= m ? cell : null);
    this.#apply({
      ...rest, result, empty: "", model, ...asked, ...patch, hover: inside(state.hover),
      ...(inputs.example ? { example: inputs.example } : {}),
      ...(notices.length ? { notices: [...state.notices, ...notices] } : {}),
    });
    this.#drawn = model;
    this.#rendering.now();
  }

  /** Layer, head and pin for a new result: what was asked for with it, and with it cells and heads that are off; what was there; or what the model opens with. */
  #placeOf(result) {
    const { state } = this;
    const fresh = { ...OPENING[result.model], pin: null };
    const usual = this.#drawn === result.model ? { layer: state.layer, head: state.head, pin: stillThere(state.pin, state.result, result) } : fresh;
    if (this.#opening?.text === result.text && (this.#opening.model ?? result.model) === result.model) {
      const { layer, head, pin } = { ...(this.#opening.anew ? fresh : usual), ...this.#opening };
      this.#opening = null;
      return { layer, head, pin, closed: state.closed, headsOff: result.settings.headsOff };
    }
    return usual;
  }

  /* ---- what the person asks for ---- */

  /** @param {string} text @param {number} at time stamp of the input event */
  #setText(text, at) {
    this.#opening = null;
    this.#typedAt = at;
    // A sentence of one's own leaves what was brought from a file.
    const { model, trained } = this.state;
    this.store.set({ text, own: text, ...(model === IMPORTED ? { model: trained.phase === "ready" ? TRAINED : "by-hand" } : {}) });
    this.#typedAt = null;
  }

  /** An example, which comes with nothing changed, as its note has it; or a model with a sentence. @param {{ text: string, source?: string, model: string, example?: string, layer?: number, head?: number, pin?: object | null }} example @param {{ unlocked?: boolean }} [how] past the locks of a teacher */
  #choose(example, { unlocked = false } = {}) {
    const { text, source = "", model } = example;
    // A sentence of its own leaves an example that reads two.
    const id = example.example ?? (source === "" && exampleOf(this.state.example).source ? handMade[0].id : this.state.example);
    if (!unlocked && isLocked(this.state, { text, source, model, example: id })) return;
    this.#touched = true;
    this.#opening = { ...example, anew: true };
    this.#asked = "";
    this.store[unlocked ? "unlocked" : "set"]({ text, source, model, example: id, ...(EXAMPLES.includes(example) ? PLAIN : example.settings) });
    this.#compute();
  }

  /** What was read from a file takes the place of a model. @param {import("./files/import.js").Brought} brought */
  async #bring(brought) {
    await this.#core.engine.call("bring", { name: IMPORTED, brought });
    const { stages, ...imported } = brought;
    this.store.set({ imported });
    this.#choose(exampleOfImported(imported));
  }

  /** The trained model for the sentence that is there. */
  #askTrained() {
    this.#choose({ text: this.state.text, model: TRAINED });
  }

  /* ---- what panels ask for ---- */

  /** A method of the core, see METHODS in worker.js. */
  async #askCore(method, ...args) {
    return (await this.#core.engine.call("core", { method, args })).value;
  }

  /**
   * A sentence computed beside the one that is shown.
   * @param {{ model?: "use-lite" | "by-hand", example?: string, text: string, source?: string, settings?: object }} what
   * @returns {Promise<import("./result.js").Result>}
   * @throws {AttentionError}
   */
  async #look({ model = TRAINED, example: id, text, source, settings = PLAIN }) {
    const example = model === TRAINED ? null : exampleOf(id);
    const edits = example && this.state.edits[id];
    const own = example ? { example: id, words: example.words, workings: workingsOf(example, edits) } : {};
    const request = { model: example ? byHandName(id) : TRAINED, text, source, settings, ...own };
    return toResult(model, { ...request, edited: Boolean(edits && isEdited(edits)) }, await this.#core.engine.call("look", request));
  }

  /* ---- starting ---- */

  async #start(made) {
    if (this.state.language || !hasSpoken()) await speak(this.state.language ?? this.#language());
    if (this.#closed) return;
    this.#stopSpeech = onSpeech(() => this.#mount());
    const coming = acquireCore();
    coming.catch(() => {}); // said below
    const page = this.#newPage(made);
    await inSlices(page.steps, () => this.#page === page && !this.#closed);
    this.#rendered();
    let core;
    try {
      core = await coming;
    } catch ({ code, message }) {
      if (!this.#closed) this.#apply({ core: { phase: "failed", code, message } });
      return;
    }
    if (this.#closed) {
      releaseCore();
      return;
    }
    this.#core = core;
    this.#lane = core.engine.lane();
    this.#stopTrained = core.onTrained((trained) => this.#trainedIs(trained));
    this.#apply({ core: { phase: "ready", simd: core.simd }, trained: core.trained });
    await this.#compute();
    if (this.#eager && !this.#closed) core.bringTrained();
  }

  #trainedIs(trained) {
    this.#apply({ trained });
    if (trained.phase !== "ready") return;
    if (this.#touched || !this.#eager) {
      this.#compute();
      return;
    }
    this.#doUnasked(() => this.#choose(EXAMPLES.find((example) => example.model === TRAINED)));
    this.#touched = false;
  }
}

/** The model of what was asked for. */
const modelOf = ({ model, example }) => (model === IMPORTED ? IMPORTED : example ? "by-hand" : TRAINED);

/** What a place in a result can be. */
function sizesOf({ info, run }) {
  return { layers: info.layers, heads: info.heads, n: run.tokens.length, m: run.keyTokens.length };
}

/** A pin holds while its two words stand where they stood. */
function stillThere(pin, before, now) {
  const same = (side, at) => before?.run[side][at - 1]?.piece === now.run[side][at - 1]?.piece;
  return pin && same("tokens", pin.i) && same("keyTokens", pin.j) ? pin : null;
}
