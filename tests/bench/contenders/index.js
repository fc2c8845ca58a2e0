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
 * @property {(times: number) => number} [sample] instead of run: ms of so many runs
 * @property {() => import("../workloads.js").Result} read the last result
 * @property {() => unknown} dispose
 */
import { open as core } from "./core.js";
import { open as onnxruntime } from "./onnxruntime.js";
import { open as tfjs } from "./tfjs.js";

export const OPENERS = { core, onnxruntime, tfjs };
