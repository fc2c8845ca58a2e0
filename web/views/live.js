/** Says a line through the page's one polite live region. */
export function announce(text) {
  document.querySelector("#live").textContent = text;
}
