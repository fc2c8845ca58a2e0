/** Files that are saved and opened: text of numbers, CSV, JSON, .npy, shapes, and every refusal. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { guarded, parseCsv, quoted } from "../../web/files/csv.js";
import { stageCsv } from "../../web/files/export-csv.js";
import { stageJson } from "../../web/files/export-json.js";
import { floatText, jsonFloat, readFloat } from "../../web/files/float-text.js";
import { importFiles } from "../../web/files/import.js";
import { parseJson } from "../../web/files/import-json.js";
import { parseNpy } from "../../web/files/import-npy.js";
import { noticeText } from "../../web/files/notice-text.js";
import { runJson } from "../../web/files/run-json.js";
import { MOST_CELLS } from "../../web/files/tensor.js";
import { tokensFrom } from "../../web/files/tokens.js";
import { importedModel } from "../../web/imported.js";
import { addStrings, language, setLanguage } from "../../web/language.js";
import arabic from "../../web/strings/ar/files.js";
import german from "../../web/strings/de/files.js";
import english from "../../web/strings/en/files.js";
import { Run } from "../../web/run.js";
import { byHandModel, handMade } from "../../web/models/by-hand.js";
import { workingsOf } from "../../web/edits.js";
import { workExample } from "../../web/worked.js";
import { BUILDS, read, readJson, reference } from "./support.js";

addStrings("ar", arabic);
addStrings("de", german);
addStrings("en", english);

const { core } = BUILDS[0];
const bytesOf = (text) => new TextEncoder().encode(text);
const open = (text, name = "file.json", typed = undefined) => importFiles([{ name, bytes: typeof text === "string" ? bytesOf(text) : text }], typed);
const opened = (value, typed) => open(JSON.stringify(value), "file.json", typed);
const npy = (name) => Uint8Array.from(read(`tests/golden/npy/${name}.npy`));
const refuses = (code, act, says = /./) => assert.throws(act, (error) => {
  assert.equal(error.code, code);
  assert.match(error.message, says);
  assert.doesNotMatch(error.message, /files\.error|\{\w+\}/, "a text with every place filled");
  return true;
});
const sameFloats = (a, b, what) => assert.ok(a.length === b.length && a.every((x, k) => Object.is(x, b[k])), what);

const anyFloat = fc.oneof(fc.float(), fc.float({ noDefaultInfinity: true, noNaN: true, min: -10, max: 10 }), fc.constantFrom(0, -0, Infinity, -Infinity, NaN, 1.401298464324817e-45, 3.4028234663852886e38));

test("a 32-bit number as text reads back to the same bits, and no shorter text does", () => {
  fc.assert(fc.property(anyFloat, (value) => {
    const x = Math.fround(value);
    const text = floatText(x);
    assert.ok(Object.is(Math.fround(readFloat(text)), x), text);
    assert.ok(Object.is(Math.fround(readFloat(JSON.parse(`[${jsonFloat(x)}]`)[0].toString() === "0" ? text : String(JSON.parse(`[${jsonFloat(x)}]`)[0]))), x));
    const digits = Number(text).toExponential().replace(/e.*|[.-]/g, "").length;
    if (Number.isFinite(x) && x !== 0 && digits > 1) assert.notEqual(Math.fround(Number(x.toPrecision(digits - 1))), x, text);
  }), { numRuns: 2000 });
  assert.equal(floatText(Math.fround(0.1)), "0.1");
  for (const text of ["", "1,5", "0x10", "1_000", "--1", "1e", "=1", "infinit"]) assert.equal(readFloat(text), undefined, text);
});

test("CSV: any fields come back, and no label is a formula", () => {
  const field = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", "=", "+", "-", "@", "'", " ", "é", "\t") });
  fc.assert(fc.property(fc.array(fc.array(field, { minLength: 2 }), { minLength: 1 }), (rows) => {
    assert.deepEqual(parseCsv(rows.map((row) => row.map(quoted).join(",")).join("\r\n")), rows);
    for (const text of rows.flat()) assert.doesNotMatch(guarded(text), /^[=+\-@\t\r]/);
  }));
  assert.equal(guarded("=SUM(A1)"), "'=SUM(A1)");
  assert.equal(guarded("word"), "word");
  for (const broken of ['"open', 'a"b,c', '"a"b']) assert.equal(parseCsv(broken), null);
});

/* ---- what comes in ---- */

test(".npy: every type, order and version as NumPy holds it", () => {
  const held = readJson("tests/golden/npy/held.json");
  for (const [name, { shape, data }] of Object.entries(held)) {
    const read = parseNpy(npy(name));
    assert.deepEqual(read.shape, shape, name);
    sameFloats(Array.from(read.data), data.map((x) => (typeof x === "string" ? readFloat(x) : x)), name);
  }
});

test(".npy: refused types, and heads that lie", () => {
  for (const name of ["complex", "unicode", "object", "struct"]) refuses(name === "struct" ? "NPY_HEADER" : "NPY_TYPE", () => parseNpy(npy(name)));
  refuses("BAD_DEPTH", () => parseNpy(npy("vector")), /has 1 axes/);
  refuses("BAD_DEPTH", () => parseNpy(npy("scalar")));
  refuses("EMPTY_ARRAY", () => parseNpy(npy("empty")), /0 × 3/);
  const good = Buffer.from(npy("f4"));
  const lying = (from, to) => Uint8Array.from(Buffer.from(good.toString("latin1").replace(from, to.padEnd(from.length)), "latin1"));
  refuses("NPY_LENGTH", () => parseNpy(good.subarray(0, -4)), /96 bytes, but 92 follow/);
  refuses("NPY_LENGTH", () => parseNpy(Buffer.concat([good, Buffer.alloc(4)])));
  refuses("NPY_LENGTH", () => parseNpy(lying("(2, 3, 4)", "(2, 3, 5)")));
  refuses("NPY_LENGTH", () => parseNpy(lying("(2, 3, 4)", "(1, 3, 4)")));
  refuses("TOO_MANY", () => parseNpy(lying("(2, 3, 4), }          ", "(4294967296,4294967297),}")));
  refuses("TOO_MANY", () => parseNpy(lying("(2, 3, 4), }          ", `(${"9".repeat(20)},2), }`)));
  for (const shape of ["(-2,3,4)", "(2,3,4.", "[2,3,4] ", "(2 3 4) ", "('a',2) ", "(2, 3,4"]) refuses("NPY_HEADER", () => parseNpy(lying("(2, 3, 4)", shape)));
  refuses("NPY_HEADER", () => parseNpy(lying("'fortran_order'", "'fortran_odder'")));
  refuses("NPY_HEADER", () => parseNpy(lying("'descr': '<f4'", "'descr': exec()")));
  refuses("NPY_HEADER", () => parseNpy(lying("False", "None")));
  refuses("NPY_HEADER", () => parseNpy(good.subarray(0, 40)));
  refuses("NPY_HEADER", () => parseNpy(good.subarray(0, 8)));
  refuses("NPY_VERSION", () => parseNpy(Uint8Array.from([...good.subarray(0, 6), 9, 0])), /version 9/);
  const long = Uint8Array.from(npy("f4-v2"));
  long[11] = 255;
  refuses("NPY_HEADER", () => parseNpy(long));
  // Whatever bytes: a named refusal or numbers, never anything else.
  fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(good.length - 1), fc.nat(255), (junk, at, byte) => {
    const bent = Uint8Array.from(good);
    bent[at] = byte;
    for (const bytes of [bent, Uint8Array.from([...good.subarray(0, 8), ...junk])]) {
      try {
        parseNpy(bytes);
      } catch (error) {
        assert.match(error.code ?? String(error), /^(NPY_\w+|BAD_DEPTH|EMPTY_ARRAY|TOO_MANY)$/);
      }
    }
  }), { numRuns: 1000 });
});

test("JSON of nested arrays: every shape from (n, m) to (L, 1, h, n, m)", () => {
  const row = [0.25, 0.75, 0];
  const matrix = [row, row];
  for (const [value, sizes, batch] of [[matrix, [1, 1], false], [[matrix, matrix, matrix], [1, 3], false], [[[matrix], [matrix]], [2, 1], false], [[[[matrix, matrix]], [[matrix, matrix]]], [2, 2], true], [[[[matrix], [matrix], [matrix]]], [3, 1], true]]) {
    const { layers, heads, stages, tokens, sourceTokens, notices } = opened(value);
    assert.deepEqual([layers, heads], sizes);
    assert.deepEqual(stages["0/weights"].shape, [heads, 2, 3]);
    assert.deepEqual(Array.from(stages["0/weights"].data.subarray(0, 3)), row);
    assert.deepEqual([tokens.length, sourceTokens.length], [2, 3]);
    assert.deepEqual(notices.map(({ key }) => key), batch ? ["batch"] : []);
  }
  assert.equal(opened([[1]]).sourceTokens, null, "as many keys as queries: the same tokens");
});

test("JSON that is refused says what and where", () => {
  refuses("RAGGED", () => opened([[1, 0], [1]]), /at \[1\] there should be 2, but there are 1/);
  refuses("RAGGED", () => opened([[[1, 0], [0, 1]], [[1, 0], 3]]), /at \[1\]\[1\]/);
  refuses("RAGGED", () => opened([[1, [0]]]), /at \[0\]\[1\]/);
  for (const odd of ["0.5", null, true, {}]) refuses("NOT_NUMBER", () => opened([[0.5, odd]]), /At \[0\]\[1\]/);
  refuses("EMPTY_ARRAY", () => opened([]));
  refuses("EMPTY_ARRAY", () => opened([[], []]));
  refuses("BAD_DEPTH", () => opened([0.5, 0.5]));
  refuses("BAD_DEPTH", () => opened([[[[[[1]]]]]]));
  refuses("BAD_BATCH", () => opened([[[[[1]]], [[[1]]]], [[[[1]]], [[[1]]]]]), /batch of 2/);
  refuses("BAD_JSON", () => open("[[1, 0], [0, 1"), /JSON/);
  refuses("BAD_JSON", () => open("[[NaN, nul]]"));
  refuses("NO_TENSOR", () => opened({ scores: [[1]], constructor: 3 }), /scores, constructor/);
  refuses("NO_TENSOR", () => open('{"__proto__": {"weights": [[1]]}}'));
  refuses("BAD_TOKENS", () => opened({ weights: [[1]], tokens: "word" }));
  refuses("BAD_SCALE", () => opened({ q: [[1]], k: [[1]], v: [[1]], scale: "1" }));
  refuses("PARTS", () => opened({ q: [[1, 2]], k: [[1]], v: [[1]] }), /Q is 1 × 1 × 1 × 2/);
  refuses("PARTS", () => opened({ q: [[1]], k: [[1], [2]], v: [[1]] }));
  refuses("EMPTY_FILE", () => open(""));
  refuses("UNKNOWN_FILE", () => open("hello"));
  refuses("NOT_TEXT", () => open(Uint8Array.of(0xff, 0xfe, 0x00)));
  refuses("ZIP", () => open(Uint8Array.of(0x50, 0x4b, 3, 4), "a.npz"));
  refuses("NPY_MAGIC", () => open("[[1]]", "a.npy"));
  refuses("TOO_MANY", () => open(`[[${Array(MOST_CELLS + 1).fill(0).join(",")}]]`));
  refuses("TOO_LARGE", () => importFiles([{ name: "a.json", bytes: { length: 65 * 2 ** 20 } }]), /at most 64 MB/);
  refuses("WHICH_FILES", () => importFiles([{ name: "a.json", bytes: bytesOf("[[1]]") }, { name: "b.json", bytes: bytesOf("[[1]]") }]));
  refuses("CSV_HEAD", () => open("a,b\n1,2", "a.csv"));
});

test("what Python writes for NaN is taken for NaN, and counted; within words it is a word", () => {
  assert.deepEqual(parseJson('{"a": [NaN, -Infinity, Infinity, 1], "b": "NaN \\" Infinity"}'), { value: { a: ["nan", "-inf", "inf", 1], b: 'NaN " Infinity' }, odd: 3 });
  const { stages, notices } = open("[[NaN, 1], [0.5, 0.5]]");
  assert.ok(Number.isNaN(stages["0/weights"].data[0]));
  assert.deepEqual(notices.map(({ key }) => key), ["odd", "sums"]);
});

test("rows that do not add up to 1 are counted, the worst named, and nothing changed", () => {
  const value = [[[[0.5, 0.5], [0.9, 0.2]], [[1, 0], [0.5, 0.5004]]], [[[3, 0], [0, 0]], [[0.5, 0.5], [1, 0]]]];
  const { stages, notices } = opened(value);
  assert.deepEqual(notices, [{ key: "sums", values: { count: 2, rows: 8, layer: 2, head: 1, row: 1, sum: 3 } }]);
  sameFloats(stages["0/weights"].data, Float32Array.from(value[0].flat(2)));
  assert.deepEqual(opened([[0.5, 0.5009], [0, 0]]).notices, [], "within 1e-3; a row of zeros was closed");
});

test("weights below 0 are counted and the lowest named, though their row adds up to 1", () => {
  const { notices } = opened([[[1.5, -0.5], [-0.25, 1.25]], [[2, -1], [1.125, -0.125]]]);
  assert.deepEqual(notices, [{ key: "negative", values: { count: 4, layer: 1, head: 2, row: 1, weight: -1 } }]);
});

test("what is said of a file is in the reader's notation", () => {
  const says = (spoken, values) => {
    const before = language();
    setLanguage(spoken);
    try {
      return noticeText({ key: "negative", values: { count: 3, layer: 1, head: 2, row: 2, ...values } });
    } finally {
      setLanguage(before);
    }
  };
  assert.match(says("de", { weight: -0.25 }), /das kleinste ist −0,25 in/);
  assert.match(says("en", { weight: -1e-7 }), /the lowest is −1e−7 in/);
  assert.match(says("ar", { weight: -Infinity }), /\u2068−∞\u2069/);
  assert.match(noticeText({ key: "sums", values: { count: 1, rows: 2, layer: 1, head: 1, row: 1, sum: NaN } }), /with NaN/);
});

test("tokens: of the file, typed, or numbers; of each tokenizer's own marks", () => {
  const weights = [[0.5, 0.5], [1, 0]];
  const shown = (pieces) => tokensFrom(pieces).text;
  assert.equal(shown(["The", "Ġcat", "Ġchase", "d"]), "The cat chased");
  assert.equal(shown(["▁The", "▁cat", "s"]), "The cats");
  assert.equal(shown(["[CLS]", "play", "##ing", "[SEP]"]), "[CLS] playing [SEP]");
  assert.equal(shown(["a", "b"]), "a b");
  assert.equal(opened({ weights, tokens: ["Hi", "there"] }).text, "Hi there");
  assert.equal(opened({ weights, tokens: ["Hi", "there"] }, { tokens: ["x", "y"] }).text, "x y");
  const { text, notices } = opened({ weights, tokens: ["Hi"] });
  assert.equal(text, "1 2");
  assert.deepEqual(notices, [{ key: "labels", values: { have: 1, need: 2 } }]);
  const spans = tokensFrom(["Ġa", "", "Ġ b\n"]);
  for (const { start, end, piece } of spans.tokens) if (start !== null) assert.equal(spans.text.slice(start, end), piece.replace(/^▁/, ""));
});

test("Q, K and V: the core's attention, for each layer and head, scale and mask of the file", () => {
  const size = { layers: 2, heads: 2, n: 3, m: 4, dK: 5, dV: 2 };
  const nest = (count, of) => Array.from({ length: count }, (_, k) => of(k));
  let at = 0;
  const next = () => Math.fround(Math.sin(++at));
  const made = (rows, cols) => nest(size.layers, () => nest(size.heads, () => nest(rows, () => nest(cols, next))));
  const file = { q: made(size.n, size.dK), k: made(size.m, size.dK), v: made(size.m, size.dV) };
  const brought = opened(file);
  assert.deepEqual([brought.computes, brought.layers, brought.heads, brought.tokens.length, brought.sourceTokens.length], [true, 2, 2, 3, 4]);
  for (const mask of [undefined, "causal"]) {
    const run = importedModel(core, brought).work(() => ({ mask, headsOff: [[1, 0]] }));
    for (let layer = 0; layer < 2; layer++) {
      const [q, k, v] = ["q", "k", "v"].map((part) => Float32Array.from(file[part][layer].flat(2)));
      const wanted = reference({ q, k, v, heads: 2, n: 3, m: 4, dK: 5, dV: 2, mask });
      run.stage("weights", layer).data.forEach((weight, cell) => assert.ok(Math.abs(weight - wanted.weights[cell]) < 1e-6));
      run.stage("output", layer).data.forEach((x, cell) => assert.ok(Math.abs(x - wanted.output[cell]) < 1e-6));
      const joined = run.stage("joined", layer).data;
      for (let i = 0; i < 3; i++) for (let h = 0; h < 2; h++) for (let y = 0; y < 2; y++) {
        assert.equal(joined[(i * 2 + h) * 2 + y], layer === 1 && h === 0 ? 0 : run.stage("output", layer).data[(h * 3 + i) * 2 + y]);
      }
      const bits = -wanted.weights.slice(0, 12).reduce((sum, w) => sum + (w > 0 ? w * Math.log2(w) : 0), 0) / 3;
      assert.ok(Math.abs(run.entropy(layer, 0) - bits) < 1e-5);
    }
  }
  assert.deepEqual(opened({ ...file, scale: 1 }).settings, { divide: false });
  assert.deepEqual(opened({ ...file, scale: 1 / Math.sqrt(5), causal: true }).settings, { temperature: 1, mask: "causal" });
  const parts = ["q", "k", "v"].map((part) => ({ name: `${part}.npy`, bytes: npy("f4") }));
  assert.equal(importFiles(parts).computes, true);
});

/* ---- what goes out, and comes back ---- */

function exampleResult(id, settings = { mask: "none" }) {
  const example = handMade.find((each) => each.id === id);
  const tokenizer = core.loadModel(byHandModel(example));
  const run = workExample(core, tokenizer, { text: example.text, source: example.source, words: example.words, workings: workingsOf(example), options: () => ({ mask: settings.mask }) });
  return { model: "by-hand", info: tokenizer.info, text: example.text, source: example.source, run: new Run(run.data), settings: { divide: true, temperature: 1, ...settings }, edited: false };
}

function trainedResult(mask) {
  const model = core.loadModel(Uint8Array.from(read("build/models/use-lite.q8.bin")));
  const text = "She said: \"=1+1\", and @home he cried,\nétonné — 你好!";
  return { model: "use-lite", info: model.info, text, run: model.run(text, { mask }), settings: { mask: mask ?? "none", divide: true, temperature: 1 }, edited: false };
}

const RESULTS = { "by hand": exampleResult("cat-and-mouse"), "by hand, causal": exampleResult("cat-and-mouse", { mask: "causal" }), "two sentences": exampleResult("chat-noir"), trained: trainedResult(), "trained, causal": trainedResult("causal") };

for (const [name, result] of Object.entries(RESULTS)) {
  test(`${name}: every stage as CSV and JSON comes back to the same bits, its tokens too`, () => {
    const { run } = result;
    const stages = [...new Set(Object.keys(run.data.stages).map((key) => key.split("/")[1]))].filter((stage) => stage !== "source");
    for (const stage of stages) {
      for (const all of [true, false]) {
        const what = { stage, layer: run.data.layers, head: run.data.heads, all };
        for (const [file, text] of [["a.csv", stageCsv(result, what)], ["a.json", stageJson(result, what)]]) {
          const back = open(text, file);
          const shape = run.stage(stage, 0).shape;
          const last = run.data.layers - 1;
          const layers = all ? Array.from({ length: run.data.layers }, (_, layer) => layer).filter((layer) => `${run.stage(stage, layer).shape}` === `${run.stage(stage, last).shape}`) : [last];
          if (all && ["scores", "weights"].includes(stage)) assert.equal(layers.length, run.data.layers);
          layers.forEach((layer, index) => {
            const whole = run.stage(stage, layer).data;
            const wanted = all || shape[0] === 1 ? whole : run.matrix(stage, layer, run.data.heads - 1).data;
            sameFloats(back.stages[`${index}/${stage}`].data, wanted, `${file} ${stage}`);
          });
          assert.deepEqual(back.tokens, run.tokens.map(({ id, piece, start, end, unknown }) => ({ id, piece, start, end, unknown })));
          assert.equal(back.text, result.text);
          assert.deepEqual(back.sourceTokens?.map(({ piece }) => piece), run.sourceTokens?.map(({ piece }) => piece));
          const about = JSON.parse(file === "a.json" ? text : parseCsv(text.slice(1))[0][0].replace("# attention-lab stage ", ""));
          for (const key of ["version", "model", "text", "stage", "layers", "heads", "shape", "axes", "scale", "settings"]) assert.ok(key in about, key);
        }
      }
    }
  });

  test(`${name}: a whole run comes back to the same bits`, () => {
    const back = open(runJson(result));
    const { run } = result;
    assert.deepEqual([back.layers, back.heads], [run.data.layers, run.data.heads]);
    assert.deepEqual(Object.keys(back.stages).sort(), Object.keys(run.data.stages).sort());
    for (const key of Object.keys(back.stages)) {
      const [layer, stage] = key.split("/");
      sameFloats(back.stages[key].data, run.stage(stage, Number(layer)).data, key);
    }
    if (run.embedding) sameFloats(back.embedding, run.embedding);
    const again = importedModel(core, back).work();
    for (const key of Object.keys(again.data.stages)) sameFloats(again.stage(key.split("/")[1], Number.parseInt(key, 10)).data, back.stages[key].data);
    for (let head = 0; head < run.data.heads; head++) assert.ok(Math.abs(again.entropy(0, head) - run.entropy(0, head)) < 1e-5);
  });
}

test("CSV: a byte order mark, one head line, labels that are no formulae", () => {
  const text = stageCsv(RESULTS.trained, { stage: "weights", layer: 1, head: 1, all: false });
  assert.equal(text.codePointAt(0), 0xfeff);
  const rows = parseCsv(text.slice(1));
  assert.deepEqual(rows[1].slice(0, 4), ["layer", "head", "row", "label"]);
  for (const field of rows.slice(1).flat()) if (readFloat(field) === undefined) assert.doesNotMatch(field, /^[=+\-@]/);
  assert.ok(rows[1].includes("'=") || rows[1].includes("'=1"), rows[1].join("|"));
});

test("our own files that were bent are refused", () => {
  const json = JSON.parse(stageJson(RESULTS["by hand"], { stage: "weights", layer: 1, head: 1, all: true }));
  refuses("VERSION", () => opened({ ...json, version: 2 }), /version 2/);
  refuses("UNKNOWN_STAGE", () => opened({ ...json, stage: "constructor" }));
  refuses("BAD_TOKENS", () => opened({ ...json, tokens: json.tokens.slice(1) }));
  refuses("RAGGED", () => opened({ ...json, data: [[[...json.data[0][0].slice(1), [1]]]] }));
  const run = JSON.parse(runJson(RESULTS["by hand"]));
  refuses("BAD_STAGE_DATA", () => opened({ ...run, layers: { 1: { ...run.layers[1], weights: { shape: [1, 5, 6], data: run.layers[1].weights.data } } } }));
  refuses("BAD_STAGE_DATA", () => opened({ ...run, layers: { 1: run.layers[1], 2: { weights: run.layers[1].weights } } }));
  refuses("BAD_STAGE_DATA", () => opened({ ...run, layers: { 1: { ...run.layers[1], weights: { shape: [1, 4, 5], data: run.layers[1].weights.data.slice(5) } } } }));
  refuses("UNKNOWN_STAGE", () => opened({ ...run, layers: { 1: { evil: run.layers[1].weights } } }));
  refuses("NO_TENSOR", () => opened({ ...run, layers: {} }));
  const csv = stageCsv(RESULTS["by hand"], { stage: "weights", layer: 1, head: 1, all: true });
  refuses("NOT_NUMBER", () => open(csv.replace(/\d\.\d+\r\n$/, "high\r\n"), "a.csv"));
  refuses("BAD_CSV", () => open(csv.replace(/[^\r\n]*\r\n$/, ""), "a.csv"));
  refuses("CSV_HEAD", () => open(csv.replace('"shape"'.replaceAll('"', '""'), '""shap""'), "a.csv"));
});

test("every refusal and notice has its words, in every language's table the same keys", async () => {
  const used = new Set();
  for (const file of readdirSync("web/files").filter((name) => name.endsWith(".js"))) {
    for (const [, code] of read(`web/files/${file}`).toString("utf8").matchAll(/refusal\("([A-Z_]+)"/g)) used.add(`files.error.${code}`);
  }
  for (const key of used) assert.ok(key in english, key);
  for (const key of Object.keys(english)) if (key.startsWith("files.error.")) assert.ok(used.has(key), `${key} is not used`);
  for (const language of ["zh", "es", "de", "ar"]) {
    for (const [name, table] of [["files", english], ["files-buttons", (await import("../../web/strings/en/files-buttons.js")).default]]) {
      const { default: other } = await import(`../../web/strings/${language}/${name}.js`);
      assert.deepEqual(Object.keys(other).sort(), Object.keys(table).sort(), `${language}/${name}`);
      const places = (entry) => [...new Set(Object.values(typeof entry === "string" ? [entry] : entry).join(" ").match(/\{\w+\}/g) ?? [])].sort();
      for (const key of Object.keys(table)) assert.deepEqual(places(other[key]), places(table[key]), `${language}: ${key}`);
    }
  }
});
