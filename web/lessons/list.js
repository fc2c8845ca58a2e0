import equation from "./equation.js";
import everyQuery from "./every-query.js";
import oneStep from "./one-step.js";

/**
 * A lesson drives the page: each step sets what it needs, says what is to be seen, and most ask about it. Whatever has a
 * number in it is made from the facts of the run, so that it follows when numbers are edited.
 * @typedef {object} Step
 * @property {string} title
 * @property {object} set `example`, or `model` and `text`; `stage`, `pin`, `view`, `mask`, `divide`, `temperature`; what is not named is at its default
 * @property {string} panel the live view beside the prose: id of a stage, "word" or "inspector"
 * @property {(facts: import("./facts.js").LessonFacts) => import("./choices.js").Part[][]} text paragraphs
 * @property {(facts: import("./facts.js").LessonFacts) => import("./choices.js").Problem} [problem]
 * @typedef {{ id: string, title: string, summary: string, steps: Step[], remember: import("./choices.js").Part[][] }} Lesson
 * @type {Lesson[]}
 */
export const LESSONS = [everyQuery, equation, oneStep];
