/**
 * Tokens of other people's tokenizers as those of a run. A space before a word is ▁ there, Ġ in byte-level BPE, and in
 * WordPiece the absence of ##; where none of these occurs every token is a word of its own.
 */

/**
 * @param {string[]} pieces
 * @returns {{ tokens: import("../run.js").Token[], text: string }} text: the tokens set in a row; start and end are places in it
 */
export function tokensFrom(pieces) {
  const opens = wordStarts(pieces);
  let text = "";
  const tokens = pieces.map((piece, index) => {
    const { bare, first } = opens(piece);
    const shown = bare.replace(/\s+/gu, " ");
    if (first && text) text += " ";
    const start = text.length;
    text += shown;
    return { id: index, piece: `${first ? "▁" : ""}${shown}`, start: shown.trim() ? start : null, end: shown.trim() ? text.length : null, unknown: false };
  });
  return { tokens, text };
}

/** Tokens of a run that was exported: their own words, set in a row anew. @param {{ piece: string }[]} tokens */
export function tokensAgain(tokens) {
  return tokensFrom(tokens.map(({ piece }, index) => (index === 0 && !piece.startsWith("▁") ? `▁${piece}` : piece)));
}

/** How a token begins. @returns {(piece: string) => { bare: string, first: boolean }} */
function wordStarts(pieces) {
  for (const mark of ["▁", "Ġ"]) {
    if (pieces.some((piece) => piece.startsWith(mark))) return (piece) => ({ bare: piece.startsWith(mark) ? piece.slice(1) : piece, first: piece.startsWith(mark) });
  }
  const wordPiece = pieces.some((piece) => /^##./u.test(piece));
  return (piece) => (wordPiece && /^##./u.test(piece) ? { bare: piece.slice(2), first: false } : { bare: piece, first: true });
}

/** The tokens of the other sentence, whose text is kept nowhere: their pieces are what is shown. @param {import("../run.js").Token[]} tokens */
export const placeless = (tokens) => tokens.map((token) => ({ ...token, start: null, end: null }));

/** 1, 2, 3, … where nothing is known of the tokens. @param {number} count */
export const numbered = (count) => tokensFrom(Array.from({ length: count }, (_, index) => String(index + 1)));

/** A typed line, or one token a line. @param {string} typed @returns {string[]} */
export const typedTokens = (typed) => typed.trim().split(/\n/.test(typed.trim()) ? /\s*\n\s*/ : /\s+/u).filter(Boolean);
