import { aboutDialog } from "./about.js";
import { keyboardDialog } from "./keyboard.js";
import { tableDialog } from "./data-table.js";
import { el } from "./dom.js";
import { fileButtons } from "./files.js";

/** The foot of the page: the same numbers as a table, the keys, and what the models are. */
export function mount(element, store, options) {
  const files = fileButtons(store, options);
  const table = tableDialog(store);
  const dialogs = [["Data table", table], ["Keyboard", { element: keyboardDialog() }], ["About the models", { element: aboutDialog() }]];
  element.replaceChildren(
    el("div", { class: "footer-actions" }, ...files.buttons, ...dialogs.map(([name, each]) => el("button", {
      type: "button", class: "text-button", "aria-haspopup": "dialog",
      onclick: () => { each.prepare?.(); each.element.showModal(); },
    }, name))),
    files.note, ...dialogs.map(([, each]) => each.element));
  return {
    render(state, changed) {
      if (table.element.open && ["result", "layer", "head"].some((key) => changed.has(key))) table.prepare();
    },
    destroy() {
      files.destroy();
      element.replaceChildren();
    },
  };
}
