const LONGEST = 80; // a pile of marks or a word of 100 KB is one token; no label shows more than this

/**
 * What a token is called on the screen.
 * @param {import("./run.js").Token} token
 * @param {string} text the text as typed
 * @returns {{ text: string, unknown: boolean }} the typed characters; ␣ for a lone space
 */
export function tokenLabel(token, text) {
  if (token.piece === "▁") return { text: "␣", unknown: false };
  const shown = token.start === null ? token.piece.replace(/^▁/u, "") : text.slice(token.start, token.end);
  return { text: shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown, unknown: token.unknown };
}

/** Whether a token goes on with the word of the one before it: no space stands between them. */
export function continuesWord(tokens, index) {
  return index > 0 && !tokens[index].piece.startsWith("▁") && tokens[index - 1].piece !== "▁";
}
