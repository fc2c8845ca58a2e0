import { shownStage, stageLabel, STAGES, stagesOf } from "../stages.js";
import { el, setAttribute } from "./dom.js";

const EDGE = 10; // from the top or bottom of the band to the stage names
const NAME = 20; // height of a stage name
const FULL = 790; // width that the equation takes where there is room
const LARGEST = 44;
const SHORTEST = 4; // a leader below this would be a dot
const PAD = 4; // of a piece around its symbols

/**
 * The equation. Its symbols are one MathML element in the page; over each piece lies a real button, placed
 * where the browser has drawn the piece, whatever its fonts.
 */
export function mount(element, store) {
  const layer = el("div", { class: "equation-pieces" });
  const pieces = STAGES.filter((stage) => stage.piece).map((stage) => piece(element, stage, store));
  layer.append(...pieces.map((each) => each.button));
  element.dir = "ltr"; // as it is written in this field, whatever the language
  element.append(layer);
  const symbols = element.querySelector("math");
  const place = () => {
    fit(element, symbols);
    placeAll(element, pieces);
  };
  const resizing = new ResizeObserver(place);
  resizing.observe(element);
  document.fonts?.ready.then(place);
  place();

  return {
    render(state, changed) {
      if (changed.has("mask")) element.classList.toggle("is-masked", state.mask !== "none");
      if (!changed.has("stage") && !changed.has("result")) return;
      const { id, maps } = shownStage(state);
      const steps = stagesOf(state.result);
      for (const { button, stage } of pieces) {
        setAttribute(button, "aria-pressed", String(stage.id === id));
        setAttribute(button, "aria-disabled", steps.includes(stage) ? null : "true");
        button.classList.toggle("is-partner", stage.id !== id && maps.includes(stage.id) && steps.includes(stage));
      }
    },
    destroy() {
      resizing.disconnect();
      layer.remove();
    },
  };
}

function piece(element, stage, store) {
  const symbols = element.querySelector(`[data-piece="${stage.id}"]`);
  const name = el("span", { class: "piece-name" }, stageLabel(stage));
  const leader = el("span", { class: "piece-leader" });
  const button = el("button", {
    type: "button", class: stage.quiet ? "piece is-quiet" : "piece", "data-brings": stage.id, "aria-pressed": "false",
    onclick: () => stagesOf(store.state.result).includes(stage) && store.set({ stage: stage.id }),
  }, leader, name);
  return { stage, symbols, button, name, leader };
}

/** Maths fonts differ in width by a fifth: the type shrinks to fit a narrow screen, and grows to fill a wide one. */
function fit(element, symbols) {
  symbols.style.fontSize = "";
  const wide = symbols.getBoundingClientRect().width;
  const room = element.clientWidth - 2 * PAD;
  if (!wide || !room) return;
  const size = parseFloat(getComputedStyle(symbols).fontSize);
  const fitting = Math.floor((size * Math.min(room, FULL)) / wide);
  if (fitting < size || room > FULL) symbols.style.fontSize = `${Math.min(fitting, LARGEST)}px`;
}

/** Reads every box first, then writes, so that the page is laid out once. */
function placeAll(element, pieces) {
  const frame = element.getBoundingClientRect();
  const boxes = pieces.map(({ symbols }) => symbols.getBoundingClientRect());
  pieces.forEach(({ stage, button, name, leader }, index) => {
    const box = boxes[index];
    button.hidden = box.width === 0;
    const top = box.top - frame.top - PAD;
    const height = box.height + 2 * PAD;
    Object.assign(button.style, { left: `${box.left - frame.left - PAD}px`, top: `${top}px`, width: `${box.width + 2 * PAD}px`, height: `${height}px` });
    const below = stage.place === "bottom";
    const nameTop = below ? frame.height - EDGE - NAME - top : EDGE - top;
    name.style.top = `${nameTop}px`;
    leader.style.top = `${below ? height + 2 : nameTop + NAME + 1}px`;
    const length = below ? nameTop - height - 4 : -nameTop - NAME - 3;
    leader.style.height = `${length < SHORTEST ? 0 : length}px`;
  });
}
