/** The masks that the page offers, and what each lets a query read. Which cells are closed, the run itself says. */
export const MASKS = [
  { id: "none", name: "none", says: () => "now nothing is closed, and every query may read every key." },
  { id: "causal", name: "causal", says: () => "causal, a query may read itself and what stands before it." },
  { id: "window", name: "window", says: ({ window }) => `in a window, a query may read keys at most ${window} away from it.` },
  { id: "padding", name: "padding", says: ({ padding }) => `the last ${padding === 1 ? "token counts" : `${padding} tokens count`} as filling, and no query may read ${padding === 1 ? "it" : "them"}.` },
  { id: "free", name: "by hand", says: () => "click a cell of this map, or press M on it, to close or open it." },
];

/** @param {string} id @returns {(typeof MASKS)[number]} */
export const maskOf = (id) => MASKS.find((mask) => mask.id === id) ?? MASKS[0];

/**
 * The mask as the core takes it.
 * @param {{ mask: string, window: number, padding: number, closed: string[] }} settings as in state.js
 * @param {number} n queries @param {number} m keys
 * @returns {import("./core.js").Mask}
 */
export function coreMask({ mask, window, padding, closed }, n, m) {
  if (mask === "window") return { window };
  if (mask !== "padding" && mask !== "free") return mask;
  const allowed = new Uint8Array(n * m).fill(1);
  if (mask === "padding") {
    for (let cell = 0; cell < n * m; cell++) if (cell % m >= m - padding) allowed[cell] = 0;
  } else {
    for (const name of closed) {
      const [i, j] = name.split(".").map(Number);
      if (i <= n && j <= m) allowed[(i - 1) * m + j - 1] = 0;
    }
  }
  return allowed;
}
