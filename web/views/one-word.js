/** One word as the query: its scores, its weights, its blend. */
export function mount(element) {
  return { render() {}, destroy: () => element.replaceChildren() };
}
