/** The words of the interface: every key is there in every language, used, and says the same things. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { LANGUAGES, language, setLanguage, t } from "../../web/language.js";
import { EXAMPLES } from "../../web/examples.js";
import { LOCKS, PANELS } from "../../web/address-switches.js";
import { MASKS } from "../../web/masks.js";
import { STAGES } from "../../web/stages.js";
import "./english.js";

const WEB = new URL("../../web/", import.meta.url);
const OTHERS = Object.keys(LANGUAGES).filter((tag) => tag !== "en");
const TABLES = readdirSync(new URL("strings/en/", WEB)).filter((name) => !["index.js", "start.js"].includes(name));
const tables = {};
for (const tag of Object.keys(LANGUAGES)) tables[tag] = (await import(new URL(`strings/${tag}/index.js`, WEB))).default;

/** What an error's code says in general: English has the error's own message. */
const isError = (key) => key.startsWith("error.");

/** The codes with which a file is refused. */
function refusals() {
  const folder = new URL("files/", WEB);
  const sources = readdirSync(folder).filter((name) => name.endsWith(".js")).map((name) => readFileSync(new URL(name, folder), "utf8"));
  return [...new Set(sources.flatMap((text) => [...text.matchAll(/\brefusal\("([A-Z_]+)"/g)].map(([, code]) => code)))];
}

/** Keys that are put together when they are asked for: how the sources write them → what stands there. */
const STEPS = STAGES.map(({ id }) => id);
const LABELLED = STEPS.filter((id) => id !== "x");
const PLACES = [1, 2].flatMap((layer) => [1, 2, 3, 4].map((head) => `${layer}.${head}`));
const READINGS = ["entropy", "back", "self", "previous", "next", "marked"];
const MADE = {
  "files.open.${side}": ["files.open.queries", "files.open.keys"],
  "files.open.${name}": ["json", "object", "npy", "own", "limits"].map((name) => `files.open.${name}`),
  "files.notice.${key}": ["odd", "batch", "labels", "left", "negative", "sums"].map((key) => `files.notice.${key}`),
  "files.error.${code}": refusals().map((code) => `files.error.${code}`),
  "address.${notice.code}": ["clamped", "malformed", "unknown", "repeated", "later", "too-long", "refused", "absent", "more"].map((code) => `address.${code}`),
  "mask.${known(mask)}": MASKS.map((mask) => `mask.${mask}`),
  "does.masked.${known(mask)}": MASKS.map((mask) => `does.masked.${mask}`),
  "head.${model}.${layer}.${head}": PLACES.map((place) => `head.use-lite.${place}`),
  "stage.${id}": [...STEPS, "source"].map((id) => `stage.${id}`),
  "stage.${id}.label": LABELLED.map((id) => `stage.${id}.label`),
  "model.${model}": ["model.by-hand", "model.use-lite", "model.imported"],
  "theme.${state.theme}": ["theme.auto", "theme.light", "theme.dark"],
  "example.${note}": EXAMPLES.map(({ note }) => `example.${note}`),
  "adjust.${state.mask}": ["adjust.window", "adjust.padding"],
  "adjust.${state.mask}.less": ["adjust.window.less", "adjust.padding.less"],
  "adjust.${state.mask}.more": ["adjust.window.more", "adjust.padding.more"],
  "tokens.${head}": ["place", "typed", "piece", "id"].map((head) => `tokens.${head}`),
  "empty.${why}": ["failed", "text", "source"].map((why) => `empty.${why}`),
  "empty.${why}.hint": ["failed", "text", "source"].map((why) => `empty.${why}.hint`),
  "ruler.${role}": ["ruler.query", "ruler.key"],
  "read.${id}": READINGS.map((id) => `read.${id}`),
  "read.${id}.is": READINGS.map((id) => `read.${id}.is`),
  "say.${stage}": ["x", "source", "q", "k", "v", "output", "joined", "projected"].map((stage) => `say.${stage}`),
  'say.${PAIRS.includes(stage) ? stage : "scores"}': ["weights", "scaled", "masked", "scores"].map((stage) => `say.${stage}`),
  "ow.key.${stage}": ["ow.key.scores", "ow.key.scaled"],
  "${moved}Masked": ["limit.sameMasked", "limit.movesMasked"],
  "keys.${what}": ["tab", "arrows", "ends", "pages", "enter", "steps", "mask", "escape", "undo", "menu"].map((what) => `keys.${what}`),
  "table.${stage}.caption": ["table.weights.caption", "table.scores.caption"],
  "workings.${of}": ["workings.wQ", "workings.wK", "workings.wV"],
  "workings.${to}": ["workings.Q", "workings.K", "workings.V"],
  "workings.${name}": ["workings.undo", "workings.redo", "workings.reset"],
  "workings.done.${name}": ["workings.done.undo", "workings.done.redo"],
  "tabs.${id}": ["matrices", "root", "company", "compare", "cost"].map((id) => `tabs.${id}`),
  "matrices.${id}": ["it", "cat", "trained", "lab"].map((id) => `matrices.${id}`),
  "cost.${key}": ["n", "m", "dK", "dV", "heads", "layers", "scores", "qk", "wv", "bytes", "fused", "stored"].map((key) => `cost.${key}`),
  "cost.${key}.unit": ["scores", "qk", "wv", "bytes"].map((key) => `cost.${key}.unit`),
  "cost.${key}.how": ["cost.fused.how", "cost.stored.how"],
  "cost.refused.${refused}": ["memory", "time", "browser"].map((why) => `cost.refused.${why}`),
  "root.proof.${at + 1}": [1, 2, 3, 4, 5].map((line) => `root.proof.${line}`),
  "root.${key}": ["root.largest", "root.entropy", "root.slope"],
  "lesson.look.${what}": ["cell", "column", "row"].map((what) => `lesson.look.${what}`),
  "share.panel.${name}": PANELS.map((name) => `share.panel.${name}`),
  "share.lock.${name}": LOCKS.map((name) => `share.lock.${name}`),
  "share.note.${where}": ["link", "iframe", "element", "markdown", "quarto", "slides"].map((where) => `share.note.${where}`),
  "share.text.${name}": ["link", "iframe", "element", "myst", "html", "markdown", "quarto", "quartoSlide", "slide", "background"].map((name) => `share.text.${name}`),
  "page.${place}": ["page.lessons", "page.experiments"],
  "workings.done.${name}Reset": ["workings.done.undoReset", "workings.done.redoReset"],
};
/** Keys that the tree of the static page names. */
const STATIC = ["sentence.label", "sentence.placeholder", "source.label", "source.placeholder", "equation", "tokens", "map-left", "map-right",
  "one-word", "inspector", "workings", "heads", "lessons", "experiments", "places", "footer"].map((name) => `page.${name}`);

/** Strings that are the same in another language: names, formulas, and words that it has taken over. */
const SAME = {
  all: ["files.open.stages", "note.title", "workings.cell", "size.mb", "number.percent", "list.comma", "share.px", "share.text.myst"],
  de: ["count.tokens", "count.keys", "stage.tokens", "stage.tokens.label", "stage.k", "stage.k.label", "stage.v", "stage.v.label",
    "stage.scores", "stage.scores.label", "steps.matrix", "map.dimension", "map.dimensionNamed", "say.q", "say.k", "say.v",
    "ruler.query", "ruler.key", "tokens.title", "tokens.id", "cell.place", "cell.score", "read.tokens", "ow.scores", "ow.said",
    "blend.value", "blend.head.key", "workings.K", "workings.V", "table.scores", "matrices.embeddings", "root.key",
    "company.before.made", "compare.saidShare", "compare.at", "compare.rolloutName", "cost.scores", "cost.seconds",
    "share.form", "share.link", "share.element", "share.text.link"],
  es: ["count.tokens", "stage.tokens", "stage.tokens.label", "mask.causal", "tokens.title", "tokens.id", "read.bits", "read.tokens",
    "matrices.embeddings", "compare.rolloutName", "cost.seconds"],
  zh: ["tokens.id"],
  ar: [],
};

/* ---- what the sources ask for ---------------------------------------------------------------------------- */

const FOLDERS = ["", "views/", "embed/", "files/", "share/", "lessons/", "experiments/"];
const SOURCES = FOLDERS.flatMap((folder) => readdirSync(new URL(folder, WEB)).filter((name) => name.endsWith(".js")).map((name) => folder + name));
const source = (path) => readFileSync(new URL(path, WEB), "utf8");
const PLAIN_KEY = /"((?:[a-z][\w-]*\.)+[\w-]+|retry)"/gi;
const MADE_KEY = /\b(?:t|parts|p)\([^`"()]*`((?:[^`\\$]|\$\{[^}]*\}|\$)*)`/g;

const english = tables.en;
const used = new Set(STATIC);
const madeUp = new Map(); // as written → where
for (const path of SOURCES) {
  const text = source(path);
  for (const [, key] of text.matchAll(PLAIN_KEY)) if (key in english || new RegExp(`\\b(?:t|parts)\\("${key}"`).test(text)) used.add(key);
  for (const [, key] of text.matchAll(MADE_KEY)) madeUp.set(key, path);
}

test("every key that a source names is in the English tables, and every key there is named", () => {
  const unknown = [...madeUp].filter(([key]) => !(key in MADE) && !isError(key)).map(([key, path]) => `${path}: ${key}`);
  assert.deepEqual(unknown, [], "keys that are put together have to be declared in MADE");
  assert.deepEqual(Object.keys(MADE).filter((key) => !madeUp.has(key)), [], "declared in MADE, but written nowhere");
  for (const keys of Object.values(MADE)) for (const key of keys) used.add(key);
  assert.deepEqual([...used].filter((key) => !(key in english)), [], "missing");
  assert.deepEqual(Object.keys(english).filter((key) => !used.has(key)), [], "used nowhere");
});

test("no key stands in two tables", async () => {
  const seen = new Set();
  for (const name of TABLES) {
    for (const key of Object.keys((await import(new URL(`strings/en/${name}`, WEB))).default)) {
      assert.ok(!seen.has(key), key);
      seen.add(key);
    }
  }
});

for (const tag of OTHERS) {
  test(`${tag}: the same keys, in the same tables`, async () => {
    for (const name of TABLES) {
      const [own, theirs] = [(await import(new URL(`strings/${tag}/${name}`, WEB))).default, (await import(new URL(`strings/en/${name}`, WEB))).default];
      assert.deepEqual(Object.keys(own).filter((key) => !isError(key)).sort(), Object.keys(theirs).sort(), `${tag}/${name}`);
    }
  });

  test(`${tag}: the same {names}; the plurals that the language has`, () => {
    const categories = pluralsOf(tag);
    for (const [key, entry] of Object.entries(tables[tag])) {
      if (isError(key)) continue;
      const [theirs, counted] = [english[key], typeof entry === "object"];
      assert.equal(counted, typeof theirs === "object", `${key}: counted in one of the two`);
      if (counted) assert.deepEqual(Object.keys(entry).sort(), categories, key);
      const wanted = namesOf(typeof theirs === "string" ? theirs : theirs.other);
      for (const [category, text] of Object.entries(counted ? entry : { text: entry })) {
        const names = namesOf(text);
        // One thing or two can be said without its number, and none without what it has.
        const may = counted && category !== "other" ? wanted.filter((name) => name !== "count" || names.includes(name)) : wanted;
        assert.deepEqual(names, may, `${key} ${category}`);
      }
    }
  });

  test(`${tag}: nothing is left in English`, () => {
    const same = Object.keys(english).filter((key) => shape(tables[tag][key]) === shape(english[key]));
    const allowed = [...SAME.all, ...SAME[tag]];
    assert.deepEqual(same.filter((key) => !allowed.includes(key)), []);
    assert.deepEqual(SAME[tag].filter((key) => !same.includes(key)), [], "listed as the same, but not so");
  });
}

test("English: plurals and names", () => {
  for (const [key, entry] of Object.entries(english)) {
    if (typeof entry === "string") continue;
    assert.deepEqual(Object.keys(entry).sort(), pluralsOf("en"), key);
    const but = (names) => names.filter((name) => name !== "count"); // one may be said without its number
    assert.deepEqual(but(namesOf(entry.one)), but(namesOf(entry.other)), key);
  }
});

test("a text says its numbers and names; a key that no table has says itself", () => {
  assert.equal(t("adjust.place", { layer: 2, head: 3, heads: 4 }), "layer 2 · head 3 of 4");
  assert.equal(t("count.tokens", { count: 1 }), "1 token");
  const before = language();
  setLanguage("xx");
  assert.equal(t("count.tokens", { count: 2 }), "2 tokens", "an unknown language falls back on English");
  setLanguage(before);
  assert.equal(t("no.such.key"), "no.such.key");
});

/* ---- words that have stayed in the views ----------------------------------------------------------------- */

/** What may stand in the views as it is: names, symbols and keys of the keyboard. */
const STAY = new Set(["softmax", "Attention", "head", "exp", "Apache-2.0", "Tab", "Home", "End", "Page Up", "Page Down", "Enter", "Esc", "Ctrl Z", "Ctrl Y", "NaN", "std", "Var",
  "PNG", "SVG", "CSV", "JSON", "${name}.png", "${name}.svg", "attention-lab-run.json", "tokens", // names of files and formats
  "the", "The animal didn't cross the street because it was too ${last}.", "The animal didn't cross the street because it was too tired.",
  "I sat on the bank of the river.", "I deposited money at the bank.", "She gave him her book and he thanked her.", "He gave her his book and she thanked him.",
  "The cat chased a mouse", "The mouse chased a cat"]);

test("views, maps and experiments pass no words of their own", () => {
  const found = [];
  for (const path of SOURCES.filter((name) => !name.startsWith("lessons/") && name.includes("/"))) {
    for (const text of shownTexts(source(path))) if (!STAY.has(text)) found.push(`${path}: ${text}`);
  }
  assert.deepEqual(found, []);
});

/** Texts with a word in them that are given to el(), setText(), announce(), a label, a title, a name; or that have a space between two words. */
function shownTexts(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "").replace(/(?<=[;,{}\s])\/\/ .*$/gm, "");
  const texts = [];
  const word = /[A-Za-z]{2,}/;
  const strip = (each) => each.replace(/\$\{[^}]*\}/g, " ");
  // The last argument of el(): a child that is a text.
  for (const [, , child] of code.matchAll(/\b(?:el|svg)\("[\w-]+", (\{[^{}]*\}), ("[^"]*"|`[^`]*`)/g)) texts.push(child.slice(1, -1));
  for (const [, child] of code.matchAll(/\b(?:setText\([\w.[\]()]+|announce\(|warning\(|block\(|dialog\(),? ?("[^"]*"|`[^`]*`)/g)) texts.push(child.slice(1, -1));
  for (const [, label] of code.matchAll(/\b(?:"aria-label"|title|name|label|placeholder|legend|caption|note|text|says|words)\b"?: ("[^"]*"|`[^`]*`)/g)) texts.push(label.slice(1, -1));
  // Prose anywhere: two words and a space between them, beginning with a capital or ending with a full stop.
  for (const [, prose] of code.matchAll(/("[^"\n]*"|`[^`]*`)/g)) if (/^[A-Z][a-z]+ [a-z]|[a-z] [a-z]+\.$|[a-z] [a-z]+: /.test(strip(prose.slice(1, -1)))) texts.push(prose.slice(1, -1));
  return [...new Set(texts)].filter((each) => word.test(strip(each)));
}

/* ---- helpers --------------------------------------------------------------------------------------------- */

/** Capital letters do not make another word. */
const shape = (entry) => JSON.stringify(entry).toLowerCase();
const namesOf = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

/** The categories that whole numbers up to 200 fall into: what is counted here goes no further. */
function pluralsOf(tag) {
  const rules = new Intl.PluralRules(tag);
  return [...new Set(Array.from({ length: 201 }, (_, n) => rules.select(n)))].sort();
}
