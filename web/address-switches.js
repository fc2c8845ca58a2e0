/** A teacher's switches: the parts of the page that `hide` takes away. */
export const PANELS = ["masthead", "model", "examples", "sentence", "equation", "steps", "controls", "inspector", "heads", "workings", "footer"];

/** What `lock` keeps from being changed. "heads": which are on; "head": which layer and head are shown. */
export const LOCKS = ["text", "model", "mask", "scale", "heads", "edits", "stage", "head", "view", "cell"];
