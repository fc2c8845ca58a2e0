import { LESSONS } from "../address-parts.js";
import { labelsOf } from "../picture.js";

/**
 * Tells what a host may want to know of a lab.
 * "attention-lab:ready" { model }: a model is in and drawn.
 * "attention-lab:select" { cell, query, key, layer, head, score, weight }: a cell was pinned; cell null: none is any more.
 * "attention-lab:progress" { lesson, step, steps }: a step of a lesson is shown; counting from 1.
 * @param {import("../lab.js").Lab} lab
 * @param {(type: string, detail: object) => void} tell
 * @returns {() => void} stops it
 */
export function hearEvents(lab, tell) {
  let [ready, selected, progress] = [null, null, null];
  const once = (before, type, detail) => {
    const now = JSON.stringify(detail);
    if (now !== before) tell(type, detail);
    return now;
  };
  return lab.store.subscribe((changed) => {
    const { state } = lab;
    if (changed.has("result") && state.result) ready = once(ready, "attention-lab:ready", { model: state.result.model });
    if (["pin", "result", "layer", "head"].some((key) => changed.has(key)) && state.result) {
      if (selected !== null || state.pin) selected = once(selected, "attention-lab:select", selection(state));
    }
    if ((changed.has("lesson") || changed.has("place")) && state.place === "lessons" && state.lesson) {
      const { id, step } = state.lesson;
      progress = once(progress, "attention-lab:progress", { lesson: id, step: step + 1, steps: LESSONS.get(id) });
    }
  });
}

function selection(state) {
  const { pin, result, layer, head } = state;
  if (!pin) return { cell: null };
  const { run, text, source = text } = result;
  const at = (pin.i - 1) * run.keyTokens.length + pin.j - 1;
  const of = (stage) => run.matrix(stage, layer - 1, head - 1).data[at];
  return {
    cell: `${pin.i}.${pin.j}`, query: labelsOf(run.tokens, text)[pin.i - 1].text, key: labelsOf(run.keyTokens, source)[pin.j - 1].text,
    layer, head, score: of("scores"), weight: of("weights"),
  };
}
