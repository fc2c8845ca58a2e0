import { direction } from "../language.js";
import { el } from "./dom.js";
import { rulers } from "./rulers.js";

const LINES = 3.5; // the field grows to this, then scrolls; half a line shows that it does
const MIRRORED = 4000; // no more of a long text is laid out twice: far more than 128 tokens and the height need

/**
 * The sentence: a native text field, so that input methods, undo, spelling and screen readers work. A hidden
 * mirror with the same type and width wraps the same text; the rulers are measured there.
 */
export function mount(element, store, { setText }) {
  return sentenceField(element, store, { key: "text", side: "tokens", onText: setText });
}

/**
 * @param {HTMLElement} element holds the textarea
 * @param {ReturnType<typeof import("../state.js").createStore>} store
 * @param {{ key: "text" | "source", side: "tokens" | "sourceTokens", onText(text: string, timeStamp: number): void }} options
 *   key: of the text in the state and in the result; side: its tokens in a run
 */
export function sentenceField(element, store, { key, side, onText }) {
  const field = element.querySelector("textarea");
  const mirror = el("div", { class: "sentence-mirror", "aria-hidden": "true" });
  const marks = rulers(mirror, { key, side });
  element.append(mirror, marks.element);
  /** Height of a line, padding, width of the element: read again only when that changes. */
  let measures = { room: 0 };
  let width = 0; // of the field

  field.addEventListener("input", (event) => onText(field.value, event.timeStamp));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) event.preventDefault();
  });
  field.addEventListener("scroll", follow, { passive: true });
  const resizing = new ResizeObserver(() => { if (field.clientWidth !== width) place(store.state); });
  resizing.observe(element);
  document.fonts?.ready.then(() => place(store.state));

  function follow() {
    setStyle(marks.element, "transform", `translateY(${-field.scrollTop}px)`);
  }

  function place(state) {
    measures = measure();
    wrap(state);
    mark(state);
  }

  /** Wraps the mirror as the field wraps, and sizes the field after it. */
  function wrap(state) {
    const shown = state[key].slice(0, MIRRORED);
    const direction = directionOf(shown);
    if (field.dir !== direction) field.dir = mirror.dir = direction;
    mirror.textContent = /\n$|^$/u.test(shown) ? `${shown}\u200b` : shown; // a last empty line has a height
    if (!measures.room) measures = measure();
    const { line, padding, room } = measures;
    const most = LINES * line + 2 * padding;
    setStyle(mirror, "width", `${room}px`);
    const height = mirror.offsetHeight;
    const tall = height > most + 1;
    setStyle(field, "overflowY", tall ? "scroll" : "hidden");
    setStyle(field, "height", `${Math.min(height, most)}px`);
    width = field.clientWidth;
    if (tall) setStyle(mirror, "width", `${width}px`); // the scroll bar takes some of it
    follow();
  }

  function measure() {
    const { lineHeight, paddingTop } = getComputedStyle(mirror);
    return { line: parseFloat(lineHeight), padding: parseFloat(paddingTop), room: element.clientWidth };
  }

  const mark = (state) => marks.place(state, { ...measures, width });

  return {
    render(state, changed) {
      if (changed.has(key) && field.value !== state[key]) field.value = state[key];
      if (changed.has(key)) wrap(state);
      if ([key, "result", "waiting", "core"].some((name) => changed.has(name))) mark(state);
      else if (["hover", "pin", "layer", "head"].some((key) => changed.has(key))) marks.point(state);
    },
    destroy() {
      resizing.disconnect();
      mirror.remove();
      marks.element.remove();
    },
  };
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The direction of the first letter, as dir="auto" has it, of an empty text that of the page; which takes Chromium seconds on ten thousand lines. */
function directionOf(text) {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (!letter) return direction();
  return RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
}

/** Writes only what differs: a style written anew makes the browser lay out once more. */
function setStyle(element, name, value) {
  if (element.style[name] !== value) element.style[name] = value;
}
