import { t } from "../language.js";
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
      element.replaceChildren(el("b", {}, t("change.title")), " ", consequences(result, layer));
    },
    destroy: () => element.replaceChildren(),
  };
}

function consequences({ change, settings, edited, info }, layer) {
  const at = change.layers[Math.min(layer, change.layers.length) - 1];
  const values = { causes: causes(settings, edited, info).join(t("list.comma")), layer, percent: percent(at.relative) };
  if (!Number.isFinite(at.relative)) return t("change.nan", values);
  const moves = info.layers > 1 ? t("change.layer", values) : t("change.output", values);
  return change.embedding ? `${moves} ${t("change.embedding", { cosine: fixed(change.embedding.cosine, 3) })}` : moves;
}

function causes({ mask, divide, temperature, headsOff }, edited, { heads }) {
  const list = [];
  if (edited) list.push(t("change.numbers"));
  if (mask !== "none") list.push(t("change.mask"));
  if (!divide) list.push(t("change.division"));
  if (temperature !== 1) list.push(t("change.temperature"));
  if (headsOff.length) {
    const names = headsOff.map((name) => (heads > 1 ? name.replace(".", "·") : "1")).join(t("list.comma"));
    list.push(t("change.heads", { count: headsOff.length, names }));
  }
  return list;
}
