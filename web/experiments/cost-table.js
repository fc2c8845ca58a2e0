import { parts, t } from "../language.js";
import { grouped } from "../numbers.js";
import { el, math, setText } from "../views/dom.js";
import { counts } from "./cost-counts.js";

const I = (letter, role) => ["mi", { class: role }, letter];
const DOT = ["mo", "·"];
const N = I("n", "q");
const M = I("m", "k");
const KT = ["msup", I("K", "k"), ["mi", { class: "k", mathvariant: "normal" }, "T"]];
const dim = (index, role) => ["msub", I("d", role), ["mi", index]];

/** `of`: the product that is named; `factors`: of one head, as letters and as numbers. */
const ROWS = [
  { key: "scores", formula: [N, DOT, M], factors: ({ n, m }) => [n, m] },
  { key: "qk", of: ["mrow", I("Q", "q"), KT], formula: [N, DOT, M, DOT, dim("k", "k")], factors: ({ n, m, dK }) => [n, m, dK] },
  { key: "wv", of: I("V", "v"), formula: [N, DOT, M, DOT, dim("v", "v")], factors: ({ n, m, dV }) => [n, m, dV] },
  { key: "bytes", formula: [["mn", "4"], DOT, N, DOT, M], factors: ({ n, m }) => [4, n, m] },
];

/** The counts, each of one head, of a layer and of all layers, as a product of the sizes. */
export function countsView() {
  const rows = ROWS.map(countRow);
  return {
    element: el("div", { class: "cost-counts" }, el("h3", { class: "title" }, t("cost.counted")), ...rows.map(({ element }) => element)),
    /** @param {import("../cost-run.js").Sizes} sizes */
    show(sizes) {
      const all = counts(sizes);
      for (const { key, show } of rows) show(all[key], sizes);
    },
  };
}

function countRow({ key, of, formula, factors }) {
  const lines = ["head", "layer", "all"].map((scope) => {
    const term = el("dt", {});
    const product = el("span", { class: "cost-product", dir: "ltr" });
    const value = el("b", { "data-figure": `${key}-${scope}` });
    return { scope, term, product, value, element: el("div", { class: "cost-line" }, term, el("dd", {}, product), el("dd", { class: "cost-value" }, value)) };
  });
  const element = el("section", { class: "cost-row" },
    el("div", { class: "cost-name" },
      el("h4", {}, ...parts(`cost.${key}`, of ? { product: math(["math", of]) } : {})),
      el("p", { class: "quiet" }, math(["math", ["mrow", ...formula]]), el("span", {}, t(`cost.${key}.unit`)))),
    el("dl", {}, ...lines.map((line) => line.element)));
  return {
    key, element,
    show(count, sizes) {
      const { heads, layers } = sizes;
      const product = factors(sizes).map(grouped).join(" · ");
      const texts = {
        head: [t("cost.oneHead"), product],
        layer: [t("cost.ofHeads", { count: heads }), `${grouped(heads)} · ${grouped(count.head)}`],
        all: [t("cost.ofLayers", { count: layers }), `${grouped(layers)} · ${grouped(count.layer)}`],
      };
      for (const line of lines) {
        setText(line.term, texts[line.scope][0]);
        setText(line.product, `${texts[line.scope][1]} =`);
        setText(line.value, grouped(count[line.scope]));
      }
    },
  };
}
