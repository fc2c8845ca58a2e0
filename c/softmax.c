/* softmax.c: each row of scores becomes weights ≥ 0 that sum to 1 over its allowed keys. */
#include "mask.h"
#include "size.h"

#include <math.h>

/* weights (m) <- scaled (m): row i of a head. */
static void softmax_row(float *weights, const float *scaled, const attn_mask *mask,
                        size_t head, size_t i, size_t n, size_t m)
{
    /* exp(s − maximum) ≤ 1: it cannot overflow, and the quotient is that of exp(s). */
    float maximum = -INFINITY;
    bool finite = true;
    for (size_t j = 0; j < m; j++) {
        if (!attn_mask_allows(mask, head, i, j, n, m)) continue;
        maximum = fmaxf(maximum, scaled[j]);
        finite = finite && isfinite(scaled[j]);
    }

    double sum = 0.0; /* in double, so that a row of thousands still sums to 1 */
    for (size_t j = 0; j < m; j++) {
        if (!attn_mask_allows(mask, head, i, j, n, m)) {
            weights[j] = 0.0f;
            continue;
        }
        weights[j] = finite ? expf(scaled[j] - maximum) : NAN;
        sum += weights[j];
    }

    for (size_t j = 0; j < m; j++)
        if (attn_mask_allows(mask, head, i, j, n, m)) weights[j] = (float)(weights[j] / sum);
}

/* weights (h,n,m) <- scaled (h,n,m) */
attn_status attn_softmax(float *weights, const float *scaled, const attn_mask *mask,
                         size_t h, size_t n, size_t m)
{
    if (!weights || !scaled) return ATTN_NULL_POINTER;
    if (!attn_sized(h, n, m, sizeof(float))) return ATTN_BAD_SIZE;
    attn_status status = attn_mask_check(mask, h);
    if (status != ATTN_OK) return status;

    for (size_t head = 0; head < h; head++)
        for (size_t i = 0; i < n; i++) {
            size_t row = (head * n + i) * m;
            softmax_row(weights + row, scaled + row, mask, head, i, n, m);
        }
    return ATTN_OK;
}
