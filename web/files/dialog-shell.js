import { dialog } from "../views/dialog.js";
import { el } from "../views/dom.js";

/**
 * A native modal dialog that lives from its opening to its closing.
 * @param {HTMLElement} opener
 * @param {string} name
 * @param {Node[]} body
 * @param {() => (HTMLElement | null | void)} onClose may name what gets the focus
 */
export function openShell(opener, name, body, onClose) {
  const element = /** @type {HTMLDialogElement} */ (dialog(name, { body: [el("div", { class: "files-body" }, ...body)] }));
  element.classList.add("files-dialog");
  element.addEventListener("close", () => {
    const next = onClose();
    element.remove();
    next?.focus(); // else it has gone back already to what had it before
  });
  // Beside its opener: in a shadow tree it belongs there.
  opener.parentElement.append(element);
  element.showModal();
  return element;
}
