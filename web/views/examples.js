import { EXAMPLES, exampleOfImported } from "../examples.js";
import { el } from "./dom.js";
import { menu } from "./menu.js";

/** The examples, and before them the person's own sentence if one of them has taken its place. */
function offered({ own, text, model, imported }) {
  const shown = own.length > 120 ? `${own.slice(0, 120)}…` : own;
  const back = own.trim() && own !== text ? [{ text: own, shown, model: model === "imported" ? "use-lite" : model, note: "the sentence that you typed" }] : [];
  const brought = imported && model !== "imported" ? [{ ...exampleOfImported(imported), shown: imported.name, note: "the data that you opened" }] : [];
  return [...brought, ...back, ...EXAMPLES];
}

/** Sentences worth trying, each with the head that it shows something in. */
export function mount(element, store, { choose }) {
  const { element: root } = menu({
    label: "Example sentences",
    face: ["Examples"],
    toLeft: true,
    items: () => offered(store.state).map(({ text, shown = text, note }, index) => ({
      id: String(index),
      content: [el("span", { class: "words" }, shown), el("small", {}, note)],
    })),
    onChoose: (id) => choose(offered(store.state)[Number(id)]),
  });
  element.replaceChildren(root);
  return { render() {}, destroy: () => element.replaceChildren() };
}
