import "../strings/en/start.js";
import { KEYS } from "../state.js";
import { mount as badgeAndMenu } from "./model-menu.js";
import { mount as change } from "./change.js";
import { mount as copyLink } from "./copy-link.js";
import { mount as controls } from "./controls.js";
import { mount as dialogs } from "./dialogs.js";
import { focusedBy } from "./dom.js";
import { mount as empty } from "./empty.js";
import { mount as equation } from "./equation.js";
import { mount as examples } from "./examples.js";
import { mount as facts } from "./facts.js";
import { mount as heads } from "./heads.js";
import { mount as inspector } from "./inspector.js";
import { mount as language } from "./language.js";
import { mount as map } from "./map.js";
import { mount as mapSwitch } from "./map-switch.js";
import { mount as note } from "./note.js";
import { late } from "./late.js";
import { lab, place } from "./place.js";
import { mount as openLab } from "./open-lab.js";
import { mount as places } from "./places.js";
import { mount as sentence } from "./sentence.js";
import { mount as source } from "./source.js";
import { mount as status } from "./status.js";
import { mount as steps } from "./steps.js";
import { mount as theme } from "./theme.js";
import { mount as tokens } from "./token-list.js";
import { mount as trained } from "./trained.js";

const oneWord = late("one-word", (state) => state.view === "word" && state.place === "lab", { quiet: true });
const workings = late("workings", (state) => state.result?.model === "by-hand" && state.place === "lab", { quiet: true, near: true });
const leftMap = (element, store, options) => map(element, store, { ...options, side: "left", apart: true });
const rightMap = (element, store, options) => map(element, store, { ...options, side: "right", apart: true });

/** Element id → view, in the order of the page: what answers to typing, pointing and setting, and what goes with that. What has no element is hidden. */
const PICTURE = {
  sentence, source, controls, "map-switch": mapSwitch, tokens, "map-left": leftMap, "map-right": rightMap, "one-word": oneWord, empty,
};
const REST = {
  theme, language, model: badgeAndMenu, facts, trained, examples, status, equation, note, steps, change, inspector, workings, heads, dialogs, "open-lab": openLab,
  places, "copy-link": copyLink, lab, lessons: place("lessons"), experiments: place("experiments"),
};

/** What a view that was mounted just now has not seen. */
const ALL = new Set(Object.keys(KEYS));

/** One view that fails does not take what is new from the others. */
function apart(render) {
  try {
    return render();
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

/** What takes the focus of a control that has gone: the first one of the nearest part around it that has any. */
const STOPS = "button:not([tabindex='-1']), input, select, textarea, [tabindex='0']";
function keepingFocus(element, render) {
  const held = focusedBy(element);
  const around = [];
  for (let at = held?.parentElement; at; at = at.parentElement) around.push(at);
  const more = render();
  if (!around[1] || (held.isConnected && !held.closest("[hidden]"))) return more; // of the body nothing is kept
  const now = focusedBy(element);
  if (now && now !== held && now.localName !== "body") return more; // the view has placed it itself
  for (const part of around) {
    const next = part.isConnected && [...part.querySelectorAll(STOPS)].find((each) => !each.closest("[hidden]"));
    if (next) {
      next.focus();
      break;
    }
  }
  return more;
}

/**
 * @typedef {object} Page
 * @property {(() => void)[]} steps mount each view and render it, in this order
 * @property {(changed: Set<string>) => void} renderPicture of what is mounted
 * @property {() => import("../rendering.js").Render[]} rest of what is mounted
 * @property {() => void} destroy
 */

/**
 * The views, each to be mounted on the element of its name.
 * @param {HTMLElement} root
 * @param {ReturnType<typeof import("../state.js").createStore>} store
 * @param {object} actions setText(text, timeStamp), choose(example), askTrained(), retry(), touch(), bringPart(name), and
 *   what panels ask the core for: ask.core(method, ...args), ask.look(what), ask.second(), see main.js
 * @returns {Page}
 */
export function mountPage(root, store, actions) {
  const options = { ...actions, figure: root.querySelector("#figure") };
  const [views, picture, describing, rest] = [[], [], [], []];
  const renderer = (render) => (changed) => keepingFocus(options.figure, () => apart(() => render(store.state, changed)));
  const steps = (parts, renderers) => Object.entries(parts).flatMap(([id, mount]) => {
    const element = root.querySelector(`#${id}`);
    if (!element) return [];
    const first = [];
    return [
      () => {
        const view = mount(element, store, options);
        views.push(view);
        const to = id === "facts" ? describing : renderers; // the facts and what the grids say are always of one sentence
        to.push(renderer(view.render));
        first.push(to.at(-1));
        if (!view.describe) return;
        describing.push(renderer(view.describe));
        first.push(describing.at(-1));
      },
      () => first.forEach((render) => render(ALL)),
    ];
  });
  const describe = (changed) => describing.forEach((render) => render(changed));
  return {
    steps: [...steps(PICTURE, picture), ...steps(REST, rest)],
    renderPicture: (changed) => picture.forEach((render) => render(changed)),
    rest: () => [describe, ...rest],
    destroy: () => views.forEach((view) => view.destroy()),
  };
}
