/**
 * A canvas context that writes SVG: what the page draws on its canvases, drawn on this, becomes vectors, by the same code. It has
 * what the heatmaps and Chart.js use of CanvasRenderingContext2D. Text stays text; pictures of cells become rectangles, equal
 * neighbours of a row as one, unless there are more than MOST_RECTS of them.
 */
const MOST_RECTS = 20_000;
const START = {
  fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, lineCap: "butt", lineJoin: "miter", miterLimit: 10, globalAlpha: 1,
  font: "10px sans-serif", textAlign: "start", textBaseline: "alphabetic", direction: "ltr", imageSmoothingEnabled: true,
  lineDashOffset: 0, shadowBlur: 0, shadowColor: "transparent", globalCompositeOperation: "source-over",
};
const HATCH = 8;

const number = (x) => String(Math.round(x * 1000) / 1000);
const escaped = (text) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, "\ufffd").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const tag = (name, attributes, content) => {
  const written = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== null).map(([key, value]) => ` ${key}="${escaped(String(value))}"`).join("");
  return content === undefined ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
};

export class SvgContext {
  /** Told to those who draw: no pixels to copy, patterns by hatch(). */
  vectors = true;
  /** A picture of more than MOST_RECTS colours side by side was put in as one. */
  embedded = false;
  #pen = document.createElement("canvas").getContext("2d");
  #colours = new Map();
  #out = [];
  #defs = [];
  #defined = new Map(); // what → its id
  #stack = [];
  #path = [];
  #matrix = [1, 0, 0, 1, 0, 0];
  #clip = null;
  #dash = [];
  #only = null; // the one rectangle that the path is, if it is one

  /** Where the next things stand in the file, whatever transform is set. */
  origin = { x: 0, y: 0 };

  constructor() {
    /** What Chart.js takes for a canvas. */
    this.canvas = { width: 0, height: 0, getContext: () => this };
    Object.assign(this, START);
  }

  /**
   * @param {{ width: number, height: number, title: string, desc: string }} about
   * @returns {string} the whole file
   */
  svg({ width, height, title, desc }) {
    const defs = this.#defs.length ? tag("defs", {}, this.#defs.join("")) : "";
    return `<?xml version="1.0" encoding="UTF-8"?>\n${tag("svg", {
      xmlns: "http://www.w3.org/2000/svg", width: number(width), height: number(height), viewBox: `0 0 ${number(width)} ${number(height)}`,
      role: "img", "aria-labelledby": "title desc", style: "font-variant-numeric: tabular-nums",
    }, `\n${tag("title", { id: "title" }, escaped(title))}\n${tag("desc", { id: "desc" }, escaped(desc))}\n${defs}\n${this.#out.join("\n")}\n`)}\n`;
  }

  /** What is SVG already. @param {SVGElement} element */
  append(element) {
    this.#out.push(new XMLSerializer().serializeToString(element).replace(' xmlns="http://www.w3.org/2000/svg"', ""));
  }

  /** The diagonal lines of a closed cell. */
  hatch(colour) {
    const id = this.#define("pattern", { width: HATCH, height: HATCH, patternUnits: "userSpaceOnUse", x: this.origin.x, y: this.origin.y },
      tag("path", { d: [-HATCH, 0, HATCH].map((shift) => `M${shift - 2} ${HATCH + 2}L${shift + HATCH + 2} -2`).join(""), stroke: colour, fill: "none", "stroke-width": 1 }));
    return { paint: `url(#${id})` };
  }

  /* ---- state ---- */

  save() {
    const kept = Object.fromEntries(Object.keys(START).map((key) => [key, this[key]]));
    this.#stack.push({ kept, matrix: this.#matrix, clip: this.#clip, dash: this.#dash });
  }

  restore() {
    const top = this.#stack.pop();
    if (!top) return;
    Object.assign(this, top.kept);
    [this.#matrix, this.#clip, this.#dash] = [top.matrix, top.clip, top.dash];
  }

  getTransform() {
    const [a, b, c, d, e, f] = this.#matrix;
    return { a, b, c, d, e, f };
  }

  setTransform(...parts) {
    this.#matrix = typeof parts[0] === "object" ? ["a", "b", "c", "d", "e", "f"].map((key) => parts[0][key]) : parts;
  }

  resetTransform() {
    this.#matrix = [1, 0, 0, 1, 0, 0];
  }

  transform(a, b, c, d, e, f) {
    const [A, B, C, D, E, F] = this.#matrix;
    this.#matrix = [A * a + C * b, B * a + D * b, A * c + C * d, B * c + D * d, A * e + C * f + E, B * e + D * f + F];
  }

  translate(x, y) { this.transform(1, 0, 0, 1, x, y); }
  scale(x, y) { this.transform(x, 0, 0, y, 0, 0); }
  rotate(angle) { this.transform(Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0); }
  setLineDash(dash) { this.#dash = dash.slice(); }
  getLineDash() { return this.#dash.slice(); }

  /* ---- paths, in the coordinates of the file ---- */

  #placed() {
    const [a, b, c, d, e, f] = this.#matrix;
    return [a, b, c, d, e + this.origin.x, f + this.origin.y];
  }

  #at(x, y) {
    const [a, b, c, d, e, f] = this.#placed();
    return `${number(a * x + c * y + e)} ${number(b * x + d * y + f)}`;
  }

  #add(step) {
    this.#only = null;
    this.#path.push(step);
  }

  beginPath() {
    this.#path = [];
    this.#only = null;
  }

  moveTo(x, y) { this.#add(`M${this.#at(x, y)}`); }
  lineTo(x, y) { this.#add(`${this.#path.length ? "L" : "M"}${this.#at(x, y)}`); }
  closePath() { this.#add("Z"); }
  bezierCurveTo(a, b, c, d, x, y) { this.#add(`C${this.#at(a, b)} ${this.#at(c, d)} ${this.#at(x, y)}`); }
  quadraticCurveTo(a, b, x, y) { this.#add(`Q${this.#at(a, b)} ${this.#at(x, y)}`); }
  rect(x, y, width, height) { this.roundRect(x, y, width, height, 0); }

  roundRect(x, y, width, height, radii = 0) {
    const [radius = 0] = [radii].flat();
    const r = Math.max(0, Math.min(radius, width / 2, height / 2));
    const alone = this.#path.length === 0 && this.#isUpright();
    const [right, bottom] = [x + width, y + height];
    this.moveTo(x + r, y);
    this.lineTo(right - r, y);
    if (r) this.#corner(right, y, right, y + r);
    this.lineTo(right, bottom - r);
    if (r) this.#corner(right, bottom, right - r, bottom);
    this.lineTo(x + r, bottom);
    if (r) this.#corner(x, bottom, x, bottom - r);
    this.lineTo(x, y + r);
    if (r) this.#corner(x, y, x + r, y);
    this.closePath();
    if (alone) this.#only = { x, y, width, height, r };
  }

  /** A quarter turn, near enough to a circle. */
  #corner(cornerX, cornerY, x, y) { this.quadraticCurveTo(cornerX, cornerY, x, y); }

  arc(x, y, radius, from, to, back = false) { this.ellipse(x, y, radius, radius, 0, from, to, back); }

  ellipse(x, y, rx, ry, turn, from, to, back = false) {
    const full = Math.abs(to - from) >= 2 * Math.PI - 1e-9;
    const span = full ? (back ? -2 : 2) * Math.PI : back ? -(((from - to) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI) : (((to - from) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
    const steps = Math.max(1, Math.ceil(Math.abs(span) / (Math.PI / 4) - 1e-9));
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const place = (u, v) => [x + u * cos - v * sin, y + u * sin + v * cos];
    const point = (angle) => place(rx * Math.cos(angle), ry * Math.sin(angle));
    this.lineTo(...point(from));
    const reach = (4 / 3) * Math.tan(span / steps / 4);
    for (let k = 0; k < steps; k++) {
      const [a, b] = [from + (span * k) / steps, from + (span * (k + 1)) / steps];
      const near = (angle, sign) => place(rx * (Math.cos(angle) - sign * reach * Math.sin(angle)), ry * (Math.sin(angle) + sign * reach * Math.cos(angle)));
      this.bezierCurveTo(...near(a, 1), ...near(b, -1), ...point(b));
    }
  }

  /* ---- painting ---- */

  #isUpright() {
    const [a, b, c, d] = this.#matrix;
    return b === 0 && c === 0 && a > 0 && d > 0;
  }

  #paint(style) {
    if (style?.paint) return { colour: style.paint };
    if (!this.#colours.has(style)) {
      this.#pen.fillStyle = "#000";
      this.#pen.fillStyle = style;
      const [, rgb, alpha] = /^rgba\((\d+, \d+, \d+), ([\d.]+)\)$/.exec(this.#pen.fillStyle) ?? [];
      this.#colours.set(style, rgb ? { colour: `rgb(${rgb.replaceAll(" ", "")})`, opacity: Number(alpha) } : { colour: this.#pen.fillStyle });
    }
    return this.#colours.get(style);
  }

  #filled() {
    const { colour, opacity = 1 } = this.#paint(this.fillStyle);
    const visible = opacity * this.globalAlpha;
    return { fill: colour, "fill-opacity": visible === 1 ? null : number(visible) };
  }

  #stroked() {
    const { colour, opacity = 1 } = this.#paint(this.strokeStyle);
    const visible = opacity * this.globalAlpha;
    const [a, b] = this.#matrix;
    const grown = Math.hypot(a, b);
    return {
      fill: "none", stroke: colour, "stroke-opacity": visible === 1 ? null : number(visible), "stroke-width": number(this.lineWidth * grown),
      "stroke-linecap": this.lineCap === "butt" ? null : this.lineCap, "stroke-linejoin": this.lineJoin === "miter" ? null : this.lineJoin,
      "stroke-dasharray": this.#dash.length ? this.#dash.map((length) => number(length * grown)).join(" ") : null,
      "stroke-dashoffset": this.lineDashOffset && this.#dash.length ? number(this.lineDashOffset * grown) : null,
    };
  }

  #draw(attributes) {
    if (this.#path.length === 0) return;
    const clip = { "clip-path": this.#clip };
    if (!this.#only) {
      this.#out.push(tag("path", { d: this.#path.join(""), ...attributes, ...clip }));
      return;
    }
    const { r, ...box } = this.#only;
    this.#out.push(tag("rect", { ...this.#box(box), rx: r ? number(r) : null, ...attributes, ...clip }));
  }

  /** An upright box in the coordinates of the file. */
  #box({ x, y, width, height }) {
    const [a, , , d, e, f] = this.#placed();
    return { x: number(a * x + e), y: number(d * y + f), width: number(a * width), height: number(d * height) };
  }

  fill() { this.#draw(this.#filled()); }
  stroke() { this.#draw(this.#stroked()); }

  fillRect(x, y, width, height) { this.#aside(() => { this.rect(x, y, width, height); this.fill(); }); }
  strokeRect(x, y, width, height) { this.#aside(() => { this.rect(x, y, width, height); this.stroke(); }); }
  clearRect() {}

  /** Draws something without losing the path. */
  #aside(draw) {
    const [path, only] = [this.#path, this.#only];
    this.beginPath();
    draw();
    [this.#path, this.#only] = [path, only];
  }

  clip() {
    const id = this.#define("clipPath", { "clip-path": this.#clip }, tag("path", { d: this.#path.join("") || "M0 0" }));
    this.#clip = `url(#${id})`;
  }

  /** The same definition once. */
  #define(name, attributes, content) {
    const key = JSON.stringify([name, attributes, content]);
    if (!this.#defined.has(key)) {
      this.#defined.set(key, `d${this.#defined.size + 1}`);
      this.#defs.push(tag(name, { id: this.#defined.get(key), ...attributes }, content));
    }
    return this.#defined.get(key);
  }

  /* ---- text ---- */

  measureText(text) {
    this.#pen.font = this.font;
    this.#pen.textBaseline = this.textBaseline;
    this.#pen.textAlign = this.textAlign;
    return this.#pen.measureText(text);
  }

  fillText(text, x, y) { this.#write(String(text), x, y, this.#filled()); }
  strokeText(text, x, y) { this.#write(String(text), x, y, this.#stroked()); }

  #write(text, x, y, attributes) {
    if (!text) return;
    const [, style, weight, size, family] = /^(?:(italic|oblique|normal)\s+)?(?:(\d{3}|bold|normal)\s+)?([\d.]+)px(?:\/\S+)?\s+(.*)$/.exec(this.font) ?? [null, null, null, "10", "sans-serif"];
    const [a, b, c, d, e, f] = this.#placed();
    const plain = this.#isUpright() && a === 1 && d === 1;
    const down = y + this.#drop(text);
    const rtl = this.direction === "rtl";
    const anchor = { left: rtl ? "end" : "start", right: rtl ? "start" : "end", center: "middle", start: "start", end: "end" }[this.textAlign];
    this.#out.push(tag("text", {
      x: number(plain ? x + e : x), y: number(plain ? down + f : down), transform: plain ? null : `matrix(${[a, b, c, d, e, f].map(number).join(" ")})`,
      "font-family": family, "font-size": size, "font-weight": weight && weight !== "400" && weight !== "normal" ? weight : null,
      "font-style": style === "italic" || style === "oblique" ? style : null, "text-anchor": anchor === "start" ? null : anchor,
      direction: rtl ? "rtl" : null, "xml:space": "preserve", ...attributes, "clip-path": this.#clip,
    }, escaped(text)));
  }

  /** From where the text is to be placed down to its baseline. */
  #drop(text) {
    if (this.textBaseline === "alphabetic") return 0;
    const pen = this.#pen;
    pen.font = this.font;
    const above = (baseline) => {
      pen.textBaseline = baseline;
      return pen.measureText(text).actualBoundingBoxAscent;
    };
    return above("alphabetic") - above(this.textBaseline);
  }

  /* ---- pictures ---- */

  /** @param {HTMLCanvasElement} image its pixels become rectangles */
  drawImage(image, ...numbers) {
    const [sx, sy, sw, sh, x, y, width, height] = numbers.length === 8 ? numbers : [0, 0, image.width, image.height, ...numbers];
    const { data } = image.getContext("2d").getImageData(sx, sy, sw, sh);
    const pixels = new Uint32Array(data.buffer);
    const runs = runsOf(pixels, sw, sh);
    if (runs.length > MOST_RECTS) {
      this.#embed(image, [sx, sy, sw, sh], { x, y, width, height });
      return;
    }
    const [across, down] = [width / sw, height / sh];
    const boxes = runs.map(({ column, row, length, pixel }) => tag("rect", {
      ...this.#box({ x: x + column * across, y: y + row * down, width: length * across, height: down }),
      fill: `#${[0, 8, 16].map((shift) => ((pixel >>> shift) & 255).toString(16).padStart(2, "0")).join("")}`,
    }));
    // Neighbours share an edge: without smoothing nothing shines through between them.
    this.#out.push(tag("g", { "shape-rendering": "crispEdges", "clip-path": this.#clip }, boxes.join("")));
  }

  #embed(image, [sx, sy, sw, sh], box) {
    const part = Object.assign(document.createElement("canvas"), { width: sw, height: sh });
    part.getContext("2d").drawImage(image, sx, sy, sw, sh, 0, 0, sw, sh);
    this.embedded = true;
    this.#out.push(tag("image", {
      ...this.#box(box), preserveAspectRatio: "none", "image-rendering": "optimizeSpeed", style: "image-rendering: pixelated", href: part.toDataURL("image/png"), "clip-path": this.#clip,
    }));
  }
}

/** Equal pixels side by side, without those that are transparent. */
function runsOf(pixels, width, height) {
  const runs = [];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width;) {
      const pixel = pixels[row * width + column];
      const from = column;
      while (column < width && pixels[row * width + column] === pixel) column++;
      if (pixel >>> 24) runs.push({ row, column: from, length: column - from, pixel });
    }
  }
  return runs;
}
