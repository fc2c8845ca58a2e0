/** The settings that the core computes with, as nobody has touched them; see state.js. */
export const PLAIN = Object.freeze({ mask: "none", divide: true, temperature: 1, headsOff: Object.freeze([]) });

/** Whether settings compute what PLAIN does: a mask by hand that closes nothing is none. */
export function isPlain({ mask, closed, divide, temperature, headsOff }) {
  const open = mask === "none" || (mask === "free" && closed.length === 0);
  return open && divide && temperature === 1 && headsOff.length === 0;
}
