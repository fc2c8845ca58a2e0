/** The numbers of a hand-made example, to be changed: a part that comes with the first of them. */
import { addStrings } from "../language.js";
import words from "../strings/en/workings.js";
import { mount } from "./workings.js";

/* global attentionLabPart */

addStrings("en", words);
attentionLabPart({ mount });
