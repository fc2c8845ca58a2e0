import { fitNumbers } from "../heatmap-numbers.js";
import { drawBar } from "../heatmap-bar.js";
import { createHeatmap } from "../heatmap.js";
import { cellPainter } from "../heatmap-cells.js";
import { drawLabels } from "../heatmap-labels.js";
import { BLEED, dimensionLayout, framed, pairLayout } from "../heatmap-layout.js";
import { drawOverlay } from "../heatmap-overlay.js";
import { textWidth } from "../heatmap-text.js";
import { onThemeChange, readTokens } from "../canvas-theme.js";
import { t } from "../language.js";
import { pictureOf } from "../picture.js";
import { offerPicture } from "../pictures.js";
import { formulaOf, mapsOf, stageName, stageOf, viewOf } from "../stages.js";
import { currentCell } from "../state.js";
import { el, setAttribute } from "./dom.js";
import { MapGrid } from "./map-grid.js";
import { listen, tipForCell } from "./map-input.js";
import { createTip } from "./map-tip.js";
import { createTitle } from "./map-title.js";
import { cellText, dimensionName, nameOf, noteOf, ticksOf } from "./map-words.js";

/** A change of one of these is a new picture; of the others, only what lies over it. */
const PICTURE_KEYS = ["result", "layer", "head", "stage", "view", "sameScale", "theme"];
const OVER_KEYS = ["hover", "pin"];
/** Of the only map: about how high its grid may be, and the least pitch that may take it beyond that. */
const ALONE = { height: 560, pitch: 12 };

/**
 * What a map shows of a state. The page's two maps show stages of the result; a plate shows a matrix of its own.
 * @typedef {object} Subject
 * @property {(state: object, dark: boolean) => object | null} picture see picture.js; null: nothing to show
 * @property {(state: object) => string} stage id of the stage, for scripts
 * @property {(state: object) => boolean} [hidden] something else stands in its place
 * @property {(picture: object) => string} name what it is called for those who do not see it
 * @property {(state: object) => { name: string, formula: any }} title
 * @property {(picture: object, state: object) => string} note
 * @property {(state: object) => { i: number, j: number } | null} current the cell that is spoken of
 * @property {(state: object) => { i: number, j: number } | null} [mirrored] a cell that lights up with it
 * @property {(state: object, picture: object | null) => { foot: number, pitch: number } | null} [frame] of a map that stands alone: the room under its grid, and its largest
 *   pitch; it is then as high as it needs to be
 * @property {(state: object) => boolean} [alone] it has the room of both
 * @property {(picture: object | null, layout: import("../heatmap-layout.js").Layout) => void} [placed] told where everything stands
 */

/** @returns {Subject} the stage on one side of the step that is read */
function stageSubject(side) {
  const stage = (state) => mapsOf(state)[side === "left" ? 0 : 1];
  const alone = (state) => mapsOf(state).includes(null);
  return {
    stage, alone,
    frame: (state, picture) => (alone(state) && picture ? { foot: 0, pitch: Math.min(72, Math.max(ALONE.pitch, Math.floor(ALONE.height / picture.rows))) } : null),
    picture: (state, dark) => (hasPicture(state) ? pictureOf(state, stage(state), dark) : null),
    hidden: (state) => !stage(state) || stage(state) === "tokens" || viewOf(state) !== "matrix",
    name: (picture) => nameOf(stageName(stageOf(picture.stage)), picture),
    title: (state) => ({ name: stageName(stageOf(stage(state))), formula: formulaOf(stage(state), state) }),
    note: noteOf,
    current: currentCell,
  };
}

/**
 * One big map; which stages the two show, the step says that is read.
 * @param {HTMLElement} element
 * @param {ReturnType<typeof import("../state.js").createStore>} store
 * @param {{ side: "left" | "right", subject?: Subject, apart?: boolean }} options apart: render() only draws, and what is for
 *   keyboard and screen reader comes with describe()
 */
export function mount(element, store, { side, subject = stageSubject(side), apart = false }) {
  const view = createView(element, store, side, subject);
  const stopInput = listen(view);
  const resize = new ResizeObserver(() => {
    if (element.clientWidth === view.width) return;
    view.width = element.clientWidth;
    repaint(view);
    updateGrid(view);
  });
  resize.observe(element);
  const stopTheme = onThemeChange(() => repaint(view, true));
  const withdraw = offerPicture(view.canvas, saved(view));
  const describe = (state, changed) => {
    if (!changed || changed.has("pin") || PICTURE_KEYS.some((key) => changed.has(key))) updateGrid(view);
  };
  return {
    render(state, changed) {
      if (!changed || PICTURE_KEYS.some((key) => changed.has(key))) repaint(view, !changed || changed.has("theme"));
      else if (OVER_KEYS.some((key) => changed.has(key))) view.redraw();
      if (!apart || view.grid.hasFocus()) describe(state, changed);
    },
    describe,
    destroy() {
      withdraw();
      stopInput();
      stopTheme();
      resize.disconnect();
      view.heatmap.destroy();
      view.tip.element.remove();
      element.replaceChildren();
    },
  };
}

/** The parts of a map. `shown` is what is on the screen: replaced as a whole, so that layers know by identity what is new. */
function createView(element, store, side, subject) {
  const title = createTitle();
  const canvas = el("canvas", { role: "img", "aria-hidden": "true", "data-side": side });
  const gridElement = el("div", { hidden: true });
  const tip = createTip();
  const figure = el("div", { class: "map-figure", dir: "ltr" }, canvas, gridElement);
  element.classList.add("map");
  element.append(title.element, figure);
  // Beside the page, not in it: a box whose width is asked of would hold what is fixed to the window.
  (element.closest(".page") ?? element).after(tip.element);
  const heatmap = createHeatmap(canvas);
  const shown = { picture: null, layout: null, tokens: readTokens(figure), ticks: null, pointed: null };
  const view = {
    width: 0, // kept, since to ask for it in the middle of a render lays out the page once more
    subject, element, store, title, figure, canvas, tip, heatmap, shown, grid: new MapGrid(gridElement),
    redraw: () => shown.picture && heatmap.redraw(),
    described: null,
    /** For keyboard and screen reader the picture that is shown, whether its turn has come or not. */
    describe: () => view.described !== shown.picture && updateGrid(view),
  };
  return view;
}

/** New picture and layout. */
function repaint(view, newTheme = false) {
  const { subject, element, store: { state }, title, figure, canvas, tip, heatmap, shown } = view;
  if (newTheme) shown.tokens = readTokens(figure);
  element.hidden = Boolean(subject.hidden?.(state));
  element.classList.toggle("is-alone", Boolean(subject.alone?.(state)));
  if (element.hidden) return;
  const picture = subject.picture(state, shown.tokens.dark);
  title.render(subject.title(state), picture, picture ? subject.note(picture, state) : "");
  setCanvasNames(canvas, view, picture);
  view.width ||= element.clientWidth;
  if (!view.width) return; // hidden: the observer calls again
  const layout = layoutOf(picture, view.width, shown.tokens, subject.frame?.(state, picture));
  if (picture) Object.assign(picture, fitNumbers(layout, picture, shown.tokens));
  const stays = picture && shown.pointed?.row < picture.rows && shown.pointed.column < picture.cols;
  Object.assign(shown, { picture, layout, ticks: picture && ticksOf(picture), pointed: stays ? shown.pointed : null });
  figure.style.height = `${layout.height}px`;
  heatmap.show({ layout, picture, tokens: shown.tokens, over: (context, paint) => drawOver(view, context, paint) });
  subject.placed?.(picture, layout);
  if (!stays) tip.hide();
  else if (shown.pointed) tipForCell(view, shown.pointed, canvas.getBoundingClientRect());
}

function drawOver({ subject, store: { state }, shown, grid }, context, paint) {
  const { picture, layout, tokens, ticks, pointed } = shown;
  if (!picture) return drawPlaceholder(context, layout, tokens);
  const current = cellOn(picture, subject.current(state));
  drawLabels(context, layout, picture, tokens, current ?? { row: -1, column: null });
  drawOverlay(context, layout, picture, tokens, paint, {
    current,
    mirrored: cellOn(picture, subject.mirrored?.(state)),
    pinned: cellOn(picture, state.pin),
    hovered: state.hover || !state.pin ? current : null,
    focused: grid.ringed() ? grid.at : null,
  });
  for (const row of picture.emptyRows ?? []) drawEmptyRow(context, layout, tokens, row);
  return drawBar(context, layout, picture, tokens, ticks, shareAt(picture, picture.axes.column ? current : pointed));
}

/** What is shown, to be drawn elsewhere, anew at any pixel ratio. @returns {import("../pictures.js").Drawable} */
function saved({ subject, store: { state }, ...view }) {
  const at = (ratio) => {
    const { picture, tokens } = view.shown;
    const frame = subject.frame?.(state, picture);
    const layout = framed(layoutOf(picture, view.canvas.clientWidth - 2 * BLEED, tokens, frame, ratio), frame?.foot ?? 0);
    return { layout, picture: { ...picture, ...fitNumbers(layout, picture, tokens) }, tokens };
  };
  return {
    about: () => ({
      title: subject.title(state).name, note: subject.note(view.shown.picture, state), stage: subject.stage(state),
      layer: view.shown.picture.layer, head: view.shown.picture.head, rows: view.shown.picture.rows, cols: view.shown.picture.cols * view.shown.picture.pooled,
    }),
    tokens: () => view.shown.tokens,
    size: (ratio) => at(ratio).layout,
    draw(context, ratio) {
      const { layout, picture, tokens } = at(ratio);
      const paint = cellPainter(layout, picture, tokens);
      paint(context);
      drawOver({ ...view, subject, store: { state }, shown: { ...view.shown, layout, picture } }, context, paint);
    },
  };
}

function updateGrid(view) {
  const { subject, store, shown: { picture, layout }, grid, redraw } = view;
  if (!layout) return;
  view.described = picture;
  const model = picture && gridModelOf(picture, layout, subject.name(picture), store.state);
  // The tab stop waits at the pinned cell, else at the largest weight: it does not run after the pointer.
  const rest = picture && cellOn(picture, subject.current({ ...store.state, hover: null }));
  grid.update(model, grid.hasFocus() || !rest ? grid.at : { row: rest.row, column: rest.column ?? 0 });
  if (grid.ringed()) redraw(); // in a smaller picture the focus stands elsewhere
}

/** The page's cell on a picture; null where it is outside of it (a pin of a longer sentence). */
function cellOn(picture, cell) {
  if (!cell) return null;
  const row = cell[picture.axes.cell] - 1;
  const column = picture.axes.column ? cell.j - 1 : null;
  return row < picture.rows && (column === null || column < picture.cols) ? { row, column } : null;
}

/** False also while layer and head still belong to another model than the result. */
function hasPicture({ result, layer, head }) {
  if (!result?.run.tokens.length) return false;
  const { layers, heads } = result.run.data;
  return layer <= layers && head <= heads;
}

function layoutOf(picture, width, tokens, frame, ratio = devicePixelRatio || 1) {
  const layout = layoutFor(picture, width, tokens, frame?.pitch, ratio);
  return frame ? framed(layout, frame.foot) : layout;
}

function layoutFor(picture, width, tokens, most, ratio) {
  const measure = (text, size) => textWidth(text, `600 ${size}px ${tokens.sans}`);
  if (!picture) return pairLayout({ width, ratio, rows: Array(5).fill(""), columns: Array(5).fill(""), measure, most });
  const rows = picture.rowLabels.map((label) => label.text);
  if (!picture.axes.column) return dimensionLayout({ width, ratio, rows, dimensions: picture.cols, measure, most });
  return pairLayout({ width, ratio, rows, columns: picture.columnLabels.map((label) => label.text), measure, most });
}

function shareAt(picture, at) {
  if (!at) return null;
  const [low, high] = picture.range;
  return (picture.data[at.row * picture.cols + at.column] - low) / (high - low);
}

function setCanvasNames(canvas, { subject, store: { state } }, picture) {
  setAttribute(canvas, "aria-label", picture ? subject.name(picture) : subject.title(state).name);
  setAttribute(canvas, "data-stage", subject.stage(state));
  setAttribute(canvas, "data-layer", picture?.layer);
  setAttribute(canvas, "data-head", picture?.head);
}

function gridModelOf(picture, layout, name, { pin }) {
  const { axes, rowLabels, columnLabels } = picture;
  return {
    rows: picture.rows,
    cols: picture.cols,
    name,
    rowName: (row) => rowLabels[row].text,
    columnName: (column) => (axes.column ? columnLabels[column].text : dimensionName(picture, column)),
    text: (row, column) => cellText(picture, row, column),
    chosen: (row, column) => Boolean(pin && axes.column && pin.i === row + 1 && pin.j === column + 1),
    box: layout.cell,
  };
}

/** A row of closed cells says why it is empty, where that can be read. */
function drawEmptyRow(context, layout, tokens, row) {
  const { y, height } = layout.cell(row, 0);
  const size = Math.min(12, height - 2);
  if (size < 9) return;
  context.font = `${size}px ${tokens.sans}`;
  const text = t("map.emptyRow");
  if (context.measureText(text).width > layout.gridWidth - 12) return;
  const [x, middle] = [layout.x + layout.gridWidth / 2, y + height / 2 + 0.5];
  Object.assign(context, { textAlign: "center", textBaseline: "middle", lineWidth: 5, lineJoin: "round", strokeStyle: tokens.paper, fillStyle: tokens.ink2 });
  context.strokeText(text, x, middle);
  context.fillText(text, x, middle);
}

/** The place of the grid while there is nothing to show. */
function drawPlaceholder(context, layout, tokens) {
  context.strokeStyle = tokens.line;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(layout.x + 0.5, layout.y + 0.5, layout.gridWidth - 1, layout.gridHeight - 1, 3);
  context.stroke();
}
