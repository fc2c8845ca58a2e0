/** What the rows and columns of a stage are. */

/** Rows are keys. */
export const KEY_ROWS = ["k", "v", "source"];
/** Rows are queries and columns keys. */
export const PAIRS = ["scores", "scaled", "masked", "weights"];
/** One matrix for all heads. */
export const SHARED = ["x", "source", "joined", "projected"];
