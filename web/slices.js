/** Long work in slices, between which the browser may paint and answer. */

/** Length of a slice in ms: half a frame. */
const SLICE = 8;

/** When the slice that begins now is over. @returns {() => boolean} */
export function slice() {
  const end = performance.now() + SLICE;
  return () => performance.now() >= end;
}

/** Calls back in a task of its own, at once after what waits already: timers would be held back. @param {() => void} callback */
export function soon(callback) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(null);
}

/** The next task. @returns {Promise<void>} */
export const pause = () => new Promise((resolve) => soon(resolve));

/**
 * Takes steps one after the other, beginning in the next task.
 * @param {(() => void)[]} steps
 * @param {() => boolean} wanted whether to go on; asked at the beginning of each slice
 */
export async function inSlices(steps, wanted) {
  let isOver = () => true;
  for (const step of steps) {
    if (isOver()) {
      await pause();
      if (!wanted()) return;
      isOver = slice();
    }
    step();
  }
}
