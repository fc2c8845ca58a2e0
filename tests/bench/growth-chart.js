/** The picture of growth.mjs, drawn with Chart.js on a page: time and memory over n, both axes logarithmic. */
import { Chart, LineController, LineElement, LogarithmicScale, PointElement } from "chart.js";

Chart.register(LineController, LineElement, LogarithmicScale, PointElement);

const SANS = 'Inter, system-ui, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif';
const PAPER = "#ffffff", INK = "#1b1c1f", INK2 = "#484a4f", LINE = "#e4e3dd", EDGE = "#86867f";
const RESOLUTION = 2;
const MARGIN = 40;
const PANEL = { width: 720, height: 470 };
const PLOT = { left: 68, right: 262, top: 12 };
const HEADING = 132, FOOT = 44;
const LABEL = { gap: 12, pitch: 20 };
/** Above the highest and below the lowest value, as a factor. */
const ROOM = 1.6;

/** Told apart by colour, point and dash: a print without colour still reads. */
const LOOKS = {
  "this core": { short: "this core", colour: "#2b62a6", point: "circle", width: 3, bold: true },
  "tfjs-wasm, a head at a time": { short: "tfjs, head by head", colour: "#b5451b", point: "rectRot", width: 2 },
  "onnxruntime-web, MatMul, Softmax, MatMul": { short: "onnxruntime", colour: "#676970", point: "triangle", width: 2 },
};
const STORED = { label: "weights if stored, slope 2", colour: INK, point: false, width: 1.5, dash: [2, 4] };

/** @param {object} figures of growth.mjs @returns {Promise<string>} the picture as a data URL */
export async function draw({ from, contenders, stored }) {
  const values = (bySize, unit) => Object.entries(bySize).map(([n, figure]) => ({ x: Number(n), y: figure / unit }));
  const series = (slopeOf, valuesOf) => Object.entries(LOOKS).map(([name, look]) => ({
    ...look, label: `${look.short}, slope ${slopeOf(contenders[name]).toFixed(2)}`, values: valuesOf(contenders[name]),
  }));
  const time = series(({ slope }) => slope.median, ({ ms }) => Object.entries(ms).map(([n, { median }]) => ({ x: Number(n), y: median })));
  const memory = series(({ memory }) => memory.slope, ({ memory }) => values(memory.bytes, 1e6));
  const least = Math.min(...memory.flatMap((line) => line.values.map(({ x }) => x)));
  const dotted = { ...STORED, values: values(stored, 1e6).filter(({ x }) => x >= least) };
  return composed([
    { heading: "Time of one run, milliseconds", canvas: panel(time) },
    { heading: "Memory that the process grows by, megabytes", canvas: panel([...memory, dotted]) },
  ], from);
}

function panel(series) {
  const canvas = document.createElement("canvas");
  canvas.width = PANEL.width;
  canvas.height = PANEL.height;
  const sizes = [...new Set(series.flatMap((line) => line.values.map(({ x }) => x)))].sort((a, b) => a - b);
  const values = series.flatMap((line) => line.values.map(({ y }) => y));
  const [least, most] = [Math.min(...values) / ROOM, Math.max(...values) * ROOM];
  const first = Math.ceil(Math.log10(least));
  const decades = Array.from({ length: Math.floor(Math.log10(most)) - first + 1 }, (_, k) => 10 ** (first + k));
  new Chart(canvas, {
    type: "line",
    data: { datasets: series.map(dataset) },
    options: {
      responsive: false, animation: false, parsing: false, devicePixelRatio: RESOLUTION,
      layout: { padding: { right: PLOT.right, top: PLOT.top } },
      scales: {
        x: axis(sizes, [sizes[0], sizes.at(-1)], { display: true, text: "queries, and as many keys (n)", color: INK2, font: { size: 15, family: SANS }, padding: { top: 10 } }),
        y: { ...axis(decades, [least, most], { display: false }), afterFit: (scale) => { scale.width = PLOT.left; } },
      },
    },
    plugins: [endLabels(series)],
  });
  return canvas;
}

const dataset = ({ values, colour, point, width, dash }) => ({
  data: values, borderColor: colour, backgroundColor: colour, borderWidth: width, borderDash: dash ?? [],
  pointStyle: point, pointRadius: 4, clip: false,
});

/** Logarithmic, with marks at these places alone. */
const axis = (places, [min, max], title) => ({
  type: "logarithmic", min, max, title,
  afterBuildTicks: (scale) => { scale.ticks = places.map((value) => ({ value })); },
  ticks: { callback: (value) => grouped(value), color: INK2, font: { size: 13, family: SANS }, autoSkip: false, maxRotation: 0, padding: 6 },
  grid: { color: LINE, drawTicks: false }, border: { color: EDGE },
});

/** 10000 as 10 000, 0.01 as it is. */
const grouped = (value) => String(Number(value.toPrecision(6))).replace(/^(\d{2,3})(\d{3})$/, "$1\u202f$2");

/** Names at the ends of their lines, moved apart where they would touch. */
const endLabels = (series) => ({
  id: "endLabels",
  afterDatasetsDraw({ ctx, scales: { x, y } }) {
    const labels = series.map((line) => {
      const last = line.values.at(-1);
      return { ...line, x: x.getPixelForValue(last.x), end: y.getPixelForValue(last.y), at: y.getPixelForValue(last.y) };
    }).sort((a, b) => a.at - b.at);
    moveApart(labels);
    ctx.textBaseline = "middle";
    for (const { label, colour, bold, x: right, end, at } of labels) {
      ctx.strokeStyle = colour;
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.moveTo(right + 7, end);
      ctx.lineTo(right + LABEL.gap + 6, at);
      ctx.stroke();
      ctx.fillStyle = colour;
      ctx.font = `${bold ? 600 : 400} 15px ${SANS}`;
      ctx.fillText(label, right + LABEL.gap + 10, at);
    }
  },
});

/** From the top down, each as far below the one before as a line of text needs. */
function moveApart(labels) {
  for (let k = 1; k < labels.length; k++) labels[k].at = Math.max(labels[k].at, labels[k - 1].at + LABEL.pitch);
}

function composed(panels, from) {
  const picture = document.createElement("canvas");
  const width = 2 * MARGIN + panels.length * PANEL.width;
  const height = HEADING + PANEL.height + FOOT;
  picture.width = width * RESOLUTION;
  picture.height = height * RESOLUTION;
  const ctx = picture.getContext("2d");
  ctx.scale(RESOLUTION, RESOLUTION);
  ctx.fillStyle = PAPER;
  ctx.fillRect(0, 0, width, height);
  const write = (text, x, y, font, colour) => {
    ctx.font = `${font} ${SANS}`;
    ctx.fillStyle = colour;
    ctx.fillText(text, x, y);
  };
  write("What attention costs as the text grows", MARGIN, 50, "600 26px", INK);
  write(`8 heads, d = 64, one thread in Node, medians. Slope: of the line through the logarithms, from n = ${grouped(from)} on.`, MARGIN, 80, "400 16px", INK2);
  panels.forEach(({ heading, canvas }, k) => {
    const left = MARGIN + k * PANEL.width;
    write(heading, left, HEADING - 8, "600 16px", INK);
    ctx.drawImage(canvas, left, HEADING, PANEL.width, PANEL.height);
  });
  return picture.toDataURL("image/png");
}
