import { jsonFloat } from "./float-text.js";
import { stageFile } from "./stage-file.js";

/**
 * A stage as JSON: the metadata, and `data` as arrays in arrays, (layers, heads, rows, columns), each number with as many digits
 * as bring back its 32 bits. What is no number of JSON stands in quotes: "-inf" for a closed cell of `masked`, "inf", "nan".
 * @returns {string}
 */
export function stageJson(result, what) {
  const { about, matrices, rows, cols } = stageFile(result, what);
  const row = (data, i) => `[${Array.from(data.subarray(i * cols, (i + 1) * cols), jsonFloat).join(",")}]`;
  const matrix = ({ data }) => `[${Array.from({ length: rows }, (_, i) => row(data, i)).join(",\n")}]`;
  const [layers, heads] = about.shape;
  const data = Array.from({ length: layers }, (_, l) => `[${matrices.slice(l * heads, (l + 1) * heads).map(matrix).join(",\n")}]`);
  return `${JSON.stringify(about).slice(0, -1)},"data":[${data.join(",\n")}]}`;
}
