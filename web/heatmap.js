import { Chart, DatasetController, Element } from "chart.js";
import { cellPainter } from "./heatmap-cells.js";

// Chart.js makes one element a datum and wants to know its kind; a heatmap has none, its cells are painted as one.
class NoElement extends Element {
  static id = "noElement";
}

/**
 * A heatmap as a Chart.js dataset without axes. The dataset is { layout, picture, tokens, over }:
 * `over(context, paint)` draws what moves over the cells, and may paint some of these again.
 */
class HeatmapController extends DatasetController {
  static id = "heatmap";
  static defaults = { datasetElementType: false, dataElementType: "noElement" };
  static overrides = { scales: {} };

  linkScales() {}

  parse() {}

  update() {}

  draw() {
    const { layout, picture, tokens, over } = this.getDataset();
    if (!layout) return;
    const context = this.chart.ctx;
    const paint = picture && this.painterOf(layout, picture, tokens);
    paint?.(context);
    over?.(context, paint);
  }

  /** The same one for the same picture. */
  painterOf(layout, picture, tokens) {
    const from = this.from;
    if (!from || from.layout !== layout || from.picture !== picture || from.tokens !== tokens) {
      this.from = { layout, picture, tokens, paint: cellPainter(layout, picture, tokens) };
    }
    return this.from.paint;
  }
}

Chart.register(NoElement, HeatmapController);

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {{ show(parts: object): void, redraw(): void, destroy(): void }} show: takes any of the
 *   dataset's parts and draws; redraw: the same cells again with what is over them
 */
export function createHeatmap(canvas) {
  const dataset = { data: [], clip: false, layout: null, picture: null, tokens: null, over: null };
  const chart = new Chart(canvas, {
    type: "heatmap",
    data: { datasets: [dataset] },
    options: { responsive: false, maintainAspectRatio: false, animation: false, events: [], plugins: false },
  });
  let sized = ""; // asked for, not what Chart.js made of it: it keeps to the container
  return {
    show(parts) {
      Object.assign(dataset, parts);
      const { layout } = dataset;
      const size = layout && `${layout.width} × ${layout.height} @ ${layout.ratio}`;
      if (size && size !== sized) {
        sized = size;
        chart.options.devicePixelRatio = layout.ratio;
        chart.resize(layout.width, layout.height);
      }
      chart.draw();
    },
    redraw: () => chart.draw(),
    destroy: () => chart.destroy(),
  };
}
