import { KEYS } from "./state.js";

/**
 * When what is drawn: the picture at most once a frame, and at once when a result has come; the rest of the page after
 * the frame that shows the picture.
 * @param {{ renderPicture(changed: Set<string>): void, renderRest(changed: Set<string>): void }} views
 * @returns {{ changed(keys: Iterable<string>): void, now(): void, all(): void, stop(): void }} changed: soon; now: a result has come; all: at once
 */
export function createRendering({ renderPicture, renderRest }) {
  /** Keys of the state that the picture does not show yet, and those that it shows and the rest does not. */
  let [newToPicture, newToRest] = [new Set(), new Set()];
  let frame = 0;
  let stopped = false;

  function picture() {
    cancelAnimationFrame(frame);
    frame = 0;
    if (stopped) return;
    const keys = newToPicture;
    newToPicture = new Set();
    for (const key of keys) newToRest.add(key);
    renderPicture(keys);
  }
  function rest() {
    if (stopped || newToRest.size === 0) return;
    const keys = newToRest;
    newToRest = new Set();
    renderRest(keys);
  }
  /** Called in a frame: when it has been painted, or in the next one, which a busy page may come to first. */
  function restSoon() {
    setTimeout(rest);
    requestAnimationFrame(rest);
  }
  /** A page that is hidden has no frames. */
  const onHidden = () => document.hidden && rest();
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
      if (document.hidden) rest();
      else requestAnimationFrame(restSoon);
    },
    all() {
      newToPicture = new Set(Object.keys(KEYS));
      picture();
      rest();
    },
    stop() {
      stopped = true;
      document.removeEventListener("visibilitychange", onHidden);
    },
  };
}
