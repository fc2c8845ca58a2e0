/**
 * Writes ONNX models: the few fields of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto that a small graph
 * needs, in protobuf's wire format. Numbers in comments below are the schema's field numbers.
 */

const FLOAT = 1;
const ATTRIBUTE = { float: 1, int: 2, ints: 7 };
const IR_VERSION = 10;

/**
 * @param {object} graph
 * @param {Record<string, number[]>} graph.inputs shapes by name, all of float32
 * @param {Record<string, number[]>} graph.outputs
 * @param {Record<string, { shape: number[], data: Float32Array }>} [graph.constants]
 * @param {{ op: string, domain?: string, inputs: string[], outputs: string[], attributes?: Record<string, number | number[] | { float: number }> }[]} graph.nodes
 *   an attribute is an int, ints, or { float }
 * @param {Record<string, number>} graph.opsets versions by domain, "" being ONNX itself
 * @returns {Uint8Array}
 */
export function onnxModel({ inputs, outputs, constants = {}, nodes, opsets }) {
  const graph = [
    ...nodes.map((node) => message(1, nodeProto(node))),
    string(2, "attention"),
    ...Object.entries(constants).map(([name, tensor]) => message(5, tensorProto(name, tensor))),
    ...Object.entries(inputs).map(([name, shape]) => message(11, valueInfo(name, shape))),
    ...Object.entries(outputs).map(([name, shape]) => message(12, valueInfo(name, shape))),
  ];
  return joined([
    int(1, IR_VERSION),
    message(7, graph),
    ...Object.entries(opsets).map(([domain, version]) => message(8, [string(1, domain), int(2, version)])),
  ]);
}

const nodeProto = ({ op, domain = "", inputs, outputs, attributes = {} }) => [
  ...inputs.map((name) => string(1, name)),
  ...outputs.map((name) => string(2, name)),
  string(4, op),
  ...Object.entries(attributes).map(([name, value]) => message(5, attributeProto(name, value))),
  string(7, domain),
];

function attributeProto(name, value) {
  if (Array.isArray(value)) return [string(1, name), ...value.map((each) => int(8, each)), int(20, ATTRIBUTE.ints)];
  if (typeof value === "object") return [string(1, name), float(2, value.float), int(20, ATTRIBUTE.float)];
  return [string(1, name), int(3, value), int(20, ATTRIBUTE.int)];
}

const tensorProto = (name, { shape, data }) => [
  ...shape.map((size) => int(1, size)),
  int(2, FLOAT),
  string(8, name),
  bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
];

const valueInfo = (name, shape) => [
  string(1, name),
  message(2, [message(1, [int(1, FLOAT), message(2, shape.map((size) => message(1, [int(1, size)])))])]),
];

/* Wire format: a key is field·8 + type; 0 a varint, 2 bytes with their length, 5 four bytes. */
const int = (field, value) => joined([varint(field * 8), varint(value)]);
const bytes = (field, content) => joined([varint(field * 8 + 2), varint(content.length), content]);
const string = (field, text) => bytes(field, new TextEncoder().encode(text));
const message = (field, parts) => bytes(field, joined(parts));
const float = (field, value) => joined([varint(field * 8 + 5), new Uint8Array(new Float32Array([value]).buffer)]);

function varint(value) {
  const out = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...out, rest]);
    out.push((rest % 128) + 128);
  }
}

function joined(parts) {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
