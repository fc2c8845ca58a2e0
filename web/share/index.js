/** What goes into other pages: a part that comes when its dialog is first opened. */
import css from "share-css";
import { addStrings } from "../language.js";
import words from "../strings/en/share.js";
import { shareDialog } from "./dialog.js";

/* global attentionLabPart */

addStrings("en", words);

attentionLabPart({ css, dialogs: { share: shareDialog } });
