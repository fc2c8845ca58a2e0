/* attention.c: all stages in one pass over blocks of queries and tiles of keys, no n×m stored.
 *
 *     for each head:           pack K, tidy V
 *       for each query block:
 *         for each key tile:   score, scale and close, weigh, blend
 *         finish
 *
 * A tile's weights are exp(s − maximum so far). When a later tile raises the maximum, what the row has
 * gathered is rescaled: Milakov & Gimelshein, "Online normalizer calculation for softmax", 2018; Dao et
 * al., "FlashAttention", 2022. If the weights are wanted, one tile holds all keys of fewer queries.
 *
 * Unusual rows go by the specification: a row of Q, K or V that is not finite, or absurdly large, is hidden
 * from the arithmetic, and the output rows that it may enter are computed by the stage functions. So no
 * sum here can overflow, and NaN means one thing only. */
#include "arena.h"
#include "f32x4.h"
#include "mask.h"
#include "tile.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    TILE_QUERIES = 32,  /* rows of a block                                                        */
    TILE_KEYS = 128,    /* keys of a tile: with the rows above, 16 KB of scores                   */
    TILE_CELLS = TILE_QUERIES * TILE_KEYS,
    STRIP_QUERIES = 8   /* rows of a block when a tile holds all keys                             */
};

/* A row of Q, K or V is absurd if its magnitudes sum to this or more. Of others |score| < 1e36. */
#define ABSURD 1e18f

/* Stands for "closed" among scores: below every score, and exp2(CLOSED − maximum) is 0. */
#define CLOSED (-FLT_MAX)

/* V8 allots registers by function: a hot loop inlined into a large one spills. */
#define OWN_REGISTERS __attribute__((noinline))

typedef struct task {
    float *output, *weights; /* (h,n,dv), (h,n,m) or null                                         */
    const float *q, *k, *v;
    const attn_mask *mask;
    float scale;
    size_t n, m, dk, dv;
} task;

typedef struct space {
    float *queries;    /* (32, dk) scaled                                                         */
    float *keys;       /* (m/16, dk, 16) K of one head, zeros beyond m; m/16 and dv/16 round up   */
    float *values;     /* (dv/16, m, 16) V of one head, zeros beyond dv                           */
    float *scores;     /* (32, 128) or (8, m up to 16s)                                           */
    float *blend;      /* (32, dv up to 16s) sum of exp2(score − maximum)·V                       */
    float *row;        /* (m) and                                                                 */
    uint8_t *row_open; /* (m): one row by the specification                                       */
} space;

/* What a query row has gathered so far. */
typedef struct row_state {
    float maximum; /* of the allowed scores, in units of log2; CLOSED if none                     */
    bool absurd;   /* the query                                                                   */
    double sum;    /* of exp2(score − maximum); NaN if it may see an absurd key or value          */
} row_state;

static size_t up_to(size_t multiple, size_t size)
{
    return (size + multiple - 1) / multiple * multiple;
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* Is x (d) absurd, or not finite? */
static bool is_absurd(const float *x, size_t d)
{
    f32x4 zero = f32x4_splat(0.0f), lanes = zero;
    size_t c = 0;
    for (; c + 4 <= d; c += 4) {
        f32x4 four = f32x4_load(x + c);
        lanes = f32x4_add(lanes, f32x4_max(four, f32x4_sub(zero, four)));
    }
    float sum = f32x4_sum(lanes);
    for (; c < d; c++) sum += fabsf(x[c]);
    return !(sum < ABSURD);
}

/* y (count) = x (count)·factor */
static void multiply(float *y, const float *x, float factor, size_t count)
{
    f32x4 four = f32x4_splat(factor);
    size_t c = 0;
    for (; c + 4 <= count; c += 4) f32x4_store(y + c, f32x4_mul(f32x4_load(x + c), four));
    for (; c < count; c++) y[c] = x[c] * factor;
}

/* ---- before the queries: one head's keys and values -------------------------------------------- */

/* panel (dk,16) <- k (keys,dk), keys ≤ 16; zeros beyond. */
static void pack_panel(float *panel, const float *k, size_t keys, size_t dk)
{
    for (size_t j = 0; j < ATTN_PANEL; j += 4) {
        size_t x = 0;
        for (; j + 4 <= keys && x + 4 <= dk; x += 4) {
            f32x4 square[4];
            for (size_t r = 0; r < 4; r++) square[r] = f32x4_load(k + (j + r) * dk + x);
            f32x4_transpose(square);
            for (size_t r = 0; r < 4; r++) f32x4_store(panel + (x + r) * ATTN_PANEL + j, square[r]);
        }
        for (; x < dk; x++)
            for (size_t r = j; r < j + 4; r++) panel[x * ATTN_PANEL + r] = r < keys ? k[r * dk + x] : 0.0f;
    }
}

/* Row j of panels (dv/16, m, 16) <- v (dv), zeros if null; zeros beyond. */
static void pack_value(float *panels, const float *v, size_t j, size_t m, size_t dv)
{
    for (size_t x = 0; x < dv; x += ATTN_PANEL) {
        float *row = panels + x * m + j * ATTN_PANEL;
        if (v && x + ATTN_PANEL <= dv)
            memcpy(row, v + x, ATTN_PANEL * sizeof(float));
        else
            for (size_t c = 0; c < ATTN_PANEL; c++) row[c] = v && x + c < dv ? v[x + c] : 0.0f;
    }
}

/* An absurd value is hidden from the blend, where 0·NaN would leak out of closed cells. A key that is absurd,
 * or whose value is, becomes NaN, so that the rows that may see it are known by their scores. */
static void prepare_head(const space *s, const float *k, const float *v, size_t m, size_t dk, size_t dv)
{
    for (size_t j = 0; j < m; j += ATTN_PANEL)
        pack_panel(s->keys + j * dk, k + j * dk, smaller(ATTN_PANEL, m - j), dk);
    for (size_t j = 0; j < m; j++, k += dk, v += dv) {
        bool hidden = is_absurd(v, dv);
        pack_value(s->values, hidden ? NULL : v, j, m, dv);
        if (hidden || is_absurd(k, dk)) s->keys[j / ATTN_PANEL * ATTN_PANEL * dk + j % ATTN_PANEL] = NAN;
    }
}

/* ---- one tile ---------------------------------------------------------------------------------- */

/* scores (rows,keys; stride) = queries · keys first … first+keys−1, both multiples of 16. */
static void score_tile(const space *s, size_t stride, size_t rows, size_t first, size_t keys, size_t dk)
{
    for (size_t j = 0; j < keys; j += ATTN_PANEL)
        attn_tile(s->scores + j, stride, false, s->queries, dk, s->keys + (first + j) * dk, rows, dk);
}

/* May these queries see all these keys? */
static bool all_open(const task *t, size_t i0, size_t rows, size_t first, size_t keys)
{
    size_t open_first, open_end, unused;
    if (t->mask && t->mask->kind == ATTN_MASK_FREE) return false;
    attn_mask_range(&open_first, &unused, t->mask, i0 + rows - 1, t->n, t->m);
    attn_mask_range(&unused, &open_end, t->mask, i0, t->n, t->m);
    return open_first <= first && first + keys <= open_end;
}

/* scores (keys) of query i and the keys from first on: CLOSED where it may not see. */
static void close_row(float *scores, const task *t, size_t head, size_t i, size_t first, size_t keys)
{
    size_t open, end;
    attn_mask_range(&open, &end, t->mask, i, t->n, t->m);
    for (size_t j = 0; j < keys; j++)
        if (first + j < open || first + j >= end) scores[j] = CLOSED;
    if (!t->mask || t->mask->kind != ATTN_MASK_FREE) return;
    for (size_t j = first; j < smaller(first + keys, t->m); j++)
        if (!attn_mask_allows(t->mask, head, i, j, t->n, t->m)) scores[j - first] = CLOSED;
}

/* The largest of scores (keys), or least; NaN is passed over. */
OWN_REGISTERS static float highest(const float *scores, float least, size_t keys)
{
    f32x4 maximum[4];
    for (int p = 0; p < 4; p++) maximum[p] = f32x4_splat(least);
    for (size_t j = 0; j < keys; j += ATTN_PANEL)
        for (int p = 0; p < 4; p++) maximum[p] = f32x4_max(maximum[p], f32x4_load(scores + j + 4 * p));
    return f32x4_maximum(f32x4_max(f32x4_max(maximum[0], maximum[1]), f32x4_max(maximum[2], maximum[3])));
}

/* a·b + c */
static inline f32x4 multiply_add(f32x4 a, f32x4 b, float c) { return f32x4_add(f32x4_mul(a, b), f32x4_splat(c)); }

/* 2^x for x ≤ 0, within 1.5 ulp; 0 from −127 down; NaN stays NaN. x = whole + part, |part| ≤ 1/2; 2^part by
 * a polynomial of degree 6 in Estrin's order, whose steps wait less for each other than Horner's. */
static inline f32x4 exp2_negative(f32x4 x)
{
    f32x4 rounder = f32x4_splat(12582912.0f); /* 1.5·2^23: the low bits of x + rounder are whole */
    x = f32x4_max(x, f32x4_splat(-127.0f));
    f32x4 whole = f32x4_add(x, rounder);
    f32x4 part = f32x4_sub(x, f32x4_sub(whole, rounder));
    f32x4 square = f32x4_mul(part, part);
    f32x4 power = f32x4_add(f32x4_mul(square, f32x4_splat(.00015353362f)),
                            multiply_add(part, f32x4_splat(.00133988739f), .00961843692f));
    power = f32x4_add(f32x4_mul(square, power), multiply_add(part, f32x4_splat(.0555033237f), .240226477f));
    power = f32x4_add(f32x4_mul(square, power), multiply_add(part, f32x4_splat(.693147182f), 1.0f));
    return f32x4_raise(power, whole);
}

/* scores (keys) become exp2(score − maximum). Their sum, in double across parts of a long row. */
OWN_REGISTERS static double weigh_row(float *scores, float maximum, size_t keys)
{
    double total = 0.0;
    f32x4 top = f32x4_splat(maximum);
    for (size_t start = 0; start < keys; start += TILE_KEYS) {
        f32x4 sum = f32x4_splat(0.0f);
        for (size_t j = start; j < smaller(keys, start + TILE_KEYS); j += 4) {
            f32x4 e = exp2_negative(f32x4_sub(f32x4_load(scores + j), top));
            f32x4_store(scores + j, e);
            sum = f32x4_add(sum, e);
        }
        total += f32x4_sum(sum);
    }
    return total;
}

/* The row's maximum has risen: what it has gathered was measured against a lower one. */
static void rescale_row(row_state *state, float *blend, float old_maximum, size_t width)
{
    f32x4 factor = exp2_negative(f32x4_splat(old_maximum - state->maximum));
    state->sum *= f32x4_first(factor);
    for (size_t x = 0; x < width; x += 4) f32x4_store(blend + x, f32x4_mul(f32x4_load(blend + x), factor));
}

/* ---- one block of queries ---------------------------------------------------------------------- */

/* Row i by the specification. */
static void exact_row(const task *t, const space *s, size_t head, size_t i)
{
    const float *q = t->q + (head * t->n + i) * t->dk;
    const float *k = t->k + head * t->m * t->dk, *v = t->v + head * t->m * t->dv;
    float *weights = t->weights ? t->weights + (head * t->n + i) * t->m : s->row;
    attn_mask mask = {.kind = ATTN_MASK_FREE, .allowed = s->row_open, .heads = 1};
    for (size_t j = 0; j < t->m; j++)
        s->row_open[j] = attn_mask_allows(t->mask, head, i, j, t->n, t->m);

    attn_scores(weights, q, k, 1, 1, t->m, t->dk);
    attn_scale(weights, weights, t->scale, t->m);
    attn_softmax(weights, weights, &mask, 1, 1, t->m);
    attn_blend(t->output + (head * t->n + i) * t->dv, weights, v, &mask, 1, 1, t->m, t->dv);
}

/* Row i from what it has gathered; its weights from the one tile of keys first … first+keys−1. */
static void finish_row(const task *t, const space *s, size_t head, size_t i, const row_state *state,
                       const float *blend, const float *scores, size_t first, size_t keys)
{
    if (state->absurd || isnan(state->sum) || state->maximum == CLOSED) {
        exact_row(t, s, head, i);
        return;
    }
    float share = (float)(1.0 / state->sum);
    multiply(t->output + (head * t->n + i) * t->dv, blend, share, t->dv);
    if (!t->weights) return;
    float *weights = t->weights + (head * t->n + i) * t->m;
    size_t end = smaller(first + keys, t->m);
    memset(weights, 0, first * sizeof(float));
    multiply(weights + first, scores, share, end - first);
    memset(weights + end, 0, (t->m - end) * sizeof(float));
}

/* queries (rows,dk), state (rows) <- q (rows,dk) */
static void start_block(const space *s, row_state *state, const float *q, float factor, size_t rows, size_t dk)
{
    multiply(s->queries, q, factor, rows * dk);
    for (size_t r = 0; r < rows * dk; r += dk)
        *state++ = (row_state){CLOSED, is_absurd(q + r, dk) || (fabsf(factor) > 1.0f && is_absurd(s->queries + r, dk)), 0.0};
}

static void forward_block(const task *t, const space *s, size_t head, size_t i0, size_t rows)
{
    size_t width = up_to(ATTN_PANEL, t->dv), first, end, unused;
    attn_mask_range(&first, &unused, t->mask, i0, t->n, t->m);
    attn_mask_range(&unused, &end, t->mask, i0 + rows - 1, t->n, t->m);
    first -= first % ATTN_PANEL;
    end = up_to(ATTN_PANEL, end);
    size_t tile = t->weights ? up_to(ATTN_PANEL, t->m) : TILE_KEYS;

    row_state state[TILE_QUERIES];
    float factor = t->scale * 1.44269504f; /* log2(e): exp(s) = exp2(s·log2(e)) */
    start_block(s, state, t->q + (head * t->n + i0) * t->dk, factor, rows, t->dk);

    for (size_t j = first; j < end; j += tile) {
        size_t keys = smaller(tile, end - j);
        score_tile(s, tile, rows, j, keys, t->dk);
        bool open = all_open(t, i0, rows, j, keys);
        for (size_t r = 0; r < rows; r++) {
            float *scores = s->scores + r * tile, old_maximum = state[r].maximum;
            if (!open) close_row(scores, t, head, i0 + r, j, keys);
            state[r].maximum = highest(scores, old_maximum, keys);
            if (j > first && state[r].maximum > old_maximum)
                rescale_row(&state[r], s->blend + r * width, old_maximum, width);
        }
        for (size_t r = 0; r < rows; r++)
            state[r].sum += weigh_row(s->scores + r * tile, state[r].maximum, keys);
        for (size_t x = 0; x < width; x += ATTN_PANEL)
            attn_tile(s->blend + x, width, j > first, s->scores, tile, s->values + x * t->m + j * ATTN_PANEL,
                      rows, smaller(keys, t->m - j));
    }

    for (size_t r = 0; r < rows; r++)
        finish_row(t, s, head, i0 + r, &state[r], s->blend + r * width, s->scores + r * tile,
                   first, end > first ? end - first : 0);
}

/* ---- the whole --------------------------------------------------------------------------------- */

static void lay_out(space *s, attn_arena *arena, size_t m, size_t dk, size_t dv)
{
    size_t keys = up_to(ATTN_PANEL, m), width = up_to(ATTN_PANEL, dv);
    s->queries = attn_take(arena, TILE_QUERIES, dk * sizeof(float));
    s->keys = attn_take(arena, keys, dk * sizeof(float));
    s->values = attn_take(arena, m, width * sizeof(float));
    s->scores = attn_take(arena, keys > TILE_CELLS / STRIP_QUERIES ? keys : TILE_CELLS / STRIP_QUERIES,
                          STRIP_QUERIES * sizeof(float));
    s->blend = attn_take(arena, TILE_QUERIES, width * sizeof(float));
    s->row = attn_take(arena, m, sizeof(float));
    s->row_open = attn_take(arena, m, 1);
}

attn_status attn_forward_scratch(size_t *bytes, size_t n, size_t m, size_t dk, size_t dv)
{
    if (!bytes) return ATTN_NULL_POINTER;
    if (!attn_sized(n, dk, 1, sizeof(float)) || !attn_sized(m, dk, 1, 2 * sizeof(float))
        || !attn_sized(m, dv, 1, 2 * sizeof(float)))
        return ATTN_BAD_SIZE;
    attn_arena count = {0};
    space unused;
    lay_out(&unused, &count, m, dk, dv);
    if (count.failed) return ATTN_BAD_SIZE;
    *bytes = count.used;
    return ATTN_OK;
}

/* output (h,n,dv), weights (h,n,m) or null <- q (h,n,dk), k (h,m,dk), v (h,m,dv) */
attn_status attn_forward(float *output, float *weights, const float *q, const float *k,
                         const float *v, const attn_mask *mask, float scale,
                         void *scratch, size_t scratch_bytes,
                         size_t h, size_t n, size_t m, size_t dk, size_t dv)
{
    size_t bytes;
    if (!output || !q || !k || !v || !scratch) return ATTN_NULL_POINTER;
    attn_status status = attn_forward_scratch(&bytes, n, m, dk, dv);
    if (status != ATTN_OK) return status;
    if (!attn_sized(h, n, dk, sizeof(float)) || !attn_sized(h, m, dk, sizeof(float))
        || !attn_sized(h, m, dv, sizeof(float)) || !attn_sized(h, n, dv, sizeof(float))
        || (weights && !attn_sized(h, n, m, sizeof(float))))
        return ATTN_BAD_SIZE;
    if (!isfinite(scale)) return ATTN_BAD_SCALE;
    status = attn_mask_check(mask, h);
    if (status != ATTN_OK) return status;
    if (scratch_bytes < bytes) return ATTN_OUT_OF_MEMORY;

    task t = {output, weights, q, k, v, mask, scale, n, m, dk, dv};
    attn_arena arena = {.base = scratch, .size = scratch_bytes};
    space s;
    lay_out(&s, &arena, m, dk, dv);
    size_t block = weights ? STRIP_QUERIES : TILE_QUERIES;
    for (size_t head = 0; head < h; head++) {
        prepare_head(&s, k + head * m * dk, v + head * m * dv, m, dk, dv);
        for (size_t i = 0; i < n; i += block) forward_block(&t, &s, head, i, smaller(block, n - i));
    }
    return ATTN_OK;
}
