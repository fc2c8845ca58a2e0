/** The module's bytes, put in by esbuild (build.sh). */
declare module "attention-wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
