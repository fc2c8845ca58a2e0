import { parts, t } from "../language.js";
import { fixed, grouped } from "../numbers.js";
import { el, math, setText } from "../views/dom.js";
import { createChart } from "./chart.js";
import { KEYS, QUERIES } from "./root-dk-draws.js";
import { withMath } from "./root-dk-proof.js";

/** Of the two ways, in the order of the tables. */
const WAYS = ["divided", "plain"];
const wayName = (way) => (way === "divided" ? "÷ √dₖ" : t("root.plain"));
const MEANS = [{ key: "largest", digits: 3 }, { key: "entropy", digits: 2 }, { key: "slope", digits: 4 }];
const SLOPE = ["math", ["mfrac", ["mrow", ["mo", "∂"], ["msub", ["mi", "w"], ["mi", "i"]]], ["mrow", ["mo", "∂"], ["msub", ["mi", "s"], ["mi", "i"]]]], ["mo", "="], ["msub", ["mi", "w"], ["mi", "i"]], ["mo", "("], ["mn", "1"], ["mo", "−"], ["msub", ["mi", "w"], ["mi", "i"]], ["mo", ")"]];

/** What the softmax makes of random scores, with the division and without. */
export function softmaxView() {
  const bars = createChart("bar", "root-bars");
  const curve = createChart("line", "root-curve");
  const means = meansTable();
  const rowTable = numbersTable(t("root.firstTable", { count: KEYS }), t("root.key"));
  const curveTable = numbersTable(t("root.curveTable"), "dₖ");
  const at = el("span", { "data-figure": "softmax-dk" });
  return {
    element: section({ bars, curve, means, rowTable, curveTable, at }),
    show(dK, both) {
      setText(at, grouped(dK));
      means.show(both);
      rowTable.show(both.divided.row.map((_, j) => [String(j + 1), ...WAYS.map((way) => fixed(both[way].row[j], 3))]));
      bars.draw(barsLabel(dK, both), barsFigure(both));
    },
    showCurve(points) {
      curveTable.show(points.map((point) => [grouped(point.dK), ...WAYS.map((way) => fixed(point[way].slope, 4))]));
      curve.draw(curveLabel(points), curveFigure(points));
    },
    destroy() {
      bars.destroy();
      curve.destroy();
    },
  };
}

function section({ bars, curve, means, rowTable, curveTable, at }) {
  const legend = () => el("p", { class: "quiet root-legend" }, ...WAYS.map((way) => el("span", { class: `root-key is-${way}`, dir: "auto" }, wayName(way))));
  return el("section", { class: "root-softmax", "aria-labelledby": "root-softmax-title" },
    el("h3", { class: "title", id: "root-softmax-title" }, t("root.softmax")),
    el("p", { class: "prose" }, ...withMath(t("root.flat"))),
    el("p", { class: "prose root-slope" }, math(SLOPE)),
    el("div", { class: "root-three" },
      el("div", {}, el("h4", {}, ...parts("root.means", { queries: QUERIES, keys: KEYS, dk: el("bdi", { dir: "ltr" }, math(["math", ["msub", ["mi", "d"], ["mi", "k"]], ["mo", "="]]), " ", at) })), means.element),
      el("figure", {}, el("figcaption", {}, t("root.first", { count: KEYS })), legend(), bars.element, rowTable.element),
      el("figure", {}, el("figcaption", {}, ...withMath(t("root.curve"))), legend(), curve.element, curveTable.element)));
}

function meansTable() {
  const cells = MEANS.map(({ key }) => WAYS.map((way) => el("td", { "data-figure": `${key}-${way}` })));
  return {
    element: table(["", ...WAYS.map(wayName)], MEANS.map(({ key }, row) => el("tr", {}, el("th", { scope: "row" }, t(`root.${key}`, { most: Math.log2(KEYS) })), ...cells[row]))),
    show(both) {
      MEANS.forEach(({ key, digits }, row) => WAYS.forEach((way, column) => setText(cells[row][column], fixed(both[way][key], digits))));
    },
  };
}

/** The numbers of a picture, folded away. */
function numbersTable(caption, first) {
  const body = el("tbody", {});
  const whole = table([first, ...WAYS.map(wayName)], []);
  whole.prepend(el("caption", { class: "unseen" }, caption));
  whole.tBodies[0].replaceWith(body);
  return {
    element: el("details", { class: "root-numbers" }, el("summary", { class: "quiet" }, t("root.numbers")), whole),
    show: (rows) => body.replaceChildren(...rows.map(([name, ...cells]) => el("tr", {}, el("th", { scope: "row" }, name), ...cells.map((cell) => el("td", {}, cell))))),
  };
}

function table(names, rows) {
  const head = names.map((name) => (name ? el("th", { scope: "col" }, name) : el("td", {})));
  return el("table", { class: "root-table", dir: "ltr" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows));
}

const barsLabel = (dK, { divided, plain }) =>
  t("root.barsSaid", { count: KEYS, dk: grouped(dK), divided: fixed(Math.max(...divided.row), 3), plain: fixed(Math.max(...plain.row), 3) });

function barsFigure({ divided, plain }) {
  const bar = (data, colour, filled) => ({ data, backgroundColor: filled ? colour : "transparent", borderColor: colour, borderWidth: 1.5, barPercentage: 0.9, categoryPercentage: 0.8 });
  return ({ w, pos }) => ({
    labels: divided.row.map((_, j) => String(j + 1)),
    datasets: [bar(divided.row, w, true), bar(plain.row, pos, false)],
    x: { title: t("root.key"), ticks: { autoSkip: true } },
    y: { min: 0, max: 1, grid: true, title: t("root.weight"), ticks: { stepSize: 0.25 } },
  });
}

const curveLabel = (points) => {
  const [first, last] = [points[0], points.at(-1)];
  const slope = (point, way) => fixed(point[way].slope, 4);
  return t("root.curveSaid", {
    first: first.dK, last: grouped(last.dK), dividedFirst: slope(first, "divided"), dividedLast: slope(last, "divided"),
    plainFirst: slope(first, "plain"), plainLast: slope(last, "plain"),
  });
};

function curveFigure(points) {
  const line = (key, colour, filled) => ({
    data: points.map((point) => point[key].slope), borderColor: colour, borderWidth: 1.5, borderDash: filled ? [] : [5, 3],
    pointRadius: 3, pointBorderColor: colour, pointBackgroundColor: filled ? colour : "transparent",
  });
  return ({ w, pos }) => ({
    labels: points.map(({ dK }) => String(dK)),
    datasets: [line("divided", w, true), line("plain", pos, false)],
    x: { title: "dₖ", ticks: { autoSkip: true } },
    y: { min: 0, max: 0.25, grid: true, title: t("root.slopeAxis"), ticks: { stepSize: 0.05 } },
  });
}
