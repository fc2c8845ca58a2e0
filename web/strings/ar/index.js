import dialogs from "./dialogs.js";
import experiments from "./experiments.js";
import lessons from "./lessons.js";
import oneWord from "./one-word.js";
import page from "./page.js";
import workings from "./workings.js";

export default { ...page, ...oneWord, ...workings, ...dialogs, ...lessons, ...experiments };
