/**
 * Sentences worth trying first. Each note says only what the model's own numbers say.
 * Layer, head and pin count from 1.
 * @typedef {{ text: string, model: "by-hand" | "use-lite", layer: number, head: number, pin?: { i: number, j: number }, note: string }} Example
 * @type {Example[]}
 */
export const EXAMPLES = [
  {
    text: "The cat chased a mouse",
    model: "by-hand", layer: 1, head: 1, pin: { i: 3, j: 5 },
    note: "worked by hand, four dimensions: chased finds mouse",
  },
  {
    text: "She gave him her book and he thanked her.",
    model: "use-lite", layer: 2, head: 2,
    note: "a verb and its object: gave gives book 0.70",
  },
  {
    text: "This movie is not bad, it is very good!",
    model: "use-lite", layer: 1, head: 2,
    note: "“not” looks at “bad”",
  },
  {
    text: "I deposited money at the bank.",
    model: "use-lite", layer: 2, head: 4,
    note: "“bank” with “money”; compare the next one",
  },
  {
    text: "We sat on the bank of the river.",
    model: "use-lite", layer: 2, head: 4,
    note: "“bank” with “river”, weaker than with “money”",
  },
  {
    text: "The animal didn't cross the street because it was too tired.",
    model: "use-lite", layer: 2, head: 2,
    note: "what it does not do: “it” goes to street rather than animal, for “tired” and for “wide” alike",
  },
];
