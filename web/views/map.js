import { fitNumbers } from "../heatmap-numbers.js";
import { drawBar } from "../heatmap-bar.js";
import { createHeatmap } from "../heatmap.js";
import { drawLabels } from "../heatmap-labels.js";
import { BLEED, dimensionLayout, pairLayout } from "../heatmap-layout.js";
import { drawOverlay } from "../heatmap-overlay.js";
import { textWidth } from "../heatmap-text.js";
import { onThemeChange, readTokens } from "../canvas-theme.js";
import { pictureOf } from "../picture.js";
import { stageOf } from "../stages.js";
import { currentCell } from "../state.js";
import { el, setAttribute } from "./dom.js";
import { createGrid } from "./map-grid.js";
import { listen } from "./map-input.js";
import { createTip } from "./map-tip.js";
import { createTitle } from "./map-title.js";
import { cellText, nameOf, noteOf, ticksOf } from "./map-words.js";

/** A change of one of these is a new picture; of the others, only what lies over it. */
const PICTURE_KEYS = ["result", "layer", "head", "stage", "sameScale", "theme"];
const OVER_KEYS = ["hover", "pin"];

/**
 * One big map. The right one shows the weights, the left one the stage that is read.
 * @param {HTMLElement} element
 * @param {ReturnType<typeof import("../state.js").createStore>} store
 * @param {{ side: "left" | "right" }} options
 */
export function mount(element, store, { side }) {
  const title = createTitle();
  const canvas = el("canvas", { role: "img", "aria-hidden": "true", "data-side": side });
  const gridElement = el("div", { hidden: true });
  const tip = createTip();
  const figure = el("div", { class: "map-figure" }, canvas, gridElement, tip.element);
  element.classList.add("map");
  element.append(title.element, figure);

  const heatmap = createHeatmap(canvas);
  const grid = createGrid(gridElement);
  /** What is on the screen: replaced as a whole, so that layers know by identity what is new. */
  const shown = { picture: null, layout: null, tokens: readTokens(figure), ticks: null, gridModel: null, pointed: null };
  const view = { store, figure, canvas, grid, tip, shown, redraw, cellOf, stage: () => stageAt(side, store.state) };

  /** New picture, layout and grid. */
  function repaint() {
    const { state } = store;
    const width = Math.floor(element.clientWidth);
    if (!width) return;
    const stage = view.stage();
    const full = state.result && state.result.run.tokens.length > 0 && state.layer <= state.result.run.data.layers && state.head <= state.result.run.data.heads;
    const picture = full ? pictureOf(state, stage, shown.tokens.dark) : null;
    const layout = layoutOf(picture, width, shown.tokens);
    if (picture) Object.assign(picture, fitNumbers(layout, picture, shown.tokens));
    Object.assign(shown, { picture, layout, ticks: picture && ticksOf(picture), pointed: null });
    title.render(stage, picture, picture ? noteOf(picture, state) : "");
    figure.style.height = `${layout.height}px`;
    setCanvasNames(canvas, stage, picture);
    shown.gridModel = picture && gridModelOf(shown, store);
    grid.update(shown.gridModel, grid.hasFocus() ? grid.at : restingCell());
    heatmap.show({ layout, picture, tokens: shown.tokens, over: drawOver });
    if (!picture) tip.hide();
  }

  function redraw() {
    if (shown.picture) heatmap.redraw();
  }

  function drawOver(context) {
    const { picture, layout, tokens, ticks } = shown;
    if (!picture) return drawPlaceholder(context, layout, tokens);
    const { hover, pin } = store.state;
    const current = cellOf(currentCell(store.state));
    drawLabels(context, layout, picture, tokens, current ?? { row: -1, column: null });
    drawOverlay(context, layout, picture, tokens, {
      current,
      pinned: cellOf(pin),
      hovered: hover || !pin ? current : null,
      focused: grid.ringed() ? grid.at : null,
    });
    drawBar(context, layout, picture, tokens, ticks, shareAt(picture, current ?? shown.pointed));
  }

  /** The page's cell on this picture; null where it is outside of it (a pin of a longer sentence). */
  function cellOf(cell) {
    const { picture } = shown;
    if (!cell || !picture) return null;
    const row = cell[picture.axes.cell] - 1;
    const column = picture.axes.column ? cell.j - 1 : null;
    return row < picture.rows && (column === null || column < picture.cols) ? { row, column } : null;
  }

  /** Where the tab stop waits: at the pinned cell, else at the largest weight; not after every hover. */
  function restingCell() {
    const { state } = store;
    const cell = cellOf(currentCell({ ...state, hover: null }));
    return cell && { row: cell.row, column: cell.column ?? 0 };
  }

  const stopInput = listen(view);
  const resize = new ResizeObserver(() => {
    if (Math.floor(element.clientWidth) + 2 * BLEED !== shown.layout?.width) repaint();
  });
  resize.observe(element);
  const stopTheme = onThemeChange(() => {
    shown.tokens = readTokens(figure);
    repaint();
  });

  return {
    render(state, changed) {
      if (!changed || PICTURE_KEYS.some((key) => changed.has(key))) {
        if (!changed || changed.has("theme")) shown.tokens = readTokens(figure);
        repaint();
      } else if (OVER_KEYS.some((key) => changed.has(key))) {
        if (changed.has("pin") && shown.gridModel) grid.update(shown.gridModel, grid.hasFocus() ? grid.at : restingCell());
        redraw();
      }
    },
    destroy() {
      stopInput();
      stopTheme();
      resize.disconnect();
      heatmap.destroy();
      element.replaceChildren();
    },
  };
}

function stageAt(side, { stage }) {
  return side === "right" ? "weights" : stage === "weights" ? "scores" : stageOf(stage).id;
}

function layoutOf(picture, width, tokens) {
  const measure = (text, size) => textWidth(text, `600 ${size}px ${tokens.sans}`);
  const ratio = devicePixelRatio || 1;
  if (!picture) return pairLayout({ width, ratio, rows: Array(5).fill(""), columns: Array(5).fill(""), measure });
  const rows = picture.rowLabels.map((label) => label.text);
  if (!picture.axes.column) return dimensionLayout({ width, ratio, rows, dimensions: picture.cols, measure });
  return pairLayout({ width, ratio, rows, columns: picture.columnLabels.map((label) => label.text), measure });
}

function shareAt(picture, at) {
  if (!at || at.column === null) return null;
  const [low, high] = picture.range;
  return (picture.data[at.row * picture.cols + at.column] - low) / (high - low);
}

function setCanvasNames(canvas, stage, picture) {
  const name = stageOf(stage).name;
  setAttribute(canvas, "aria-label", picture ? nameOf(name, picture) : name);
  setAttribute(canvas, "data-stage", stage);
  setAttribute(canvas, "data-layer", picture?.layer);
  setAttribute(canvas, "data-head", picture?.head);
}

function gridModelOf({ picture, layout }, store) {
  const columnName = ({ axes, columnLabels }, column) => (axes.column ? columnLabels[column].text : `dimension ${column + 1}`);
  return {
    rows: picture.rows,
    cols: picture.cols,
    name: nameOf(stageOf(picture.stage).name, picture),
    rowName: (row) => picture.rowLabels[row].text,
    columnName: (column) => columnName(picture, column),
    text: (row, column) => cellText(picture, row, column),
    chosen: (row, column) => {
      const { pin } = store.state;
      return Boolean(pin && picture.axes.column && pin.i === row + 1 && pin.j === column + 1);
    },
    box: layout.cell,
  };
}

/** The place of the grid while there is nothing to show. */
function drawPlaceholder(context, layout, tokens) {
  context.strokeStyle = tokens.line;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(layout.x + 0.5, layout.y + 0.5, layout.gridWidth - 1, layout.gridHeight - 1, 3);
  context.stroke();
}
