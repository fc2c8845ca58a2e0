import { dialog } from "./dialog.js";
import { el } from "./dom.js";

const KEYS = [
  [["Tab"], "from part to part; each map is one stop"],
  [["←", "→", "↑", "↓"], "in a map: from cell to cell"],
  [["Home", "End"], "first and last key of the row"],
  [["Page Up", "Page Down"], "ten rows up or down"],
  [["Enter"], "pins the cell, or lets it go"],
  [["[", "]"], "one step of the equation back, forward"],
  [["M"], "in a map, with the mask “by hand”: closes the cell, or opens it"],
  [["Esc"], "leaves the map; closes a menu or a dialog"],
  [["↓"], "on Examples or the model’s name: opens the menu"],
];

/** What the keys do. */
export function keyboardDialog() {
  const between = (keys) => keys.flatMap((key, index) => (index ? [" ", el("kbd", {}, key)] : [el("kbd", {}, key)]));
  return dialog("Keyboard", { body: [el("dl", {}, ...KEYS.flatMap(([keys, what]) => [el("dt", {}, ...between(keys)), el("dd", {}, what)]))] });
}
