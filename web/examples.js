import { PLAIN } from "./settings.js";

/** What was brought from a file, as what `choose` of main.js takes. @param {{ text: string, settings?: object }} imported */
export const exampleOfImported = ({ text, settings }) => ({ text, model: "imported", layer: 1, head: 1, pin: null, settings: { ...PLAIN, ...settings } });

/**
 * Sentences worth trying first. Each note, named by its key in the strings (example.…), says only what the model's own numbers say.
 * Layer, head and pin count from 1.
 * @typedef {{ text: string, source?: string, model: "by-hand" | "use-lite", example?: string, layer: number, head: number, pin?: { i: number, j: number }, note: string }} Example
 * @type {Example[]}
 */
export const EXAMPLES = [
  {
    text: "The cat chased a mouse",
    model: "by-hand", example: "cat-and-mouse", layer: 1, head: 1, pin: { i: 3, j: 5 },
    note: "cat-and-mouse",
  },
  {
    text: "The animal didn't cross the street because it was too tired",
    model: "by-hand", example: "it-and-animal", layer: 1, head: 1, pin: { i: 8, j: 2 },
    note: "it-and-animal",
  },
  {
    text: "le chat noir dort", source: "the black cat is sleeping",
    model: "by-hand", example: "chat-noir", layer: 1, head: 1, pin: { i: 2, j: 3 },
    note: "chat-noir",
  },
  {
    text: "She gave him her book and he thanked her.",
    model: "use-lite", layer: 2, head: 2, pin: { i: 2, j: 5 },
    note: "gave",
  },
  {
    text: "This movie is not bad, it is very good!",
    model: "use-lite", layer: 1, head: 2, pin: { i: 4, j: 5 },
    note: "not",
  },
  {
    text: "I deposited money at the bank.",
    model: "use-lite", layer: 2, head: 4, pin: { i: 7, j: 4 },
    note: "money",
  },
  {
    text: "I sat on the bank of the river.",
    model: "use-lite", layer: 2, head: 4, pin: { i: 5, j: 8 },
    note: "river",
  },
  {
    text: "The animal didn't cross the street because it was too tired.",
    model: "use-lite", layer: 2, head: 2, pin: { i: 10, j: 8 },
    note: "tired",
  },
];
