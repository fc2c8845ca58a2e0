/** The package as a stranger gets it: packed, installed in a fresh project, run by Node, bundled, type-checked. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import webpack from "webpack";
import { BUILDS, read } from "./support.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PACKED = join(ROOT, "build/package");
const SENTENCE = "She gave him her book and he thanked her.";
const MODEL = "attention-lab/models/use-lite.q8.bin";
const HELD = [
  "LICENSE", "NOTICE", "README.md", "dist/attention-scalar.wasm", "dist/core.js",
  "dist/models/LICENSE-use-lite.txt", "dist/models/NOTICE", "dist/models/use-lite.q8.bin", "package.json",
];
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

/** What a command that must succeed writes to stdout. */
function execute(folder, command, ...words) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, `${command} ${words.join(" ")}\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
  return stdout;
}

const npm = (folder, ...words) => execute(folder, "npm", ...words, "--no-audit", "--no-fund", "--loglevel=error");
const node = (folder, ...words) => execute(folder, process.execPath, ...words);

let project;
let packed;

before(() => {
  rmSync(PACKED, { recursive: true, force: true });
  mkdirSync(PACKED, { recursive: true });
  [packed] = JSON.parse(npm(ROOT, "pack", "--json", "--pack-destination", PACKED));
  project = mkdtempSync(join(tmpdir(), "attention-lab-project-"));
  write("package.json", '{ "name": "fresh", "private": true }');
  npm(project, "install", "--offline", join(PACKED, packed.filename));
});
after(() => rmSync(project, { recursive: true, force: true }));

/** A file of the fresh project. @returns {string} its path */
function write(name, text) {
  const path = join(project, name);
  writeFileSync(path, text);
  return path;
}

/** The README's program does this with what it imports; here it is done with the tree's core. */
function weightsInTheTree() {
  const model = BUILDS[0].core.loadModel(read("build/models/use-lite.q8.bin"));
  const result = model.run(SENTENCE);
  const { data, rows, cols } = result.matrix("weights", 1, 1);
  model.dispose();
  return { pieces: result.tokens.map(({ piece }) => piece), data: [...data], rows, cols };
}

/** A program that prints the same weights as JSON, for what comes from `load`: the bytes of the model. */
const program = (imports, load) => `
${imports}
import { loadCore } from "attention-lab";
async function main() {
  const core = await loadCore();
  const { data } = core.loadModel(await ${load}).run(${JSON.stringify(SENTENCE)}).matrix("weights", 1, 1);
  console.log(JSON.stringify([...data]));
}
main();
`;

const holdsWeights = (printed) => assert.deepEqual(JSON.parse(printed), weightsInTheTree().data);

/** A bundle must stand alone: it runs where there is no node_modules. */
function runAlone(folder, name) {
  const alone = mkdtempSync(join(tmpdir(), "attention-lab-bundle-"));
  try {
    cpSync(join(project, folder), alone, { recursive: true });
    return node(alone, name);
  } finally {
    rmSync(alone, { recursive: true });
  }
}

test("the package holds the library, its declarations and the model with its licence, and nothing of the page", () => {
  const paths = packed.files.map(({ path }) => path).filter((path) => !path.startsWith("dist/types/"));
  assert.deepEqual(paths.sort(), HELD);
  console.log(`package: ${(packed.size / 1e6).toFixed(1)} MB`);
});

test("it brings no other package along", () => {
  assert.deepEqual(readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith(".")), ["attention-lab"]);
});

test("the README's program prints the weights of its sentence", () => {
  const section = read("README.md").toString("utf8").split("## The library")[1];
  const [, source] = section.match(/```js\n([\s\S]*?)```/);
  const { pieces, data, rows, cols } = weightsInTheTree();
  const line = (i) => `${pieces[i].padEnd(8)} ${data.slice(i * cols, (i + 1) * cols).map((w) => w.toFixed(2)).join(" ")}\n`;
  assert.equal(node(project, write("weights.mjs", source)), Array.from({ length: rows }, (_, i) => line(i)).join(""));
  assert.ok(source.trim().split("\n").length <= 10);
});

test("the scalar build is at the address that the README names", () => {
  const path = write("scalar.mjs", `
    import { readFile } from "node:fs/promises";
    import { loadCore } from "attention-lab";
    const core = await loadCore(await readFile(new URL(import.meta.resolve("attention-lab/attention-scalar.wasm"))));
    console.log(core.linear(Float32Array.of(3), Float32Array.of(5), 1, 1, 1)[0]);`);
  assert.equal(node(project, path), "15\n");
});

for (const platform of ["browser", "node"]) {
  test(`esbuild bundles it for ${platform}, the model inside`, async () => {
    const entry = write(`esbuild-${platform}.js`, program(`import bytes from "${MODEL}";`, "bytes"));
    await build({ entryPoints: [entry], bundle: true, platform, target: "es2022", minify: true, outfile: join(project, `esbuild-${platform}/main.cjs`), loader: { ".bin": "binary" }, logLevel: "silent" });
    holdsWeights(runAlone(`esbuild-${platform}`, "main.cjs"));
  });
}

test("webpack bundles it for the browser, the model by fetch of its address", async () => {
  const entry = write("webpack-web.js", program(`import address from "${MODEL}";`, "fetch(address).then((response) => response.arrayBuffer())"));
  // As a data: address, which Node fetches as well as a browser; shrinking 10 MB of it takes webpack ten seconds.
  await pack({ target: "web", entry, output: { path: join(project, "webpack-web"), filename: "main.js" }, module: { rules: [{ test: /\.bin$/, type: "asset/inline" }] }, optimization: { minimize: false } });
  holdsWeights(runAlone("webpack-web", "main.js"));
});

test("webpack bundles it for Node, the model as a file beside it", async () => {
  const entry = write("webpack-node.mjs", program('import { readFile } from "node:fs/promises";', `readFile(new URL("${MODEL}", import.meta.url))`));
  await pack({ target: "node18", entry, output: { path: join(project, "webpack-node"), filename: "main.cjs" } });
  assert.equal(readdirSync(join(project, "webpack-node")).length, 2);
  holdsWeights(runAlone("webpack-node", "main.cjs"));
});

/** Runs webpack; what it warns of is an error here. */
async function pack(options) {
  const stats = await new Promise((resolve, reject) => {
    const compiler = webpack({ mode: "production", context: project, performance: false, ...options });
    compiler.run((error, result) => compiler.close(() => (error ? reject(error) : resolve(result))));
  });
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
  assert.deepEqual([...errors, ...warnings].map(({ message }) => message), []);
}

const TYPED = `
import { AttentionError, loadCore } from "attention-lab";
import type { Model, Run } from "attention-lab";
export async function program(bytes: Uint8Array): Promise<number | undefined> {
  const model: Model = (await loadCore()).loadModel(bytes);
  const run: Run = model.run("a");
  // @ts-expect-error a text or ids
  model.run(1);
  // @ts-expect-error no such export
  await import("attention-lab/dist/core.js");
  throw new AttentionError("NO_SUCH", run.tokens[0].piece, "program");
}
`;

for (const [resolution, module] of [["bundler", "es2022"], ["node16", "node16"]]) {
  test(`TypeScript finds the declarations under moduleResolution ${resolution}`, () => {
    const path = write(`${resolution}.mts`, TYPED);
    node(project, tsc, "--strict", "--noEmit", "--target", "es2022", "--lib", "es2022", "--module", module, "--moduleResolution", resolution, path);
  });
}

test("packing what is not built fails and says what to do", () => {
  const bare = mkdtempSync(join(tmpdir(), "attention-lab-bare-"));
  try {
    cpSync(join(ROOT, "package.json"), join(bare, "package.json"));
    const { status, stderr } = spawnSync("npm", ["pack", "--loglevel=error"], { cwd: bare, encoding: "utf8" });
    assert.notEqual(status, 0);
    assert.match(stderr, /dist\/ is not built: run \.\/build\.sh first/);
  } finally {
    rmSync(bare, { recursive: true });
  }
});
