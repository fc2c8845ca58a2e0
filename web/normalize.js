/**
 * SentencePiece's nmt_nfkc normalisation, with a way back to the typed text.
 * NFKC is applied segment by segment (a base character and all that can join it), because only then is
 * it known which typed characters a piece came from; the joined result equals NFKC of the whole.
 */

/** Deleted: controls that SentencePiece's table drops. */
const DELETED = /[\u0001-\u0008\u000B\u000E-\u001F\u007F\u008F\u009F]/u;
/** Read as a space: white space, ▁ itself, U+FEFF, U+FFFD, and with it any lone surrogate. */
const SPACE = /[\t\n\f\r \u00A0\u1680\u2000-\u200C\u200E\u200F\u2028\u2029\u202F\u205F\u2581\u3000\uFEFF\uFFFD\uD800-\uDFFF]/u;
/** What NFKC may join to the character before it: marks, Hangul vowels and finals (also the compatibility
 *  and halfwidth ones), halfwidth voicing marks, Kirat Rai vowels. Checked over all of Unicode in
 *  tests/node/normalize.test.js. */
const JOINING =
  "[\\p{M}\\u1160-\\u11FF\\u3133\\u3135\\u3136\\u313A-\\u313F\\u314F-\\u3163\\uFF9E\\uFF9F\\uFFA0-\\uFFDC\\u{16D63}-\\u{16D6A}]";
/** At most 30 marks a segment, as Unicode's Stream-Safe Text Format (UAX #15) has it: reordering a pile is quadratic. */
const SEGMENT = new RegExp(`(${DELETED.source})|(${SPACE.source})|(\\uFF5E)|[\\s\\S]${JOINING}{0,30}`, "gu");

/**
 * @typedef {object} Normalized
 * @property {string} text what the tokenizer reads: ▁ before every word, no other white space; "" if nothing is left
 * @property {Uint32Array} start for each UTF-16 unit of text, where its segment begins in the typed text
 * @property {Uint32Array} end … and ends
 */

/**
 * @param {string} typed any string, lone surrogates included
 * @returns {Normalized}
 */
export function normalize(typed) {
  const parts = [];
  const start = [];
  const end = [];
  /** the white space since the last character that was not, as a span of typed; at first the empty span before it */
  let space = { from: 0, to: 0, pending: true };

  const put = (unit, from, to) => {
    parts.push(unit);
    for (let u = 0; u < unit.length; u++) {
      start.push(from);
      end.push(to);
    }
  };
  const putSpace = (from, to) => {
    space = space.pending ? { from: space.to > space.from ? space.from : from, to, pending: true } : { from, to, pending: true };
  };
  const putText = (text, from, to) => {
    for (const character of text) {
      if (character === " ") {
        putSpace(from, to);
        continue;
      }
      if (space.pending) put("▁", ...(space.to > space.from ? [space.from, space.to] : [from, from]));
      space = { from: to, to, pending: false };
      put(character, from, to);
    }
  };

  for (const match of typed.matchAll(SEGMENT)) {
    const from = match.index;
    const to = from + match[0].length;
    if (match[1]) continue;
    if (match[2]) putSpace(from, to);
    else putText(match[3] ?? match[0].normalize("NFKC"), from, to);
  }
  return { text: parts.join(""), start: Uint32Array.from(start), end: Uint32Array.from(end) };
}

/**
 * The typed span of a token: the union of the segments that its characters came from; its ▁ adds nothing,
 * unless it is all there is.
 * @param {Normalized} normalized
 * @param {number} from first UTF-16 unit of the token in normalized.text
 * @param {number} to one past its last
 * @returns {{ start: number, end: number }}
 */
export function typedSpan(normalized, from, to) {
  const first = normalized.text[from] === "▁" && to - from > 1 ? from + 1 : from;
  return { start: normalized.start[first], end: normalized.end[to - 1] };
}
