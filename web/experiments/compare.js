/** Heads and layers: rollout over the layers, and the difference of two heads or two sentences. */
export function mount(element) {
  return { render() {}, destroy: () => element.replaceChildren() };
}
