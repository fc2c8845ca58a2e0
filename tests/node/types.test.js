import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const declarations = fileURLToPath(new URL("../../dist/types/library.js", import.meta.url));

const PROGRAM = `
import { AttentionError, loadCore } from ${JSON.stringify(declarations)};
export async function program(bytes: Uint8Array) {
  const core = await loadCore();
  const { weights, nonFinite } = core.attention({
    q: new Float32Array(4), k: new Float32Array(4), v: new Float32Array(4), heads: 1, n: 2, m: 2, dK: 2, dV: 2,
    mask: "causal", want: ["weights"],
  });
  const sum: number = core.scope((scope) => {
    const q = scope.floats(4);
    q.view.set([1, 2, 3, 4]);
    const { output } = core.attention({ q, k: q, v: q.view, heads: 1, n: 2, m: 2, dK: 2, dV: 2, want: ["output"], scope });
    return output!.view[0];
  });
  core.attention({ q: new Float32Array(4), k: new Float32Array(4), v: new Float32Array(4), heads: 1, n: 2, m: 2, dK: 2, dV: 2, into: { output: new Float32Array(4) } });
  const first: number | undefined = weights?.[0];
  const rows: number[] = nonFinite;
  const model = core.loadModel(bytes);
  const run = model.run("a", { mask: { window: 1 }, headsOff: [[0, 1], 2] });
  const { data, shape } = run.stage("weights", 0);
  const picture: Float32Array = data.subarray(0, shape[2]);
  const start: number | null = run.tokens[0].start;
  try { model.dispose(); } catch (error) { if (error instanceof AttentionError) return [error.code, error.fn]; }
  return [sum, first, rows, picture, start, run.truncated, run.embedding, model.info.maxTokens];
}
`;

function compile(source) {
  const folder = mkdtempSync(join(tmpdir(), "attention-types-"));
  try {
    writeFileSync(join(folder, "program.ts"), source);
    return spawnSync(process.execPath, [tsc, "--strict", "--noEmit", "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler", join(folder, "program.ts")], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a strict TypeScript program compiles against the declarations", () => {
  const { status, stdout } = compile(PROGRAM);
  assert.equal(status, 0, stdout);
});

test("and a wrong one does not", () => {
  for (const [right, wrong] of [['mask: "causal"', 'mask: "casual"'], ["dV: 2,", ""], ["q: new Float32Array(4)", "q: [1, 2]"], ['model.run("a"', "model.run(1"]]) {
    assert.notEqual(compile(PROGRAM.replace(right, wrong)).status, 0, wrong);
  }
});
