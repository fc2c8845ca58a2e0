/**
 * Asks one thing at a time; of what is asked meanwhile only the last is done.
 * @template Question, Answer
 * @param {(question: Question, overtaken: () => boolean) => Promise<Answer>} work may end early once it is overtaken
 * @param {{ done(answer: Answer, more: boolean): void, failed(error: Error): void }} then called for each piece of work, in
 *   order; more: something newer is waiting
 * @returns {{ ask(question: Question): void, stop(): void }}
 */
export function latest(work, { done, failed }) {
  let running = false;
  let stopped = false;
  let waiting = null;
  const next = async () => {
    if (running || stopped || !waiting) return;
    const { question } = waiting;
    waiting = null;
    running = true;
    try {
      const answer = await work(question, () => stopped || waiting !== null);
      if (!stopped) done(answer, waiting !== null);
    } catch (error) {
      if (!stopped) failed(error);
    }
    running = false;
    next();
  };
  return {
    ask(question) {
      waiting = { question };
      next();
    },
    stop() { stopped = true; },
  };
}
