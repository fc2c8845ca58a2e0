/**
 * The places of the page that views are mounted on, as trees: [tag, attributes?, ...children]. A child or attribute
 * { t: key } is a word of the interface. The same trees make the static page (make-index.mjs) and, in a frame or an element,
 * the smaller one.
 */
import { KEYS } from "./state.js";

const word = (key) => ({ t: `page.${key}` });

const BRAND = ["svg", { class: "brand-icon", viewBox: "0 0 20 20", width: "20", height: "20", "aria-hidden": "true" },
  ["g", { class: "brand-far" }, ...[[0, 0], [7, 0], [14, 0], [0, 14], [7, 14], [14, 14]].map(([x, y]) => square(x, y))],
  ["g", { class: "brand-row" }, square(0, 7), square(7, 7)],
  square(14, 7, "brand-cell")];

function square(x, y, className) {
  return ["rect", { ...(className ? { class: className } : {}), x: String(x), y: String(y), width: "6", height: "6", rx: "1" }];
}

/** The equation of the page, its pieces named by their stages. */
export const EQUATION = ["math", { displaystyle: "true" },
  ["mrow", { class: "left-side" },
    ["mi", { "data-piece": "output" }, "Attention"],
    ["mo", "("], ["mi", { class: "q", "data-piece": "q" }, "Q"], ["mo", ","], ["mi", { class: "k", "data-piece": "k" }, "K"], ["mo", ","], ["mi", { class: "v" }, "V"], ["mo", ")"],
    ["mo", "="]],
  ["msub", ["mi", { "data-piece": "weights" }, "softmax"], ["mi", { class: "mask", "data-piece": "masked" }, "M"]],
  ["mrow",
    ["mo", "("],
    ["mfrac",
      ["mrow", { "data-piece": "scores" }, ["mi", { class: "q" }, "Q"], ["msup", ["mi", { class: "k" }, "K"], ["mi", { class: "k", mathvariant: "normal" }, "T"]]],
      ["msqrt", { "data-piece": "scaled" }, ["msub", ["mi", "d"], ["mi", "k"]]]],
    ["mo", ")"]],
  ["mspace", { width: "0.1em" }],
  ["mi", { class: "v", "data-piece": "v" }, "V"]];

const place = (id, attributes = {}) => ["div", { id, ...attributes }];
const section = (id, attributes = {}) => ["section", { id, "aria-label": word(id), ...attributes }];

/** A native text field; its mirror and rulers are the view's. */
function field(id, attributes, text = "") {
  return ["div", { id, class: "sentence", ...(id === "source" ? { hidden: "" } : {}) },
    ["label", { class: "unseen", for: `${id}-text` }, word(`${id}.label`)],
    ["textarea", { id: `${id}-text`, rows: "1", lang: "", placeholder: word(`${id}.placeholder`), autocomplete: "off", enterkeyhint: "done", ...attributes }, text]];
}

const SENTENCE = field("sentence", { autocapitalize: "sentences" }, KEYS.text.default);
const STATEMENT = ["section", { class: "statement", "aria-labelledby": "statement-title" },
  ["h2", { id: "statement-title", class: "unseen" }, word("equation")],
  [...place("equation", { class: "equation", dir: "ltr" }), EQUATION], place("note", { class: "note" })];

/** A part of somebody's page: its landmarks are the page's own, and named groups of it may come twice. */
function asPart(tree) {
  if (!Array.isArray(tree)) return tree;
  const [tag, ...rest] = tree;
  if (tag === "main" || tag === "footer") return ["div", ...rest.map(asPart)];
  if (tag === "section") return [tag, { role: "group", ...rest[0] }, ...rest.slice(1).map(asPart)];
  return [tag, ...rest.map(asPart)];
}

const figure = (inspector) => ["div", { id: "figure", class: "figure" },
  place("map-switch"), section("tokens", { hidden: "" }), section("map-left"), section("map-right"),
  ["p", { id: "change", hidden: "" }], section("one-word", { hidden: "" }), ...(inspector ? [section("inspector")] : []),
  place("empty", { class: "empty", hidden: "" })];

/** What is hidden in a frame or an element where the teacher says nothing else. */
export const HIDDEN_IN_EMBED = ["masthead", "equation", "steps", "controls", "heads", "workings"];

/**
 * @param {{ embed?: boolean, hide?: string[] | null, within?: boolean }} [options] hide: names of PANELS in address-switches.js; null: the form's own
 *   choice; within: a part of somebody's page, which has its own main heading and landmarks
 * @returns {any[]} the trees of one sheet
 */
export function skeleton({ embed = false, hide = null, within = false } = {}) {
  const hidden = new Set(hide ?? (embed ? HIDDEN_IN_EMBED : []));
  const of = (name, ...trees) => (hidden.has(name) ? [] : trees);
  const says = of("model", place("model"), place("facts"), place("trained"));
  const trees = [
    ...of("masthead", ["header", { class: "masthead" }, BRAND, ["h1", "Attention Lab"],
      ["nav", { id: "places", class: "places", "aria-label": word("places") }], place("copy-link", { class: "copy-link" }), place("language"), place("theme")]),
    ["main", ...(hidden.has("masthead") && !within ? [["h1", { class: "unseen" }, "Attention Lab"]] : []),
      ["div", { id: "lab" },
        ["div", { class: "ask" },
          ...(embed ? [] : says), ...of("sentence", SENTENCE), ...of("examples", place("examples")), ...of("sentence", field("source"))],
        place("status"),
        ...of("equation", STATEMENT), ...of("steps", place("steps")), ...of("controls", place("controls", { class: "controls" })),
        figure(!hidden.has("inspector")),
        ...of("workings", section("workings", { hidden: "" })), ...of("heads", section("heads"))],
      section("lessons", { hidden: "" }), section("experiments", { hidden: "" })],
    ...of("footer", embed ? ["footer", { class: "embed-foot" }, ...says, place("open-lab")] : ["footer", ["p", word("footer")], place("dialogs")]),
    place("live", { class: "unseen", role: "status", "aria-live": "polite" }),
  ];
  return within ? trees.map(asPart) : trees;
}

/** An element of a tree. @returns {{ tag: string, attributes: Record<string, string | { t: string }>, children: any[] }} { t: key }: a text of the page's language */
export function partsOf([tag, first, ...rest]) {
  const named = typeof first === "object" && !Array.isArray(first) && !("t" in first);
  return { tag, attributes: named ? first : {}, children: named || first === undefined ? rest : [first, ...rest] };
}
