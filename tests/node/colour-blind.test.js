/** The maps as they are seen with two kinds of cones instead of three. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { palette } from "../../web/palettes.js";

/** Linear sRGB → linear sRGB, severity 1.0. Machado, Oliveira, Fernandes 2009, “A physiologically-based model for simulation of color vision deficiency”. */
const SIGHT = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const SCORES = { light: palette("scores"), dark: palette("scores", true) };
const STOPS = [0, 43, 85, 128, 170, 212, 255];
/** Least difference in OKLab: four times one that is just seen. */
const APART = 0.08;

const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, x, at) => sum + x * vector[at], 0));
const clamp = (x) => Math.min(1, Math.max(0, x));
const linear = (byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);

/** Linear sRGB of one of the 256 colours, as it is seen. */
const seen = ({ pixels }, at, sight) => times(SIGHT[sight], Array.from(new Uint8Array(pixels.buffer, 4 * at, 3), linear)).map(clamp);

/** Ottosson 2020, “A perceptual color space for image processing”. */
function oklab(rgb) {
  const lms = times([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]], rgb);
  return times([[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]], lms.map(Math.cbrt));
}

const between = (colours, sight, a, b) => Math.hypot(...oklab(seen(colours, a, sight)).map((x, at) => x - oklab(seen(colours, b, sight))[at]));
const luminance = (rgb) => 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];

for (const sight of Object.keys(SIGHT)) {
  for (const [theme, colours] of Object.entries(SCORES)) {
    test(`scores, ${theme}, ${sight}: ends, middle and every two of the seven stops stay apart`, () => {
      let least = Infinity;
      for (const a of STOPS) for (const b of STOPS) if (a < b) {
        const far = between(colours, sight, a, b);
        least = Math.min(least, far);
        assert.ok(far >= APART, `${a} and ${b}: ${far.toFixed(3)}`);
      }
      console.log(`scores, ${theme}, ${sight}: nearest stops ${least.toFixed(3)}, ends ${between(colours, sight, 0, 255).toFixed(3)}, end to middle ${Math.min(between(colours, sight, 0, 128), between(colours, sight, 128, 255)).toFixed(3)}`);
    });

    test(`scores, ${theme}, ${sight}: the luminance runs one way from zero to each end`, () => {
      const way = theme === "light" ? -1 : 1; // away from the paper
      for (let at = 1; at < 128; at++) {
        for (const [from, to] of [[127 - at + 1, 127 - at], [127 + at, 128 + at]]) {
          const step = luminance(seen(colours, to, sight)) - luminance(seen(colours, from, sight));
          assert.ok(way * step > -0.004, `${from} → ${to}: ${step.toFixed(4)}`);
        }
      }
    });
  }

  for (const name of ["viridis", "cividis"]) {
    test(`${name}, ${sight}: brighter from end to end, every eighth of it apart from the next`, () => {
      const colours = palette(name);
      for (let at = 32; at < 256; at += 32) {
        assert.ok(luminance(seen(colours, at, sight)) > luminance(seen(colours, at - 32, sight)), `${at}`);
        assert.ok(between(colours, sight, at - 32, at) > APART / 2, `${at}: ${between(colours, sight, at - 32, at).toFixed(3)}`);
      }
    });
  }
}
