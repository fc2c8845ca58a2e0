/** What dist/worker.js runs on the port that it is given: build.sh wraps it into a function of `self`. */
import { serve } from "./worker.js";

serve(/** @type {any} */ (self));
