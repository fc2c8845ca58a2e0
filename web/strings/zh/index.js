import files from "./files.js";
import filesButtons from "./files-buttons.js";
import address from "./address.js";
import dialogs from "./dialogs.js";
import experiments from "./experiments.js";
import lessons from "./lessons.js";
import oneWord from "./one-word.js";
import page from "./page.js";
import workings from "./workings.js";

export default { ...address, ...files, ...filesButtons, ...page, ...oneWord, ...workings, ...dialogs, ...lessons, ...experiments };
