/** The numbers of a hand-made example, to be changed. */
export function mount(element) {
  return { render() {}, destroy: () => element.replaceChildren() };
}
