import { t } from "../language.js";
import { el, focusedBy } from "./dom.js";
import { announce } from "./live.js";
import { cellText, dimensionName, sayCell } from "./map-words.js";

/**
 * Pointer, touch and keyboard of a map, all told to the store as the cell that is pointed at or pinned.
 * @param {object} view the parts of a map, see map.js
 * @returns {() => void} stops listening
 */
export function listen(view) {
  const { canvas, figure, grid } = view;
  const stop = new AbortController();
  const on = (target, type, listener) => target.addEventListener(type, listener, { signal: stop.signal });
  on(canvas, "pointermove", (event) => event.pointerType !== "touch" && pointAt(view, event));
  on(canvas, "pointerleave", (event) => event.pointerType !== "touch" && leave(view));
  let pointer = "mouse"; // a click does not say in every browser what made it
  on(canvas, "pointerdown", (event) => (pointer = event.pointerType));
  on(canvas, "mousedown", (event) => event.preventDefault()); // the click moves the focus, and only once
  on(canvas, "click", (event) => click(view, event, pointer));
  on(figure, "keydown", (event) => press(view, event));
  on(figure, "focusin", () => enter(view));
  on(figure, "focusout", () => requestAnimationFrame(() => !grid.hasFocus() && loseFocus(view)));
  on(window, "scroll", () => view.tip.hide());
  on(window, "keydown", ({ key }) => key === "Escape" && view.tip.hide());
  return () => stop.abort();
}

/** Row and column under a pointer; the gap belongs to the cell before it. null: outside of the grid. */
function cellUnder({ shown: { layout, picture } }, { offsetX, offsetY }) {
  if (!picture) return null;
  const column = Math.floor((offsetX - layout.x) / layout.pitchX);
  const row = Math.floor((offsetY - layout.y) / layout.pitchY);
  return column >= 0 && row >= 0 && column < picture.cols && row < picture.rows ? { row, column } : null;
}

/** The page's cell for a cell of this picture; a map of one side only keeps the other index. */
function pageCell({ shown: { picture }, store, subject }, { row, column }) {
  if (picture.axes.column) return { i: row + 1, j: column + 1 };
  return { i: 1, j: 1, ...subject.current(store.state), [picture.axes.cell]: row + 1 };
}

function pointAt(view, event) {
  const at = cellUnder(view, event);
  // Read before anything is written, the place of the canvas costs no layout.
  const corner = { left: event.clientX - event.offsetX, top: event.clientY - event.offsetY };
  view.figure.classList.toggle("is-over", Boolean(at));
  if (!at) {
    clearHover(view);
    return tipForLabel(view, event, corner);
  }
  point(view, at, corner);
  return undefined;
}

/** @param {{ left: number, top: number }} [corner] of the canvas, in the viewport */
function point(view, at, corner = view.canvas.getBoundingClientRect()) {
  const { shown, store } = view;
  const before = shown.pointed;
  if (before && before.row === at.row && before.column === at.column) return;
  shown.pointed = at;
  const cell = pageCell(view, at);
  const { hover } = store.state;
  if (hover?.i === cell.i && hover?.j === cell.j) view.redraw();
  else store.set({ hover: cell });
  tipForCell(view, at, corner);
}

function clearHover({ shown, store, tip }) {
  tip.hide();
  if (!shown.pointed) return;
  shown.pointed = null;
  store.set({ hover: null });
}

function leave(view) {
  view.figure.classList.remove("is-over");
  clearHover(view);
  view.redraw();
}

function loseFocus(view) {
  view.grid.left();
  leave(view);
}

function click(view, event, pointer) {
  view.describe();
  const at = cellUnder(view, event);
  if (!at) return;
  if (closesByHand(view)) toggleClosed(view, at);
  else togglePin(view, at);
  view.grid.focus(at, "pointer");
  if (pointer !== "touch") point(view, at);
}

function togglePin(view, at) {
  const { pin } = view.store.state;
  const cell = pageCell(view, at);
  view.store.set({ pin: pin?.i === cell.i && pin?.j === cell.j ? null : cell });
}

/** With the mask made by hand, a click on the map of masked scores closes its cell or opens it. */
const closesByHand = ({ shown: { picture }, store }) => store.state.mask === "free" && picture.stage === "masked";

function toggleClosed({ store }, { row, column }) {
  const name = `${row + 1}.${column + 1}`;
  const { closed } = store.state;
  store.set({ closed: closed.includes(name) ? closed.filter((each) => each !== name) : [...closed, name] });
}

/* ---- keyboard ---- */

function enter(view) {
  view.describe();
  if (view.grid.ringed()) point(view, view.grid.at);
  view.redraw();
}

function press(view, event) {
  if (event.altKey || event.shiftKey || event.isComposing) return;
  view.describe();
  const { grid, shown, store } = view;
  const target = grid.target(event);
  if (target) {
    grid.focus(target, "key");
    point(view, grid.at);
    announce(view.figure, sayCell(shown.picture, grid.at));
  } else if (event.key === "Enter" || event.key === " ") {
    togglePin(view, grid.at);
    const cell = sayCell(shown.picture, grid.at);
    announce(view.figure, store.state.pin ? t("say.pinned", { cell }) : t("say.unpinned", { cell }));
  } else if (event.key.toLowerCase() === "m" && store.state.mask === "free" && shown.picture.axes.column) {
    toggleClosed(view, grid.at);
    const pair = { query: shown.picture.rowLabels[grid.at.row].text, key: shown.picture.columnLabels[grid.at.column].text };
    announce(view.figure, store.state.closed.includes(`${grid.at.row + 1}.${grid.at.column + 1}`) ? t("say.cellClosed", pair) : t("say.cellOpened", pair));
  } else if (event.key === "Escape") {
    clearHover(view);
    focusedBy(view.figure)?.blur();
  } else return;
  event.preventDefault();
}

/* ---- tips ---- */

/** The cell in words, where its number does not stand in it. */
export function tipForCell({ shown: { picture, layout }, tip }, at, corner) {
  if (picture.print) return tip.hide();
  const { axes, rowLabels, columnLabels } = picture;
  const words = axes.column
    ? [el("bdi", { class: axes.row }, rowLabels[at.row].text), " → ", el("bdi", { class: axes.column }, columnLabels[at.column].text)]
    : [el("bdi", { class: axes.row }, rowLabels[at.row].text), `, ${dimensionName(picture, at.column)}`];
  return tip.show(inViewport(corner, layout.cell(at.row, at.column)), ...words, el("b", {}, cellText(picture, at.row, at.column)));
}

/** The full text of a label that is shortened or left out. */
function tipForLabel({ shown: { picture, layout }, tip }, { offsetX, offsetY }, corner) {
  if (!picture) return;
  const column = Math.floor((offsetX - layout.x) / layout.pitchX);
  const row = Math.floor((offsetY - layout.y) / layout.pitchY);
  if (offsetX < layout.x && row >= 0 && row < picture.rows) {
    const { y, height } = layout.cell(row, 0);
    tip.show(inViewport(corner, { x: layout.x - 40, y, width: 40, height }), el("bdi", { class: picture.rowRole }, picture.rowLabels[row].text), ` ${row + 1}`);
  } else if (offsetY < layout.y && column >= 0 && column < picture.cols) {
    const { x, width } = layout.cell(0, column);
    const label = el("bdi", { class: picture.columnRole ?? "" }, picture.columnLabels[column].text);
    tip.show(inViewport(corner, { x, y: layout.y - 20, width, height: 20 }), label, ...(picture.columnRole ? [` ${column + 1}`] : []));
  }
}

function inViewport({ left, top }, { x, y, width, height }) {
  return { left: left + x, top: top + y, width, height };
}
