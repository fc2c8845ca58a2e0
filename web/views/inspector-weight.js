import { t } from "../language.js";
import { block, sumRow } from "./inspector-block.js";
import { significant } from "../numbers.js";
import { setText } from "./dom.js";

/** The softmax of one cell, in the order in which the core computes it. */
export function weightBlock() {
  const rows = [sumRow(), sumRow(), sumRow()];
  const { element, formula, result } = block(t("cell.weight"), ...rows.map((row) => row.element));
  return {
    element,
    render({ sum, softmax }) {
      setText(formula, sum.q ? t("cell.softmax") : t("cell.given"));
      for (const row of rows) row.element.hidden = !sum.q;
      if (!sum.q) {
        setText(result, significant(sum.weight, 4));
        return;
      }
      if (!sum.open) {
        setText(result, "0");
        rows[0].show(sum.openKeys ? t("cell.zero") : t("cell.zeroRow"), "");
        rows[1].show("", "");
        rows[2].show("", "");
        return;
      }
      const { scaled, rowMax, exp, rowSum, weight } = softmax;
      setText(result, weight);
      rows[0].show(t("cell.rowMax"), rowMax);
      rows[1].show(`exp(${scaled} − ${rowMax.startsWith("−") ? `(${rowMax})` : rowMax})`, exp);
      rows[2].show(t("cell.rowSum"), rowSum);
    },
  };
}
