import { el } from "./dom.js";
import { rulers } from "./rulers.js";

const LINES = 4; // the field grows to this, then scrolls
const MIRRORED = 4000; // no more of a long text is laid out twice than can be marked or decides the height

/**
 * The sentence: a native text field, so that input methods, undo, spelling and screen readers work. A hidden
 * mirror with the same type and width wraps the same text; the rulers are measured there.
 */
export function mount(element, store, { setText }) {
  const field = element.querySelector("textarea");
  const mirror = el("div", { class: "sentence-mirror", dir: "auto", "aria-hidden": "true" });
  const marks = rulers(mirror);
  element.append(mirror, marks.element);
  const placed = { text: null, width: 0 };

  field.addEventListener("input", (event) => setText(field.value, event.timeStamp));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) event.preventDefault();
  });
  field.addEventListener("scroll", follow, { passive: true });
  const resizing = new ResizeObserver(() => { if (field.clientWidth !== placed.width) place(store.state); });
  resizing.observe(element);
  document.fonts?.ready.then(() => place(store.state));

  function follow() {
    marks.element.style.transform = `translateY(${-field.scrollTop}px)`;
  }

  /** Wraps the mirror as the field wraps, sizes the field after it, and measures every token. */
  function place(state) {
    const { tokens } = state.result?.run ?? { tokens: [] };
    const end = tokens.length ? tokens[tokens.length - 1].end : 0;
    mirror.textContent = `${state.text.slice(0, Math.max(MIRRORED, end + 200))}\u200b`;
    const { lineHeight, paddingTop } = getComputedStyle(mirror);
    const line = parseFloat(lineHeight);
    const most = LINES * line + 2 * parseFloat(paddingTop);
    mirror.style.width = `${element.clientWidth}px`;
    const tall = mirror.offsetHeight > most + 1;
    field.style.overflowY = tall ? "scroll" : "hidden";
    field.style.height = `${Math.min(mirror.offsetHeight, most)}px`;
    if (tall) mirror.style.width = `${field.clientWidth}px`;
    Object.assign(placed, { text: state.text, width: field.clientWidth });
    marks.place(state, line);
    follow();
  }

  return {
    render(state, changed) {
      if (changed.has("text") && field.value !== state.text) field.value = state.text;
      if (changed.has("text") || changed.has("result")) place(state);
      if (["text", "result", "hover", "pin", "layer", "head"].some((key) => changed.has(key))) marks.point(state);
    },
    destroy() {
      resizing.disconnect();
      mirror.remove();
      marks.element.remove();
    },
  };
}
