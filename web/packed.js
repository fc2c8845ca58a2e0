/**
 * Stages in one buffer, as a Run keeps them.
 * @param {Record<string, { data: Float32Array, shape: number[] }>} parts "layer/stage" → (heads, rows, columns)
 * @returns {{ buffer: ArrayBuffer, stages: Record<string, { offset: number, shape: number[] }> }}
 */
export function packed(parts) {
  const buffer = new ArrayBuffer(Object.values(parts).reduce((bytes, { data }) => bytes + data.byteLength, 0));
  const stages = {};
  let offset = 0;
  for (const [key, { data, shape }] of Object.entries(parts)) {
    new Float32Array(buffer, offset, data.length).set(data);
    stages[key] = { offset, shape };
    offset += data.byteLength;
  }
  return { buffer, stages };
}
