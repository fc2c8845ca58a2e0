/** Layer and head that a model opens with where none are named; of use-lite the head that finds a verb's object. Counting from 1. */
export const OPENING = { "by-hand": { layer: 1, head: 1 }, "use-lite": { layer: 2, head: 2 }, imported: { layer: 1, head: 1 } };
