/** The view of one word: a part that comes when it is first asked for, with its style. */
import css from "one-word-css";
import { addStrings } from "../language.js";
import words from "../strings/en/one-word.js";
import { mount } from "./one-word.js";

/* global attentionLabPart */

addStrings("en", words);
attentionLabPart({ mount, css });
