/** The English words of what is there when the page opens; a part that comes later brings its own. */
import { addStrings } from "../../language.js";
import address from "./address.js";
import files from "./files-buttons.js";
import page from "./page.js";

for (const table of [page, address, files]) addStrings("en", table);
