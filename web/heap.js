/**
 * The module's memory: allocation, views, calls. Views are made anew for each use, since growth detaches them.
 */
import { AttentionError } from "./errors.js";

export const LARGEST_BLOCK = 2 ** 31 - 1;
const LARGEST_MEMORY = 2 ** 32;
export const POINTER_BYTES = 4;
export const FLOAT_BYTES = 4;

export class Heap {
  /** @param {Record<string, any>} wasm */
  constructor(wasm) {
    this.wasm = wasm;
    this.stages = listNames(this, wasm.attn_stage_name);
    /** Where C leaves up to eight words: sizes, counts, addresses. */
    this.answer = this.alloc(8 * POINTER_BYTES, "loadCore");
  }

  u8(at, length) {
    return new Uint8Array(this.wasm.memory.buffer, at, length);
  }
  u32(at, length) {
    return new Uint32Array(this.wasm.memory.buffer, at, length);
  }
  f32(at, length) {
    return new Float32Array(this.wasm.memory.buffer, at, length);
  }
  answers(count) {
    return this.u32(this.answer, count);
  }

  /** A zero-terminated C string. */
  string(at) {
    const bytes = this.u8(at, this.wasm.memory.buffer.byteLength - at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  /** Before any work: can this many bytes be had at all? */
  checkRoom(bytes, fn) {
    if (bytes > LARGEST_MEMORY) {
      throw new AttentionError("OUT_OF_MEMORY", `These sizes need ${bytes} bytes; WebAssembly has ${LARGEST_MEMORY} at most. Use smaller sizes, or ask for less.`, fn);
    }
  }

  /** @returns {number} address, a multiple of 16 */
  alloc(bytes, fn) {
    const at = bytes > LARGEST_BLOCK ? 0 : this.wasm.attn_alloc(Math.max(bytes, 1)) >>> 0;
    if (at === 0) {
      throw new AttentionError("OUT_OF_MEMORY", `This needs a block of ${bytes} bytes, which is not to be had. Use smaller sizes.`, fn);
    }
    return at;
  }

  release(at) {
    this.wasm.attn_release(at);
  }

  /** Calls a C function that returns a status, and throws what it says. */
  call(name, fn, ...args) {
    const status = this.wasm[name](...args);
    if (status !== 0) {
      throw new AttentionError(this.string(this.wasm.attn_status_code(status)), `${fn}: ${this.string(this.wasm.attn_status_text(status))}.`, fn);
    }
  }

  /** Runs body with a frame whose memory is given back at the end, whatever happens. */
  frame(fn, body) {
    const frame = new Frame(this, fn);
    try {
      return body(frame);
    } finally {
      frame.end();
    }
  }
}

/** Blocks of heap memory that live as long as one call, or as a callback of core.scope. */
class Frame {
  #blocks = [];
  ended = false;

  constructor(heap, fn) {
    this.heap = heap;
    this.fn = fn;
  }

  bytes(count) {
    const at = this.heap.alloc(count, this.fn);
    this.#blocks.push(at);
    return at;
  }
  words(count) {
    return this.bytes(count * POINTER_BYTES);
  }
  room(length) {
    return new HeapFloats(this, this.words(length), length);
  }
  /** Address of these numbers: where they stand if that is this memory, else of a copy. @param {Float32Array | HeapFloats} array */
  floats(array) {
    if (array instanceof HeapFloats) return array.addressIn(this.heap, this.fn);
    if (array.buffer === this.heap.wasm.memory.buffer) return array.byteOffset;
    const room = this.room(array.length);
    room.view.set(array);
    return room.at;
  }
  copy(bytes) {
    const at = this.bytes(bytes.length);
    this.heap.u8(at, bytes.length).set(bytes);
    return at;
  }
  string(text) {
    return this.copy(new TextEncoder().encode(`${text}\0`));
  }

  /** struct attn_mask; null, which allows every key, needs none */
  mask(mask) {
    if (mask === null) return 0;
    const allowed = mask.allowed ? this.copy(mask.allowed) : 0;
    const at = this.words(4);
    this.heap.u32(at, 4).set([mask.kind, mask.window, allowed, mask.heads]);
    return at;
  }

  /** struct attn_run_options: a mask, f32 scale, f32 temperature, pointer to heads_off */
  runOptions(mask, scale, temperature, headsOff) {
    const off = this.copy(headsOff);
    const at = this.words(7);
    const maskAt = this.mask(mask);
    this.heap.u32(at, 7).set([...(maskAt ? this.heap.u32(maskAt, 4) : [0, 0, 0, 0]), 0, 0, off]);
    this.heap.f32(at + 4 * POINTER_BYTES, 2).set([scale, temperature]);
    return at;
  }

  end() {
    this.ended = true;
    for (const at of this.#blocks) this.heap.release(at);
  }
}

/** Numbers in the core's own memory, until the scope that they were taken in ends. Made by scope.floats and core.attention. */
export class HeapFloats {
  #frame;

  constructor(frame, at, length) {
    this.#frame = frame;
    this.at = at;
    this.length = length;
  }

  /**
   * The numbers themselves, to read and to write. Ask anew after each call of the core: when its memory grows, older views are cut off.
   * @returns {Float32Array}
   * @throws {AttentionError} DISPOSED after the end of the scope
   */
  get view() {
    return this.#frame.heap.f32(this.addressIn(this.#frame.heap, "view"), this.length);
  }

  addressIn(heap, fn) {
    if (this.#frame.ended) throw new AttentionError("DISPOSED", "The scope that these numbers were taken in has ended: use them inside its callback, or copy them with view.slice().", fn);
    if (this.#frame.heap !== heap) throw new AttentionError("BAD_TYPE", "These numbers are in the memory of another core: pass a copy, view.slice().", fn);
    return this.at;
  }
}

/** What core.scope hands to its callback. */
export class Scope {
  #frame;

  constructor(frame) {
    this.#frame = frame;
  }

  /**
   * Room for numbers in the core's memory, not cleared.
   * @param {number} length
   * @returns {HeapFloats}
   * @throws {AttentionError} OUT_OF_MEMORY; DISPOSED after the end of the scope
   */
  floats(length) {
    const { heap, fn } = this.#frame;
    if (!Number.isInteger(length) || length < 1) throw new AttentionError("BAD_SIZE", `length must be a whole number from 1, not ${String(length)}.`, fn);
    this.checkIn(heap, fn);
    return this.#frame.room(length);
  }

  /** Is it open, and of this memory? */
  checkIn(heap, fn) {
    if (this.#frame.ended) throw new AttentionError("DISPOSED", "This scope has ended: its callback has returned.", fn);
    if (this.#frame.heap !== heap) throw new AttentionError("BAD_TYPE", "This scope is of another core.", fn);
  }
}

/** The names that a C list hands out by number, up to its first empty one. */
function listNames(heap, name) {
  const names = [];
  for (let k = 0; ; k++) {
    const text = heap.string(name(k));
    if (text === "") return names;
    names.push(text);
  }
}
