import { t } from "../language.js";
import { readNumber } from "../numbers.js";
import { block } from "./inspector-block.js";
import { el, math, setAttribute, setText, svg } from "./dom.js";

/** Queries wider than this are drawn as one strip. */
export const ROWS = 8;
const STRIP = { width: 1000, height: 60 };

/** q · k, product by product. */
export function scoreBlock() {
  const body = el("div");
  const { element, formula, result } = block(t("cell.score"), body);
  formula.append(math(["math", ["msub", ["mi", { class: "q" }, "q"], ["mn"]], ["mo", "·"], ["msub", ["mi", { class: "k" }, "k"], ["mn"]]]));
  const [i, j] = formula.querySelectorAll("mn");
  let view = null;
  let key = "";
  return {
    element,
    render({ sum, cell, dimensions, score }) {
      const rows = sum.q.length <= ROWS;
      const kind = `${rows ? sum.q.length : "strip"} ${dimensions?.map(({ ask }) => ask).join("|") ?? ""}`;
      if (key !== kind) {
        key = kind;
        view = rows ? productRows(sum.q.length, dimensions) : productStrip();
        body.replaceChildren(view.element);
      }
      setText(i, String(cell.i));
      setText(j, String(cell.j));
      setText(result, score.score);
      view.render(sum, score);
    },
  };
}

function productRows(count, dimensions) {
  const rows = Array.from({ length: count }, (_, index) => productRow(index, dimensions));
  return {
    element: el("div", { class: dimensions ? "products" : "products is-plain", dir: "ltr", role: "list", "aria-label": t("cell.products") }, ...rows.map((row) => row.element)),
    render({ products }, printed) {
      const least = Math.min(0, ...products.filter(Number.isFinite));
      const most = Math.max(0, ...products.filter(Number.isFinite));
      const span = most - least || 1;
      rows.forEach((row, index) => row.render(products[index], printed, -least / span, span));
    },
  };
}

function productRow(index, dimensions) {
  const [q, k, result] = [["factor q"], ["factor k"], ["result"]].map(([name]) => el("span", { class: name }));
  const bar = el("span", { class: "bar" });
  const track = el("span", { class: "track", "aria-hidden": "true" }, bar);
  const name = dimensions && el("span", { class: "dimension" }, dimensions[index].ask);
  const title = dimensions && t("cell.asks", dimensions[index]);
  const element = el("div", { class: "product", role: "listitem", title },
    ...(name ? [name] : []), q, el("span", { class: "times" }, "×"), k, track, result);
  return {
    element,
    render(product, printed, zero, span) {
      setText(q, printed.q[index]);
      setText(k, printed.k[index]);
      setText(result, printed.parts[index]);
      const width = Number.isFinite(product) ? Math.abs(product) / span : 0;
      bar.classList.toggle("is-negative", product < 0);
      track.style.setProperty("--zero", `${100 * zero}%`);
      bar.style.left = `${100 * (product < 0 ? zero - width : zero)}%`;
      bar.style.width = `${100 * width}%`;
    },
  };
}

/** Many products as one strip of signed bars, with the two totals whose sum is the score. */
function productStrip() {
  const up = svg("path", { class: "up" });
  const down = svg("path", { class: "down" });
  const zero = svg("path", { class: "zero" });
  const strip = svg("svg", { class: "strip", viewBox: `0 0 ${STRIP.width} ${STRIP.height}`, preserveAspectRatio: "none", role: "img" }, up, down, zero);
  const [count, positive, negative] = ["count", "up", "down"].map((name) => el("span", { class: name }));
  const words = el("span", { class: "words-count" }, count, el("span", { class: "more" }, t("cell.each")));
  return {
    element: el("div", { class: "products", dir: "ltr" }, strip, el("p", { class: "totals" }, words, positive, negative)),
    render({ products }, { parts: totals }) {
      const finite = products.filter(Number.isFinite);
      const most = Math.max(0, ...finite);
      const span = most - Math.min(0, ...finite) || 1;
      const base = Math.round((STRIP.height * most) / span);
      setAttribute(up, "d", bars(products, (x) => x > 0, base, span));
      setAttribute(down, "d", bars(products, (x) => x < 0, base, span));
      setAttribute(zero, "d", `M0 ${base}H${STRIP.width}`);
      setText(count, t("cell.count", { count: products.length }));
      setText(positive, `+${totals[0]}`);
      setText(negative, readNumber(totals[1]) === 0 ? `−${totals[1]}` : totals[1]);
      setAttribute(strip, "aria-label", t("cell.strip", { count: products.length, up: totals[0], down: totals[1] }));
    },
  };
}

function bars(products, wanted, base, span) {
  const pitch = STRIP.width / products.length;
  return products.map((x, index) => {
    if (!wanted(x) || !Number.isFinite(x)) return "";
    const left = (index * pitch + 0.15 * pitch).toFixed(2);
    return `M${left} ${base}h${(0.7 * pitch).toFixed(2)}v${((-x / span) * STRIP.height).toFixed(2)}h${(-0.7 * pitch).toFixed(2)}z`;
  }).join("");
}

/** The score divided by √d_k, and by the temperature where that is not 1. */
export function scaledBlock() {
  const { element, formula, result } = block(t("cell.scaled"));
  let shown = "";
  return {
    element,
    render({ sum, divide, temperature, score }) {
      setText(result, score.scaled);
      const key = [divide, sum.q.length, temperature].join();
      if (shown === key) return;
      shown = key;
      const root = math(["math", ["msqrt", ["mn", String(sum.q.length)]]]);
      const warm = temperature !== 1;
      formula.replaceChildren(...(divide
        ? [warm ? "÷ (" : "÷ ", root, warm ? ` × ${score.temperature}) = ${score.divisor}` : ` = ${score.divisor}`]
        : [warm ? t("cell.warmOff", { temperature: score.temperature }) : t("cell.off")]));
    },
  };
}
