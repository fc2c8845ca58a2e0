import { paletteIndex } from "../palettes.js";
import { el, math } from "../views/dom.js";

/**
 * Paragraphs and answers from parts.
 * @param {object} what
 * @param {import("./facts.js").LessonFacts} what.facts
 * @param {(stage: string) => { range: [number, number], palette: import("../palettes.js").Palette }} what.colours of a stage's map
 * @param {(cell: { stage: string, i: number, j: number } | null) => void} what.light lights a cell of the map up
 */
export function proseOf({ facts, colours, light }) {
  const node = (part) => {
    if (typeof part === "string") return part;
    const [kind, ...rest] = part;
    if (kind === "cell") return chip(facts, colours, light, ...rest);
    if (kind === "math") return math(rest[0]);
    if (kind === "i" || kind === "b") return el(kind, {}, rest[0]);
    return el("bdi", { class: `word ${kind}` }, rest[0]);
  };
  return (parts) => parts.map(node);
}

/** A number of the map in running text; to point at it or to focus it points into the map. */
function chip(facts, colours, light, stage, i, j) {
  const { range: [low, high], palette } = colours(stage);
  const index = paletteIndex((facts.at(stage, i, j) - low) / (high - low));
  const swatch = el("span", { class: "swatch", "aria-hidden": "true" });
  swatch.style.background = index < 0 ? "none" : palette.css[index];
  const on = () => light({ stage, i, j });
  const off = () => light(null);
  return el("button", {
    type: "button", class: "chip", "data-cell": `${stage} ${i} ${j}`, onpointerenter: on, onpointerleave: off, onfocus: on, onblur: off, onclick: on,
  }, swatch, facts.print(stage, facts.at(stage, i, j)));
}
