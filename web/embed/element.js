/**
 * <attention-lab text="…" stage="weights" layer="1" head="3">: a lab in somebody's page. The attributes have the names and
 * the forms of the address; so has setState. The styles stay inside, and the host's outside.
 */
import css from "attention-lab-css";
import { NAMES, pairsOf, readPairs } from "../address.js";
import { grow } from "../grow.js";
import { Lab } from "../lab.js";
import { adoptStyle } from "../parts.js";
import { spokenOf } from "../speaking.js";
import { hearEvents } from "./events.js";
import { apply } from "./frame.js";

const ATTRIBUTES = NAMES.filter((name) => name !== "embed");
/** An example brings its sentences, where none are named: these are read together. */
const SENTENCES = ["example", "text", "source"];

class AttentionLabElement extends HTMLElement {
  static observedAttributes = ATTRIBUTES;
  #lab = null;
  #stop = null;
  /** Attributes that were changed and are not taken yet. */
  #changed = new Set();

  connectedCallback() {
    if (this.#lab) return; // moved, not removed
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    adoptStyle(root, css);
    const page = /** @type {HTMLElement} */ (grow(["div", { class: "page" }, ["div", { class: "sheet" }]]));
    root.replaceChildren(page);
    page.addEventListener("keydown", keepKey);
    const { patch, notices } = readPairs(ATTRIBUTES.filter((name) => this.hasAttribute(name)).map((name) => [name, this.getAttribute(name)]));
    this.#lab = new Lab({
      root: /** @type {any} */ (root), themed: this, worded: page, eager: false,
      patch: { ...patch, embed: true, ...(notices.length ? { notices } : {}) },
      language: () => spokenOf([document.documentElement.lang || "en"]),
    });
    this.#stop = hearEvents(this.#lab, (type, detail) => this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true })));
  }

  /** A move is a removal and an insertion in one task; what stays away is ended. */
  disconnectedCallback() {
    queueMicrotask(() => {
      if (this.isConnected || !this.#lab) return;
      this.#stop();
      this.#lab.close();
      this.#lab = this.#stop = null;
    });
  }

  attributeChangedCallback(name, before, now) {
    if (before === now || !this.#lab) return;
    if (this.#changed.size === 0) queueMicrotask(() => this.#takeChanged());
    this.#changed.add(name);
  }

  #takeChanged() {
    const names = [...this.#changed];
    this.#changed.clear();
    if (!this.#lab) return;
    const pairs = names.filter((name) => !SENTENCES.includes(name)).map((name) => [name, this.getAttribute(name)]);
    if (pairs.length < names.length) pairs.push(["example", this.getAttribute("example")], ...SENTENCES.slice(1).filter((name) => this.hasAttribute(name)).map((name) => [name, this.getAttribute(name)]));
    const { patch, notices } = readPairs(/** @type {[string, string | null][]} */ (pairs));
    this.#lab.setState({ ...patch, notices });
  }

  /** What it is set to, by the names of the address. @returns {Record<string, string>} */
  getState() {
    return this.#lab ? Object.fromEntries(pairsOf(this.#lab.state)) : {};
  }

  /** @param {Record<string, string | number | boolean>} state by the names of the address @returns {object[]} what was not taken as it came */
  setState(state) {
    if (state === null || typeof state !== "object") throw new TypeError("attention-lab: setState takes an object, such as { text: \"The cat\", stage: \"weights\" }");
    return this.#lab ? apply(this.#lab, Object.entries(state)) : [];
  }

  /** @param {string | null} cell "3.5": query 3, key 5; null: none */
  select(cell) {
    return this.setState({ cell });
  }
}

/** A key that something in here has used, or that a person types with, is not the host's too: it sees only the element, not the field. */
function keepKey(event) {
  const [target] = event.composedPath();
  if (event.defaultPrevented || target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) event.stopPropagation();
}

if (!customElements.get("attention-lab")) customElements.define("attention-lab", AttentionLabElement);
