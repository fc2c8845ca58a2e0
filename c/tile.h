/* tile.h: the inner loop of every matrix product here: c += a·b, sixteen columns at a time. */
#ifndef ATTN_TILE_H
#define ATTN_TILE_H

#include "f32x4.h"

#include <stddef.h>

/* Columns of a panel: four vectors. */
#define ATTN_PANEL ((size_t)16)

/* Products summed in one go before they join c, so that rounding errors of long sums stay small. */
#define ATTN_DEPTH ((size_t)128)

/* Two rows by four vectors are eight sums, four loads and a temporary: they fit fifteen registers, but
 * only with one step in the loop body. Unrolled by four, V8 spills and the loop runs at half speed. */
#if defined(__clang__)
#define ATTN_DO_NOT_UNROLL _Pragma("clang loop unroll(disable)")
#else
#define ATTN_DO_NOT_UNROLL
#endif

/* c (2,16) += a (2,depth)·b (depth,16); row strides c_row, a_row, b_row. */
static inline void attn_tile_2(float *c, size_t c_row, const float *a, size_t a_row,
                               const float *b, size_t b_row, size_t depth)
{
    f32x4 zero = f32x4_splat(0.0f);
    f32x4 top[4] = {zero, zero, zero, zero}, low[4] = {zero, zero, zero, zero};
    const float *a_low = a + a_row;
    ATTN_DO_NOT_UNROLL
    for (size_t k = 0; k < depth; k++, b += b_row) {
        f32x4 x = f32x4_load_splat(a + k), y = f32x4_load_splat(a_low + k);
        for (int p = 0; p < 4; p++) {
            f32x4 right = f32x4_load(b + 4 * p);
            top[p] = f32x4_add(top[p], f32x4_mul(x, right));
            low[p] = f32x4_add(low[p], f32x4_mul(y, right));
        }
    }
    for (int p = 0; p < 4; p++) {
        f32x4_store(c + 4 * p, f32x4_add(f32x4_load(c + 4 * p), top[p]));
        f32x4_store(c + c_row + 4 * p, f32x4_add(f32x4_load(c + c_row + 4 * p), low[p]));
    }
}

/* c (1,16) += a (1,depth)·b (depth,16): the odd last row. */
static inline void attn_tile_1(float *c, const float *a, const float *b, size_t b_row, size_t depth)
{
    f32x4 zero = f32x4_splat(0.0f);
    f32x4 sum[4] = {zero, zero, zero, zero};
    ATTN_DO_NOT_UNROLL
    for (size_t k = 0; k < depth; k++, b += b_row) {
        f32x4 x = f32x4_load_splat(a + k);
        for (int p = 0; p < 4; p++) sum[p] = f32x4_add(sum[p], f32x4_mul(x, f32x4_load(b + 4 * p)));
    }
    for (int p = 0; p < 4; p++) f32x4_store(c + 4 * p, f32x4_add(f32x4_load(c + 4 * p), sum[p]));
}

/* c (rows,16) += a (rows,depth)·b (depth,16), with row strides. */
static inline void attn_tile(float *c, size_t c_row, const float *a, size_t a_row,
                             const float *b, size_t b_row, size_t rows, size_t depth)
{
    for (size_t start = 0; start < depth; start += ATTN_DEPTH) {
        size_t part = depth - start < ATTN_DEPTH ? depth - start : ATTN_DEPTH;
        const float *left = a + start, *right = b + start * b_row;
        size_t r = 0;
        for (; r + 2 <= rows; r += 2)
            attn_tile_2(c + r * c_row, c_row, left + r * a_row, a_row, right, b_row, part);
        if (r < rows) attn_tile_1(c + r * c_row, left + r * a_row, right, b_row, part);
    }
}

#endif
