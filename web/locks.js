/**
 * What a teacher has locked, a student cannot change; an address, attributes and messages still can. The names are those
 * of address-switches.js. Each lock: the keys of the state that it holds, and where on the page the controls stand that change them.
 */
export const LOCKS = {
  text: { keys: ["text", "source", "own"], controls: "#sentence, #source, #examples" },
  model: { keys: ["model", "example"], controls: "#model, #trained, #examples" },
  mask: { keys: ["mask", "window", "padding", "closed"], controls: ".mask-set" },
  scale: { keys: ["divide", "temperature"], controls: ".divide-set, .slider" },
  heads: { keys: ["headsOff"], controls: ".head-set" },
  edits: { keys: ["edits"], controls: "#workings" },
  stage: { keys: ["stage", "playing"], controls: ".steps-list, .steps-walk, #equation" },
  head: { keys: ["layer", "head"], controls: ".choice, .heads-layers" },
  view: { keys: ["view", "grouped"], controls: ".view-set" },
  cell: { keys: ["pin"], controls: ".pin" },
};

/** A lesson sets the page for its steps and gives it back: there only the numbers stay locked. */
const held = ({ lock, place }) => (place === "lessons" ? lock.filter((each) => each === "edits") : lock);
const keysOf = (state) => new Set(held(state).flatMap((lock) => LOCKS[lock]?.keys ?? []));

/** The store as views have it: what is locked stays as it is. */
export function guard(store) {
  return {
    ...store,
    get state() {
      return store.state;
    },
    set(patch) {
      const locked = keysOf(store.state);
      store.set(Object.fromEntries(Object.entries(patch).filter(([key]) => !locked.has(key))));
    },
  };
}

/** Whether a patch would change what is locked. */
export function isLocked(state, patch) {
  const locked = keysOf(state);
  return Object.keys(patch).some((key) => locked.has(key) && patch[key] !== state[key]);
}

/** Shows what is locked: its controls are there, to be read, and do nothing. @param {Element} root @param {string[]} locks */
export function lockControls(root, locks) {
  for (const lock of locks) {
    for (const place of root.querySelectorAll(LOCKS[lock]?.controls ?? ":not(*)")) {
      for (const control of place.matches("button") ? [place] : place.querySelectorAll("button, input, select, textarea")) {
        if (control.localName === "textarea") control.readOnly = true;
        else control.disabled = true;
      }
    }
  }
}
