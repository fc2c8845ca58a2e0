/** The dialogs at the foot of the page: a part that comes when one is first opened. */
import { addStrings } from "../language.js";
import words from "../strings/en/dialogs.js";
import { aboutDialog } from "./about.js";
import { tableDialog } from "./data-table.js";
import { keyboardDialog } from "./keyboard.js";

/* global attentionLabPart */

addStrings("en", words);

attentionLabPart({
  dialogs: {
    table: tableDialog,
    keyboard: () => ({ element: keyboardDialog() }),
    about: () => ({ element: aboutDialog() }),
  },
});
