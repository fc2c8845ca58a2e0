import { svg } from "./dom.js";

/** What each kind of weights is called. */
export const MODEL_NAMES = { "by-hand": "Hand-made example", "use-lite": "USE Lite, trained weights" };

/**
 * The 11 px sign of where the numbers come from: filled = trained, hatched = made by hand.
 * @param {string} model
 */
export function badge(model) {
  const trained = model !== "by-hand";
  return svg("svg", { class: "badge", viewBox: "0 0 11 11", width: "11", height: "11", "aria-hidden": "true" },
    svg("rect", { x: "0.75", y: "0.75", width: "9.5", height: "9.5", rx: "2.5", fill: trained ? "currentColor" : "none", stroke: "currentColor", "stroke-width": "1.5" }),
    ...(trained ? [] : [svg("path", { d: "M1.5 6.5L6.5 1.5M2.5 9L9 2.5M5 9.5L9.5 5", stroke: "currentColor", "stroke-width": "1.2" })]));
}
