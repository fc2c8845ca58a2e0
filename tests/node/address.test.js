/** The state in addresses, attributes and messages: what is written is read back, and what is not right is said. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { EXPERIMENTS, LESSONS as STEPS } from "../../web/address-parts.js";
import { LOCKS, PANELS } from "../../web/address-switches.js";
import { addressOf, DEFAULTS, fitToRun, isAddress, NAMES, packedAddress, pairsOf, plainAddress, readAddress, readPairs } from "../../web/address.js";
import { LANGUAGES, setLanguage } from "../../web/language.js";
import { LESSONS } from "../../web/lessons/list.js";
import { handMade } from "../../web/models/by-hand.js";
import { KEYS } from "../../web/state.js";
import { aPageState, aState, carried } from "./random-states.js";
import { read } from "./support.js";

const whole = (patch) => ({ ...DEFAULTS, ...patch });
const edit = (matrix, row, col, value) => ({ matrix, row, col, value: Math.fround(value) });
const made = (...list) => ({ list, at: list.length });
const packed = (text) => `#v=1&z=${deflateRawSync(text, { level: 9 }).toString("base64url")}`;
const CODES = ["clamped", "malformed", "unknown", "repeated", "later", "too-long", "refused", "absent", "more"];

/* ---- the table ------------------------------------------------------------------------------------------ */

/** What no address carries: what is computed, what is on its way, and what lasts a moment. */
const LEFT_OUT = ["own", "imported", "playing", "hover", "notices", "result", "also", "trained", "core", "empty", "waiting"];

test("every key of the state is in the address, or is known to be left out", () => {
  assert.deepEqual(Object.keys(KEYS).filter((key) => !KEYS[key].type), LEFT_OUT);
  assert.equal(new Set(NAMES).size, NAMES.length);
  for (const name of NAMES) assert.match(name, /^[a-z]+$/);
  assert.equal(NAMES.length + LEFT_OUT.length, Object.keys(KEYS).length);
  assert.deepEqual(DEFAULTS.text, handMade.find(({ id }) => id === DEFAULTS.example).text);
});

test("lessons and experiments that an address can open are those that there are", () => {
  const steps = LESSONS.map(({ id, steps: { length } }) => [id, length + 1]);
  assert.deepEqual([...STEPS], [...steps, ["references", 1]]);
  const panels = /const PANELS = \[(.*?)\n\];/s.exec(read("web/experiments/index.js").toString())[1];
  assert.deepEqual([...panels.matchAll(/\{ id: "(\w+)"/g)].map(([, id]) => id), EXPERIMENTS);
});

/* ---- both ways ------------------------------------------------------------------------------------------ */

/** An address, and what of the state it says beyond the defaults. */
const BOTH_WAYS = [
  ["#v=1", {}],
  ["#v=1&example=it-and-animal", { example: "it-and-animal", text: handMade[1].text }],
  ["#v=1&example=chat-noir", { example: "chat-noir", text: "le chat noir dort", source: "the black cat is sleeping" }],
  ["#v=1&text=le+chat&source=&example=chat-noir", { example: "chat-noir", text: "le chat", source: "" }],
  ["#v=1&text=The+bank,+a%2Bb?+100%25+%26+%23+%22q%22&model=use-lite", { text: "The bank, a+b? 100% & # \"q\"", model: "use-lite", layer: 2, head: 2 }],
  ["#v=1&model=use-lite&layer=1&head=1", { model: "use-lite" }],
  ["#v=1&text=%28it%27s+%2a%21%29", { text: "(it's *!)" }],
  ["#v=1&text=%3Cscript%3Ealert%281%29%3C/script%3E", { text: "<script>alert(1)</script>" }],
  ["#v=1&text=%D8%A7%D9%84%D9%82%D8%B7%D8%A9+%F0%9F%98%80", { text: "القطة 😀" }],
  ["#v=1&text=", { text: "" }],
  ["#v=1&mask=causal", { mask: "causal" }],
  ["#v=1&mask=window&window=3", { mask: "window", window: 3 }],
  ["#v=1&mask=padding&padding=2", { mask: "padding", padding: 2 }],
  ["#v=1&mask=free&closed=1.2,3.4", { mask: "free", closed: ["1.2", "3.4"] }],
  ["#v=1&scale=none&temperature=0.5", { divide: false, temperature: 0.5 }],
  ["#v=1&off=2.3,1.4&layer=2&head=3", { headsOff: ["2.3", "1.4"], layer: 2, head: 3 }],
  ["#v=1&stage=weights&view=word&grouped=1&cell=3.5", { stage: "weights", view: "word", grouped: true, pin: { i: 3, j: 5 } }],
  ["#v=1&samescale=1&reading=previous", { sameScale: true, reading: "previous" }],
  ["#v=1&place=lessons&lesson=every-query.2", { place: "lessons", lesson: { id: "every-query", step: 1 } }],
  ["#v=1&place=lessons&lesson=references.1", { place: "lessons", lesson: { id: "references", step: 0 } }],
  ["#v=1&place=experiments&experiment=cost", { place: "experiments", experiment: "cost" }],
  ["#v=1&theme=dark&lang=zh", { theme: "dark", language: "zh" }],
  ["#v=1&embed=1&hide=masthead,footer&lock=text,model", { embed: true, hide: ["masthead", "footer"], lock: ["text", "model"] }],
  ["#v=1&hide=", { hide: [] }],
  [`#v=1&hide=${PANELS.join()}&lock=${LOCKS.join()}`, { hide: PANELS, lock: LOCKS }],
  ["#v=1&edits=cat-and-mouse:wQ.2.3=1.5,E.1.1=-0.25,V.5.4=1e-20;chat-noir:K.9.4=3.4028235e38", {
    edits: { "cat-and-mouse": made(edit("wQ", 1, 2, 1.5), edit("E", 0, 0, -0.25), edit("V", 4, 3, 1e-20)), "chat-noir": made(edit("K", 8, 3, 3.4028234663852886e38)) },
  }],
];

for (const [address, patch] of BOTH_WAYS) {
  test(`${address} both ways`, async () => {
    assert.equal(plainAddress(whole(patch)), address);
    assert.equal(await addressOf(whole(patch)), address);
    const { patch: found, notices } = await readAddress(address);
    assert.deepEqual(notices, []);
    assert.deepEqual(whole(found), whole(patch));
    assert.deepEqual(whole((await readAddress(packed(plainAddress(whole(patch)).slice("#v=1&".length)))).patch), whole(patch));
  });
}

/** Other ways to say a thing, as people and forms write it. */
test("read, though not written so", async () => {
  const cases = [
    ["v=1&layer=2", { layer: 2 }], ["#layer=2", { layer: 2 }], ["#v=1&&layer=2&", { layer: 2 }], ["#layer=%2B02", { layer: 2 }],
    ["#text=a%20b", { text: "a b" }], ["#text=猫=1", { text: "猫=1" }], ["#grouped", { grouped: true }], ["#grouped=true&embed=false", { grouped: true, embed: false }],
    ["#lang=de-AT", { language: "de" }], ["#lang=EN", { language: "en" }], ["#lang=&cell=&lesson=", { language: null, pin: null, lesson: null }],
    ["#lesson=equation", { lesson: { id: "equation", step: 0 } }], ["#off=2.3,2.3,02.3", { headsOff: ["2.3"] }], ["#closed=", { closed: [] }], ["#edits=", { edits: {} }],
    ["#scale=root", { divide: true }], ["#temperature=1e0", { temperature: 1 }], ["#temperature=.5", { temperature: 0.5 }], ["", {}], ["#", {}],
    ["#edits=cat-and-mouse:E.1.1=1,E.1.1=2;cat-and-mouse:E.1.1=3", { edits: { "cat-and-mouse": made(edit("E", 0, 0, 3)) } }],
  ];
  for (const [address, patch] of cases) assert.deepEqual(await readAddress(address), { patch, notices: [] }, address);
});

test("an example brings its sentences unless others are named", async () => {
  assert.deepEqual((await readAddress("#text=le&example=chat-noir")).patch, { text: "le", source: "the black cat is sleeping", example: "chat-noir" });
  assert.equal((await readAddress("#text=%E0&example=chat-noir")).patch.text, "le chat noir dort");
});

test("only what holds of edits is carried", async () => {
  const [one, two, three] = [1, 2, 3].map((value) => edit("E", 0, value, value));
  const of = async (edits) => (await readAddress(plainAddress(whole({ edits: { "cat-and-mouse": edits } })))).patch.edits;
  assert.deepEqual(await of({ list: [one, { reset: true }, two, { ...two, value: 7 }, three], at: 4 }), { "cat-and-mouse": made({ ...two, value: 7 }) });
  assert.equal(await of({ list: [one, { reset: true }], at: 2 }), undefined);
  assert.equal(await of({ list: [one], at: 0 }), undefined);
});

test("an address is the same in every language", () => {
  const state = whole({ temperature: 0.5, edits: { "cat-and-mouse": made(edit("wQ", 1, 2, 1.5), edit("E", 0, 0, -1e-20)) } });
  const english = plainAddress(state);
  for (const language of Object.keys(LANGUAGES)) {
    setLanguage(language);
    assert.equal(plainAddress(state), english, language);
  }
  setLanguage("en");
  assert.match(english, /wQ\.2\.3=1\.5,E\.1\.1=-1e-20/);
});

test("an anchor of the page is no address", () => {
  assert.deepEqual(["", "#", "#lab", "#v=1", "#text="].map(isAddress), [false, false, false, true, true]);
});

/* ---- notices -------------------------------------------------------------------------------------------- */

/** Address, the notice it brings, and what of it is used. */
const NOTICES = [
  ["layer=99999", "clamped", "layer", "99999", "9999", { layer: 9999 }],
  ["head=0", "clamped", "head", "0", "1", { head: 1 }],
  ["head=-3", "clamped", "head", "-3", "1", { head: 1 }],
  ["layer=1e999", "clamped", "layer", "1e999", "9999", { layer: 9999 }],
  ["cell=1e9.2", "clamped", "cell", "1e9.2", "9999.2", { pin: { i: 9999, j: 2 } }],
  ["cell=0.-2", "clamped", "cell", "0.-2", "1.1", { pin: { i: 1, j: 1 } }],
  ["cell=3.0", "clamped", "cell", "3.0", "3.1", { pin: { i: 3, j: 1 } }],
  ["temperature=-3", "clamped", "temperature", "-3", "0.1", { temperature: 0.1 }],
  ["temperature=1e9", "clamped", "temperature", "1e9", "10", { temperature: 10 }],
  ["temperature=0.123", "clamped", "temperature", "0.123", "0.12", { temperature: 0.12 }],
  ["window=1e9", "clamped", "window", "1e9", "127", { window: 127 }],
  ["padding=0", "clamped", "padding", "0", "1", { padding: 1 }],
  ["lesson=equation.99", "clamped", "lesson", "equation.99", "equation.9", { lesson: { id: "equation", step: 8 } }],
  ["text=%E0%A4", "malformed", "text", "%E0%A4", "", {}],
  ["text=%", "malformed", "text", "%", "", {}],
  ["text=%ED%A0%80", "malformed", "text", "%ED%A0%80", "", {}],
  ["text=\ud800a", "malformed", "text", "\ufffda", "", {}],
  ["%E0=1", "malformed", "%E0", "1", "", {}],
  ["cell=abc", "malformed", "cell", "abc", "", {}],
  ["cell=1", "malformed", "cell", "1", "", {}],
  ["cell=1.2.3", "malformed", "cell", "1.2.3", "", {}],
  ["layer=2.5", "malformed", "layer", "2.5", "", {}],
  ["layer=", "malformed", "layer", "", "", {}],
  ["layer=0x10", "malformed", "layer", "0x10", "", {}],
  ["temperature=NaN", "malformed", "temperature", "NaN", "", {}],
  ["temperature=Infinity", "malformed", "temperature", "Infinity", "", {}],
  ["temperature=.", "malformed", "temperature", ".", "", {}],
  ["stage=softmax", "malformed", "stage", "softmax", "", {}],
  ["mask=constructor", "malformed", "mask", "constructor", "", {}],
  ["scale=toString", "malformed", "scale", "toString", "", {}],
  ["grouped=maybe", "malformed", "grouped", "maybe", "", {}],
  ["example=__proto__", "malformed", "example", "__proto__", "", {}],
  ["lang=fr", "malformed", "lang", "fr", "", {}],
  ["lesson=__proto__.1", "malformed", "lesson", "__proto__.1", "", {}],
  ["lesson=equation.x", "malformed", "lesson", "equation.x", "", {}],
  ["lesson=equation.1.2", "malformed", "lesson", "equation.1.2", "", {}],
  ["experiment=nothing", "malformed", "experiment", "nothing", "", {}],
  ["hide=footer,prototype", "malformed", "hide", "prototype", "", { hide: ["footer"] }],
  ["lock=,text", "malformed", "lock", "", "", { lock: ["text"] }],
  ["off=2.3,0.1", "malformed", "off", "0.1", "", { headsOff: ["2.3"] }],
  ["closed=1.2,1e9.1", "malformed", "closed", "1e9.1", "", { closed: ["1.2"] }],
  ["edits=__proto__:E.1.1=1", "malformed", "edits", "__proto__:E.1.1=1", "", { edits: {} }],
  ["edits=cat-and-mouse:__proto__.1.1=1", "malformed", "edits", "__proto__.1.1=1", "", { edits: {} }],
  ["edits=cat-and-mouse:E.0.1=1", "malformed", "edits", "E.0.1=1", "", { edits: {} }],
  ["edits=cat-and-mouse:E.6.1=1", "malformed", "edits", "E.6.1=1", "", { edits: {} }],
  ["edits=cat-and-mouse:E.1.7=1", "malformed", "edits", "E.1.7=1", "", { edits: {} }],
  ["edits=chat-noir:V.1.4=1", "malformed", "edits", "V.1.4=1", "", { edits: {} }],
  ["edits=cat-and-mouse:E.1.1=1e39", "malformed", "edits", "E.1.1=1e39", "", { edits: {} }],
  ["edits=cat-and-mouse:wE.1.1=1", "malformed", "edits", "wE.1.1=1", "", { edits: {} }],
  ["edits=cat-and-mouse", "malformed", "edits", "cat-and-mouse", "", { edits: {} }],
  ["__proto__=1", "unknown", "__proto__", "1", "", {}],
  ["constructor=1", "unknown", "constructor", "1", "", {}],
  ["prototype", "unknown", "prototype", "", "", {}],
  ["Layer=2", "unknown", "Layer", "2", "", {}],
  ["hover=1.2", "unknown", "hover", "1.2", "", {}],
  ["result=1", "unknown", "result", "1", "", {}],
  [`${"x".repeat(50)}=1`, "unknown", `${"x".repeat(39)}…`, "1", "", {}],
  [`x=${"y".repeat(50)}`, "unknown", "x", `${"y".repeat(39)}…`, "", {}],
  ["layer=2&layer=3", "repeated", "layer", "3", "", { layer: 2 }],
  ["v=2&layer=2", "later", "v", "2", "1", { layer: 2 }],
  ["v=x&layer=2", "malformed", "v", "x", "", { layer: 2 }],
  ["v=0&layer=2", "malformed", "v", "0", "", { layer: 2 }],
  [`text=${"a".repeat(20_001)}`, "too-long", "text", `${"a".repeat(39)}…`, "20,000", { text: "a".repeat(20_000) }],
  ["z=abc", "malformed", "z", "abc", "", {}],
  ["z=%2B%2B%2B%2B", "malformed", "z", "++++", "", {}],
  ["z=", "malformed", "z", "", "", {}],
  ["z=a", "malformed", "z", "a", "", {}],
];

for (const [address, code, name, asked, used, patch] of NOTICES) {
  test(`${address.slice(0, 40)}: ${code}`, async () => {
    assert.deepEqual(await readAddress(`#${address}`), { patch, notices: [{ code, name, asked, used }] });
  });
}

/** The best of a few times, for the machine may have other work. */
async function inTime(most, run) {
  const times = [];
  let result;
  for (let turn = 0; turn < 5; turn++) {
    const started = performance.now();
    result = await run();
    times.push(performance.now() - started);
  }
  assert.ok(Math.min(...times) < most, `${times} ms`);
  return result;
}

test("an address of 1 MB is refused whole, at once", async () => {
  for (const address of ["x".repeat(1 << 20), `layer=2&${"&".repeat(1 << 20)}`, `text=${"%41".repeat(350_000)}`]) {
    const { patch, notices } = await inTime(100, () => readAddress(`#${address}`));
    assert.deepEqual(patch, {});
    assert.deepEqual(notices.map(({ code, name }) => [code, name]), [["refused", "#"]]);
  }
});

test("at the limit many parts are read in good time, with ten notices at most", async () => {
  const long = (part) => part.repeat(Math.floor(199_990 / part.length));
  const cases = [long("&a"), long("&layer=x"), long("&%"), `hide=${long("a,")}`, `edits=${long("cat-and-mouse:E.1.1=1;")}`, `edits=cat-and-mouse:${long("E.1.1=1,").slice(0, -30)}`, `closed=${long("1.2,")}`];
  for (const address of cases) {
    const { notices } = await inTime(1000, () => readAddress(address.slice(0, 199_999)));
    assert.ok(notices.length <= 10);
  }
  const unknown = (count) => Array.from({ length: count }, (_, at) => `x${at}=1`).join("&");
  assert.deepEqual((await readAddress(`${unknown(99)}&layer=2`)).patch, { layer: 2 });
  assert.deepEqual((await readAddress(`${unknown(100)}&layer=2`)).patch, {});
  assert.deepEqual((await readAddress(`${"&".repeat(200)}layer=1&${"layer=2&".repeat(99)}head=x`)).notices.at(-1).asked, "91");
  const { notices } = await readAddress(unknown(30));
  assert.deepEqual([notices.length, notices[9]], [10, { code: "more", name: "", asked: "21", used: "" }]);
});

test("a bomb is not inflated beyond 1 MB; what is under it is read", async () => {
  const bomb = packed(Buffer.alloc(50_000_000, "a"));
  assert.ok(bomb.length < 200_000);
  const before = process.memoryUsage().rss;
  const { patch, notices } = await readAddress(`${bomb}&layer=2`);
  assert.ok(process.memoryUsage().rss - before < 50e6);
  assert.deepEqual([patch, notices.map(({ code, name }) => [code, name])], [{ layer: 2 }, [["refused", "z"]]]);
  assert.equal((await readAddress(packed(`text=${"a".repeat(900_000)}`))).patch.text.length, 20_000);
});

test("packed: parts beside it count, none of it is unpacked twice", async () => {
  assert.deepEqual(await readAddress(`${packed("layer=2")}&embed=1`), { patch: { layer: 2, embed: true }, notices: [] });
  assert.deepEqual((await readAddress(packed(packed("layer=2").slice("#v=1&".length)))).notices.map(({ code, name }) => [code, name]), [["unknown", "z"]]);
  assert.deepEqual((await readAddress(`${packed("layer=2")}&z=abc`)).notices.map(({ code, name }) => [code, name]), [["unknown", "z"]]);
  assert.deepEqual((await readAddress(packed("text=\ud800"))).patch.text, "\ufffd");
});

/* ---- long texts ------------------------------------------------------------------------------------------- */

test("long states are packed, short ones stay readable", async () => {
  const text = "The cat chased a mouse, and ".repeat(100);
  const address = await addressOf(whole({ text, embed: true }));
  assert.match(address, /^#v=1&z=[\w-]+$/);
  assert.ok(address.length < 300);
  assert.deepEqual(whole((await readAddress(address)).patch), whole({ text, embed: true }));
  assert.match(await addressOf(whole({ text: "a".repeat(1400) })), /^#v=1&text=a+$/);
});

test("without CompressionStream an address stays plain", async () => {
  const { CompressionStream } = globalThis;
  delete globalThis.CompressionStream;
  try {
    const text = "The cat ".repeat(1000);
    const address = await addressOf(whole({ text }));
    assert.equal((await readAddress(address)).patch.text, text);
    assert.equal(address, plainAddress(whole({ text })));
  } finally {
    globalThis.CompressionStream = CompressionStream;
  }
});

test("of a text beyond 20,000 characters the start is carried, and that it was cut is said", async () => {
  for (const text of ["ab".repeat(1e6), `${"a".repeat(19_999)}😀 and on`, "😀".repeat(20_000), "猫😀".repeat(20_000)]) {
    const { patch, notices } = await readAddress(await addressOf(whole({ text })));
    assert.deepEqual(notices.map(({ code, name }) => [code, name]), [["too-long", "text"]]);
    assert.doesNotMatch(patch.text, /[\ud800-\udfff]/u);
    assert.ok(text.startsWith(patch.text) && patch.text.length >= 19_999 && patch.text.length <= 20_000);
    assert.deepEqual(readPairs(pairsOf(whole({ text }))).notices, notices);
  }
  const both = await addressOf(whole({ text: "猫".repeat(20_000), source: "鼠".repeat(20_000) }));
  assert.deepEqual((await readAddress(both)).notices, []);
});

test("halves of surrogate pairs are written as U+FFFD", async () => {
  assert.equal((await readAddress(plainAddress(whole({ text: "a\ud800b\udc00😀" })))).patch.text, "a\ufffdb\ufffd😀");
});

/* ---- attributes and messages -------------------------------------------------------------------------------- */

test("pairs: strings, numbers, booleans, and null for the default", () => {
  const { patch, notices } = readPairs(Object.entries({ v: 1, text: "a b+c%", layer: 2, temperature: 0.5, grouped: true, samescale: "", embed: false, cell: null, lock: null, window: "3" }));
  assert.deepEqual(notices, []);
  assert.deepEqual(patch, { text: "a b+c%", layer: 2, temperature: 0.5, grouped: true, sameScale: true, embed: false, pin: null, lock: [], window: 3 });
});

test("pairs of other kinds are not taken", () => {
  const strange = [{}, [], undefined, Symbol("s"), () => 2, 2n, NaN, Infinity, { toString() { throw new Error("called"); } }];
  for (const value of strange) {
    const { patch, notices } = readPairs([["layer", value], ["text", value]]);
    assert.equal("layer" in patch, false);
    assert.equal(notices[0].code, "malformed");
    if (typeof value !== "number") assert.deepEqual(notices.map(({ asked }) => asked), [typeof value, typeof value]);
  }
  for (const name of strange) assert.deepEqual(readPairs([[name, "1"]]).notices.map(({ code }) => code), ["unknown"]);
  const message = JSON.parse('{"__proto__": {"layer": 2}, "constructor": "x", "layer": 3}');
  assert.deepEqual(readPairs(Object.entries(message)).patch, { layer: 3 });
  assert.equal({}.layer, undefined);
  assert.deepEqual(readPairs([["closed", "1.2,".repeat(60_000)]]), { patch: {}, notices: [{ code: "malformed", name: "closed", asked: `${"1.2,".repeat(9)}1.2…`, used: "" }] });
});

test("a part of a state is written as that part", () => {
  assert.deepEqual(pairsOf({ layer: 2, hover: { i: 1, j: 1 } }), [["layer", "2"]]);
});

/* ---- fitting to a run ----------------------------------------------------------------------------------------- */

test("what a run does not have is brought into its range, or left out, and said", () => {
  const sizes = { layers: 2, heads: 4, n: 5, m: 7 };
  const notice = (code, name, asked, used = "") => ({ code, name, asked, used });
  assert.deepEqual(fitToRun(whole({ layer: 99, head: 5, pin: { i: 6, j: 8 }, headsOff: ["2.4", "3.1", "1.5"], closed: ["5.7", "6.1", "1.8"] }), sizes), {
    patch: { layer: 2, head: 4, pin: { i: 5, j: 7 }, headsOff: ["2.4"], closed: ["5.7"] },
    notices: [
      notice("clamped", "layer", "99", "2"), notice("clamped", "head", "5", "4"), notice("clamped", "cell", "6.8", "5.7"),
      notice("absent", "off", "3.1,1.5"), notice("absent", "closed", "6.1,1.8"),
    ],
  });
  const fits = { layer: 2, head: 4, pin: { i: 5, j: 7 }, headsOff: ["2.4", "1.1"], closed: ["5.7", "1.1"] };
  for (const state of [whole(fits), whole({}), {}]) assert.deepEqual(fitToRun(state, sizes), { patch: {}, notices: [] });
});

/* ---- words --------------------------------------------------------------------------------------------------------- */

for (const tag of Object.keys(LANGUAGES)) {
  test(`${tag}: every notice has its words, with the values that it needs`, async () => {
    const [table, english] = await Promise.all([tag, "en"].map(async (each) => (await import(`../../web/strings/${each}/address.js`)).default));
    assert.deepEqual(Object.keys(table), CODES.map((code) => `address.${code}`));
    const valuesOf = (text) => text.match(/\{\w+\}/g).sort();
    for (const [key, text] of Object.entries(table)) assert.deepEqual(valuesOf(text), valuesOf(english[key]), key);
  });
}

/* ---- properties ------------------------------------------------------------------------------------------------- */

test("300 random states: an address gives back the state, plain, packed and by pairs", async () => {
  await fc.assert(fc.asyncProperty(fc.oneof(aState, aPageState), async (state) => {
    for (const address of [await addressOf(state), plainAddress(state), await packedAddress(state)]) {
      assert.match(address, /^#v=1(&[\w.~,:;=/?@%+&-]*)?$/);
      const { patch, notices } = await readAddress(address);
      assert.deepEqual(notices, []);
      assert.deepEqual(carried(whole(patch)), carried(state));
    }
    assert.deepEqual(carried(whole(readPairs(pairsOf(state)).patch)), carried(state));
    const once = whole((await readAddress(plainAddress(state))).patch);
    assert.equal(plainAddress(once), plainAddress(state), "what was read is written as it was");
  }), { numRuns: 300 });
});

/** Names and values near to what there is, whole addresses with a piece of them broken, and anything. */
const aWord = fc.oneof(fc.constantFrom(...NAMES, "v", "z", "__proto__", "constructor", "", "NaN", "-1", "1e9", "0.0", "1.2,3", "cat-and-mouse:E.1.1=1", "%E0", "%", "+", "=", "&"), fc.string({ unit: "binary", maxLength: 12 }));
const aGarbage = fc.oneof(
  fc.array(aWord, { maxLength: 12 }).chain((words) => fc.constantFrom("=", "&", "", ".", ",").map((by) => words.join(by))),
  fc.array(fc.tuple(aWord, aWord), { maxLength: 8 }).map((all) => all.map((pair) => pair.join("=")).join("&")),
  fc.tuple(aState, fc.nat(), aWord).map(([state, at, word]) => {
    const address = plainAddress(state);
    return address.slice(0, at % address.length) + word + address.slice((at + 3) % address.length);
  }),
);

test("garbage: nothing throws, and what is read is valid: written again, it reads back without a notice", async () => {
  const prototypes = [Object.prototype, Array.prototype, Map.prototype].map((each) => Object.getOwnPropertyNames(each).length);
  await fc.assert(fc.asyncProperty(aGarbage, async (garbage) => {
    for (const address of [garbage, `#${garbage}`, packed(garbage), `#z=${garbage}`]) {
      const { patch, notices } = await readAddress(address);
      for (const key of Object.keys(patch)) assert.ok(key in DEFAULTS, key);
      for (const notice of notices) {
        assert.ok(CODES.includes(notice.code));
        for (const text of [notice.name, notice.asked, notice.used]) assert.ok(typeof text === "string" && text.length <= 40);
      }
      assert.ok(notices.length <= 10);
      const again = await readAddress(plainAddress(whole(patch)));
      assert.deepEqual(again.notices, []);
      assert.deepEqual(carried(whole(again.patch)), carried(whole(patch)));
    }
    readPairs([[garbage, garbage], ...NAMES.map((name) => [name, garbage])]);
  }), { numRuns: 500 });
  assert.deepEqual([Object.prototype, Array.prototype, Map.prototype].map((each) => Object.getOwnPropertyNames(each).length), prototypes);
});
