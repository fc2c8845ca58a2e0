import { PLAIN } from "./settings.js";

/** What was brought from a file, as what `choose` of main.js takes. @param {{ text: string, settings?: object }} imported */
export const exampleOfImported = ({ text, settings }) => ({ text, model: "imported", layer: 1, head: 1, pin: null, settings: { ...PLAIN, ...settings } });

/**
 * Sentences worth trying first. Each note says only what the model's own numbers say.
 * Layer, head and pin count from 1.
 * @typedef {{ text: string, source?: string, model: "by-hand" | "use-lite", example?: string, layer: number, head: number, pin?: { i: number, j: number }, note: string }} Example
 * @type {Example[]}
 */
export const EXAMPLES = [
  {
    text: "The cat chased a mouse",
    model: "by-hand", example: "cat-and-mouse", layer: 1, head: 1, pin: { i: 3, j: 5 },
    note: "worked by hand in four dimensions: “chased” finds “mouse”",
  },
  {
    text: "The animal didn't cross the street because it was too tired",
    model: "by-hand", example: "it-and-animal", layer: 1, head: 1, pin: { i: 8, j: 2 },
    note: "worked by hand: “it” finds “animal” without resembling it",
  },
  {
    text: "le chat noir dort", source: "the black cat is sleeping",
    model: "by-hand", example: "chat-noir", layer: 1, head: 1, pin: { i: 2, j: 3 },
    note: "worked by hand: cross-attention, four French words over five English ones",
  },
  {
    text: "She gave him her book and he thanked her.",
    model: "use-lite", layer: 2, head: 2, pin: { i: 2, j: 5 },
    note: "a verb and its object: “gave” gives “book” most of its weight",
  },
  {
    text: "This movie is not bad, it is very good!",
    model: "use-lite", layer: 1, head: 2, pin: { i: 4, j: 5 },
    note: "“not” gives nearly all of its weight to “bad”",
  },
  {
    text: "I deposited money at the bank.",
    model: "use-lite", layer: 2, head: 4, pin: { i: 7, j: 4 },
    note: "“bank” gives “money” more than itself; compare the next one",
  },
  {
    text: "I sat on the bank of the river.",
    model: "use-lite", layer: 2, head: 4, pin: { i: 5, j: 8 },
    note: "“bank” gives “river” less than half of what it gave “money”",
  },
  {
    text: "The animal didn't cross the street because it was too tired.",
    model: "use-lite", layer: 2, head: 2, pin: { i: 10, j: 8 },
    note: "what it does not do: “it” gives “street” more than “animal”, and the same with “wide”",
  },
];
