import { t } from "../language.js";
import { el, svg } from "./dom.js";

/**
 * A native modal dialog with a title, tools and a body that scrolls.
 * @param {string} name
 * @param {{ tools?: Node[], body: Node[] }} content
 */
export function dialog(name, { tools = [], body }) {
  const close = el("button", { type: "button", class: "dialog-close", "aria-label": t("dialog.close"), onclick: () => element.close() },
    svg("svg", { viewBox: "0 0 14 14", width: "14", height: "14", "aria-hidden": "true" }, svg("path", { d: "M2 2l10 10M12 2L2 12" })));
  const element = el("dialog", { class: "dialog", "aria-label": name },
    el("div", { class: "dialog-head" }, el("h2", { class: "title" }, name), close),
    ...(tools.length ? [el("div", { class: "dialog-tools" }, ...tools)] : []),
    el("div", { class: "dialog-body", tabindex: "0", role: "region", "aria-label": name }, ...body));
  element.addEventListener("click", (event) => { if (event.target === element) element.close(); });
  return element;
}
