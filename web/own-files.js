/**
 * Whether the page may open files of its own by address (fetch, Worker): not from disk, nor in a sandbox of
 * opaque origin, where trying would only be logged as an error.
 * @param {URL} url
 */
export function opensOwnFiles(url) {
  return url.protocol !== "file:" && globalThis.origin !== "null";
}
