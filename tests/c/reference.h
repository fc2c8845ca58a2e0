/* reference.h: attention in float64, straight from its definition and independent of c/. Also the
 * masks that tests go through. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "attn.h"
#include "check.h"

typedef struct shape {
    size_t h, n, m, dk, dv;
} shape;

static inline shape random_shape(void)
{
    return (shape){random_size(1, 9), random_size(1, 70), random_size(1, 70),
                   random_size(1, 70), random_size(1, 70)};
}

/* The contract's words: causal j ≤ i + m − n, window |i − j| ≤ w, free (heads,n,m). */
static inline bool reference_allows(const attn_mask *mask, size_t head, size_t i, size_t j, shape s)
{
    long long row = (long long)i, column = (long long)j, n = (long long)s.n, m = (long long)s.m;
    if (!mask || mask->kind == ATTN_MASK_NONE) return true;
    if (mask->kind == ATTN_MASK_CAUSAL) return column <= row + m - n;
    if (mask->kind == ATTN_MASK_WINDOW) return llabs(row - column) <= (long long)mask->window;
    return mask->allowed[(mask->heads > 1 ? head * s.n * s.m : 0) + i * s.m + j];
}

/* Masks by number: none (null), none, causal, four windows, free shared, free per head, free with closed
 * rows. free_mask when done. */
enum { MASKS = 10, FREE_MASKS = 7 };

static inline attn_mask make_mask(int number, shape s)
{
    const uint32_t windows[] = {0, (uint32_t)random_size(1, 40), (uint32_t)random_size(60, 200), UINT32_MAX};
    attn_mask mask = {.kind = ATTN_MASK_NONE};
    if (number == 2) mask.kind = ATTN_MASK_CAUSAL;
    if (number >= 3 && number < FREE_MASKS) {
        mask.kind = ATTN_MASK_WINDOW;
        mask.window = windows[number - 3];
    }
    if (number < FREE_MASKS) return mask;
    mask.kind = ATTN_MASK_FREE;
    mask.heads = number == FREE_MASKS ? 1 : s.h;
    size_t rows = mask.heads * s.n;
    uint8_t *allowed = exact(rows * s.m, 1);
    for (size_t r = 0; r < rows; r++) {
        bool closed = number == 9 && random_size(0, 2) == 0;
        for (size_t j = 0; j < s.m; j++) allowed[r * s.m + j] = !closed && random_size(0, 2) != 0;
    }
    mask.allowed = allowed;
    return mask;
}

static inline const attn_mask *mask_or_null(int number, const attn_mask *mask) { return number ? mask : NULL; }

static inline void free_mask(attn_mask *mask) { free((void *)mask->allowed); }

/* One row of a head, as the contract says it: scores (m) and their magnitudes Σ|q·k| (m), weights (m),
 * output (dv). Any may be null but weights. */
static inline void reference_row(double *scores, double *magnitude, double *weights, double *output,
                                 const float *q, const float *k, const float *v, const attn_mask *mask,
                                 double scale, shape s, size_t head, size_t i)
{
    double maximum = -INFINITY, sum = 0.0;
    bool finite = true;
    q += (head * s.n + i) * s.dk, k += head * s.m * s.dk, v += head * s.m * s.dv;
    for (size_t j = 0; j < s.m; j++) {
        double score = 0.0, size = 0.0;
        for (size_t x = 0; x < s.dk; x++) {
            score += (double)q[x] * k[j * s.dk + x];
            size += fabs((double)q[x] * k[j * s.dk + x]);
        }
        if (scores) scores[j] = score;
        if (magnitude) magnitude[j] = size;
        weights[j] = score * scale;
        if (!reference_allows(mask, head, i, j, s)) continue;
        finite = finite && isfinite((float)score) && isfinite((float)weights[j]);
        maximum = fmax(maximum, weights[j]);
    }
    for (size_t j = 0; j < s.m; j++) {
        bool allowed = reference_allows(mask, head, i, j, s);
        weights[j] = !allowed ? 0.0 : finite ? exp(weights[j] - maximum) : (double)NAN;
        sum += weights[j];
    }
    for (size_t j = 0; j < s.m; j++)
        if (reference_allows(mask, head, i, j, s)) weights[j] /= sum;
    for (size_t x = 0; output && x < s.dv; x++) output[x] = 0.0;
    for (size_t j = 0; output && j < s.m; j++) {
        if (!reference_allows(mask, head, i, j, s)) continue;
        bool spoilt = false;
        for (size_t x = 0; x < s.dv; x++) spoilt = spoilt || !isfinite(v[j * s.dv + x]);
        for (size_t x = 0; x < s.dv; x++)
            output[x] += spoilt ? (double)NAN : weights[j] * v[j * s.dv + x];
    }
}

#endif
