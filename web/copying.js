/**
 * Puts a text on the clipboard.
 * @param {string} text
 * @returns {Promise<boolean>} false: the browser refuses, as in many frames, or has no clipboard to write to
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
