import { AttentionError } from "./errors.js";

/**
 * Bytes that a classic script carries as base64, for places where fetch does not work. The script is one
 * call, attentionLabBytes("…"). One script at a time.
 * @param {URL} url
 * @returns {Promise<string>} base64
 * @throws {AttentionError} NETWORK
 */
export function carriedBytes(url) {
  const script = document.createElement("script");
  script.src = url.href;
  return new Promise((resolve, reject) => {
    const refuse = (why) => () => reject(new AttentionError("NETWORK", `The file ${url.pathname.split("/").pop()} ${why}. Check the connection, and that the file lies where it was built, then try again.`, "carriedBytes"));
    window.attentionLabBytes = resolve;
    script.onerror = refuse("could not be loaded");
    script.onload = refuse("carries no bytes");
    document.head.append(script);
  }).finally(() => {
    delete window.attentionLabBytes;
    script.remove();
  });
}
