import { t } from "../language.js";
import { percent } from "../numbers.js";
import { el, setText } from "../views/dom.js";

const PAUSE = 300; // ms after the last change
const PATIENCE = 10_000; // ms until a frame that says nothing is taken for one that cannot come
const HEIGHT = 480; // px, until the page has told its own

/**
 * The page itself in a frame of the chosen size, made smaller where there is no room for it. Each change makes a new frame:
 * to send the old one elsewhere would leave a step in the history.
 * @param {string | null} home address of the page
 * @param {(height: number) => void} onHeight told when the page in the frame has another height
 */
export function createPreview(home, onHeight) {
  const ground = el("div", { class: "preview-ground" });
  const scale = el("span", { class: "share-some" });
  const problem = el("p", { class: "share-note", hidden: true });
  const element = el("div", { class: "preview" }, el("div", { class: "share-block-head" }, el("span", { class: "name" }, t("share.preview")), scale), ground, problem);
  let [frame, size, timer, patience] = [null, null, 0, 0];
  let told = HEIGHT;
  const sizes = new ResizeObserver(() => fit());

  function say(key) {
    problem.hidden = !key;
    ground.hidden = Boolean(key);
    if (key) setText(problem, t(key));
  }

  function open(address) {
    // An address of its own: a page in a frame of the same address would not be loaded.
    const url = new URL(home);
    url.search = "preview";
    const next = el("iframe", { src: url.href + address, title: t("share.preview"), class: "preview-frame" });
    ground.replaceChildren(next);
    frame = next;
    say(null);
    fit();
    patience = setTimeout(() => say("share.preview.silent"), PATIENCE);
  }

  function fit() {
    if (!frame || ground.clientWidth === 0) return;
    const width = size.width ?? ground.clientWidth;
    const height = size.height === "auto" ? told : size.height === "shape" ? Math.round((width * 3) / 5) : size.px;
    const factor = Math.min(1, ground.clientWidth / width);
    Object.assign(frame.style, { width: `${width}px`, height: `${height}px`, transform: factor < 1 ? `scale(${factor})` : "" });
    ground.style.height = `${Math.ceil(height * factor)}px`;
    setText(scale, factor < 1 ? t("share.preview.scaled", { percent: percent(factor) }) : "");
  }

  function onMessage({ source, data }) {
    if (!frame || source !== frame.contentWindow || data?.type !== "attention-lab:resize" || !(data.height > 0)) return;
    clearTimeout(patience);
    say(null);
    told = data.height;
    fit();
    onHeight(told);
  }

  function onViolation({ effectiveDirective }) {
    if (effectiveDirective !== "frame-src") return;
    clearTimeout(patience);
    say("share.preview.policy");
  }

  return {
    element,
    /** @param {string} address from its # on @param {import("./snippets.js").Size} chosen */
    show(address, chosen) {
      if (!home) {
        say("share.preview.none");
        return;
      }
      if (!size) {
        addEventListener("message", onMessage);
        document.addEventListener("securitypolicyviolation", onViolation);
        sizes.observe(element);
      }
      size = { ...chosen };
      clearTimeout(timer);
      clearTimeout(patience);
      if (frame?.src.endsWith(address)) fit();
      else timer = setTimeout(() => open(address), PAUSE);
    },
    stop() {
      clearTimeout(timer);
      clearTimeout(patience);
      sizes.disconnect();
      removeEventListener("message", onMessage);
      document.removeEventListener("securitypolicyviolation", onViolation);
      ground.replaceChildren();
      frame = size = null;
    },
  };
}
