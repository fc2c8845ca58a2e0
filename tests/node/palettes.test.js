/** Colours against the published ones, and what is written on them against WCAG. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { palette, paletteIndex } from "../../web/palettes.js";

const STOPS = {
  light: "1d4a85 4d86c0 a9cbe6 f0efea f0bd9f d5713f 98320c".split(" "),
  dark: "a9d3ff 4f93d6 2b4f78 202226 7a3f24 d97a4a ffc3a0".split(" "),
};
const PALETTES = { viridis: palette("viridis"), cividis: palette("cividis"), light: palette("scores"), dark: palette("scores", true) };

const triple = ({ pixels }, at) => Array.from(new Uint8Array(pixels.buffer, 4 * at, 3));
const hex = (colours, at) => triple(colours, at).map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (colour) => [0, 2, 4].map((at) => parseInt(colour.slice(at, at + 2), 16));
function luminance(rgb) {
  const [r, g, b] = rgb.map((byte) => byte / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test("viridis and cividis begin, pass and end where matplotlib's do", () => {
  assert.deepEqual([0, 64, 128, 255].map((at) => hex(PALETTES.viridis, at)), ["440154", "3b528b", "21918c", "fde725"]);
  assert.deepEqual([0, 255].map((at) => hex(PALETTES.cividis, at)), ["00224e", "fee838"]);
  const middle = triple(PALETTES.cividis, 128); // matplotlib: (0.4887, 0.4869, 0.4711)
  middle.forEach((byte, c) => assert.ok(Math.abs(byte - [125, 124, 120][c]) <= 1, `cividis 128: ${middle}`));
});

for (const name of ["viridis", "cividis"]) {
  test(`${name}: the larger the brighter`, () => {
    for (let at = 1; at < 256; at++) assert.ok(luminance(triple(PALETTES[name], at)) >= luminance(triple(PALETTES[name], at - 1)) - 0.002, `${at}`);
    assert.equal(new Set(PALETTES[name].css).size > 240, true);
  });
}

for (const [theme, stops] of Object.entries(STOPS)) {
  test(`scores, ${theme}: the seven stops stand at equal distances, and nothing jumps between them`, () => {
    const colours = PALETTES[theme];
    assert.deepEqual([hex(colours, 0), hex(colours, 85), hex(colours, 170), hex(colours, 255)], [stops[0], stops[2], stops[4], stops[6]]);
    // The others lie half way between two of the 256 places.
    for (const k of [1, 3, 5]) {
      const around = [Math.floor(42.5 * k), Math.ceil(42.5 * k)].map((at) => triple(colours, at));
      bytes(stops[k]).forEach((byte, c) => {
        const [low, high] = [Math.min(around[0][c], around[1][c]), Math.max(around[0][c], around[1][c])];
        assert.ok(byte >= low - 3 && byte <= high + 3, `stop ${k}: ${stops[k]} beside ${around.join(" | ")}`);
      });
    }
    for (let at = 1; at < 256; at++) triple(colours, at).forEach((byte, c) => assert.ok(Math.abs(byte - triple(colours, at - 1)[c]) <= 8, `${at}`));
  });
}

test("what is written on any colour has a contrast of 4.5 at least", () => {
  for (const [name, colours] of Object.entries(PALETTES)) {
    assert.equal(colours.ink.length, 256);
    colours.ink.forEach((ink, at) => {
      const [a, b] = [luminance(triple(colours, at)), ink === "#000" ? 0 : 1];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      assert.ok(contrast >= 4.5, `${name} ${at}: ${contrast}`);
      assert.ok(["#000", "#fff"].includes(ink));
    });
  }
});

test("css names the same colours", () => {
  for (const colours of Object.values(PALETTES)) colours.css.forEach((css, at) => assert.equal(css, `rgb(${triple(colours, at).join(" ")})`));
});

test("only the scores have colours of their own in the dark", () => {
  assert.equal(palette("viridis", true), palette("viridis", false));
  assert.notEqual(palette("scores", true), palette("scores", false));
});

test("a share finds its place, held inside", () => {
  assert.deepEqual([0, 1, 0.5, 1 / 255, -3, 7, Infinity, -Infinity, NaN].map(paletteIndex), [0, 255, 128, 1, 0, 255, 255, 0, -1]);
});
