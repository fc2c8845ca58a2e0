/**
 * A .npy file, versions 1 to 3 (numpy/lib/format.py): magic, version, length of the header, a Python dictionary, numbers.
 * The dictionary is read by a parser of its own that knows nothing but the three entries; nothing is evaluated.
 */
import { refusal } from "./refusal.js";
import { checkedShape } from "./tensor.js";

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
const ENTRY = /\s*'(descr|fortran_order|shape)'\s*:\s*(?:'([^'\\]*)'|(True|False)|\(((?:\s*\d+L?\s*,)*(?:\s*\d+L?)?)\s*\))\s*(,|(?=\}))/y;

/** Type letter and bytes → how one number is read. */
const READERS = {
  f2: (view, at, little) => half(view.getUint16(at, little)),
  f4: (view, at, little) => view.getFloat32(at, little),
  f8: (view, at, little) => view.getFloat64(at, little),
  i1: (view, at) => view.getInt8(at),
  i2: (view, at, little) => view.getInt16(at, little),
  i4: (view, at, little) => view.getInt32(at, little),
  i8: (view, at, little) => Number(view.getBigInt64(at, little)),
  u1: (view, at) => view.getUint8(at),
  u2: (view, at, little) => view.getUint16(at, little),
  u4: (view, at, little) => view.getUint32(at, little),
  u8: (view, at, little) => Number(view.getBigUint64(at, little)),
  b1: (view, at) => view.getUint8(at),
};

export const isNpy = (bytes) => MAGIC.every((byte, at) => bytes[at] === byte);

/**
 * @param {Uint8Array} bytes
 * @returns {{ data: Float64Array, shape: number[] }} row-major
 * @throws {AttentionError} NPY_VERSION, NPY_HEADER, NPY_TYPE, NPY_LENGTH, and what checkedShape throws
 */
export function parseNpy(bytes) {
  const { header, start } = headerOf(bytes);
  const { descr, fortran, shape } = entriesOf(header);
  const [, order, kind, size] = /^([<>|=])([a-zA-Z])(\d+)$/.exec(descr) ?? [];
  const read = READERS[`${kind}${size}`];
  if (!read) throw refusal("NPY_TYPE", { type: descr });
  const count = checkedShape(shape);
  const width = Number(size);
  if (bytes.length - start !== count * width) throw refusal("NPY_LENGTH", { shape: shape.join(" × "), need: count * width, have: bytes.length - start });
  const view = new DataView(bytes.buffer, bytes.byteOffset + start);
  const little = order !== ">";
  const stored = Float64Array.from({ length: count }, (_, at) => read(view, at * width, little));
  return { data: fortran ? rowMajor(stored, shape) : stored, shape };
}

function headerOf(bytes) {
  const [major] = [bytes[6]];
  if (!(major >= 1 && major <= 3)) throw refusal("NPY_VERSION", { version: major === undefined ? "?" : major });
  const wide = major > 1;
  const from = wide ? 12 : 10;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const length = bytes.length < from ? Infinity : wide ? view.getUint32(8, true) : view.getUint16(8, true);
  if (from + length > bytes.length) throw refusal("NPY_HEADER");
  return { header: new TextDecoder(major === 3 ? "utf-8" : "latin1").decode(bytes.subarray(from, from + length)), start: from + length };
}

/** The entries of "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }". */
function entriesOf(header) {
  const opens = /^\s*\{/.exec(header);
  const found = {};
  ENTRY.lastIndex = opens ? opens[0].length : 0;
  let end = ENTRY.lastIndex;
  for (let entry; opens && (entry = ENTRY.exec(header)); end = ENTRY.lastIndex) {
    const [, name, text, truth, numbers] = entry;
    if (name in found) throw refusal("NPY_HEADER");
    found[name] = text ?? truth ?? numbers;
    const right = { descr: text, fortran_order: truth, shape: numbers }[name];
    if (right === undefined) throw refusal("NPY_HEADER");
  }
  if (Object.keys(found).length !== 3 || !/^\s*\}\s*$/.test(header.slice(end))) throw refusal("NPY_HEADER");
  const shape = found.shape.split(",").map((size) => size.trim().replace(/L$/, "")).filter(Boolean).map(Number);
  return { descr: found.descr, fortran: found.fortran_order === "True", shape };
}

/** IEEE 754 binary16. */
function half(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -24 * fraction);
}

/** Stored with the first index the fastest → with the last. */
function rowMajor(stored, shape) {
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((product, size) => product * size, 1));
  const data = new Float64Array(stored.length);
  const index = shape.map(() => 0);
  for (let at = 0; at < data.length; at++) {
    data[at] = stored[index.reduce((sum, each, axis) => sum + each * strides[axis], 0)];
    for (let axis = shape.length - 1; axis >= 0 && ++index[axis] === shape[axis]; axis--) index[axis] = 0;
  }
  return data;
}
