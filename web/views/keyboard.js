import { t } from "../language.js";
import { dialog } from "./dialog.js";
import { el } from "./dom.js";

const KEYS = [
  [["Tab"], "tab"],
  [["←", "→", "↑", "↓"], "arrows"],
  [["Home", "End"], "ends"],
  [["Page Up", "Page Down"], "pages"],
  [["Enter"], "enter"],
  [["[", "]"], "steps"],
  [["M"], "mask"],
  [["Esc"], "escape"],
  [["Ctrl Z", "Ctrl Y"], "undo"],
  [["↓"], "menu"],
];

/** What the keys do. */
export function keyboardDialog() {
  const between = (keys) => keys.flatMap((key, index) => (index ? [" ", el("kbd", {}, key)] : [el("kbd", {}, key)]));
  return dialog(t("dialogs.keyboard"), { body: [el("dl", {}, ...KEYS.flatMap(([keys, what]) => [el("dt", { dir: "ltr" }, ...between(keys)), el("dd", {}, t(`keys.${what}`))]))] });
}
