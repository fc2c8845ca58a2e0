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
 * Unusual rows go by the specification: a row that met a score that is not finite, or whose output is
 * not, is computed again by the stage functions. So what is here need only notice them. */
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

/* Stands for "closed" among scores. Not −inf, which is what an overflow looks like. A row whose maximum
 * is not above LOWEST has no allowed key or absurd scores; above it, exp2(CLOSED − maximum) is 0. */
#define CLOSED (-FLT_MAX)
#define LOWEST (-1e38f)

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
    float *keys;       /* (m/16, dk, 16) K of one head, zeros beyond m; m/16 and dv/16 round up   */
    float *values;     /* (dv/16, m, 16) V of one head, zeros beyond dv                           */
    float *scores;     /* (32, 128) or (8, m up to 16s)                                           */
    float *blend;      /* (32, dv up to 16s) sum of exp2(score − maximum)·V                       */
    float *row;        /* (m) and                                                                 */
    uint8_t *row_open; /* (m): one row by the specification                                       */
} space;

/* What a query row has gathered so far. */
typedef struct row_state {
    float maximum;    /* of the allowed scores, in units of log2                                  */
    float not_finite; /* 0, or NaN after a score that is not finite                               */
    double sum;       /* of exp2(score − maximum)                                                 */
} row_state;

static size_t up_to(size_t multiple, size_t size)
{
    return (size + multiple - 1) / multiple * multiple;
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

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

/* 0, or NaN if one of v (d) is not finite. */
static float not_finite(const float *v, size_t d)
{
    f32x4 zero = f32x4_splat(0.0f), lanes = zero;
    size_t x = 0;
    for (; x + 4 <= d; x += 4) lanes = f32x4_add(lanes, f32x4_mul(f32x4_load(v + x), zero));
    float sum = f32x4_sum(lanes);
    for (; x < d; x++) sum += v[x] * 0.0f;
    return sum;
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

/* A value that is not finite is hidden from the blend, where 0·NaN would leak out of closed cells. Its
 * key becomes NaN instead, so that the rows that may see it are known by their scores. */
static void prepare_head(const space *s, const float *k, const float *v, size_t m, size_t dk, size_t dv)
{
    for (size_t j = 0; j < m; j += ATTN_PANEL)
        pack_panel(s->keys + j * dk, k + j * dk, smaller(ATTN_PANEL, m - j), dk);
    for (size_t j = 0; j < m; j++) {
        bool finite = not_finite(v + j * dv, dv) == 0.0f;
        pack_value(s->values, finite ? v + j * dv : NULL, j, m, dv);
        if (!finite) s->keys[j / ATTN_PANEL * ATTN_PANEL * dk + j % ATTN_PANEL] = NAN;
    }
}

/* ---- one tile ---------------------------------------------------------------------------------- */

/* scores (rows,keys; stride) = q (rows,dk) · keys first … first+keys−1, both multiples of 16. */
static void score_tile(const space *s, size_t stride, const float *q, size_t rows,
                       size_t first, size_t keys, size_t dk)
{
    for (size_t j = 0; j < keys; j += ATTN_PANEL)
        attn_tile(s->scores + j, stride, false, q, dk, s->keys + (first + j) * dk, rows, dk);
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

/* scores (keys) of query i and the keys from first on: times factor, and CLOSED where it may not see. */
static void close_row(float *scores, float factor, const task *t, size_t head, size_t i,
                      size_t first, size_t keys)
{
    size_t last = smaller(first + keys, t->m);
    for (size_t j = first; j < last; j++)
        scores[j - first] =
            attn_mask_allows(t->mask, head, i, j, t->n, t->m) ? scores[j - first] * factor : CLOSED;
    for (size_t j = last; j < first + keys; j++) scores[j - first] = CLOSED;
}

/* scores (keys) times factor; takes them into the row's maximum, and notices any that is not finite. */
OWN_REGISTERS static void scale_row(row_state *state, float *scores, float factor, size_t keys)
{
    f32x4 zero = f32x4_splat(0.0f), scale = f32x4_splat(factor), closed = f32x4_splat(CLOSED);
    f32x4 maximum[4] = {closed, closed, closed, closed}, not_finite[4] = {zero, zero, zero, zero};
    for (size_t j = 0; j < keys; j += ATTN_PANEL)
        for (int p = 0; p < 4; p++) {
            f32x4 score = f32x4_mul(f32x4_load(scores + j + 4 * p), scale);
            f32x4_store(scores + j + 4 * p, score);
            maximum[p] = f32x4_max(maximum[p], score);
            not_finite[p] = f32x4_add(not_finite[p], f32x4_mul(score, zero));
        }
    for (int p = 1; p < 4; p++) {
        maximum[0] = f32x4_max(maximum[0], maximum[p]);
        not_finite[0] = f32x4_add(not_finite[0], not_finite[p]);
    }
    state->maximum = fmaxf(state->maximum, f32x4_maximum(maximum[0]));
    state->not_finite += f32x4_sum(not_finite[0]);
}

/* 2^x for x ≤ 0, within 1.2 ulp; 0 from −127 down; NaN stays NaN. x = whole + part, |part| ≤ 1/2. */
static inline f32x4 exp2_negative(f32x4 x)
{
    static const float coefficients[7] = {.00015353362f, .00133988739f, .00961843692f, .0555033237f,
                                          .240226477f, .693147182f, 1.0f};
    f32x4 rounder = f32x4_splat(12582912.0f); /* 1.5·2^23: the low bits of x + rounder are whole */
    x = f32x4_max(x, f32x4_splat(-127.0f));
    f32x4 whole = f32x4_add(x, rounder);
    f32x4 part = f32x4_sub(x, f32x4_sub(whole, rounder));
    f32x4 power = f32x4_splat(coefficients[0]);
    for (int c = 1; c < 7; c++) power = f32x4_add(f32x4_mul(power, part), f32x4_splat(coefficients[c]));
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
    float *output = t->output + (head * t->n + i) * t->dv;
    float share = (float)(1.0 / state->sum), not_finite = state->not_finite;
    for (size_t x = 0; x < t->dv; x++) {
        output[x] = blend[x] * share;
        not_finite += output[x] * 0.0f;
    }
    if (not_finite != 0.0f || !(state->maximum > LOWEST)) {
        exact_row(t, s, head, i);
    } else if (t->weights) {
        float *weights = t->weights + (head * t->n + i) * t->m;
        size_t end = smaller(first + keys, t->m);
        memset(weights, 0, first * sizeof(float));
        for (size_t j = first; j < end; j++) weights[j] = scores[j - first] * share;
        memset(weights + end, 0, (t->m - end) * sizeof(float));
    }
}

static void forward_block(const task *t, const space *s, size_t head, size_t i0, size_t rows)
{
    size_t width = up_to(ATTN_PANEL, t->dv), first, end, unused;
    attn_mask_range(&first, &unused, t->mask, i0, t->n, t->m);
    attn_mask_range(&unused, &end, t->mask, i0 + rows - 1, t->n, t->m);
    first -= first % ATTN_PANEL;
    end = up_to(ATTN_PANEL, end);
    size_t tile = t->weights ? up_to(ATTN_PANEL, t->m) : TILE_KEYS;

    const float *q = t->q + (head * t->n + i0) * t->dk;
    float factor = t->scale * 1.44269504f; /* log2(e): exp(s) = exp2(s·log2(e)) */
    memset(s->blend, 0, rows * width * sizeof(float));
    row_state state[TILE_QUERIES];
    for (size_t r = 0; r < rows; r++) state[r] = (row_state){.maximum = CLOSED};

    for (size_t j = first; j < end; j += tile) {
        size_t keys = smaller(tile, end - j);
        score_tile(s, tile, q, rows, j, keys, t->dk);
        bool open = all_open(t, i0, rows, j, keys);
        for (size_t r = 0; r < rows; r++) {
            float *scores = s->scores + r * tile, old_maximum = state[r].maximum;
            if (!open) close_row(scores, factor, t, head, i0 + r, j, keys);
            scale_row(&state[r], scores, open ? factor : 1.0f, keys);
            if (state[r].maximum > old_maximum)
                rescale_row(&state[r], s->blend + r * width, old_maximum, width);
            state[r].sum += weigh_row(scores, state[r].maximum, keys);
        }
        for (size_t x = 0; x < width; x += ATTN_PANEL)
            attn_tile(s->blend + x, width, true, s->scores, tile, s->values + x * t->m + j * ATTN_PANEL,
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
