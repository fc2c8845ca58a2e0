/** This core as its package comes, the module inside the script. */
import { loadCore } from "../../dist/core.js";

export async function first({ heads, n, d }, inputs) {
  const core = await loadCore();
  return core.attention({ ...inputs, heads, n, m: n, dK: d, dV: d, want: ["output"] }).output;
}
