import { parts, t } from "../language.js";
import { fixed, grouped, perCent, plainText, significant } from "../numbers.js";
import { el, math, setText } from "../views/dom.js";
import { createChart } from "./chart.js";
import { DRAWS } from "./root-dk-draws.js";
import { halfWidth, histogram, normalCounts, spread } from "./root-dk-figures.js";
import { withMath } from "./root-dk-proof.js";

const BINS = 80;
const ROOT = ["msqrt", ["msub", ["mi", "d"], ["mi", "k"]]];

/** The histogram of dot products, and its standard deviation measured against √d_k. */
export function dotsView() {
  const chart = createChart("bar", "root-histogram");
  const figures = Object.fromEntries(["predicted", "measured", "off", "mean", "outside"].map((key) => [key, el("dd", { "data-figure": key, dir: "ltr" }, "")]));
  const predictedName = el("dt", {});
  const caption = el("p", { class: "quiet root-caption" });
  let drawn = null;
  let divided = false;

  const paint = () => {
    if (!drawn) return;
    const { dK, values } = drawn;
    const picture = pictureOf(values, dK, divided);
    chart.draw(labelOf(dK, picture), figureOf(picture));
    predictedName.replaceChildren(...parts("root.predicted", { value: math(["math", divided ? ["mn", "1"] : ROOT]) }));
    setText(figures.predicted, significant(picture.predicted, 4));
    setText(figures.measured, significant(picture.deviation, 4));
    setText(figures.off, perCent(`${picture.off > 0 ? "+" : ""}${fixed(picture.off, 2)}`));
    setText(figures.mean, fixed(picture.mean, 3));
    setText(figures.outside, grouped(picture.outside));
    setText(caption, captionOf(picture));
  };

  return {
    element: el("div", {},
      chart.element, caption,
      el("dl", { class: "root-figures" },
        el("div", {}, el("dt", {}, t("root.measured")), figures.measured),
        el("div", {}, predictedName, figures.predicted),
        el("div", {}, el("dt", {}, t("root.off")), figures.off),
        el("div", {}, el("dt", {}, t("root.mean")), figures.mean),
        el("div", {}, el("dt", {}, t("root.outside")), figures.outside)),
      el("p", { class: "quiet root-caption" }, ...withMath(t("root.chance", { draws: grouped(DRAWS), percent: perCent("3") })))),
    show(what) {
      drawn = what;
      paint();
    },
    divide(on) {
      divided = on;
      paint();
    },
    destroy: chart.destroy,
  };
}

function pictureOf(values, dK, divided) {
  const factor = divided ? 1 / Math.sqrt(dK) : 1;
  const { mean, deviation } = spread(values);
  const predicted = Math.sqrt(dK) * factor;
  const half = halfWidth(dK);
  return {
    divided, half, predicted, total: values.length,
    mean: mean * factor, deviation: deviation * factor, off: 100 * ((deviation * factor) / predicted - 1),
    ...histogram(values, factor, half, BINS), normal: normalCounts(values.length, predicted, half, BINS),
  };
}

const labelOf = (dK, { total, divided, deviation, predicted, counts, half }) =>
  t(divided ? "root.histogramDivided" : "root.histogram", {
    count: grouped(total), dk: grouped(dK), least: fixed(-half, 0), most: plainText(half), deviation: significant(deviation, 4),
    predicted: significant(predicted, 4), bars: BINS, fullest: grouped(Math.max(...counts)),
  });

const captionOf = ({ half, divided }) =>
  `${t("root.bars", { width: plainText(half / (BINS / 2)) })} ${divided ? t("root.axis") : t("root.colours")}`;

function figureOf({ counts, normal, half }) {
  const width = (2 * half) / BINS;
  const middle = (bin) => -half + width * (bin + 0.5);
  return ({ pos, neg, ink }) => ({
    datasets: [
      { type: "line", data: normal.map((y, bin) => ({ x: middle(bin), y })), borderColor: ink, borderWidth: 1.5, pointRadius: 0 },
      { type: "bar", data: counts.map((y, bin) => ({ x: middle(bin), y })), backgroundColor: counts.map((_, bin) => (middle(bin) < 0 ? neg : pos)), barPercentage: 0.9, categoryPercentage: 1, grouped: false },
    ],
    x: { type: "linear", min: -half, max: half, offset: false, ticks: { stepSize: half / 5 } },
    y: { type: "linear", min: 0, grid: true, title: t("root.drawsAxis"), ticks: { maxTicksLimit: 5, callback: (value) => grouped(value) } },
  });
}
