import css from "files-css";
import { openDialog } from "./open-dialog.js";
import { saveDialog } from "./save-dialog.js";
import "./refusal.js";

/* global attentionLabPart */

attentionLabPart({ saveDialog, openDialog, css });
