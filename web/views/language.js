import { language, LANGUAGES, t } from "../language.js";
import { el, focusedBy, svg } from "./dom.js";
import { menu } from "./menu.js";

/** The choice was made here: with the language every view is made anew, this one too. */
let returns = false;

/** The language of the interface, each under its own name; what is chosen stands in the state. */
export function mount(element, store) {
  const globe = svg("svg", { viewBox: "0 0 18 18", width: "18", height: "18", "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": "1.5" },
    svg("circle", { cx: "9", cy: "9", r: "6.5" }), svg("path", { d: "M2.5 9h13M9 2.5c-4.5 4.2-4.5 8.8 0 13c4.5-4.2 4.5-8.8 0-13z" }));
  const { element: root, button } = menu({
    label: t("language.menu"),
    face: [globe],
    atEnd: true,
    items: () => Object.entries(LANGUAGES).map(([tag, name]) => ({
      id: tag, checked: tag === language(), content: [el("bdi", { lang: tag }, name)],
    })),
    onChoose: (tag) => store.set({ language: tag }),
  });
  button.classList.add("language-button");
  button.setAttribute("aria-label", t("language.menu"));
  button.setAttribute("title", t("language.menu"));
  element.replaceChildren(root);
  if (returns) button.focus();
  return {
    render() {},
    destroy() {
      returns = element.contains(focusedBy(element));
      element.replaceChildren();
    },
  };
}
