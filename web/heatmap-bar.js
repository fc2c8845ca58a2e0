import { textWidth } from "./heatmap-text.js";

const HEIGHT = 8;
const DOWN = 18;
const gradients = new WeakMap();

/**
 * The colour bar: as wide as the grid, its range in figures, a triangle at the current value.
 * @param {CanvasRenderingContext2D} context
 * @param {{ low: string, middle: string, high: string }} ticks
 * @param {number | null} share place of the current value in the range
 */
export function drawBar(context, layout, picture, tokens, ticks, share) {
  const width = Math.max(layout.gridWidth, Math.min(180, layout.width - layout.x - 14));
  const [x, y] = [layout.x, Math.round(layout.y + layout.gridHeight + (layout.foot ?? 0) + DOWN)];
  context.save();
  context.beginPath();
  context.roundRect(x, y, width, HEIGHT, 2);
  context.clip();
  context.imageSmoothingEnabled = true;
  context.drawImage(gradientOf(picture.palette), x, y, width, HEIGHT);
  context.restore();
  drawTicks(context, x, y + HEIGHT + 13, width, tokens, ticks);
  if (share !== null && Number.isFinite(share)) drawTriangle(context, x + width * Math.min(1, Math.max(0, share)), y - 3, tokens.ink);
}

function drawTicks(context, x, y, width, tokens, { low, middle, high }) {
  const font = `12px ${tokens.sans}`;
  context.font = font;
  context.fillStyle = tokens.ink3;
  context.direction = "ltr";
  context.textBaseline = "middle";
  const put = (text, align, at) => {
    context.textAlign = align;
    context.fillText(text, at, y);
  };
  put(low, "left", x);
  put(high, "right", x + width);
  const ends = 2 * Math.max(textWidth(low, font), textWidth(high, font));
  if (textWidth(middle, font) + ends + 24 <= width) put(middle, "center", x + width / 2);
}

function drawTriangle(context, x, y, colour) {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - 5, y - 6);
  context.lineTo(x + 5, y - 6);
  context.fill();
}

function gradientOf(palette) {
  if (!gradients.has(palette)) {
    const strip = document.createElement("canvas");
    strip.width = 256;
    strip.height = 1;
    const context = strip.getContext("2d");
    const image = context.createImageData(256, 1);
    new Uint32Array(image.data.buffer).set(palette.pixels);
    context.putImageData(image, 0, 0);
    gradients.set(palette, strip);
  }
  return gradients.get(palette);
}
