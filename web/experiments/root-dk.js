/** Why the scores are divided by √d_k: random queries and keys. */
export function mount(element) {
  return { render() {}, destroy: () => element.replaceChildren() };
}
