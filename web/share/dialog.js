import { NAMES, addressOf } from "../address.js";
import { t } from "../language.js";
import { fileOf, pageAddress } from "../parts.js";
import { KEYS } from "../state.js";
import { dialog } from "../views/dialog.js";
import { el } from "../views/dom.js";
import { createPreview } from "./preview.js";
import { createSettings } from "./settings.js";
import { baseOf, besides, sharedState, snippetsOf } from "./snippets.js";
import { summaryOf } from "./summary.js";
import { createTexts } from "./texts.js";

const SCRIPT = "attention-lab-element.js";
/** State keys that an address carries. */
const SHARED = Object.keys(KEYS).filter((key) => NAMES.includes(KEYS[key].url ?? key));

/** Text to copy into other pages, set as the page is and as a teacher wants it, and how that looks. */
export function shareDialog(store) {
  const home = pageAddress();
  const usual = baseOf(home ?? "") ?? (fileOf(SCRIPT) ? "attention-lab/index.html" : "attention-lab.html");
  const summary = el("div", { class: "share-what" });
  const settings = createSettings({ state: store.state, base: usual, isReached: baseOf(home ?? "") !== null, onChange: update });
  const texts = createTexts();
  const preview = createPreview(home, (height) => { settings.setAutomatic(height); write(); });
  const element = dialog(t("dialogs.share"), {
    body: [summary, el("div", { class: "share-columns" },
      settings.element,
      el("div", { class: "share-texts" }, texts.element, preview.element))],
  });
  element.classList.add("share");
  element.addEventListener("close", preview.stop);

  let asked = 0;
  /** The texts, for what is set now; an answer that another has overtaken is dropped. */
  async function write() {
    const mine = ++asked;
    const { setting, size, base } = settings;
    const title = `Attention Lab: ${store.state.text}`;
    const all = await snippetsOf({ state: store.state, setting, size, base, script: besides(base, SCRIPT), title });
    if (mine === asked) texts.show(all);
  }

  async function update() {
    write();
    const { setting, size } = settings;
    const address = await addressOf(sharedState(store.state, setting));
    if (element.open) preview.show(address, size);
  }

  function prepare() {
    summary.replaceChildren(...summaryOf(store.state));
    queueMicrotask(update); // the dialog is open by then
  }
  return {
    element, prepare,
    render(_, changed) {
      if (SHARED.some((key) => changed.has(key)) || changed.has("result")) prepare();
    },
  };
}
