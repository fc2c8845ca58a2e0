/** The smallest module that uses SIMD: () → v128, i8x16.popcnt of a splat. From GoogleChromeLabs/wasm-feature-detect, Apache-2.0. */
const PROBE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

/** Whether this browser runs WebAssembly SIMD. False too where there is no WebAssembly at all. */
export function hasSimd() {
  return typeof WebAssembly === "object" && WebAssembly.validate(PROBE);
}
