/** Why three matrices: embeddings against embeddings beside queries against keys. */
export function mount(element) {
  return { render() {}, destroy: () => element.replaceChildren() };
}
