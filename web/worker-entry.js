/** The file that a Worker starts: the same code as on the main thread, on the worker's own port. */
import { serve } from "./worker.js";

serve(/** @type {any} */ (self));
