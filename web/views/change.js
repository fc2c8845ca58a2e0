import { fixed, percent } from "../numbers.js";
import { el } from "./dom.js";

/** What the changed settings and numbers do to the output and to the sentence embedding, in figures. */
export function mount(element) {
  element.classList.add("change");
  element.setAttribute("role", "status");
  return {
    render(state, changed) {
      if (!["result", "layer"].some((key) => changed.has(key))) return;
      const { result, layer } = state;
      element.hidden = !result?.change;
      if (element.hidden) return;
      element.replaceChildren(el("b", {}, "What follows: "), ...consequences(result, layer));
    },
    destroy: () => element.replaceChildren(),
  };
}

function consequences({ change, settings, edited, info }, layer) {
  const at = change.layers[Math.min(layer, change.layers.length) - 1];
  if (!Number.isFinite(at.relative)) return [`with ${causes(settings, edited, info).join(", ")}, the output is no longer a number: something on the way is larger than a 32-bit number can be.`];
  const where = info.layers > 1 ? `layer ${layer}’s output` : "the output";
  const embedding = change.embedding
    ? ` The sentence embedding turns: its cosine with the unchanged one is ${fixed(change.embedding.cosine, 3)}.`
    : "";
  return [`with ${causes(settings, edited, info).join(", ")}, ${where} moves by ${percent(at.relative)} of its length.${embedding}`];
}

function causes({ mask, divide, temperature, headsOff }, edited, { heads }) {
  const list = [];
  if (edited) list.push("your numbers");
  if (mask !== "none") list.push("the mask");
  if (!divide) list.push("no division by √dₖ");
  if (temperature !== 1) list.push("the temperature");
  if (headsOff.length) list.push(`${headsOff.length === 1 ? "head" : "heads"} ${headsOff.map((name) => (heads > 1 ? name.replace(".", "·") : "1")).join(", ")} off`);
  return list;
}
