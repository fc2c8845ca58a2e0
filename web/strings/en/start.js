/** The English words of what is there when the page opens; a part that comes later brings its own. */
import { addStrings } from "../../language.js";
import address from "./address.js";
import page from "./page.js";
import workings from "./workings.js";

for (const table of [page, address, workings]) addStrings("en", table);
