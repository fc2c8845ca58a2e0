/**
 * The model file of Attention Lab, written and read. Plain JavaScript: converters run it under Node, the
 * page runs it to make the hand-made examples. The layout stands in c/attn.h ("a model file"), and
 * c/model.c is the judge of what a model must hold; this file knows bytes only.
 *
 * Tensors of the two kinds (d width that enters a layer, d' width that leaves it; i = 0, 1, …)
 *
 *   both      embedding [vocab,d]                    row 0 is the unknown piece
 *             vocab.bytes u8   vocab.starts u32 [vocab+1]   vocab.scores f32 [vocab]
 *             vocab.sorted u32                       ids that text can match, bytewise ascending
 *             text.name  text.source  text.license   u8, UTF-8
 *   ENCODER   position.inverse [d/2]
 *             layer{i}.ln1.gain .bias [d]            layer{i}.qkv.weight [d,3d] .bias [3d]
 *             layer{i}.output.weight [d,d'] .bias    layer{i}.residual.weight [d,d'] .bias (needed if d ≠ d')
 *             layer{i}.ln2.gain .bias [d']           layer{i}.ffn1.weight [d',ff] .bias
 *             layer{i}.ffn2.weight [ff,d'] .bias     pool.weight [d',e] .bias
 *   BARE      layer{i}.q.weight .k.weight [d,h·dk]   layer{i}.v.weight [d,h·dv]
 *             layer{i}.output.weight [h·dv,d']       (may be missing: then d' = h·dv, and there is no
 *                                                     stage "projected")
 *
 * Every *.weight, and embedding, may be int8; then *.scale (one f32 for each column of a weight, each row
 * of the embedding) stands beside it under the same stem: layer0.qkv.scale, embedding.scale.
 */

export const VERSION = 1;
export const KIND = { ENCODER: 1, BARE: 2 };

/** By type number of the file. */
const TYPES = [
  { name: "f32", array: Float32Array },
  { name: "i8", array: Int8Array },
  { name: "u8", array: Uint8Array },
  { name: "u32", array: Uint32Array },
];
const MAGIC = "ATTN";
const HEADER = 32, ENTRY = 64, NAME = 32, ALIGN = 16;
const roundUp = (bytes) => Math.ceil(bytes / ALIGN) * ALIGN;

/**
 * @typedef {Object} Tensor
 * @property {string} name       at most 31 bytes of UTF-8
 * @property {number[]} shape    one to four sizes
 * @property {Float32Array|Int8Array|Uint8Array|Uint32Array} data  row-major; its class is the type
 *
 * @typedef {Object} Model
 * @property {number} kind       one of KIND
 * @property {number} heads
 * @property {number} maxTokens
 * @property {Tensor[]} tensors
 */

/**
 * The bytes of a model file.
 * @param {Model} model
 * @returns {Uint8Array}
 */
export function writeModel({ kind, heads, maxTokens, tensors }) {
  let offset = HEADER + ENTRY * tensors.length;
  const places = tensors.map(({ data }) => {
    const place = roundUp(offset);
    offset = place + data.byteLength;
    return place;
  });
  const bytes = new Uint8Array(offset);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  [VERSION, offset, 0, kind, heads, maxTokens, tensors.length]
    .forEach((word, i) => view.setUint32(4 + 4 * i, word, true));
  tensors.forEach((tensor, i) => writeTensor(bytes, view, HEADER + ENTRY * i, places[i], tensor));
  view.setUint32(12, crc32(bytes.subarray(16)), true);
  return bytes;
}

function writeTensor(bytes, view, entry, place, { name, shape, data }) {
  const label = new TextEncoder().encode(name);
  const type = TYPES.findIndex(({ array }) => data instanceof array);
  const cells = shape.reduce((product, size) => product * size, 1);
  if (type < 0 || label.length === 0 || label.length >= NAME || shape.length < 1 || shape.length > 4 ||
      cells !== data.length) {
    throw new RangeError(`tensor ${name}: shape [${shape}] with ${data.length} values`);
  }
  bytes.set(label, entry);
  const sizes = [...shape, 1, 1, 1].slice(0, 4);
  [type, shape.length, ...sizes, place, data.byteLength]
    .forEach((word, i) => view.setUint32(entry + NAME + 4 * i, word, true));
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), place);
}

/**
 * The tensors of a model file, copied out. Checks what it needs to read; c/model.c checks the rest.
 * @param {Uint8Array} bytes
 * @returns {Model}
 */
export function readModel(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at) => view.getUint32(at, true);
  if (bytes.length < HEADER || new TextDecoder().decode(bytes.subarray(0, 4)) !== MAGIC) {
    throw new RangeError("not an Attention Lab model file");
  }
  if (word(4) !== VERSION) throw new RangeError(`model file version ${word(4)}`);
  if (word(8) !== bytes.length || word(12) !== crc32(bytes.subarray(16))) {
    throw new RangeError("the model file is cut or damaged");
  }
  const tensors = Array.from({ length: word(28) }, (_, i) => readTensor(bytes, word, HEADER + ENTRY * i));
  return { kind: word(16), heads: word(20), maxTokens: word(24), tensors };
}

function readTensor(bytes, word, entry) {
  const name = new TextDecoder().decode(bytes.subarray(entry, entry + NAME)).replace(/\0+$/, "");
  const [type, rank, ...sizes] = [0, 4, 8, 12, 16, 20].map((at) => word(entry + NAME + at));
  const place = word(entry + 56), length = word(entry + 60);
  const data = new TYPES[type].array(Uint8Array.from(bytes.subarray(place, place + length)).buffer); // a Buffer's slice would not copy
  return { name, shape: sizes.slice(0, rank), data };
}

/** A text as a tensor: text("text.name", "…"). @returns {Tensor} */
export function text(name, string) {
  const data = new TextEncoder().encode(string);
  return { name, shape: [data.length], data };
}

/**
 * The vocabulary tensors. A piece that stands several times is matched with the id of its last place;
 * ids below `reserved` (the unknown piece first) and empty pieces are never matched.
 * @param {{piece: string, score: number}[]} entries  by id
 * @param {number} reserved
 * @returns {Tensor[]}
 */
export function vocabulary(entries, reserved) {
  const pieces = entries.map(({ piece }) => new TextEncoder().encode(piece));
  const starts = new Uint32Array(pieces.length + 1);
  pieces.forEach((piece, id) => { starts[id + 1] = starts[id] + piece.length; });
  const bytes = new Uint8Array(starts[pieces.length]);
  pieces.forEach((piece, id) => bytes.set(piece, starts[id]));
  const last = new Map();
  for (let id = reserved; id < entries.length; id++) {
    if (pieces[id].length > 0) last.set(entries[id].piece, id);
  }
  const sorted = Uint32Array.from([...last.values()].sort((a, b) => compareBytes(pieces[a], pieces[b])));
  const scores = Float32Array.from(entries, ({ score }) => score);
  return [
    { name: "vocab.bytes", shape: [bytes.length], data: bytes },
    { name: "vocab.starts", shape: [starts.length], data: starts },
    { name: "vocab.scores", shape: [scores.length], data: scores },
    { name: "vocab.sorted", shape: [sorted.length], data: sorted },
  ];
}

function compareBytes(a, b) {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    if (a[i] !== b[i]) return a[i] - b[i];
  }
  return a.length - b.length;
}

/** CRC-32 of IEEE 802.3, as in zip and PNG. @param {Uint8Array} bytes @returns {number} */
export function crc32(bytes) {
  const table = Uint32Array.from({ length: 256 }, (_, value) => {
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  let crc = 0xffffffff;
  for (const byte of bytes) crc = table[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}
