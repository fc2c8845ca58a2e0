import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { AttentionError, loadCore } from "../../web/core.js";
import { BUILDS, read } from "./support.js";

test("what is not a module is refused by name", async () => {
  for (const [bytes, code] of [[undefined, "BAD_TYPE"], ["attention.wasm", "BAD_TYPE"], [new DataView(new ArrayBuffer(8)), "BAD_TYPE"], [new Uint8Array(0), "NO_WASM"], [read("README.md"), "NO_WASM"]]) {
    await assert.rejects(loadCore(/** @type {any} */ (bytes)), (error) => error instanceof AttentionError && error.code === code && error.fn === "loadCore");
  }
});

test("an ArrayBuffer, a view of one, bytes of another realm, and a second core beside the first", async () => {
  const file = read("build/attention.wasm");
  const buffer = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
  const foreign = runInNewContext("Uint8Array").from(file);
  for (const bytes of [buffer, new Uint8Array(buffer), foreign]) assert.equal((await loadCore(bytes)).stages.length, 11);
});

test("stage names are those of the header, in the order of the equation", () => {
  const header = read("c/attn.h").toString("utf8");
  const list = header.slice(header.indexOf("#define ATTN_STAGE_LIST"), header.indexOf("typedef enum attn_stage "));
  const names = [...list.matchAll(/X\(\w+, "(\w+)"\)/g)].map((match) => match[1]);
  assert.deepEqual(names, ["x", "q", "k", "v", "scores", "scaled", "masked", "weights", "output", "joined", "projected"]);
  for (const { core } of BUILDS) assert.deepEqual(core.stages, names);
});
