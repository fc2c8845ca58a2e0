/**
 * Giving a file to the reader: as a download, and where that may be refused, as something to copy. A sandbox without
 * allow-downloads refuses without an error, so there the copy is shown at once, and elsewhere on request.
 */
import { copyText } from "../copying.js";
import { t } from "../language.js";
import { announce } from "../views/live.js";
import { el } from "../views/dom.js";

/** The page is in a frame of an origin of its own, as in a sandbox, or in one that says that it has no downloads. */
export function mayBeRefused() {
  if (window.top === window) return false;
  try {
    const { frameElement } = window;
    if (frameElement) return frameElement.hasAttribute("sandbox") && !frameElement.sandbox.contains("allow-downloads");
  } catch {
    // Of a frame of another origin nothing is known.
  }
  return window.origin === "null";
}

export function download(name, blob) {
  const href = URL.createObjectURL(blob);
  const link = el("a", { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/**
 * Where what is to be copied is shown.
 * @returns {{ element: HTMLElement, clear(): void, show(name: string, blob: Blob, blocked: boolean): Promise<void> }}
 */
export function copyPlace() {
  const element = el("div", { class: "files-copy", hidden: true });
  let address = "";
  const clear = () => {
    if (address) URL.revokeObjectURL(address);
    address = "";
    element.replaceChildren();
    element.hidden = true;
  };
  return {
    element, clear,
    async show(name, blob, blocked) {
      clear();
      const why = blocked ? [el("p", { class: "message" }, t("files.copy.blocked"))] : [];
      const isPicture = blob.type === "image/png";
      if (isPicture) address = URL.createObjectURL(blob);
      element.append(...why, ...(isPicture ? picture(name, address) : text(name, await blob.text())));
      element.hidden = false;
      element.scrollIntoView({ block: "nearest" });
      element.querySelector("textarea")?.select();
    },
  };
}

function picture(name, address) {
  return [el("p", { class: "files-label" }, t("files.copy.picture", { name })), el("img", { src: address, alt: name })];
}

function text(name, content) {
  const field = el("textarea", { class: "files-text", readonly: true, rows: "6", spellcheck: "false", dir: "ltr", "aria-label": t("files.copy.text", { name }) });
  field.value = content;
  const said = el("span", { class: "quiet", role: "status" });
  const copy = async () => {
    field.focus();
    field.select();
    said.textContent = (await copyText(content)) ? t("files.copy.done") : t("files.copy.refused");
    announce(said, said.textContent);
  };
  return [
    el("p", { class: "files-label" }, t("files.copy.text", { name })), field,
    el("p", { class: "files-row" }, el("button", { type: "button", class: "button", onclick: copy }, t("files.copy.do")), said),
  ];
}
