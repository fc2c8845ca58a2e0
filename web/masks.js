/** The masks that the page offers, and what each lets a query read. Which cells are closed, the run itself says. */
export const MASKS = [
  { id: "none", name: "none", says: "Now nothing is closed: every query may read every key." },
  { id: "causal", name: "causal", says: "Causal: a query may read itself and what stands before it." },
  { id: "window", name: "window 1", says: "Window of 1: a query may read itself and its two neighbours." },
];

/** @param {string} id @returns {(typeof MASKS)[number]} */
export const maskOf = (id) => MASKS.find((mask) => mask.id === id) ?? MASKS[0];
