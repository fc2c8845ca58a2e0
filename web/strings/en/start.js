/** The English words of what is there when the page opens. */
import { addStrings } from "../../language.js";
import dialogs from "./dialogs.js";
import oneWord from "./one-word.js";
import page from "./page.js";
import workings from "./workings.js";

for (const table of [page, oneWord, workings, dialogs]) addStrings("en", table);
