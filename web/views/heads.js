import { onThemeChange, readTokens } from "../canvas-theme.js";
import { headName } from "../head-names.js";
import { createHeatmap } from "../heatmap.js";
import { thumbLayout } from "../heatmap-layout.js";
import { fixed } from "../numbers.js";
import { palette } from "../palettes.js";
import { closedCells } from "../picture.js";
import { el, setAttribute, setText } from "./dom.js";

const PICTURE_KEYS = ["result", "sameScale", "theme"];

/**
 * All heads of all layers, small; one click makes one big.
 * @param {HTMLElement} element
 * @param {ReturnType<typeof import("../state.js").createStore>} store
 */
export function mount(element, store) {
  const says = el("span");
  const line = el("span");
  const scale = el("input", { type: "checkbox", role: "switch", onchange: () => store.set({ sameScale: scale.checked }) });
  const layers = el("div", { class: "heads-layers" });
  const note = el("p", { class: "heads-note", hidden: true });
  element.classList.add("heads");
  element.append(
    el("div", { class: "heads-top" }, el("h2", { class: "title" }, "All heads"), says,
      el("div", { class: "heads-end" }, line, el("label", { class: "switch" }, "Same scale", scale))),
    layers, note,
  );
  let heads = []; // one { layer, head, button, … } a thumb
  let built = "";
  let tokens = readTokens(element);

  /** Thumbs are made anew only when the model has other layers and heads. */
  function build(from) {
    const { layers: count, heads: each } = from.run.data;
    const key = `${from.model} ${count} ${each}`;
    if (key === built) return;
    built = key;
    for (const head of heads) head.heatmap.destroy();
    heads = [];
    layers.classList.toggle("is-single", count === 1);
    layers.replaceChildren(...Array.from({ length: count }, (_, layer) => {
      const row = Array.from({ length: each }, (_, head) => createHead(layer + 1, head + 1, from.model));
      heads.push(...row);
      return el("div", { class: "heads-layer" }, el("h3", {}, `Layer ${layer + 1}`), el("div", { class: "heads-row" }, ...row.map((head) => head.button)));
    }));
    for (const head of heads) head.button.addEventListener("click", () => choose(head));
    resize.disconnect();
    resize.observe(heads[0].thumb);
  }

  function choose({ layer, head }) {
    const { result, model } = store.state;
    const from = shownOf(result);
    store.set(from === result ? { layer, head } : { model: from.model ?? model, layer, head });
  }

  function repaint() {
    const { result, sameScale } = store.state;
    const from = shownOf(result);
    layers.style.visibility = from ? "" : "hidden";
    if (!from) return;
    build(from);
    const most = Math.log2(Math.max(2, from.run.tokens.length));
    const side = Math.floor(heads[0].thumb.clientWidth);
    if (!side) return;
    const ratio = devicePixelRatio || 1;
    let layout;
    let pooled = null;
    for (const head of heads) {
      const picture = thumbPicture(from, head, sameScale);
      if (picture.pooled) pooled = picture;
      layout ??= thumbLayout({ side, ratio, rows: picture.rows, cols: picture.cols });
      head.heatmap.show({ layout, picture, tokens });
      head.describe(from, most);
    }
    tell(from, most, pooled);
  }

  function tell(from, most, pooled) {
    const { layers: count, heads: each } = from.run.data;
    const many = count * each > 1;
    const sizes = `${count} ${count === 1 ? "layer" : "layers"} of ${each} ${each === 1 ? "head" : "heads"}.`;
    setText(says, `${from === store.state.result ? "" : "The same sentence in a trained model: "}${sizes}${many ? " Choose one to bring it up." : ""}`);
    setText(line, `Line: entropy of a row, mean over rows, at most ${fixed(most, 2)} bits`);
    note.hidden = !pooled;
    if (pooled) {
      const tokens = from.run.tokens.length;
      setText(note, `${tokens} × ${tokens} shown as ${pooled.rows} × ${pooled.cols}; each square is the largest of its cells.`);
    }
  }

  function press() {
    const { result, layer, head } = store.state;
    const own = shownOf(result) === result;
    for (const each of heads) setAttribute(each.button, "aria-pressed", String(own && each.layer === layer && each.head === head && heads.length > 1));
  }

  const resize = new ResizeObserver(() => repaint());
  const stopTheme = onThemeChange(() => {
    tokens = readTokens(element);
    repaint();
  });

  return {
    render(state, changed) {
      if (changed?.has("theme")) tokens = readTokens(element);
      if (scale.checked !== state.sameScale) scale.checked = state.sameScale;
      if (!changed || PICTURE_KEYS.some((key) => changed.has(key))) repaint();
      if (!changed || ["result", "layer", "head"].some((key) => changed.has(key))) press();
    },
    destroy() {
      resize.disconnect();
      stopTheme();
      for (const head of heads) head.heatmap.destroy();
      element.replaceChildren();
    },
  };
}

/** The trained run of the same sentence where there is one beside the hand-made example. */
function shownOf(result) {
  return result?.also ?? result;
}

function createHead(layer, head, model) {
  const canvas = el("canvas", { "aria-hidden": "true", "data-thumb": "", "data-stage": "weights", "data-layer": layer, "data-head": head });
  const thumb = el("span", { class: "head-thumb" }, canvas);
  const fill = el("i");
  const value = document.createTextNode("");
  const bits = el("span", {}, value, el("span", { class: "unit" }, " bits"));
  const name = headName(model, layer, head);
  const button = el("button", { type: "button", class: "head-button", "aria-pressed": "false" },
    thumb,
    el("span", { class: "head-name" }, el("b", {}, `${layer}·${head}`), el("span", {}, name)),
    el("span", { class: "head-entropy", "aria-hidden": "true" }, el("span", { class: "head-line" }, fill), bits));
  return {
    layer, head, thumb, button, heatmap: createHeatmap(canvas),
    describe({ run }, most) {
      const entropy = run.entropy(layer - 1, head - 1);
      fill.style.transform = `scaleX(${Math.min(1, entropy / most) || 0})`;
      value.data = fixed(entropy, 2);
      const full = `Layer ${layer} head ${head}${name && `, ${name}`}, entropy ${fixed(entropy, 2)} bits`;
      setAttribute(button, "aria-label", full);
      setAttribute(canvas, "aria-label", `Weights, layer ${layer} head ${head}`);
    },
  };
}

function thumbPicture(from, { layer, head }, sameScale) {
  const thumb = from.thumb?.(layer - 1, head - 1) ?? { ...from.run.matrix("weights", layer - 1, head - 1), pooled: false };
  let most = 0;
  for (const value of thumb.data) if (value > most) most = value;
  return {
    ...thumb,
    range: [0, sameScale ? 1 : most || 1],
    palette: palette("viridis"),
    closed: thumb.pooled ? null : closedCells(from.run, layer - 1, head - 1),
    print: null,
  };
}
