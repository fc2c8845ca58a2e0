import { EXAMPLES } from "../examples.js";
import { el } from "./dom.js";
import { menu } from "./menu.js";

/** Sentences worth trying, each with the head that it shows something in. */
export function mount(element, store, { choose }) {
  const { element: root } = menu({
    label: "Example sentences",
    face: ["Examples"],
    toLeft: true,
    items: () => EXAMPLES.map(({ text, note }, index) => ({
      id: String(index),
      content: [el("span", { class: "words" }, text), el("small", {}, note)],
    })),
    onChoose: (id) => choose(EXAMPLES[Number(id)]),
  });
  element.replaceChildren(root);
  return { render() {}, destroy: () => element.replaceChildren() };
}
