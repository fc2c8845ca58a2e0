import { copyText } from "../copying.js";
import { t } from "../language.js";
import { el, setText } from "../views/dom.js";
import { segmented } from "../views/segmented.js";

const SAID = 2000; // ms that a button says that it has copied

/** Where a text goes → the texts for it, by their names in snippets.js. */
const WHERE = {
  link: ["link"],
  iframe: ["iframe"],
  element: ["element"],
  markdown: ["myst", "html", "markdown"],
  quarto: ["quarto", "quartoSlide"],
  slides: ["slide", "background"],
};

/** A text that stands selected, to be copied by hand, stays so. */
function put(field, text) {
  if (field.value === text) return;
  const isSelected = field.selectionEnd > 0 && field.selectionStart === 0 && field.selectionEnd === field.value.length;
  field.value = text;
  if (isSelected) field.select();
}

/** The texts to copy, those of one place at a time. */
export function createTexts() {
  const status = el("p", { class: "share-status", role: "status" });
  const fields = {};
  const groups = Object.entries(WHERE).map(([where, names]) => el("div", { class: "share-group", hidden: true },
    el("p", { class: "share-note" }, t(`share.note.${where}`)), ...names.map((name) => block(name))));
  const choose = (where) => {
    Object.keys(WHERE).forEach((each, at) => { groups[at].hidden = each !== where; });
    setText(status, "");
    fit();
  };
  const names = { link: t("share.link"), iframe: "iframe", element: t("share.element"), markdown: "Markdown", quarto: "Quarto", slides: "reveal.js" };
  const tabs = segmented({ name: t("share.where"), options: Object.keys(WHERE).map((value) => ({ value, label: names[value] })), onChoose: choose });

  function block(name) {
    const label = t(`share.text.${name}`);
    const field = el("textarea", { class: "share-text", readonly: true, rows: "1", dir: "ltr", spellcheck: "false", "aria-label": label });
    const button = el("button", { type: "button", class: "button", "aria-label": t("share.copyWhat", { what: label }), onclick: () => copy(field, button) }, t("share.copy"));
    fields[name] = field;
    return el("div", { class: "share-block" }, el("div", { class: "share-block-head" }, el("span", { class: "name" }, label), button), field);
  }

  async function copy(field, button) {
    if (await copyText(field.value)) {
      setText(status, t("share.copied"));
      setText(button, t("share.copied"));
      setTimeout(() => setText(button, t("share.copy")), SAID);
      return;
    }
    field.focus();
    field.select();
    setText(status, t("copy.keys"));
  }

  /** As high as its text, to the limit of the style. */
  function fit() {
    for (const field of Object.values(fields)) {
      if (!field.offsetParent) continue;
      field.style.height = "auto";
      field.style.height = `${field.scrollHeight + 2}px`;
    }
  }

  tabs.choose("iframe");
  choose("iframe");
  return {
    element: el("div", { class: "share-copy" }, tabs.element, ...groups, status),
    /** @param {Record<string, string>} texts by their names in snippets.js */
    show(texts) {
      for (const [name, text] of Object.entries(texts)) put(fields[name], text);
      fit();
    },
  };
}
