/** What dist/worker.js runs on the port that it is given: build.sh wraps it into a function of `self` that returns `stop`. */
import { serve } from "./worker.js";

export const stop = serve(/** @type {any} */ (self));
