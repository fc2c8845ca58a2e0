import { t } from "./language.js";

/** The masks that the page offers. Which cells are closed, the run itself says. */
export const MASKS = ["none", "causal", "window", "padding", "free"];

const known = (mask) => (MASKS.includes(mask) ? mask : MASKS[0]);

/** @param {string} mask one of MASKS */
export const maskName = (mask) => t(`mask.${known(mask)}`);

/** What a mask lets a query read. @param {{ mask: string, window: number, padding: number }} settings */
export const maskSays = ({ mask, window, padding }) => t(`does.masked.${known(mask)}`, { window, count: padding });

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
