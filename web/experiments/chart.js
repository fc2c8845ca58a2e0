import { BarController, BarElement, BasicPlatform, CategoryScale, Chart, LinearScale, LineController, LineElement, PointElement } from "chart.js";
import { t } from "../language.js";
import { onThemeChange, readTokens } from "../canvas-theme.js";
import { fixed } from "../numbers.js";
import { offerPicture } from "../pictures.js";
import { el, setAttribute } from "../views/dom.js";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, LineController, LineElement, PointElement);

/**
 * A Chart.js chart in the colours and the type of the page, without motion.
 * @param {string} type "bar" | "line"
 * @param {string} className of its box, which sets the height
 * @returns {{ element: HTMLElement, draw(label: string, figure: Figure): void, destroy(): void }}
 *   label: what the chart shows, in figures, for those who do not see it
 * @typedef {(tokens: import("../canvas-theme.js").Tokens) => { datasets: object[], labels?: string[], x: object, y: object }} Figure
 *   x and y: options of the two scales, `title` as a text
 */
export function createChart(type, className) {
  const canvas = el("canvas", { role: "img", "aria-label": t("chart.empty") });
  const element = el("div", { class: `chart ${className}`, dir: "ltr" }, canvas);
  let chart = null;
  let shown = null;
  const redraw = () => {
    if (!shown) return;
    const tokens = readTokens(canvas);
    const { datasets, labels, x, y } = shown(tokens);
    const options = { ...BASE, scales: { x: scale(tokens, x), y: scale(tokens, y) } };
    chart ??= new Chart(canvas, { type, data: { datasets: [] }, options });
    chart.data = { datasets, labels };
    chart.options = options;
    chart.update("none");
  };
  const stop = onThemeChange(redraw);
  let said = "";
  const withdraw = offerPicture(canvas, {
    about: () => ({ title: said }),
    tokens: () => readTokens(canvas),
    size: () => ({ width: canvas.clientWidth, height: canvas.clientHeight }),
    draw(context, ratio) {
      const tokens = readTokens(canvas);
      drawElsewhere(context, ratio, type, shown(tokens), canvas, tokens);
    },
  });
  return {
    element,
    draw(label, figure) {
      shown = figure;
      said = label;
      setAttribute(canvas, "aria-label", label);
      redraw();
    },
    destroy() {
      stop();
      withdraw();
      chart?.destroy();
    },
  };
}

/** The same chart on a context whose canvas is its own, or which writes vectors. */
function drawElsewhere(context, ratio, type, { datasets, labels, x, y }, { clientWidth, clientHeight }, tokens) {
  const { canvas } = context;
  Object.assign(canvas, { width: clientWidth, height: clientHeight }); // from here on Chart.js sizes it
  const chart = new Chart(canvas, {
    type, platform: BasicPlatform, data: { datasets, labels },
    options: { ...BASE, responsive: false, devicePixelRatio: ratio, scales: { x: scale(tokens, x), y: scale(tokens, y) } },
  });
  chart.canvas = null; // destroy() would wipe it
  chart.destroy();
}

const BASE = { animation: false, responsive: true, maintainAspectRatio: false, events: [], layout: { padding: { top: 4, right: 4 } } };

function scale({ ink3, line, edge, sans }, { title, grid = false, ticks = {}, ...rest }) {
  const font = { family: sans, size: 12 };
  return {
    ...rest,
    border: { color: edge },
    grid: { display: grid, color: line, drawTicks: false },
    ticks: { color: ink3, font, padding: 6, maxRotation: 0, callback: plain, ...ticks },
    title: { display: Boolean(title), text: title, color: ink3, font },
  };
}

/** @this {import("chart.js").Scale} */
function plain(value) {
  return typeof value === "number" && this.type === "linear" ? fixed(value, value % 1 === 0 ? 0 : 2) : this.getLabelForValue(value);
}
