/** Labels of points never overlap, lie inside, and keep their proportions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fitPoints, placeLabels } from "../../web/experiments/point-labels.js";
import { random } from "./support.js";

const ROOM = { width: 360, height: 300, line: 18 };
const inside = ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= ROOM.width && bottom <= ROOM.height;
const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test("no label over another, over a point, or outside, for 200 crowds", () => {
  let left = 0;
  for (let seed = 0; seed < 200; seed++) {
    const count = 1 + (seed % 80);
    const { integer } = random(seed + 1);
    const points = Array.from({ length: count }, () => ({ x: integer(10, 350), y: integer(10, 290), radius: 4, width: integer(10, 70) }));
    const boxes = placeLabels(points, ROOM);
    assert.equal(boxes.length, count);
    boxes.forEach((box, at) => {
      if (!box) return (left += 1);
      assert.ok(inside(box), `seed ${seed}: inside`);
      assert.ok(Math.abs(box.right - box.left - points[at].width) < 1e-9 && Math.abs(box.bottom - box.top - ROOM.line) < 1e-9);
      for (const other of boxes.slice(0, at)) assert.ok(!other || !meet(box, other), `seed ${seed}: two labels`);
      for (const { x: px, y: py, radius } of points) {
        assert.ok(!meet(box, { left: px - radius, top: py - radius, right: px + radius, bottom: py + radius }), `seed ${seed}: over a point`);
      }
      return undefined;
    });
  }
  assert.ok(left > 0, "crowds leave some out");
});

test("who comes first is served first; a point alone has its label at the right", () => {
  const same = { x: 100, y: 100, radius: 4, width: 50 };
  const [first] = placeLabels([same], ROOM);
  assert.deepEqual(first, { left: 108, top: 91, right: 158, bottom: 109 });
  assert.deepEqual(placeLabels([same, { ...same, x: 101 }], ROOM)[0], { ...first });
  assert.equal(placeLabels([{ ...same, width: 400 }], ROOM)[0], null);
});

test("points fill the room inside the margin, with one scale for both axes", () => {
  const xy = Float32Array.from([0, 0, 10, 5, 4, -5]);
  const room = { width: 300, height: 300, margin: 20 };
  const [a, b, c] = fitPoints(xy, room);
  assert.deepEqual([a.x, b.x], [20, 280]);
  assert.ok(b.y < a.y && a.y < c.y, "up is up");
  assert.ok(Math.abs((b.x - a.x) / 10 - (c.y - b.y) / 10) < 1e-6);
  assert.deepEqual(fitPoints(Float32Array.of(3, 3), room), [{ x: 150, y: 150 }]);
  assert.deepEqual(fitPoints(Float32Array.of(3, 3, 3, 3), room)[1], { x: 150, y: 150 });
});

test("a label that must stand lies over the points of others rather than nowhere, over no label and no point of its like", () => {
  const crowd = Array.from({ length: 400 }, (_, at) => ({ x: 10 + 17 * (at % 20), y: 10 + 14 * Math.floor(at / 20), radius: 4, width: 40 }));
  assert.ok(placeLabels(crowd, ROOM).every((box) => box === null));
  const [a, b] = [{ x: 180, y: 150, radius: 6, width: 40, must: true }, { x: 200, y: 150, radius: 6, width: 40, must: true }];
  const [one, two, ...rest] = placeLabels([a, b, ...crowd], ROOM);
  assert.ok(one && two && inside(one) && inside(two) && !meet(one, two));
  assert.ok(!meet(one, { left: 194, top: 144, right: 206, bottom: 156 }));
  assert.ok(rest.every((box) => box === null));
});

test("in a corner the label stands on the diagonal", () => {
  const [box] = placeLabels([{ x: 14, y: 286, radius: 7, width: 50 }, { x: 40, y: 290, radius: 4, width: 400 }], ROOM);
  assert.deepEqual(box, { left: 25, top: 257, right: 75, bottom: 275 });
});
