import { canRedo, canUndo, isEdited, NO_EDITS, redo, undo, withEdit, workingsOf } from "../edits.js";
import { parts, t } from "../language.js";
import { wordOf } from "../worked.js";
import { chevron, el, setAttribute } from "./dom.js";
import { announce } from "./live.js";
import { workingsTables } from "./workings-tables.js";

/** How often the view stands in the page: every one has an id of its own. */
let mounted = 0;

/** The numbers of a hand-made example, to be changed; closed until asked for. */
export function mount(element, store, { touch }) {
  /** What was made for each example, kept so that a text half typed is not lost. */
  const made = new Map();
  const body = el("div", { class: "workings-body", id: `workings-${++mounted}`, hidden: true });
  const tools = toolbar(store, step);
  const open = el("button", { type: "button", class: "text-button workings-open", "aria-expanded": "false", "aria-controls": body.id, onclick: toggle }, t("workings.open"), chevron());
  const twice = el("span", { hidden: true }, " ", t("workings.twice"));
  const holder = el("div");
  body.append(hint(twice), holder);
  element.replaceChildren(el("div", { class: "workings-head" }, open, tools.element), body);
  element.addEventListener("keydown", press);

  const tablesOf = (example) => {
    if (!made.has(example.id)) made.set(example.id, workingsTables(example, (edit) => put(store, edit)));
    return made.get(example.id);
  };

  function toggle() {
    body.hidden = !body.hidden;
    open.setAttribute("aria-expanded", String(!body.hidden));
    touch();
    show(store.state, new Set(["result", "edits"]));
  }

  /** One step through the history. @param {"undo" | "redo" | "reset"} name */
  function step(name) {
    const { example } = store.state.result;
    const edits = editsOf(store.state);
    if (!STEPS[name].can(edits)) return;
    if (name === "reset") for (const cell of tablesOf(example).cells) cell.restore();
    announce(element, doneWords(name, named(example, STEPS[name].edit(edits))));
    setEdits(store, STEPS[name].to(edits));
  }

  /** The keys of undo, unless a text is being typed: that has an undo of its own. */
  function press(event) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || body.hidden || !(key === "z" || key === "y")) return;
    if (tablesOf(store.state.result.example).cells.some((cell) => cell.input === event.target && cell.isTyped())) return;
    event.preventDefault();
    step(key === "y" || event.shiftKey ? "redo" : "undo");
  }

  function show(state, changed) {
    tools.element.hidden = body.hidden;
    if (body.hidden) return;
    tools.render(editsOf(state));
    const { result } = state;
    const tables = tablesOf(result.example);
    if (changed.has("result")) {
      if (holder.firstChild !== tables.element) holder.replaceChildren(tables.element);
      tables.show(result);
      twice.hidden = ![result.run.tokens, result.run.keyTokens].some((tokens) => hasTwice(result.example, tokens));
    }
    tables.mark(state);
  }

  return {
    render(state, changed) {
      if (!["result", "edits", "hover", "pin"].some((key) => changed.has(key))) return;
      element.hidden = !state.result?.example;
      if (!element.hidden) show(state, changed);
    },
    destroy() {
      element.removeEventListener("keydown", press);
      element.replaceChildren();
    },
  };
}

const STEPS = {
  undo: { can: canUndo, to: undo, edit: ({ list, at }) => list[at - 1] },
  redo: { can: canRedo, to: redo, edit: ({ list, at }) => list[at] },
  reset: { can: isEdited, to: (edits) => withEdit(edits, { reset: true }), edit: () => null },
};

function toolbar(store, step) {
  const buttons = Object.keys(STEPS).map((name) => [name, el("button", { type: "button", class: "text-button", onclick: () => step(name) }, t(`workings.${name}`))]);
  return {
    element: el("div", { class: "workings-tools", role: "group", "aria-label": t("workings.history") }, ...buttons.map(([, button]) => button)),
    render(edits) {
      for (const [name, button] of buttons) setAttribute(button, "aria-disabled", STEPS[name].can(edits) ? null : "true");
    },
  };
}

function hint(twice) {
  return el("p", { class: "workings-hint" },
    ...parts("workings.hint", { sign: el("span", { class: "set-sign", "aria-hidden": "true" }) }), twice);
}

const editsOf = ({ edits, result }) => edits[result.example.id] ?? NO_EDITS;

function setEdits(store, edits) {
  store.set({ edits: { ...store.state.edits, [store.state.result.example.id]: edits } });
}

/** Adds an edit, unless it sets the number that is there. @returns {boolean} it was added */
function put(store, edit) {
  const { state } = store;
  if (Math.fround(inForce(state, edit)) === edit.value) return false;
  setEdits(store, withEdit(editsOf(state), edit));
  return true;
}

/** The number that holds now where an edit would set one. */
function inForce(state, { matrix, row, col }) {
  const { example, run } = state.result;
  const workings = workingsOf(example, editsOf(state));
  if (matrix in workings) return workings[matrix][row][col];
  const tokens = matrix === "Q" ? run.tokens : run.keyTokens;
  const { data, cols } = run.matrix(matrix.toLowerCase(), 0, 0);
  const at = tokens.findIndex((token) => wordOf(example.words, token) === row);
  return workings.set[matrix][row][col] ?? data[at * cols + col];
}

/** What is said of a step that was taken. @param {string | null} cell null: of a reset */
function doneWords(name, cell) {
  if (name === "reset") return t("workings.done.reset");
  return cell ? t(`workings.done.${name}`, { cell }) : t(`workings.done.${name}Reset`);
}

/** "W_Q, acts, what is done?", or null for a reset. */
function named(example, edit) {
  if (!edit || edit.reset) return null;
  const { matrix, row, col } = edit;
  const { words, features, dimensions, values } = example;
  const letter = matrix.at(-1);
  const columns = { E: features, V: values, Q: dimensions.map(({ ask }) => ask), K: dimensions.map(({ offer }) => offer) }[letter];
  const shown = { E: "X" }[matrix] ?? matrix.replace("w", "W_");
  return t("workings.cell", { matrix: shown, row: (matrix.startsWith("w") ? features : words)[row], column: columns[col] });
}

const hasTwice = ({ words }, tokens) => new Set(tokens.map((token) => wordOf(words, token))).size < tokens.length;
