/**
 * One piece of work at a time, and of what was asked meanwhile only the last.
 * @template T
 * @param {(what: T, overtaken: () => boolean) => Promise<void>} work may end early once it is overtaken
 * @returns {(what: T) => void}
 */
export function latest(work) {
  let waiting = null;
  let running = false;
  return async (what) => {
    waiting = { what };
    if (running) return;
    running = true;
    try {
      while (waiting) {
        const next = waiting.what;
        waiting = null;
        await work(next, () => waiting !== null);
      }
    } finally {
      running = false;
    }
  };
}
