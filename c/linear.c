/* linear.c: y = x·W + bias, W in f32 or int8.
 *
 * W is streamed once per block of rows: a tile of it is laid out as panels on the stack, widened if it is
 * int8, and multiplied with all rows of the block while it is in the nearest cache. */
#include "attn.h"
#include "f32x4.h"
#include "size.h"
#include "tile.h"

#include <stdbool.h>

enum {
    TILE_ROWS = 32, /* rows of x                                                                    */
    TILE_IN = 64,   /* rows of W                                                                    */
    TILE_OUT = 64   /* columns of W: a cache line of int8, four of f32                              */
};

/* The two kinds of W (in,out): one of these is null. */
typedef struct matrix {
    const float *f32;
    const int8_t *i8;
    size_t out;
} matrix;

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* panels (4, depth, 16) <- rows k … k+depth−1, columns o … o+columns−1 of W; zeros beyond. */
static void lay_out_tile(float *panels, const matrix *w, size_t k, size_t depth, size_t o, size_t columns)
{
    for (size_t r = 0; r < depth; r++) {
        size_t at = (k + r) * w->out + o, c = 0;
        for (; c + 8 <= columns; c += 8) {
            float *to = panels + (c / ATTN_PANEL * depth + r) * ATTN_PANEL + c % ATTN_PANEL;
            f32x4 eight[2];
            if (w->i8) {
                f32x4_widen(eight, w->i8 + at + c);
            } else {
                eight[0] = f32x4_load(w->f32 + at + c);
                eight[1] = f32x4_load(w->f32 + at + c + 4);
            }
            f32x4_store(to, eight[0]);
            f32x4_store(to + 4, eight[1]);
        }
        for (; c % ATTN_PANEL || c < columns; c++)
            panels[(c / ATTN_PANEL * depth + r) * ATTN_PANEL + c % ATTN_PANEL] =
                c >= columns ? 0.0f : w->i8 ? (float)w->i8[at + c] : w->f32[at + c];
    }
}

/* y (rows,columns; stride out) = x (rows,in) · columns o … o+columns−1 of W, times scale, plus bias. */
static void multiply_block(float *y, const float *x, const matrix *w, const float *scale, const float *bias,
                           size_t rows, size_t in, size_t o, size_t columns)
{
    float panels[TILE_IN * TILE_OUT], sums[TILE_ROWS * TILE_OUT];
    for (size_t k = 0; k < in; k += TILE_IN) {
        size_t depth = smaller(TILE_IN, in - k);
        lay_out_tile(panels, w, k, depth, o, columns);
        for (size_t c = 0; c < columns; c += ATTN_PANEL)
            attn_tile(sums + c, TILE_OUT, k > 0, x + k, in, panels + c * depth, rows, depth);
    }
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++) {
            float sum = sums[r * TILE_OUT + c];
            y[r * w->out + o + c] = (scale ? sum * scale[o + c] : sum) + (bias ? bias[o + c] : 0.0f);
        }
}

static void multiply(float *y, const float *x, const matrix *w, const float *scale, const float *bias,
                     size_t rows, size_t in)
{
    for (size_t o = 0; o < w->out; o += TILE_OUT)
        for (size_t r = 0; r < rows; r += TILE_ROWS)
            multiply_block(y + r * w->out, x + r * in, w, scale, bias, smaller(TILE_ROWS, rows - r), in,
                           o, smaller(TILE_OUT, w->out - o));
}

static bool sizes_fit(size_t rows, size_t in, size_t out)
{
    return attn_sized(rows, in, 1, sizeof(float)) && attn_sized(rows, out, 1, sizeof(float))
        && attn_sized(in, out, 1, 1);
}

/* y (rows,out) <- x (rows,in), w (in,out), bias (out) or null */
attn_status attn_linear(float *y, const float *x, const float *w, const float *bias,
                        size_t rows, size_t in, size_t out)
{
    if (!y || !x || !w) return ATTN_NULL_POINTER;
    if (!sizes_fit(rows, in, out) || !attn_sized(in, out, 1, sizeof(float))) return ATTN_BAD_SIZE;
    multiply(y, x, &(matrix){.f32 = w, .out = out}, NULL, bias, rows, in);
    return ATTN_OK;
}

/* y (rows,out) <- x (rows,in), w8 (in,out), wscale (out), bias (out) or null */
attn_status attn_linear_q8(float *y, const float *x, const int8_t *w8, const float *wscale,
                           const float *bias, size_t rows, size_t in, size_t out)
{
    if (!y || !x || !w8 || !wscale) return ATTN_NULL_POINTER;
    if (!sizes_fit(rows, in, out)) return ATTN_BAD_SIZE;
    multiply(y, x, &(matrix){.i8 = w8, .out = out}, wscale, bias, rows, in);
    return ATTN_OK;
}
