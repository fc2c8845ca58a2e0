import { el, focusedBy, setAttribute } from "../views/dom.js";
import { t } from "../language.js";
import { settle } from "./choices.js";
import { inProse, proseAttributes } from "./spoken.js";

const LETTERS = "ABCD";

/**
 * A problem and its answers on hairlines. The chosen one opens with its reason; one may choose again.
 * @param {HTMLElement} element
 * @param {{ onChoose(choice: { at: number, right: boolean }): void, onOpen(marks: object | null): void }} options
 */
export function createProblem(element, { onChoose, onOpen }) {
  let shown = "";
  const hide = () => {
    shown = "";
    element.replaceChildren();
    onOpen(null);
  };
  return {
    hide,
    /**
     * @param {import("./choices.js").Problem} problem @param {string} counted "Problem 2 of 3"
     * @param {{ facts: object, nodes(parts: any[]): (Node | string)[], chosen: number | undefined, turn: number }} view nodes: parts as DOM;
     *   chosen: place of the open answer; turn: by how many places the answers are turned, so that the right one stands elsewhere each time
     */
    show(problem, counted, { facts, nodes, chosen, turn }) {
      const settled = inProse(() => settle(problem, facts));
      const signature = JSON.stringify([counted, settled, problem.ask]);
      if (signature === shown) return;
      const focused = [...element.querySelectorAll(".answer-button")].indexOf(focusedBy(element));
      shown = signature;
      element.replaceChildren(el("p", { class: "counted" }, counted), el("h3", { class: "problem-ask", id: "lesson-ask", ...proseAttributes() }, ...nodes(problem.ask)), settled
        ? answers(turned(settled.choices, turn), { nodes, chosen, onChoose, onOpen })
        : el("p", { class: "quiet" }, t("lesson.nothingToChoose")));
      if (!settled) onOpen(null);
      if (focused >= 0) element.querySelectorAll(".answer-button")[focused]?.focus();
    },
  };
}

const turned = (choices, turn) => choices.map((_, place) => choices[(place + turn) % choices.length]);

function answers(choices, { nodes, chosen, onChoose, onOpen }) {
  const rows = choices.map((choice, place) => answer(choice, LETTERS[place], nodes));
  const open = (place) => {
    rows.forEach(({ element, button, reason }, at) => {
      const isOpen = at === place;
      element.classList.toggle("is-open", isOpen);
      reason.hidden = !isOpen;
      setAttribute(button, "aria-expanded", String(isOpen));
    });
    onOpen(choices[place]?.marks ?? null);
  };
  rows.forEach(({ button }, place) => button.addEventListener("click", () => {
    onChoose(choices[place]);
    open(place);
  }));
  open(choices.findIndex(({ at }) => at === chosen));
  return el("ul", { class: "answers", role: "list", "aria-labelledby": "lesson-ask", "aria-live": "polite" }, ...rows.map((row) => row.element));
}

function answer({ text, right, says, marks }, letter, nodes) {
  const id = `lesson-reason-${letter}`;
  const button = el("button", { type: "button", class: "answer-button", "aria-controls": id },
    el("span", { class: "letter" }, letter), el("span", { class: "answer-text", ...proseAttributes() }, ...nodes(text)));
  const reason = el("p", { class: "reason", id, hidden: true }, el("b", {}, right ? t("lesson.yes") : lookAt(marks)), " ", el("span", proseAttributes(), ...nodes(says)));
  return { button, reason, element: el("li", { class: right ? "answer is-yes" : "answer is-no" }, button, reason) };
}

function lookAt(marks) {
  const what = marks && ["cell", "column", "row"].find((each) => marks[each]);
  return what ? t(`lesson.look.${what}`) : t("lesson.look");
}
