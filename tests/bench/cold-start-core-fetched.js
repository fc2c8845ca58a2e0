/** This core with attention.wasm as a file of its own. */
import { loadCore } from "../../web/core.js";

export async function first({ heads, n, d }, inputs) {
  const response = await fetch(new URL("attention.wasm", import.meta.url));
  const core = await loadCore(await response.arrayBuffer());
  return core.attention({ ...inputs, heads, n, m: n, dK: d, dV: d, want: ["output"] }).output;
}
