import { t } from "../language.js";
import { el, setAttribute, svg } from "./dom.js";

const THEMES = ["auto", "light", "dark"];
const KEY = "attention-lab-theme";

/** Switches between the system's theme, light and dark, and remembers the choice where that is allowed. */
export function mount(element, store) {
  const half = svg("path", { d: "M9 2a7 7 0 0 1 0 14z", fill: "currentColor" });
  const icon = svg("svg", { viewBox: "0 0 18 18", width: "18", height: "18", "aria-hidden": "true" },
    svg("circle", { cx: "9", cy: "9", r: "6.5", fill: "none", stroke: "currentColor", "stroke-width": "1.5" }), half);
  const button = el("button", {
    type: "button", class: "theme-button",
    onclick: () => {
      const next = THEMES[(THEMES.indexOf(store.state.theme) + 1) % THEMES.length];
      remember(next);
      store.set({ theme: next });
    },
  }, icon);
  element.replaceChildren(button);
  const stored = recall();
  if (THEMES.includes(stored) && store.state.theme === "auto") store.set({ theme: stored });

  return {
    render(state, changed) {
      if (!changed.has("theme")) return;
      const name = t(`theme.${state.theme}`);
      setAttribute(button, "aria-label", name);
      setAttribute(button, "title", name);
      half.setAttribute("d", { auto: "M9 2.5a6.5 6.5 0 0 1 0 13z", light: "", dark: "M9 2.5a6.5 6.5 0 0 1 0 13a6.5 6.5 0 0 1 0-13z" }[state.theme]);
    },
    destroy: () => element.replaceChildren(),
  };
}

/* Storage throws in sandboxed frames and where a browser forbids it; the page does without. */
function remember(theme) {
  try { localStorage.setItem(KEY, theme); } catch { /* not remembered */ }
}
function recall() {
  try { return localStorage.getItem(KEY); } catch { return null; }
}
