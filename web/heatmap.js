import { BasicPlatform, Chart, DatasetController, Element } from "chart.js";
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
    const dataset = this.getDataset();
    const { layout, picture, tokens, over } = dataset;
    dataset.drawn = true;
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
  const dataset = { data: [], clip: false, layout: null, picture: null, tokens: null, over: null, drawn: false };
  /** Made when its size is known. @type {Chart | null} */
  let chart = null;
  let sized = "";
  return {
    show(parts) {
      Object.assign(dataset, parts, { drawn: false });
      const { width, height, ratio } = dataset.layout;
      const size = `${width} × ${height} @ ${ratio}`;
      if (!chart) chart = createChart(canvas, dataset);
      else if (size !== sized) {
        chart.options.devicePixelRatio = ratio;
        chart.resize(width, height);
      }
      sized = size;
      if (!dataset.drawn) chart.draw(); // Chart.js has, where it was made or changed its size
    },
    redraw: () => chart?.draw(),
    destroy: () => chart?.destroy(),
  };
}

/** A chart of the layout's size. It asks the page for nothing, since its answers would lay it out once more each. */
function createChart(canvas, dataset) {
  const { width, height, ratio } = dataset.layout;
  Object.assign(canvas, { width, height });
  return new Chart(canvas, {
    type: "heatmap",
    platform: BasicPlatform,
    data: { datasets: [dataset] },
    options: { responsive: false, maintainAspectRatio: false, animation: false, events: [], plugins: false, devicePixelRatio: ratio },
  });
}
