/** Tensors of two to five axes as (layers, heads, rows, columns). */
import { refusal } from "./refusal.js";

/**
 * @param {import("./tensor.js").Tensor} tensor (n, m), (h, n, m), (L, h, n, m), or with a batch of one before or after the layers
 * @param {string} name in the file
 * @returns {{ data: ArrayLike<number>, shape: number[], batch: boolean }} batch: an axis of one was dropped
 * @throws {AttentionError} BAD_BATCH
 */
export function fourAxes({ data, shape }, name) {
  if (shape.length < 5) return { data, shape: [...Array(4 - shape.length).fill(1), ...shape], batch: false };
  const at = shape[1] === 1 ? 1 : 0;
  if (shape[at] !== 1) throw refusal("BAD_BATCH", { name, shape: shape.join(" × "), size: shape[1] });
  return { data, shape: shape.filter((_, axis) => axis !== at), batch: true };
}

/** A layer of (layers, heads, rows, columns) as 32-bit numbers. */
export function layerOf({ data, shape: [, heads, rows, cols] }, layer) {
  const size = heads * rows * cols;
  return { data: Float32Array.from(data.subarray(layer * size, (layer + 1) * size)), shape: [heads, rows, cols] };
}
