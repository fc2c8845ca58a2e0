import { el } from "./dom.js";

/** A small sign beside a cell, inside the viewport: “50 → € 0.74”. For the eye only; the grid speaks for itself. */
export function createTip() {
  const element = el("div", { class: "map-tip", "aria-hidden": "true", hidden: true });
  return {
    element,
    /** @param {DOMRect | { left: number, top: number, width: number, height: number }} box of the cell, in the viewport */
    show(box, ...parts) {
      element.replaceChildren(...parts);
      element.hidden = false;
      const { offsetWidth: width, offsetHeight: height } = element;
      const edge = document.documentElement.clientWidth - width - 8;
      const left = Math.max(8, Math.min(edge, box.left + box.width / 2 - width / 2));
      const above = box.top - height - 10;
      element.style.left = `${Math.round(left)}px`;
      element.style.top = `${Math.round(above >= 8 ? above : box.top + box.height + 10)}px`;
    },
    hide() {
      element.hidden = true;
    },
  };
}
