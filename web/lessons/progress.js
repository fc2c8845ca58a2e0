/** How far a person has come: kept in the memory of the page only. */
export function createProgress() {
  const lessons = new Map();
  const of = (lesson) => {
    if (!lessons.has(lesson.id)) lessons.set(lesson.id, { seen: new Set(), solved: new Set(), chosen: new Map() });
    return lessons.get(lesson.id);
  };
  return {
    see: (lesson, step) => step < lesson.steps.length && of(lesson).seen.add(step),
    answer(lesson, step, { at, right }) {
      of(lesson).chosen.set(step, at);
      if (right) of(lesson).solved.add(step);
    },
    /** Place of the answer that is open, undefined before any. */
    chosen: (lesson, step) => of(lesson).chosen.get(step),
    seen: (lesson) => of(lesson).seen.size,
    solved: (lesson) => of(lesson).solved.size,
    /** The step to go on with: the first that was not seen. */
    next(lesson) {
      const at = lesson.steps.findIndex((_, step) => !of(lesson).seen.has(step));
      return at < 0 ? 0 : at;
    },
  };
}
