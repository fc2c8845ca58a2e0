/**
 * What every refused call throws, in Node and in the browser.
 * `code` is a name of the list in c/attn.h (BAD_SIZE, CORRUPT, …) or one of those that only JavaScript
 * can meet: BAD_TYPE, BAD_LENGTH, DISPOSED, NO_WASM, STALE, NETWORK.
 */
export class AttentionError extends Error {
  /**
   * @param {string} code
   * @param {string} message what was wrong and what to do
   * @param {string} fn the public function that refused
   */
  constructor(code, message, fn) {
    super(message);
    this.name = "AttentionError";
    this.code = code;
    this.fn = fn;
  }
}
