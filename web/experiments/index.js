import { el } from "../views/dom.js";

/* global attentionLabPart */

function mount(element) {
  element.append(el("h2", { class: "title" }, "In the making"));
  return { render() {}, destroy: () => element.replaceChildren() };
}

attentionLabPart({ mount });
