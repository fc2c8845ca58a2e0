import { addressOf } from "../address.js";
import { t } from "../language.js";
import { pageAddress } from "../parts.js";
import { el, setAttribute } from "./dom.js";

/** In a frame or an element: a link to the whole page, set as this one is. Where the page has no address there is none. */
export function mount(element, store) {
  const home = pageAddress();
  const link = el("a", { class: "text-button underlined", target: "_blank", rel: "noopener" }, t("page.open-lab"));
  if (home) element.replaceChildren(link);
  /** Just before it is followed or copied: the address of a long text takes a moment. */
  const aim = async () => setAttribute(link, "href", home + (await addressOf({ ...store.state, embed: false, hide: null, lock: [] })));
  for (const type of ["pointerenter", "focus", "pointerdown"]) link.addEventListener(type, aim);
  return {
    render(state, changed) {
      if (home && changed.has("result")) aim();
    },
    destroy: () => element.replaceChildren(),
  };
}
