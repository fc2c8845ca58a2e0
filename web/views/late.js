import { t } from "../language.js";
import { el, focusedBy } from "./dom.js";
import { errorText } from "./error-text.js";

/**
 * A view that is fetched when it is first wanted, or when it is near the part of the page that is seen. While it is not wanted it is not rendered; what it missed, it is told at its next turn.
 * @param {string} name of the part, see parts.js
 * @param {(state: object) => boolean} wanted
 * @param {{ quiet?: boolean, near?: boolean }} [manner] quiet: nothing stands in its place while it comes; near: it comes when
 *   its place is less than a screen away
 * @returns {(element: HTMLElement, store: object, options: object) => { render(state: object, changed: Set<string>): void, destroy(): void }} mount, as any view's
 */
export const late = (name, wanted, { quiet = false, near = false } = {}) => (element, store, options) => {
  let view = null;
  let coming = null;
  let ended = false;
  let missed = new Set();
  const approach = near && new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && start(), { rootMargin: "100%" });
  if (approach) approach.observe(element);

  function start() {
    coming ??= bring();
    if (approach) approach.disconnect();
  }

  async function bring() {
    const focused = element.contains(focusedBy(element)); // on Retry: a reader by keyboard stays here
    if (!quiet) element.replaceChildren(el("p", { class: "message", role: "status" }, t("places.loading")));
    try {
      const { mount } = await options.bringPart(name);
      if (ended) return;
      element.replaceChildren();
      view = mount(element, store, options);
      view.render(store.state, new Set(Object.keys(store.state)));
      missed = new Set();
      if (focused) element.focus();
    } catch (error) {
      if (ended) return;
      const retry = el("button", { type: "button", class: "button", onclick: bring }, t("retry"));
      element.replaceChildren(el("div", { class: "message is-warning", role: "alert" }, el("p", {}, errorText(error)), retry));
      element.hidden = false;
      if (focused) retry.focus();
    }
  }

  return {
    render(state, changed) {
      for (const key of changed) missed.add(key);
      const isWanted = wanted(state);
      if (near) element.hidden = !isWanted; // it comes when it is near, and goes at once
      else if (isWanted) start();
      if (!view || !(isWanted || missed.has("place") || missed.has("view"))) return;
      view.render(state, missed);
      missed = new Set();
    },
    destroy() {
      ended = true;
      if (approach) approach.disconnect();
      view?.destroy();
    },
  };
};
