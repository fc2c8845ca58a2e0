import { t } from "../language.js";
import { svg } from "./dom.js";

/** The kinds of weights. */
export const MODELS = ["by-hand", "use-lite", "imported"];

/** What a kind of weights is called. @param {string} model @param {boolean} [edited] the person has changed its numbers */
export const modelName = (model, edited = false) => (edited ? t("model.edited", { name: modelName(model) }) : t(`model.${model}`));

/**
 * The 11 px sign of where the numbers come from: filled = trained, hatched = made by hand, a dot = imported, dashed = edited.
 * @param {string} model
 * @param {boolean} [edited]
 */
export function badge(model, edited = false) {
  const trained = model === "use-lite";
  const imported = model === "imported";
  const hatch = svg("path", { d: "M1.5 6.5L6.5 1.5M2.5 9L9 2.5M5 9.5L9.5 5", stroke: "currentColor", "stroke-width": "1.2" });
  return svg("svg", { class: "badge", viewBox: "0 0 11 11", width: "11", height: "11", "aria-hidden": "true" },
    svg("rect", {
      x: "0.75", y: "0.75", width: "9.5", height: "9.5", rx: "2.5", fill: trained ? "currentColor" : "none", stroke: "currentColor", "stroke-width": "1.5",
      "stroke-dasharray": edited ? "2.6 1.55" : null,
    }),
    ...(imported ? [svg("circle", { cx: "5.5", cy: "5.5", r: "2", fill: "currentColor" })] : trained || edited ? [] : [hatch]));
}
