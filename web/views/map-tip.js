import { el } from "./dom.js";

const APART = 10; // from the cell
const ROOM = 70; // above a cell for a sign of two lines

/** A small sign beside a cell, inside the viewport: “50 → € 0.74”. For the eye only; the grid speaks for itself. */
export function createTip() {
  const element = el("div", { class: "map-tip", "aria-hidden": "true", hidden: true });
  return {
    element,
    /** @param {{ left: number, top: number, width: number, height: number }} box of the cell, in the viewport */
    show({ left, top, width, height }, ...parts) {
      element.replaceChildren(...parts);
      element.hidden = false;
      // The style sheet puts it beside this point, whatever its size: to ask for that would lay out the page.
      element.style.setProperty("--x", `${Math.round(left + width / 2)}px`);
      element.style.setProperty("--y", top >= ROOM ? `${Math.round(top - APART)}px - 100%` : `${Math.round(top + height + APART)}px`);
    },
    hide() {
      element.hidden = true;
    },
  };
}
