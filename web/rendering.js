import { slice, soon } from "./slices.js";

/**
 * When what is drawn: the picture at most once a frame, and at once when a result has come; the rest of the page after
 * the frame that shows the picture, in slices that leave room for the next one.
 * @typedef {(changed: Set<string>) => boolean | void} Render true: not finished, to be called again
 * @param {object} views
 * @param {(changed: Set<string>) => void} views.renderPicture
 * @param {() => Render[]} views.rest the same functions each time
 * @param {() => void} views.done all of it shows the state
 * @returns {{ changed(keys: Iterable<string>): void, now(): void, anew(): void, stop(): void }} changed: soon; now: a result
 *   has come; anew: other views come, which will show the state when they do
 */
export function createRendering({ renderPicture, rest, done }) {
  /** Keys of the state that the picture does not show yet. */
  let newToPicture = new Set();
  /** Those that it shows and views of the rest do not, in the order in which these are to be rendered. @type {Map<Render, Set<string>>} */
  const missed = new Map();
  let frame = 0;
  let going = false;
  let stopped = false;

  function picture() {
    cancelAnimationFrame(frame);
    frame = 0;
    if (stopped) return;
    const keys = newToPicture;
    newToPicture = new Set();
    for (const render of rest()) missed.set(render, new Set([...(missed.get(render) ?? []), ...keys]));
    renderPicture(keys);
  }
  /** Renders the rest until a slice is over. */
  function some(isOver) {
    if (stopped || missed.size === 0) return;
    for (const [render, keys] of missed) {
      missed.delete(render);
      if (render(keys)) missed.set(render, new Set());
      if (isOver()) break;
    }
    if (missed.size === 0) done();
  }
  /** Slice after slice, unless that is under way. */
  function goOn() {
    if (going) return;
    some(slice());
    going = missed.size > 0 && !stopped;
    if (going) soon(() => {
      going = false;
      goOn();
    });
  }
  const atOnce = () => some(() => false);
  /** Called in a frame: when it has been painted, or in the next one, which a busy page may come to first. */
  function restSoon() {
    setTimeout(goOn);
    requestAnimationFrame(goOn);
  }
  /** A page that is hidden has no frames. */
  const onHidden = () => document.hidden && atOnce();
  document.addEventListener("visibilitychange", onHidden);

  return {
    changed(keys) {
      for (const key of keys) newToPicture.add(key);
      frame ||= requestAnimationFrame(() => {
        picture();
        restSoon();
      });
    },
    now() {
      picture();
      if (document.hidden) atOnce();
      else requestAnimationFrame(restSoon);
    },
    anew() {
      missed.clear();
      newToPicture.clear();
    },
    stop() {
      stopped = true;
      document.removeEventListener("visibilitychange", onHidden);
    },
  };
}
