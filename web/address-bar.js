import { addressOf, DEFAULTS, isAddress, readAddress } from "./address.js";

/** A pause after which what was set is written to the address, in ms. */
const PAUSE = 400;
/** A change of one of these is a step to go back to; the others write over the step that is there. */
const STEPS = ["place", "lesson", "experiment", "model", "example", "layer", "head", "stage", "view"];
/** In the lessons it is the lesson that sets the others. */
const STEPS_OF_LESSONS = ["place", "lesson"];

/** What stands after the # of the address; in a file that carries a state of its own, and has none there, that. */
export function addressText() {
  return location.hash.length > 1 ? location.hash : (document.documentElement.dataset.state ?? "");
}

/**
 * Keeps a lab and the address together: what is set is written, unless the page is part of another, and back, forward and
 * a link are followed.
 * @param {import("./lab.js").Lab} lab
 */
export function followAddress(lab) {
  let timer = 0;
  let step = false;
  let written = location.hash;
  let asked = 0;

  async function write() {
    if (lab.state.embed) return;
    const mine = ++asked;
    const newStep = step && window.parent === window;
    step = false;
    const address = await addressOf(lab.state);
    if (mine !== asked || address === written) return;
    written = address;
    go(address, newStep);
  }

  async function read() {
    if (location.hash === written || (location.hash !== "" && !isAddress(location.hash))) return;
    clearTimeout(timer);
    asked++;
    written = location.hash;
    const { patch, notices } = await readAddress(addressText());
    // Theme and language stay as they are, unless the address names them; layer and head are as the model opens.
    const { theme, language, layer, head, ...rest } = DEFAULTS;
    lab.setState({ ...rest, ...patch, notices }, true);
  }

  lab.store.subscribe((changed) => {
    if (!Object.keys(DEFAULTS).some((key) => changed.has(key))) return;
    if (!lab.unasked && !lab.state.playing && (lab.state.place === "lessons" ? STEPS_OF_LESSONS : STEPS).some((key) => changed.has(key))) step = true;
    clearTimeout(timer);
    timer = setTimeout(write, PAUSE);
  });
  addEventListener("popstate", read);
  addEventListener("hashchange", read);
}

/** Throws in some frames; the address then stays as it is. To set it by location would put the host's page into a frame of source text. */
function go(address, step) {
  try {
    if (step) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  } catch { /* the page goes on without */ }
}
