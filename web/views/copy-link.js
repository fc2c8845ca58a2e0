import { addressOf } from "../address.js";
import { copyText } from "../copying.js";
import { t } from "../language.js";
import { pageAddress } from "../parts.js";
import { el, setText, svg } from "./dom.js";

const SAID = 2000; // ms that the button says that it has copied

/** Copies a link to the page as it is set; where the clipboard is refused, the link is shown, selected. Without an address there is no button. */
export function mount(element, store) {
  const home = pageAddress();
  const icon = svg("svg", { viewBox: "0 0 18 18", width: "18", height: "18", "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": "1.5", "stroke-linecap": "round" },
    svg("path", { d: "M7.5 10.5a3 3 0 0 0 4.3 0l2.9-2.9a3 3 0 0 0-4.3-4.3l-1 1M10.5 7.5a3 3 0 0 0-4.3 0l-2.9 2.9a3 3 0 0 0 4.3 4.3l1-1" }));
  const name = el("span", { class: "copy-link-name" }, t("copy.link"));
  const button = el("button", { type: "button", class: "text-button", onclick: copy }, icon, name);
  const field = el("input", { type: "text", readonly: true, dir: "ltr", "aria-label": t("copy.link") });
  const box = el("div", { class: "copy-link-box", hidden: true }, field, el("p", {}, t("copy.keys")));
  const status = el("span", { class: "unseen", role: "status" });
  let timer = 0;

  async function copy() {
    const link = home + (await addressOf(store.state));
    if (await copyText(link)) {
      for (const each of [name, status]) setText(each, t("copy.done"));
      clearTimeout(timer);
      timer = setTimeout(() => { setText(name, t("copy.link")); setText(status, ""); }, SAID);
      return;
    }
    field.value = link;
    box.hidden = false;
    field.focus();
    field.select();
    setText(status, t("copy.keys"));
  }

  box.addEventListener("focusout", () => { box.hidden = true; });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    button.focus();
  });
  if (home) element.replaceChildren(button, box, status);
  return {
    render() {},
    destroy() {
      clearTimeout(timer);
      element.replaceChildren();
    },
  };
}
