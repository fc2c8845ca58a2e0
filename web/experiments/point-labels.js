/**
 * Where the labels of points go, so that no label lies over another one, over a point or outside of the picture.
 *
 * @typedef {{ x: number, y: number, radius: number, width: number, must?: boolean }} Labelled a point, how wide its label
 *   is, and whether that may lie over the points of others if there is no other place
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box
 */

/** Directions that are tried, in this order: where the label lies from its point. */
const SIDES = [[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [1, 1], [-1, -1], [-1, 1]];
/** Between a point and its label, around a label, and between a label and the edge. */
const GAP = 4;
const APART = 3;
const EDGE = 4;

/**
 * @param {Labelled[]} points the first are served first
 * @param {{ width: number, height: number, line: number }} room size of the picture, and height of a label
 * @returns {(Box | null)[]} the box of each label; null: it does not fit anywhere
 */
export function placeLabels(points, { width, height, line }) {
  const dots = points.map(({ x, y, radius }) => ({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }));
  const needed = dots.filter((_, at) => points[at].must);
  const labels = [];
  const inside = (box) => box.left >= EDGE && box.top >= EDGE && box.right <= width - EDGE && box.bottom <= height - EDGE;
  const clear = (obstacles) => (box) => inside(box) && ![...labels, ...obstacles].some((other) => overlap(box, other));
  return points.map((point) => {
    const boxes = SIDES.map((side) => boxAt(point, side, line));
    const box = boxes.find(clear(dots)) ?? (point.must && boxes.find(clear(needed))) ?? null;
    if (box) labels.push(box);
    return box || null;
  });
}

/** @returns {Box} */
function boxAt({ x, y, radius, width }, [across, down], line) {
  const out = radius + GAP;
  const left = across > 0 ? x + out : across < 0 ? x - out - width : x - width / 2;
  const top = down > 0 ? y + out : down < 0 ? y - out - line : y - line / 2;
  return { left, top, right: left + width, bottom: top + line };
}

/** @param {Box} a @param {Box} b */
export function overlap(a, b) {
  return a.left < b.right + APART && b.left < a.right + APART && a.top < b.bottom + APART && b.top < a.bottom + APART;
}

/**
 * Coordinates put into a picture: centred, and one scale for both axes, so that distances keep their proportions.
 * @param {Float32Array} xy two numbers a point
 * @param {{ width: number, height: number, margin: number }} room
 * @returns {{ x: number, y: number }[]} pixels; the second axis points up
 */
export function fitPoints(xy, { width, height, margin }) {
  const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (let at = 0; at < xy.length; at += 2) {
    box.left = Math.min(box.left, xy[at]);
    box.right = Math.max(box.right, xy[at]);
    box.bottom = Math.min(box.bottom, xy[at + 1]);
    box.top = Math.max(box.top, xy[at + 1]);
  }
  const room = (pixels, span) => (span > 0 ? (pixels - 2 * margin) / span : Infinity);
  const scale = Math.min(room(width, box.right - box.left), room(height, box.top - box.bottom));
  const per = Number.isFinite(scale) ? scale : 1;
  return Array.from({ length: xy.length / 2 }, (_, at) => ({
    x: width / 2 + (xy[2 * at] - (box.left + box.right) / 2) * per,
    y: height / 2 - (xy[2 * at + 1] - (box.bottom + box.top) / 2) * per,
  }));
}
