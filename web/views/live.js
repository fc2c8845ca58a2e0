/** Says a line through the one polite live region of the page that an element is on. */
export function announce(element, text) {
  element.getRootNode().querySelector("#live").textContent = text;
}
