import { block, sumRow } from "./inspector-block.js";
import { significant } from "../numbers.js";
import { setText } from "./dom.js";

/** The softmax of one cell, in the order in which the core computes it. */
export function weightBlock() {
  const rows = [sumRow(), sumRow(), sumRow()];
  const { element, formula, result } = block("Weight", ...rows.map((row) => row.element));
  return {
    element,
    render({ sum, softmax }) {
      setText(formula, sum.q ? "softmax along the row" : "as it is in the file");
      for (const row of rows) row.element.hidden = !sum.q;
      if (!sum.q) {
        setText(result, significant(sum.weight, 4));
        return;
      }
      if (!sum.open) {
        setText(result, "0");
        rows[0].show(sum.openKeys ? "closed by the mask: weight 0" : "nothing to attend to: the whole row is 0", "");
        rows[1].show("", "");
        rows[2].show("", "");
        return;
      }
      const { scaled, rowMax, exp, rowSum, weight } = softmax;
      setText(result, weight);
      rows[0].show("row maximum", rowMax);
      rows[1].show(`exp(${scaled} − ${rowMax.startsWith("−") ? `(${rowMax})` : rowMax})`, exp);
      rows[2].show("÷ row sum of exp", rowSum);
    },
  };
}
