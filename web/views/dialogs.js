import { t } from "../language.js";
import { el } from "./dom.js";
import { errorText } from "./error-text.js";
import { fileButtons } from "./files.js";

/** What stands at the foot of the page, and the part that brings it: `dialogs[id](store, options)` → { element, prepare?, render? }. */
const DIALOGS = [
  { id: "share", part: "share" },
  { id: "table", part: "dialogs" },
  { id: "keyboard", part: "dialogs" },
  { id: "about", part: "dialogs" },
];

/** The foot of the page: buttons, each of a dialog that is fetched when it is first opened. */
export function mount(element, store, options) {
  const names = { share: t("dialogs.share"), table: t("dialogs.table"), keyboard: t("dialogs.keyboard"), about: t("dialogs.about") };
  const files = fileButtons(store, options);
  const opened = new Map();
  const problem = el("p", { class: "message is-warning", role: "alert", hidden: true });
  const open = async ({ id, part }) => {
    problem.hidden = true;
    try {
      const { dialogs } = await options.bringPart(part);
      if (!opened.has(id)) {
        opened.set(id, dialogs[id](store, options));
        element.append(opened.get(id).element);
      }
    } catch (error) {
      problem.textContent = errorText(error);
      problem.hidden = false;
      return;
    }
    const { element: dialog, prepare } = opened.get(id);
    prepare?.();
    dialog.showModal();
  };
  const address = el("p", { class: "on-paper", dir: "ltr" });
  const onPrint = () => { address.textContent = location.href; };
  addEventListener("beforeprint", onPrint);
  element.replaceChildren(address, el("div", { class: "footer-actions" }, ...files.buttons, ...DIALOGS.map((each) => el("button", {
    type: "button", class: "text-button", "data-dialog": each.id, "aria-haspopup": "dialog", onclick: () => open(each),
  }, names[each.id]))), files.note, problem);
  return {
    render(state, changed) {
      for (const { element: dialog, render } of opened.values()) if (dialog.open) render?.(state, changed);
    },
    destroy() {
      removeEventListener("beforeprint", onPrint);
      files.destroy();
      element.replaceChildren();
    },
  };
}
