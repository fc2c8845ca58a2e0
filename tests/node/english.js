/** The words of modules that are tested alone: in English, as in the page when nothing else is asked for. */
import { addStrings } from "../../web/language.js";
import english from "../../web/strings/en/index.js";

addStrings("en", english);
