import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { normalize } from "../../web/normalize.js";
import { readJson } from "./support.js";

/** The same rules over the whole text at once, without the way back. */
function wholeText(typed) {
  const kept = typed
    .replace(/[\u0001-\u0008\u000B\u000E-\u001F\u007F\u008F\u009F]/gu, "\u0000\u0000")
    .replace(/[\t\n\f\r\u00A0\u1680\u2000-\u200C\u200E\u200F\u2028\u2029\u202F\u205F\u2581\u3000\uFEFF\uFFFD\uD800-\uDFFF]/gu, " ")
    .split(/(\uFF5E)/u)
    .map((part) => (part === "\uFF5E" ? part : part.normalize("NFKC")))
    .join("")
    .replaceAll("\u0000\u0000", "");
  const words = kept.split(/ +/u).filter(Boolean);
  return words.map((word) => `▁${word}`).join("");
}

const scalars = fc.integer({ min: 1, max: 0x10ffff }).filter((c) => c < 0xd800 || c > 0xdfff).map((c) => String.fromCodePoint(c));
/** Characters that join, split, vanish or are spaces, among plain ones. */
const tricky = fc.constantFrom(..."aeo ﬁ½Ångström~～\u0301\u0323\u0308\u3099ｶﾞﾟ가각ㄱㅏㄳ\u1100\u1161\u11a8ﾡￂ\t\u00a0\u200b\u200d\u0007\u009f▁¨ẛ…Ａ①\ud83d\ude00".match(/./gsu), "\ud800", "\udc00", "");

test("segment by segment equals NFKC of the whole", () => {
  fc.assert(fc.property(fc.array(tricky, { maxLength: 12 }), (parts) => assert.equal(normalize(parts.join("")).text, wholeText(parts.join("")))), { numRuns: 20_000, seed: 1 });
  fc.assert(fc.property(fc.array(fc.oneof(scalars, tricky), { maxLength: 8 }), (parts) => assert.equal(normalize(parts.join("")).text, wholeText(parts.join("")))), { numRuns: 20_000, seed: 2 });
});

test("no character of Unicode joins the one before it unseen", () => {
  const bases = ["a", "가", "ᄀ", "カ", "は", "Ω", "ᅡ"];
  for (let c = 1; c < 0x110000; c++) {
    if (c >= 0xd800 && c <= 0xdfff) continue;
    const character = String.fromCodePoint(c);
    for (const base of bases) assert.equal(normalize(base + character).text, wholeText(base + character), `${base} + U+${c.toString(16)}`);
  }
});

test("every unit of the result knows a span of the typed text, in order", () => {
  fc.assert(fc.property(fc.array(tricky, { maxLength: 12 }), (parts) => {
    const typed = parts.join("");
    const { text, start, end } = normalize(typed);
    assert.equal(start.length, text.length);
    for (let u = 0; u < text.length; u++) {
      assert.ok(start[u] <= end[u] && end[u] <= typed.length);
      if (u > 0) assert.ok(start[u] >= start[u - 1] && end[u] >= end[u - 1]);
      if (text[u] !== "▁") assert.ok(start[u] < end[u], "a character comes from somewhere");
    }
  }), { numRuns: 20_000, seed: 3 });
});

test("white space: collapsed, trimmed, and a ▁ spans the run that it stands for", () => {
  const { text, start, end } = normalize(" \ta \u3000b ");
  assert.equal(text, "▁a▁b");
  assert.deepEqual([...start], [0, 2, 3, 5]);
  assert.deepEqual([...end], [2, 3, 5, 6]);
  for (const blank of ["", " ", "\u200b\ufeff", "\u0001", "\ud800"]) assert.equal(normalize(blank).text, "");
});

test("the forms that the native tests read are those of this file", () => {
  const tokens = readJson("tests/golden/tokens.json").cases;
  const normalized = readJson("tests/golden/normalized.json").cases;
  assert.equal(normalized.length, tokens.length);
  tokens.forEach(({ text, ids }, at) => assert.deepEqual(normalized[at], { ...normalized[at], normalized: normalize(text).text, ids }));
});
