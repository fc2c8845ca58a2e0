import { t } from "../language.js";
import { el, svg } from "../views/dom.js";

/**
 * A native modal dialog that lives from its opening to its closing; then the focus returns to what opened it.
 * @param {HTMLElement} opener
 * @param {string} name
 * @param {Node[]} body
 * @param {() => (HTMLElement | null | void)} onClose may name what gets the focus in its place
 */
export function openShell(opener, name, body, onClose) {
  const close = el("button", { type: "button", class: "dialog-close", "aria-label": t("files.close"), onclick: () => element.close() },
    svg("svg", { viewBox: "0 0 14 14", width: "14", height: "14", "aria-hidden": "true" }, svg("path", { d: "M2 2l10 10M12 2L2 12" })));
  const element = el("dialog", { class: "dialog files-dialog", "aria-label": name },
    el("div", { class: "dialog-head" }, el("h2", { class: "title" }, name), close),
    el("div", { class: "dialog-body files-body", tabindex: "0", role: "region", "aria-label": name }, ...body));
  element.addEventListener("click", (event) => { if (event.target === element) element.close(); });
  element.addEventListener("close", () => {
    const next = onClose() ?? opener;
    element.remove();
    next.focus();
  });
  // Beside its opener: in a shadow tree it belongs there.
  opener.parentElement.append(element);
  element.showModal();
  return element;
}
