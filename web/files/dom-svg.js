/**
 * What a view has drawn with elements, as SVG: its shapes with the look that the style sheet gives them, and its words as text
 * where they stand. For a view of SVG shapes with HTML words over them, such as that of one word.
 */

const LOOK = ["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-linecap", "stroke-dasharray", "shape-rendering", "opacity"];
const TEXT = ["fill", "fill-opacity", "font-family", "font-size", "font-weight", "font-style", "text-anchor"];
const PLAIN = new Set(["none 0s ease 0s", "auto", "butt", "normal", "start", "400"]);
const round = (x) => Math.round(x * 100) / 100;

/**
 * @param {Element} root
 * @param {{ x: number, y: number }} to where its corner is to stand
 * @param {string} hatch the paint of what is closed
 * @returns {SVGGElement}
 */
export function svgGroup(root, to, hatch) {
  const frame = root.getBoundingClientRect();
  const group = make("g", {});
  const walk = (element) => {
    const style = getComputedStyle(element);
    if (style.display === "none" || style.visibility === "hidden" || element.classList.contains("unseen")) return;
    if (element.localName === "svg") {
      const box = element.getBoundingClientRect();
      const inner = make("g", { transform: `translate(${round(box.left - frame.left + to.x)} ${round(box.top - frame.top + to.y)})` });
      for (const shape of element.children) inner.append(shapeOf(shape));
      group.append(inner);
      return;
    }
    const at = (rect) => ({ x: rect.left - frame.left + to.x, y: rect.top - frame.top + to.y, width: rect.width, height: rect.height });
    boxOf(element, style, at, group, hatch);
    if (element.localName === "msqrt") radical(element, style, at, group);
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE && node.data.trim()) words(node, style, at, group);
      else if (node.nodeType === Node.ELEMENT_NODE) walk(node);
    }
  };
  walk(root);
  return group;
}

function make(name, attributes, content) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) element.setAttribute(key, value);
  if (content !== undefined) element.textContent = content;
  return element;
}

/** A shape with its geometry, and of its looks what is not SVG's own. */
function shapeOf(shape) {
  const style = getComputedStyle(shape);
  const geometry = Object.fromEntries(["d", "x", "y", "width", "height", "rx", "cx", "cy", "r"].map((name) => [name, shape.getAttribute(name)]));
  const look = Object.fromEntries((shape.localName === "text" ? TEXT : LOOK).map((name) => [name, style.getPropertyValue(name)]));
  return make(shape.localName, { ...geometry, ...plainly(look) }, shape.localName === "text" ? shape.textContent : undefined);
}

/** Without what would be so anyway. */
function plainly(look) {
  const own = (name, value) => value && !PLAIN.has(value) && !(name.endsWith("opacity") && value === "1") && !(value === "none" && name !== "fill") && !(name === "stroke-width" && (look.stroke ?? "none") === "none");
  return Object.fromEntries(Object.entries(look).filter(([name, value]) => own(name, value)).map(([name, value]) => [name, name === "stroke-width" || name === "font-size" ? parseFloat(value) : value]));
}

/** The ground and the border of an element, where it has such. */
function boxOf(element, style, at, group, hatch) {
  const before = getComputedStyle(element, "::before");
  const drawn = before.content !== "none" && before.position === "absolute" ? [[before, inset(element, before)]] : [];
  for (const [look, rect] of [[style, element.getBoundingClientRect()], ...drawn]) {
    const ground = look.backgroundImage.startsWith("repeating") ? hatch : visible(look.backgroundColor) && look.backgroundColor;
    const line = parseFloat(look.borderTopWidth) > 0 && look.borderTopStyle !== "none" && visible(look.borderTopColor);
    if (!ground && !line) continue;
    const { x, y, width, height } = at(rect);
    const thick = line ? parseFloat(look.borderTopWidth) : 0;
    group.append(make("rect", {
      x: round(x + thick / 2), y: round(y + thick / 2), width: round(Math.max(0, width - thick)), height: round(Math.max(0, height - thick)), rx: parseFloat(look.borderTopLeftRadius) || null,
      fill: ground || "none", stroke: line ? look.borderTopColor : null, "stroke-width": line ? thick : null,
    }));
  }
}

const visible = (colour) => colour !== "transparent" && !/, 0\)$/.test(colour);

/** Where a ::before that fills its element stands. */
function inset(element, look) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [l, t, r, b] = ["left", "top", "right", "bottom"].map((side) => parseFloat(look[side]) || 0);
  return { left: left + l, top: top + t, width: width - l - r, height: height - t - b };
}

let pen;
/** A text on its baseline, line by line as it was wrapped. */
function words(node, style, at, group) {
  pen ??= document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measureText("x");
  const slanted = node.parentElement.localName === "mi" && node.data.length === 1 ? "italic" : style.fontStyle;
  const rtl = style.direction === "rtl";
  for (const { text, rect } of linesOf(node)) {
    const box = at(rect);
    // Where it is centred it stays so in the fonts of others.
    const [anchor, x] = style.textAlign === "center" ? ["middle", box.x + box.width / 2] : [null, rtl ? box.x + box.width : box.x];
    group.append(make("text", {
      x: round(x), y: round(box.y + (box.height - up - down) / 2 + up), "text-anchor": anchor, direction: rtl ? "rtl" : null, "xml:space": "preserve",
      fill: style.color, "font-family": style.fontFamily, "font-size": parseFloat(style.fontSize), ...plainly({ "font-weight": style.fontWeight, "font-style": slanted }),
    }, text));
  }
}

/** The lines of a text, without white space around them. */
function linesOf(node) {
  const range = document.createRange();
  const lines = [];
  for (const { index, 0: word } of node.data.matchAll(/\S+/gu)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const { left, top, right, bottom, width } = range.getBoundingClientRect();
    if (!width) continue;
    const last = lines.at(-1);
    if (last && Math.abs(last.top - top) < 2) Object.assign(last, { text: `${last.text} ${word}`, left: Math.min(left, last.left), right: Math.max(right, last.right) });
    else lines.push({ text: word, left, top, right, bottom });
  }
  return lines.map(({ text, left, top, right, bottom }) => ({ text, rect: { left, top, width: right - left, height: bottom - top } }));
}

/** The sign of a root, which is no letter. */
function radical(element, style, at, group) {
  const whole = at(element.getBoundingClientRect());
  const inner = at(element.firstElementChild.getBoundingClientRect());
  const [left, bar, foot] = [whole.x + 1, inner.y - 1.5, whole.y + whole.height - 1];
  group.append(make("path", { d: `M${round(left)} ${round(foot - whole.height * 0.35)}L${round(left + (inner.x - left) * 0.4)} ${round(foot)}L${round(inner.x - 1)} ${round(bar)}H${round(inner.x + inner.width)}`, fill: "none", stroke: style.color, "stroke-width": 1 }));
}
