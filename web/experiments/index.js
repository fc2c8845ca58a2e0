import css from "experiments-css";
import { el, focusedBy, setAttribute } from "../views/dom.js";
import { addStrings, t } from "../language.js";
import english from "../strings/en/experiments.js";
import { plateFrom } from "../views/plate.js";
import { mount as company } from "./company.js";
import { mount as compare } from "./compare.js";
import { mount as cost } from "./cost.js";
import { mount as rootDk } from "./root-dk.js";
import { mount as threeMatrices } from "./three-matrices.js";

/* global attentionLabPart */

addStrings("en", english);

/** The panels, in the order of the row of tabs. `mount(element, store, options)` as any view; options as in views/page.js. */
const PANELS = [
  { id: "matrices", mount: threeMatrices },
  { id: "root", mount: rootDk },
  { id: "company", mount: company },
  { id: "compare", mount: compare },
  { id: "cost", mount: cost },
];

/** One panel is open at a time; a panel is made when it is first opened, and told then all that it missed. */
function mount(element, store, given) {
  const options = { ...given, views: { ...given.views, createPlate: plateFrom(given.views.map) } };
  const tabs = PANELS.map(({ id }) => el("button", {
    type: "button", role: "tab", class: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => store.set({ experiment: id }),
  }, t(`tabs.${id}`)));
  const bodies = PANELS.map(({ id }) => el("div", { role: "tabpanel", class: "panel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, hidden: true }));
  const list = el("div", { role: "tablist", class: "tabs", "aria-label": t("page.experiments") }, ...tabs);
  list.addEventListener("keydown", (event) => turn(event, tabs));
  element.replaceChildren(list, ...bodies);
  const views = PANELS.map(() => null);
  const missed = PANELS.map(() => new Set());

  return {
    render(state, changed) {
      const open = Math.max(0, PANELS.findIndex(({ id }) => id === state.experiment));
      PANELS.forEach((panel, index) => {
        for (const key of changed) missed[index].add(key);
        bodies[index].hidden = index !== open;
        setAttribute(tabs[index], "aria-selected", String(index === open));
        setAttribute(tabs[index], "tabindex", index === open ? 0 : -1);
      });
      views[open] ??= PANELS[open].mount(bodies[open], store, options);
      views[open].render(state, missed[open]);
      missed[open] = new Set();
    },
    destroy() {
      for (const view of views) view?.destroy();
      element.replaceChildren();
    },
  };
}

/** Arrows, Home and End go from tab to tab, as in the ARIA tabs pattern. */
function turn(event, tabs) {
  const at = tabs.indexOf(focusedBy(tabs[0]));
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const tab = tabs.at(to % tabs.length);
  tab.focus();
  tab.click();
}

attentionLabPart({ mount, css });
