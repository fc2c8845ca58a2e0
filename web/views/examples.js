import { EXAMPLES, exampleOfImported } from "../examples.js";
import { t } from "../language.js";
import { el } from "./dom.js";
import { menu } from "./menu.js";

/** The examples, and before them the person's own sentence if one of them has taken its place. */
function offered({ own, text, model, imported }) {
  const shown = own.length > 120 ? `${own.slice(0, 120)}…` : own;
  const back = own.trim() && own !== text ? [{ text: own, shown, model: model === "imported" ? "use-lite" : model, says: t("examples.own") }] : [];
  const brought = imported && model !== "imported" ? [{ ...exampleOfImported(imported), shown: imported.name, says: t("examples.imported") }] : [];
  return [...brought, ...back, ...EXAMPLES];
}

/** Sentences worth trying, each with the head that it shows something in. */
export function mount(element, store, { choose }) {
  const { element: root } = menu({
    label: t("examples.menu"),
    face: [t("examples.open")],
    atEnd: true,
    items: () => offered(store.state).map(({ text, shown = text, note, says = t(`example.${note}`) }, index) => ({
      id: String(index),
      content: [el("span", { class: "words", dir: "auto" }, shown), el("small", {}, says)],
    })),
    onChoose: (id) => choose(offered(store.state)[Number(id)]),
  });
  element.replaceChildren(root);
  return { render() {}, destroy: () => element.replaceChildren() };
}
