/** What attention costs: counted, and run here and now. */
export function mount(element) {
  return { render() {}, destroy: () => element.replaceChildren() };
}
