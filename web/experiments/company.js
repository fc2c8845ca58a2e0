/** A word moves with its company: one word in two sentences, through the layers. */
export function mount(element) {
  return { render() {}, destroy: () => element.replaceChildren() };
}
