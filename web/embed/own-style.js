import css from "attention-lab-css";
import { adoptStyle } from "../parts.js";

adoptStyle(document, css);
