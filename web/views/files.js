import { t } from "../language.js";
import { announce } from "./live.js";
import { el } from "./dom.js";
import { errorText } from "./error-text.js";

/**
 * Saving pictures and numbers, and opening data of one's own: two buttons, whose dialogs come when they are first asked for. A
 * file that is dropped anywhere on the page opens the second.
 * @param {ReturnType<typeof import("../state.js").createStore>} store
 * @param {object} options as in views/page.js
 */
export function fileButtons(store, options) {
  const note = el("p", { class: "quiet", role: "alert", hidden: true });
  const open = async (dialog, opener, files) => {
    note.hidden = true;
    try {
      const part = await options.bringPart("files");
      part[dialog](opener, store, options, files);
    } catch (error) {
      note.textContent = t("files.button.failed", { reason: errorText(error) });
      note.hidden = false;
      announce(note, note.textContent);
    }
  };
  const button = (name, dialog) => el("button", { type: "button", class: "text-button", "aria-haspopup": "dialog", onclick: ({ currentTarget }) => open(dialog, currentTarget) }, name);
  const save = button(t("files.button.save"), "saveDialog");
  const bring = button(t("files.button.open"), "openDialog");
  const stop = new AbortController();
  const dropped = (event) => event.dataTransfer?.types.includes("Files");
  const over = (event) => {
    if (!dropped(event)) return;
    event.preventDefault(); // else the browser leaves the page for the file
    event.dataTransfer.dropEffect = "copy";
  };
  const drop = (event) => {
    if (!dropped(event)) return;
    event.preventDefault();
    open("openDialog", bring, [...event.dataTransfer.files]);
  };
  document.addEventListener("dragover", over, { signal: stop.signal });
  document.addEventListener("drop", drop, { signal: stop.signal });
  return { buttons: [save, bring], note, destroy: () => stop.abort() };
}
