import { chevron, el, focusedBy } from "./dom.js";

/**
 * A button with a menu under it, after the ARIA menu-button pattern: arrows, Home, End, letters, Escape.
 * @param {object} options
 * @param {string} options.label name of the menu
 * @param {Node[]} options.face what the button shows before its chevron
 * @param {() => { id: string, content: Node[], checked?: boolean }[]} options.items asked for at each opening
 * @param {(id: string) => void} options.onChoose
 * @param {boolean} [options.atEnd] the list hangs from the end of the button's line, not from its start
 * @returns {{ element: HTMLElement, button: HTMLButtonElement, close(): void }}
 */
export function menu({ label, face, items, onChoose, atEnd = false }) {
  const list = el("div", { class: "menu-list", role: "menu", "aria-label": label, hidden: true });
  const button = el("button", { type: "button", class: "text-button", "aria-haspopup": "menu", "aria-expanded": "false" }, ...face, chevron());
  const element = el("div", { class: atEnd ? "menu at-end" : "menu" }, button, list);

  const entries = () => [...list.children];
  const focusAt = (index) => entries().at(index % list.childElementCount)?.focus();

  function open(index) {
    list.replaceChildren(...items().map(({ id, content, checked }) =>
      el("button", {
        type: "button", class: "menu-item", tabindex: "-1",
        role: checked === undefined ? "menuitem" : "menuitemradio",
        "aria-checked": checked === undefined ? null : String(checked),
        onclick: () => { close(); button.focus(); onChoose(id); },
      }, ...content)));
    list.hidden = false;
    button.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", onOutside, true);
    focusAt(index);
  }

  function close() {
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", onOutside, true);
  }

  function onOutside(event) {
    if (!element.isConnected || !event.composedPath().includes(element)) close();
  }

  button.addEventListener("click", () => (list.hidden ? open(0) : close()));
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open(event.key === "ArrowDown" ? 0 : -1);
  });
  list.addEventListener("keydown", (event) => {
    const at = entries().indexOf(focusedBy(element));
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (step !== undefined) focusAt(step);
    else if (event.key === "Escape") { close(); button.focus(); }
    else if (event.key.length === 1 && event.key !== " ") focusLetter(event.key, at);
    else return;
    event.preventDefault();
  });
  element.addEventListener("focusout", (event) => {
    if (!list.hidden && event.relatedTarget && !element.contains(event.relatedTarget)) close();
  });

  function focusLetter(letter, at) {
    const all = entries();
    const order = [...all.slice(at + 1), ...all.slice(0, at + 1)];
    order.find((entry) => entry.textContent.toLowerCase().startsWith(letter.toLowerCase()))?.focus();
  }

  return { element, button, close };
}
