import { t } from "../language.js";
import { valueText } from "../picture.js";
import { fixed, percent } from "../numbers.js";
import { svg, textWidth } from "./dom.js";

/**
 * Where everything of the view stands, and the shapes. Two layouts: token columns, and where those would be too
 * narrow, rows.
 * @typedef {{ left: number, top: number, width: number, height: number }} Box
 * @typedef {object} Plot
 * @property {boolean} rows
 * @property {number} height
 * @property {Box[]} keys what is pointed at for a key
 * @property {Box[]} words of the keys @property {number} size of their type
 * @property {(count: number) => string} sumOf what is said of a key of several pieces
 * @property {Box[] | null} asks words of the queries where they stand in a line of their own
 * @property {{ score: Box | null, weight: Box, output: Box }} labels
 * @property {SVGElement[]} shapes
 * @typedef {{ asking: import("../asking.js").Asking, stage: "scores" | "scaled", width: number, row: number, widest: number, fonts: { sans: string, serif: string } }} What
 *   row: least height of a row; widest: in characters, of the head's scaled scores
 */

const MARGIN = 108; // what the columns leave for the labels
const NARROW = 30; // columns below this become rows
const PHONE = 560; // and all of a view below this
const WORD = 40; // height of a line of words
const ARCS = 96;
const BAR = 40; // of the output
const STROKE = 7; // of the arc of the largest weight
const NUMBER = 18;

/** @param {What} what @returns {Plot} */
export function plotOf(what) {
  const { asking: { keys, queries, cross }, width, widest, fonts } = what;
  const pitch = Math.min(...[keys, ...(cross ? [queries] : [])].map((list) => (width - MARGIN) / list.length));
  const longest = Math.max(...[...keys, ...queries].map(({ text }) => textWidth(text, `600 20px ${fonts.serif}`)));
  const size = Math.min(20, Math.floor((20 * (pitch - 6)) / longest));
  const number = textWidth("0".repeat(widest), `600 12px ${fonts.sans}`);
  return width < PHONE || pitch < Math.max(NARROW, number + 2) || size < 11 ? rowPlot(what) : columnPlot(what, size);
}

const sumsOf = (count) => [t("ow.sum", { count }), t("ow.sumShort", { count }), `Σ ${count}`];

/** Bars of one stage: how far each reaches, to either side of zero, of a length of 1 in all. */
function extents(values) {
  const finite = values.filter((x) => x !== null && Number.isFinite(x));
  const [low, high] = [Math.min(0, ...finite), Math.max(0, ...finite)];
  const span = high - low || 1;
  return { zero: -low / span, of: (x) => (x !== null && Number.isFinite(x) ? x / span : 0) };
}

/** A value as printed: a dash for what pieces together do not have. */
export const printed = (stage, key) => (key.closed ? t("ow.closed") : key[stage] === null ? "–" : valueText(stage, key[stage]));
const shown = (keys, stage) => keys.map((key) => (key.closed ? null : key[stage]));
const role = (asking, index, name) => (asking.top.includes(index) ? name : `${name} is-minor`);

function columnPlot({ asking, stage, width, fonts }, size) {
  const { keys, queries, cross, at } = asking;
  const plot = width - MARGIN;
  const pitch = plot / keys.length;
  const center = (index) => MARGIN + (index + 0.5) * pitch;
  const wordsTop = cross ? WORD + ARCS - 20 : ARCS;
  const scoresTop = wordsTop + WORD + 10;
  const weightsTop = scoresTop + (asking.scored ? 142 : 0);
  const base = weightsTop + 100;
  const outputTop = base + 62;
  const wide = Math.min(44, pitch * 0.6);
  const asks = cross ? queries.map((_, index) => ({ left: MARGIN + (index * plot) / queries.length, top: 0, width: plot / queries.length, height: WORD })) : null;
  const from = cross ? { x: asks[at].left + asks[at].width / 2, y: WORD } : { x: center(at), y: ARCS };
  const fits = (text) => textWidth(text, `600 12px ${fonts.sans}`) < pitch - 1;
  const scores = asking.scored ? columnBars(asking, stage, { center, wide, fits, top: scoresTop + NUMBER, length: 100 }) : { shapes: [], zero: base };
  const weights = columnBars(asking, "weight", { center, wide, fits, top: weightsTop + NUMBER, length: base - weightsTop - NUMBER });
  const output = outputBar(asking, { left: MARGIN, top: outputTop, width: plot, font: `500 12px ${fonts.sans}` });
  return {
    rows: false, size, asks, sumOf: (count) => sumsOf(count).find((each) => textWidth(each, `11px ${fonts.sans}`) < pitch - 12) ?? "", height: outputTop + BAR,
    keys: keys.map((_, index) => ({ left: center(index) - pitch / 2, top: wordsTop + WORD + 4, width: pitch, height: base - wordsTop - WORD - 4 })),
    words: keys.map((_, index) => ({ left: center(index) - pitch / 2, top: wordsTop, width: pitch, height: WORD })),
    labels: {
      score: asking.scored ? { left: 0, top: scoresTop + 46, width: MARGIN - 12, height: 40 } : null,
      weight: { left: 0, top: base - 46, width: MARGIN - 12, height: 40 },
      output: { left: 0, top: outputTop, width: MARGIN - 12, height: BAR },
    },
    shapes: [
      ...arcs(asking, from, { center, y: wordsTop, cross }), ...scores.shapes, ...weights.shapes,
      ...[scores.zero, base].map((y) => svg("path", { class: "ow-axis", d: `M${MARGIN} ${y}h${plot}` })),
      ...ribbons(asking, output.spans, { center, wide, top: base, bottom: outputTop }), ...output.shapes,
    ],
  };
}

/** Width in proportion to the weight; from the query to every key. */
function arcs({ keys, query, cross, top }, from, { center, y }) {
  const most = Math.max(...keys.map(({ weight }) => weight || 0));
  const order = keys.map((_, index) => index).filter((index) => keys[index].weight > 0).sort((a, b) => keys[a].weight - keys[b].weight);
  return order.map((index) => {
    const to = center(index);
    const middle = (from.y + y) / 2;
    const high = Math.min((ARCS - 6) / 0.75, 34 + Math.abs(to - from.x) * 0.42);
    const own = !cross && keys[index].from === query.from;
    const curve = cross ? `M${from.x} ${from.y}C${from.x} ${middle} ${to} ${middle} ${to} ${y}`
      : own ? `M${to - 7} ${y}C${to - 14} ${y - 26} ${to + 14} ${y - 26} ${to + 7} ${y}`
        : `M${from.x} ${y}C${from.x} ${y - high} ${to} ${y - high} ${to} ${y}`;
    return svg("path", { class: top.includes(index) ? "ow-arc" : "ow-arc is-minor", d: curve, "stroke-width": (STROKE * keys[index].weight) / most, "data-key": index + 1 });
  });
}

function columnBars(asking, stage, { center, wide, fits, top, length }) {
  const { keys } = asking;
  const { zero, of } = extents(shown(keys, stage));
  const base = top + (1 - zero) * length;
  const two = keys.map((key) => printed(stage, key));
  const texts = two.every((text, index) => keys[index].closed || fits(text)) ? two : keys.map((key, index) => (two[index].length > 5 ? fixed(key[stage], 1) : two[index]));
  const shapes = keys.flatMap((key, index) => {
    const reach = key.closed ? 0 : of(key[stage]) * length;
    const y = reach < 0 ? base - reach + 14 : base - reach - 6;
    return [
      ...(reach ? [bar(asking, index, stage, { x: center(index) - wide / 2, y: base - Math.max(0, reach), width: wide, height: Math.abs(reach) })] : []),
      ...(key.closed ? [] : [svg("text", { class: role(asking, index, "ow-number"), x: center(index), y }, texts[index])]),
    ];
  });
  return { shapes, zero: base };
}

function bar(asking, index, stage, box) {
  const kind = stage === "weight" ? "is-weight" : asking.keys[index][stage] < 0 ? "is-negative" : "is-positive";
  return svg("rect", { class: role(asking, index, `ow-bar ${kind}`), ...box, rx: 1, "data-key": index + 1 });
}

/** The shares side by side, each named where its name fits. */
function outputBar(asking, { left, top, width, font }) {
  const { keys } = asking;
  const total = keys.reduce((sum, { weight }) => sum + weight, 0);
  let x = left;
  const spans = keys.map(({ weight }) => {
    const share = total > 0 ? (weight / total) * width : 0;
    x += share;
    return { from: x - share, width: share };
  });
  const shapes = keys.flatMap((key, index) => {
    const { from, width: wide } = spans[index];
    if (!(wide > 0)) return [];
    const share = percent(key.weight);
    const text = [`\u2068${nameOf(key)}\u2069 ${share}`, share].find((each) => textWidth(each, font) + 10 < wide);
    return [
      svg("rect", { class: role(asking, index, "ow-share"), x: from, y: top, width: Math.max(Math.min(wide, 0.5), wide - 1.5), height: BAR, rx: 1, "data-key": index + 1 }),
      ...(text ? [svg("text", { class: role(asking, index, "ow-share-name"), x: from + wide / 2, y: top + BAR / 2 + 4 }, text)] : []),
    ];
  });
  const none = total > 0 ? [] : [svg("rect", { class: "ow-none", x: left + 0.5, y: top + 0.5, width: width - 1, height: BAR - 1, rx: 1 })];
  return { spans, shapes: [...none, ...shapes] };
}

/** Punctuation is too small to be read as a name. */
const MARKS = { ".": "ow.fullStop", ",": "ow.comma" };
export const nameOf = ({ text }) => (text in MARKS ? t(MARKS[text]) : text);

function ribbons(asking, spans, { center, wide, top, bottom }) {
  const middle = (top + bottom) / 2;
  return spans.flatMap(({ from, width }, index) => {
    if (!(width > 0)) return [];
    const [a, b] = [center(index) - wide / 2, center(index) + wide / 2];
    const end = from + width;
    return [svg("path", { class: role(asking, index, "ow-ribbon"), d: `M${a} ${top}C${a} ${middle} ${from} ${middle} ${from} ${bottom}H${end}C${end} ${middle} ${b} ${middle} ${b} ${top}z` })];
  });
}

function rowPlot({ asking, stage, width, row, widest, fonts }) {
  const { keys } = asking;
  const size = 17;
  const sumOf = (count) => sumsOf(count).at(width < PHONE ? -1 : 0);
  const longest = Math.max(...keys.map(({ text, count }) => textWidth(text, `600 ${size}px ${fonts.serif}`) + (count > 1 ? textWidth(sumOf(count), `11px ${fonts.sans}`) + 6 : 0)));
  const words = Math.ceil(Math.min(longest + 16, Math.max(80, width * 0.27)));
  const number = Math.ceil(textWidth("0".repeat(Math.max(6, widest)), `600 13px ${fonts.sans}`));
  const half = (width - words - 12) / (asking.scored ? 2 : 1);
  const head = 28;
  const end = head + keys.length * row;
  const scores = { left: words + 12, width: half - number - 16, numbers: words + 12 + half - 12 };
  const weights = { left: asking.scored ? words + 12 + half : scores.left, width: half - number - 8, numbers: width };
  const y = (index) => head + (index + 0.5) * row;
  const side = (name, area) => rowBars(asking, name, { ...area, y, top: head, bottom: end });
  const output = outputBar(asking, { left: 0, top: end + 44, width, font: `500 12px ${fonts.sans}` });
  return {
    rows: true, size, asks: null, sumOf: longest + 16 > words ? () => "" : sumOf, height: end + 44 + BAR,
    keys: keys.map((_, index) => ({ left: 0, top: head + index * row, width, height: row })),
    words: keys.map((_, index) => ({ left: 0, top: head + index * row, width: words, height: row })),
    labels: {
      score: asking.scored ? { left: scores.left, top: 0, width: half - 12, height: 24 } : null,
      weight: { left: weights.left, top: 0, width: half, height: 24 },
      output: { left: 0, top: end + 16, width, height: 24 },
    },
    shapes: [...(asking.scored ? side(stage, scores) : []), ...side("weight", weights), ...output.shapes],
  };
}

function rowBars(asking, stage, { left, width, numbers, y, top, bottom }) {
  const { keys } = asking;
  const { zero, of } = extents(shown(keys, stage));
  const base = left + zero * width;
  const shapes = keys.flatMap((key, index) => {
    const reach = key.closed ? 0 : of(key[stage]) * width;
    return [
      ...(reach ? [bar(asking, index, stage, { x: base + Math.min(0, reach), y: y(index) - 7, width: Math.abs(reach), height: 14 })] : []),
      svg("text", { class: role(asking, index, "ow-number is-right"), x: numbers, y: y(index) + 4 }, printed(stage, key)),
    ];
  });
  return [...shapes, svg("path", { class: "ow-axis", d: `M${base} ${top}V${bottom}` })];
}
