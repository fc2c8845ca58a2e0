/**
 * Who is measured. Each module here opens one library and gives its ways of doing attention.
 *
 * @typedef {object} Library
 * @property {string} name of the library and of the form
 * @property {string} version
 * @property {(workload: import("../workloads.js").Workload, inputs: import("../workloads.js").Inputs) => Prepared | Promise<Prepared>} prepare
 *   what a user does once: what stands here is not timed. Throws where the form cannot do the workload.
 *
 * @typedef {object} Prepared
 * @property {() => unknown} [run] what a user does each time, from the inputs to the result
 * @property {(times: number) => Promise<number>} [sample] instead of run: ms of so many runs
 * @property {() => import("../workloads.js").Result} read the last result
 * @property {() => unknown} dispose
 */

const OPENERS = {
  core: () => import("./core.js"),
  onnxruntime: () => import("./onnxruntime.js"),
  tfjs: () => import("./tfjs.js"),
  plain: () => import("./plain.js"),
};

export const MODULES = Object.keys(OPENERS);

/** The forms of one library, started; nothing is loaded of the others. @returns {Promise<Library[]>} */
export async function openOne(module) {
  const { open } = await OPENERS[module]();
  return open();
}

/** @returns {Promise<Library[]>} */
export async function openAll() {
  const libraries = [];
  for (const module of MODULES) libraries.push(...await openOne(module));
  return libraries;
}
