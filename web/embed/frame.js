/**
 * The page in somebody's frame: it tells its height, says what was chosen, answers to messages of the page around it, gives
 * the keyboard back, and takes the focus never. Messages are checked by shape and never run.
 *
 * Out: { type: "attention-lab:resize", height } and the same as Canvas and Open edX have it; "attention-lab:ready",
 * "attention-lab:select", "attention-lab:progress" (see events.js).
 * In, from the page around only: { type: "attention-lab:getState", id }, { type: "attention-lab:setState", id, state },
 * { type: "attention-lab:select", id, cell }; each is answered by { type: "attention-lab:state", id, state, notices }.
 * From reveal.js: "slide:stop" ends what plays.
 */
import { pairsOf, readPairs } from "../address.js";
import { hearEvents } from "./events.js";

/** @param {import("../lab.js").Lab} lab */
export function keepManners(lab) {
  const { parent } = window;
  if (parent === window) return;
  const tell = (message) => parent.postMessage(message, "*");
  tellHeight(tell);
  hearEvents(lab, (type, detail) => tell({ type, ...detail }));
  addEventListener("message", (event) => {
    if (event.source !== parent) return;
    const answer = answerTo(lab, event.data);
    if (answer) event.source.postMessage(answer, "*");
  });
  giveKeysBack(() => parent.focus());
}

/** The height that the content has, whenever it is another one. It never depends on the frame's own height. */
function tellHeight(tell) {
  const sheet = document.querySelector(".page");
  let told = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(sheet.getBoundingClientRect().height);
    if (height === told || height === 0) return;
    told = height;
    tell({ type: "attention-lab:resize", height });
    tell(JSON.stringify({ subject: "lti.frameResize", height }));
    tell({ type: "plugin.resize", payload: { height } });
  }).observe(sheet);
}

/** @returns {object | null} the answer; null to what is no message of ours */
function answerTo(lab, message) {
  if (message === "slide:stop") lab.setState({ playing: false });
  if (message === null || typeof message !== "object" || Array.isArray(message)) return null;
  const { type, id = null, state, cell } = message;
  if (id !== null && typeof id !== "string" && typeof id !== "number") return null;
  const notices = [];
  if (type === "attention-lab:setState") {
    if (state === null || typeof state !== "object" || Array.isArray(state)) return null;
    notices.push(...apply(lab, Object.entries(state)));
  } else if (type === "attention-lab:select") {
    if (cell !== null && typeof cell !== "string") return null;
    notices.push(...apply(lab, [["cell", cell]]));
  } else if (type !== "attention-lab:getState") return null;
  return { type: "attention-lab:state", id, state: Object.fromEntries(pairsOf(lab.state)), notices };
}

/** @returns {object[]} notices of what was not taken as it came */
export function apply(lab, pairs) {
  const { patch, notices } = readPairs(pairs);
  lab.setState(patch);
  return notices;
}

/** Escape, where nothing on the page has a use for it, gives the keyboard back to the page around. */
function giveKeysBack(leave) {
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    leave();
  });
}
