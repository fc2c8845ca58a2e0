/* linear.c: y = x·W + bias, W in f32 or int8.
 *
 * W is streamed once per block of rows: a tile of it is laid out as panels on the stack and multiplied with
 * all rows of the block while it is in the nearest cache. Panels of int8 are floats, 2^24 too large, and
 * their columns stand as f32x4_spread leaves them; the sums are put right at the end, which is exact for
 * sums below 2e31. */
#include "attn.h"
#include "f32x4.h"
#include "size.h"
#include "tile.h"

#include <stdbool.h>
#include <string.h>

enum {
    TILE_ROWS = 64, /* rows of x                                                                    */
    TILE_IN = 64,   /* rows of W                                                                    */
    TILE_OUT = 64   /* columns of W: a cache line of int8, four of f32                              */
};

/* W (in,out) as f32, or as w8·scale with a scale for each column; the other kind's pointers are null. */
typedef struct matrix {
    const float *f32;
    const int8_t *i8;
    const float *scale;
    size_t out;
} matrix;

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* ---- a tile of W as panels --------------------------------------------------------------------- */

/* panel (depth,16) <- depth rows of 16 columns, w on; rows are `stride` apart. */
static void copy_panel(float *panel, const float *w, size_t stride, size_t depth)
{
    for (size_t k = 0; k < depth; k++, w += stride, panel += ATTN_PANEL)
        for (size_t c = 0; c < ATTN_PANEL; c += 4) f32x4_store(panel + c, f32x4_load(w + c));
}

static void spread_panel(float *panel, const int8_t *w, size_t stride, size_t depth)
{
    for (size_t k = 0; k < depth; k++, w += stride, panel += ATTN_PANEL) {
        f32x4 columns[4];
        f32x4_spread(columns, w);
        for (size_t b = 0; b < 4; b++) f32x4_store(panel + 4 * b, columns[b]);
    }
}

/* The last panel, of fewer columns: zeros beyond. */
static void narrow_panel(float *panel, const matrix *w, size_t at, size_t columns, size_t depth)
{
    for (size_t k = 0; k < depth; k++, at += w->out, panel += ATTN_PANEL)
        if (w->i8) {
            int8_t row[ATTN_PANEL] = {0};
            memcpy(row, w->i8 + at, columns);
            spread_panel(panel, row, 0, 1);
        } else {
            memset(panel, 0, ATTN_PANEL * sizeof *panel);
            memcpy(panel, w->f32 + at, columns * sizeof *panel);
        }
}

/* panels (4, depth, 16) <- depth rows and so many columns of W, from its element at on. */
static void lay_out_tile(float *panels, const matrix *w, size_t at, size_t columns, size_t depth)
{
    for (size_t c = 0; c < columns; c += ATTN_PANEL, panels += ATTN_PANEL * depth)
        if (columns - c < ATTN_PANEL) narrow_panel(panels, w, at + c, columns - c, depth);
        else if (w->i8) spread_panel(panels, w->i8 + at + c, w->out, depth);
        else copy_panel(panels, w->f32 + at + c, w->out, depth);
}

/* ---- the product -------------------------------------------------------------------------------- */

/* sums (16) of int8 columns, as a panel has them <- in their order and size. */
static void put_right(float *sums)
{
    f32x4 columns[4];
    for (size_t b = 0; b < 4; b++)
        columns[b] = f32x4_mul(f32x4_load(sums + 4 * b), f32x4_splat(1.0f / 16777216.0f));
    f32x4_transpose(columns);
    for (size_t b = 0; b < 4; b++) f32x4_store(sums + 4 * b, columns[b]);
}

/* y (rows,columns; stride out) = x (rows,in) · columns o … o+columns−1 of W, plus bias. */
static void multiply_block(float *y, const float *x, const matrix *w, const float *bias,
                           size_t rows, size_t in, size_t o, size_t columns)
{
    float panels[TILE_IN * TILE_OUT], sums[TILE_ROWS * TILE_OUT];
    for (size_t k = 0; k < in; k += TILE_IN) {
        size_t depth = smaller(TILE_IN, in - k);
        lay_out_tile(panels, w, k * w->out + o, columns, depth);
        for (size_t c = 0; c < columns; c += ATTN_PANEL)
            attn_tile(sums + c, TILE_OUT, k > 0, x + k, in, panels + c * depth, rows, depth);
    }
    for (size_t r = 0; r < rows; r++) {
        float *row = sums + r * TILE_OUT, *to = y + r * w->out + o;
        if (w->i8)
            for (size_t c = 0; c < columns; c += ATTN_PANEL) put_right(row + c);
        for (size_t c = 0; c < columns; c++)
            to[c] = (w->scale ? row[c] * w->scale[o + c] : row[c]) + (bias ? bias[o + c] : 0.0f);
    }
}

static void multiply(float *y, const float *x, const matrix *w, const float *bias, size_t rows, size_t in)
{
    for (size_t o = 0; o < w->out; o += TILE_OUT)
        for (size_t r = 0; r < rows; r += TILE_ROWS)
            multiply_block(y + r * w->out, x + r * in, w, bias, smaller(TILE_ROWS, rows - r), in,
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
    multiply(y, x, &(matrix){.f32 = w, .out = out}, bias, rows, in);
    return ATTN_OK;
}

/* y (rows,out) <- x (rows,in), w8 (in,out), wscale (out), bias (out) or null */
attn_status attn_linear_q8(float *y, const float *x, const int8_t *w8, const float *wscale,
                           const float *bias, size_t rows, size_t in, size_t out)
{
    if (!y || !x || !w8 || !wscale) return ATTN_NULL_POINTER;
    if (!sizes_fit(rows, in, out)) return ATTN_BAD_SIZE;
    multiply(y, x, &(matrix){.i8 = w8, .scale = wscale, .out = out}, bias, rows, in);
    return ATTN_OK;
}
