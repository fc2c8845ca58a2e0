import { aboutDialog } from "./about.js";
import { keyboardDialog } from "./keyboard.js";
import { tableDialog } from "./data-table.js";
import { t } from "../language.js";
import { el } from "./dom.js";

/** The foot of the page: the same numbers as a table, the keys, and what the models are. */
export function mount(element, store) {
  const table = tableDialog(store);
  const dialogs = [[t("dialogs.table"), table], [t("dialogs.keyboard"), { element: keyboardDialog() }], [t("dialogs.about"), { element: aboutDialog() }]];
  element.replaceChildren(
    el("div", { class: "footer-actions" }, ...dialogs.map(([name, each]) => el("button", {
      type: "button", class: "text-button", "aria-haspopup": "dialog",
      onclick: () => { each.prepare?.(); each.element.showModal(); },
    }, name))),
    ...dialogs.map(([, each]) => each.element));
  return {
    render(state, changed) {
      if (table.element.open && ["result", "layer", "head"].some((key) => changed.has(key))) table.prepare();
    },
    destroy: () => element.replaceChildren(),
  };
}
