import { el } from "../views/dom.js";

/**
 * A labelled field for one sentence, as high as its text.
 * @param {string} name
 * @param {(text: string, at: number) => void} onType at: time stamp of the event
 */
export function sentenceField(name, onType) {
  const area = el("textarea", { lang: "", rows: "1", autocomplete: "off", enterkeyhint: "done" });
  const fit = () => {
    area.style.height = "";
    area.style.height = `${area.scrollHeight + 2}px`;
  };
  area.addEventListener("keydown", (event) => event.key === "Enter" && !event.isComposing && event.preventDefault());
  area.addEventListener("input", ({ timeStamp }) => {
    fit();
    onType(area.value, timeStamp);
  });
  const resize = new ResizeObserver(fit); // of the label: the field's own height is what is set here
  const element = el("label", { class: "text-field" }, el("span", {}, name), area);
  resize.observe(element);
  return {
    element,
    get value() {
      return area.value;
    },
    set(text) {
      if (area.value === text) return;
      area.value = text;
      fit();
    },
  };
}
