/* f32x4.h: four floats at a time. The only file that knows an instruction set: kernels are written once
 * over these operations, which are WebAssembly SIMD where the compiler has it and plain C elsewhere.
 * Both do the same IEEE operations in the same order, so both builds give the same bits, payloads of NaN apart. */
#ifndef ATTN_F32X4_H
#define ATTN_F32X4_H

#include <stdint.h>

#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

typedef v128_t f32x4;

static inline f32x4 f32x4_load(const float *p) { return wasm_v128_load(p); }
static inline f32x4 f32x4_load_splat(const float *p) { return wasm_v128_load32_splat(p); }
static inline f32x4 f32x4_splat(float x) { return wasm_f32x4_splat(x); }
static inline void f32x4_store(float *p, f32x4 a) { wasm_v128_store(p, a); }

static inline f32x4 f32x4_add(f32x4 a, f32x4 b) { return wasm_f32x4_add(a, b); }
static inline f32x4 f32x4_sub(f32x4 a, f32x4 b) { return wasm_f32x4_sub(a, b); }
static inline f32x4 f32x4_mul(f32x4 a, f32x4 b) { return wasm_f32x4_mul(a, b); }

/* a < b ? b : a, so a NaN in a stays and a NaN in b is dropped. */
static inline f32x4 f32x4_max(f32x4 a, f32x4 b) { return wasm_f32x4_pmax(a, b); }

/* a·2^t, where t stands in the low bits of e, if that is a normal number; 1·2^−127 becomes 0. */
static inline f32x4 f32x4_raise(f32x4 a, f32x4 e) { return wasm_i32x4_add(a, wasm_i32x4_shl(e, 23)); }

static inline float f32x4_first(f32x4 a) { return wasm_f32x4_extract_lane(a, 0); }
static inline f32x4 f32x4_swap_pairs(f32x4 a) { return wasm_i32x4_shuffle(a, a, 2, 3, 0, 1); }
static inline f32x4 f32x4_swap_lanes(f32x4 a) { return wasm_i32x4_shuffle(a, a, 1, 0, 3, 2); }

/* Rows become columns. */
static inline void f32x4_transpose(f32x4 a[4])
{
    f32x4 p = wasm_i32x4_shuffle(a[0], a[1], 0, 4, 1, 5), q = wasm_i32x4_shuffle(a[0], a[1], 2, 6, 3, 7);
    f32x4 r = wasm_i32x4_shuffle(a[2], a[3], 0, 4, 1, 5), s = wasm_i32x4_shuffle(a[2], a[3], 2, 6, 3, 7);
    a[0] = wasm_i32x4_shuffle(p, r, 0, 1, 4, 5);
    a[1] = wasm_i32x4_shuffle(p, r, 2, 3, 6, 7);
    a[2] = wasm_i32x4_shuffle(q, s, 0, 1, 4, 5);
    a[3] = wasm_i32x4_shuffle(q, s, 2, 3, 6, 7);
}

/* Sixteen int8 as floats, times 2^24, a column of four by four at a time: lane l of out[b] is number 4l + b.
 * V8 extends bytes at a fifth of the speed of these shifts. */
static inline void f32x4_spread(f32x4 out[4], const int8_t *p)
{
    v128_t bytes = wasm_v128_load(p), top = wasm_i32x4_splat((int32_t)0xFF000000);
    out[0] = wasm_f32x4_convert_i32x4(wasm_i32x4_shl(bytes, 24));
    out[1] = wasm_f32x4_convert_i32x4(wasm_v128_and(wasm_i32x4_shl(bytes, 16), top));
    out[2] = wasm_f32x4_convert_i32x4(wasm_v128_and(wasm_i32x4_shl(bytes, 8), top));
    out[3] = wasm_f32x4_convert_i32x4(wasm_v128_and(bytes, top));
}

#else

typedef union f32x4 {
    float f[4];
    uint32_t u[4];
} f32x4;

#define ATTN_LANES(result) \
    f32x4 y; \
    for (int l = 0; l < 4; l++) result; \
    return y

static inline f32x4 f32x4_load(const float *p) { ATTN_LANES(y.f[l] = p[l]); }
static inline f32x4 f32x4_load_splat(const float *p) { ATTN_LANES(y.f[l] = *p); }
static inline f32x4 f32x4_splat(float x) { ATTN_LANES(y.f[l] = x); }
static inline void f32x4_store(float *p, f32x4 a) { for (int l = 0; l < 4; l++) p[l] = a.f[l]; }

static inline f32x4 f32x4_add(f32x4 a, f32x4 b) { ATTN_LANES(y.f[l] = a.f[l] + b.f[l]); }
static inline f32x4 f32x4_sub(f32x4 a, f32x4 b) { ATTN_LANES(y.f[l] = a.f[l] - b.f[l]); }
static inline f32x4 f32x4_mul(f32x4 a, f32x4 b) { ATTN_LANES(y.f[l] = a.f[l] * b.f[l]); }

/* a < b ? b : a, so a NaN in a stays and a NaN in b is dropped. */
static inline f32x4 f32x4_max(f32x4 a, f32x4 b) { ATTN_LANES(y.f[l] = a.f[l] < b.f[l] ? b.f[l] : a.f[l]); }

/* a·2^t, where t stands in the low bits of e, if that is a normal number; 1·2^−127 becomes 0. */
static inline f32x4 f32x4_raise(f32x4 a, f32x4 e) { ATTN_LANES(y.u[l] = a.u[l] + (e.u[l] << 23)); }

static inline float f32x4_first(f32x4 a) { return a.f[0]; }
static inline f32x4 f32x4_swap_pairs(f32x4 a) { ATTN_LANES(y.f[l] = a.f[l ^ 2]); }
static inline f32x4 f32x4_swap_lanes(f32x4 a) { ATTN_LANES(y.f[l] = a.f[l ^ 1]); }

/* Rows become columns. */
static inline void f32x4_transpose(f32x4 a[4])
{
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < r; c++) {
            float x = a[r].f[c];
            a[r].f[c] = a[c].f[r];
            a[c].f[r] = x;
        }
}

/* Sixteen int8 as floats, times 2^24, a column of four by four at a time: lane l of out[b] is number 4l + b. */
static inline void f32x4_spread(f32x4 out[4], const int8_t *p)
{
    for (int b = 0; b < 4; b++)
        for (int l = 0; l < 4; l++) out[b].f[l] = (float)p[4 * l + b] * 16777216.0f;
}

#undef ATTN_LANES

#endif

/* The same on every instruction set. */

static inline float f32x4_sum(f32x4 a)
{
    a = f32x4_add(a, f32x4_swap_pairs(a));
    return f32x4_first(f32x4_add(a, f32x4_swap_lanes(a)));
}

static inline float f32x4_maximum(f32x4 a)
{
    a = f32x4_max(a, f32x4_swap_pairs(a));
    return f32x4_first(f32x4_max(a, f32x4_swap_lanes(a)));
}

#endif
