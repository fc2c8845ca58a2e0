/** The page as one file: make-one-file.mjs puts this script, and in front of it all that comes later, into it. */
import "./own-style.js";
import "../main.js";
