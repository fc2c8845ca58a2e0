/** What an address can open in the parts that come later as scripts of their own; tests/node/address.test.js holds it against them. */

/** Lesson → how many steps it opens at, the page of what to remember included. */
export const LESSONS = new Map([["every-query", 9], ["equation", 9], ["one-step", 10], ["references", 1]]);

export const EXPERIMENTS = ["matrices", "root", "company", "compare", "cost"];
