import { fixed } from "./numbers.js";
import { valueText } from "./picture.js";
import { textWidth } from "./heatmap-text.js";

const SIZES = [15, 14, 13, 12, 11];

/**
 * How the numbers of a picture are printed in its cells: first smaller, then shorter, then not at all.
 * @returns {{ print: ((value: number) => string) | null, printSize: number }}
 */
export function fitNumbers(layout, picture, tokens) {
  const room = layout.pitchX - layout.gapX - 6;
  if (Math.min(layout.pitchX, layout.pitchY) >= 30) {
    const ends = endsOf(picture.data);
    for (const print of formsOf(picture.stage)) {
      const texts = ends.map((value) => print(value).replace(/\d/gu, "0"));
      const size = SIZES.find((size) => texts.every((text) => textWidth(text, `600 ${size}px ${tokens.sans}`) <= room));
      if (size) return { print, printSize: size };
    }
  }
  return { print: null, printSize: 0 };
}

/** From longest to shortest. A weight loses its leading 0 before it loses a digit. */
function formsOf(stage) {
  const full = (value) => valueText(stage, value);
  const one = (value) => fixed(value, 1);
  const bare = (value) => (value < 0.995 ? full(value).replace(/^0(?=[.,])/u, "") : one(value));
  return stage === "weights" ? [full, bare, one] : [full, one];
}

/** Smallest and largest finite value, and what is not a number: the longest texts. */
function endsOf(data) {
  let [low, high] = [Infinity, -Infinity];
  const odd = new Set();
  for (const value of data) {
    if (!Number.isFinite(value)) odd.add(value);
    else if (value < low) low = value;
    if (Number.isFinite(value) && value > high) high = value;
  }
  return [...(low <= high ? [low, high] : []), ...odd];
}
