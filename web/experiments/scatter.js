import { el, setAttribute, svg, textWidth } from "../views/dom.js";
import { fitPoints, placeLabels } from "./point-labels.js";

const MARGIN = 22;
const LINE = 18;
const RADIUS = { plain: 4, chosen: 6 };
const WORD = "14px";
/** How near to a point the pointer lights it up. */
const REACH = 20;
/** First-strong isolate and its end: a word of either direction keeps its side letter at its end. */
const [ISOLATE, POP] = ["\u2068", "\u2069"];

/**
 * @typedef {object} Point
 * @property {string} word @property {"A" | "B"} side @property {boolean} chosen one of the two that are joined
 */

/**
 * Points in a plane with as many labels as there is room for. The picture is a role=img named by what is passed; the
 * points themselves stand in a table elsewhere.
 * @param {{ onPoint(at: number | null): void }} options the point that the pointer is near
 * @returns {{ element: HTMLElement, show(points: Point[], xy: Float32Array, name: string): void, light(at: number | null): void, redraw(): void, destroy(): void }}
 */
export function createScatter({ onPoint }) {
  const lit = svg("g", { class: "scatter-lit" });
  const drawn = svg("g");
  const picture = svg("svg", { class: "scatter", role: "img" }, drawn, lit);
  const element = el("div", { class: "scatter-box", dir: "ltr" }, picture);
  let [points, xy, places, width, near] = [[], new Float32Array(0), [], 0, null];

  const redraw = () => {
    width = element.clientWidth;
    if (!width || !points.length) return;
    const room = { width, height: Math.round(Math.min(360, Math.max(260, width * 0.85))), margin: MARGIN };
    setAttribute(picture, "width", room.width);
    setAttribute(picture, "height", room.height);
    places = fitPoints(xy, room);
    drawn.replaceChildren(...layersOf(points, places, room, fontsOf(element)));
    lit.replaceChildren();
  };
  const light = (at) => {
    near = at;
    lit.replaceChildren(...(at === null || !places[at] ? [] : litParts(points[at], places[at], width, fontsOf(element))));
  };
  const pointTo = (at) => at !== near && onPoint(at);
  picture.addEventListener("pointermove", (event) => pointTo(nearestPoint(places, event.clientX, event.clientY, picture)));
  picture.addEventListener("pointerleave", () => pointTo(null));
  const resizing = new ResizeObserver(() => element.clientWidth !== width && redraw());
  resizing.observe(element);
  return {
    element, light, redraw,
    show(nextPoints, nextXy, name) {
      [points, xy] = [nextPoints, nextXy];
      setAttribute(picture, "aria-label", name);
      redraw();
    },
    destroy: () => resizing.disconnect(),
  };
}

function nearestPoint(places, clientX, clientY, picture) {
  const { left, top } = picture.getBoundingClientRect();
  let best = null;
  let reach = REACH;
  places.forEach(({ x, y }, at) => {
    const far = Math.hypot(x - (clientX - left), y - (clientY - top));
    if (far < reach) [best, reach] = [at, far];
  });
  return best;
}

/** Fonts as style.css has them, for measuring. */
function fontsOf(element) {
  const style = getComputedStyle(element);
  const [serif, sans] = ["--serif", "--sans"].map((name) => style.getPropertyValue(name).trim());
  return { word: (chosen) => `${chosen ? "600 " : ""}${WORD} ${serif}`, side: `600 11px ${sans}` };
}

/** Frame, the line between the chosen two, points, labels. */
function layersOf(points, places, { width, height }, fonts) {
  const order = [...points.keys()].sort((a, b) => Number(points[b].chosen) - Number(points[a].chosen));
  const labelled = order.map((at) => ({ ...places[at], radius: radiusOf(points[at]) + 1, width: labelWidth(points[at], fonts), must: points[at].chosen }));
  const boxes = placeLabels(labelled, { width, height, line: LINE });
  const [a, b] = order.filter((at) => points[at].chosen).map((at) => places[at]);
  return [
    svg("rect", { class: "scatter-frame", x: 0.5, y: 0.5, width: width - 1, height: height - 1 }),
    ...(b ? [svg("line", { class: "scatter-join", x1: a.x, y1: a.y, x2: b.x, y2: b.y })] : []),
    ...order.toReversed().map((at) => mark(points[at], places[at])),
    ...order.flatMap((at, index) => (boxes[index] ? [label(points[at], boxes[index].left, boxes[index].top)] : [])),
  ];
}

const radiusOf = ({ chosen }) => RADIUS[chosen ? "chosen" : "plain"];

/** Sentence A is a filled disc, sentence B an open diamond. */
function mark(point, { x, y }) {
  const r = radiusOf(point);
  const names = `scatter-point is-${point.side.toLowerCase()}${point.chosen ? " is-chosen" : ""}`;
  if (point.side === "A") return svg("circle", { class: names, cx: x, cy: y, r });
  const d = r + 0.5;
  return svg("path", { class: names, d: `M${x} ${y - d}L${x + d} ${y}L${x} ${y + d}L${x - d} ${y}Z` });
}

const shown = ({ word }) => (word.length > 24 ? `${word.slice(0, 23)}…` : word);
const labelWidth = (point, fonts) => Math.ceil(textWidth(shown(point), fonts.word(point.chosen)) + 4 + textWidth(point.side, fonts.side));

/** The word and the letter of its sentence, from the left and top of its box. */
function label(point, left, top) {
  return svg("text", { class: `scatter-label${point.chosen ? " is-chosen" : ""}`, x: left, y: top + LINE - 5 },
    `${ISOLATE}${shown(point)}${POP}`, svg("tspan", { class: "scatter-side", dx: 4 }, point.side));
}

/** A ring around the point and its label on a ground of its own, over whatever is there. */
function litParts(point, { x, y }, width, fonts) {
  const wide = labelWidth(point, fonts);
  const left = Math.max(6, Math.min(width - wide - 6, x - wide / 2));
  const top = y > LINE + 22 ? y - LINE - 14 : y + 14;
  return [
    svg("circle", { class: "scatter-ring", cx: x, cy: y, r: radiusOf(point) + 4 }),
    svg("rect", { class: "scatter-ground", x: left - 5.5, y: top - 1.5, width: wide + 11, height: LINE + 3, rx: 4 }),
    label(point, left, top),
  ];
}
