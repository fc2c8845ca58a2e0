import { el, math, setText } from "./dom.js";

/** “Scores QKᵀ 5 × 5”, and at the right what the picture does not say itself. */
export function createTitle() {
  const name = el("span", { class: "title" });
  const formula = el("span", { class: "map-formula" });
  const shape = el("span", { class: "map-shape", dir: "ltr" });
  const note = el("span", { class: "map-note", dir: "auto" });
  let shown;
  return {
    element: el("h2", { class: "map-title" }, name, formula, shape, note),
    /** @param {{ name: string, formula?: any }} title @param {object | null} picture @param {string} says */
    render(title, picture, says) {
      const key = JSON.stringify([title.name, title.formula]);
      if (key !== shown) {
        shown = key;
        setText(name, title.name);
        formula.replaceChildren(...(title.formula ? [math(["math", onOneLine(title.formula)])] : []));
      }
      setText(shape, picture ? `${picture.rows} × ${picture.cols * picture.pooled}` : "");
      setText(note, says);
    },
  };
}

/** A fraction would be taller than the title: a slash instead. */
function onOneLine(tree) {
  if (!Array.isArray(tree)) return tree;
  const [tag, ...rest] = tree.map(onOneLine);
  return tag === "mfrac" ? ["mrow", rest[0], ["mo", "/"], rest[1]] : [tag, ...rest];
}
