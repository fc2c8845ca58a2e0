/* blend.c: each query's output is the weighted sum of the values that it may see. */
#include "mask.h"
#include "size.h"

#include <math.h>

/* Columns of the output that are summed side by side. */
#define COLUMNS ((size_t)16)

static bool finite_row(const float *row, size_t d)
{
    for (size_t x = 0; x < d; x++)
        if (!isfinite(row[x])) return false;
    return true;
}

/* output (n,dv) <- weights (n,m), v (m,dv), of one head */
static void blend_head(float *output, const float *weights, const float *v, const attn_mask *mask,
                       size_t head, size_t n, size_t m, size_t dv)
{
    for (size_t i = 0; i < n; i++)
        for (size_t x = 0; x < dv; x += COLUMNS) {
            size_t columns = dv - x < COLUMNS ? dv - x : COLUMNS;
            double sum[COLUMNS] = {0.0};
            for (size_t j = 0; j < m; j++)
                if (attn_mask_allows(mask, head, i, j, n, m))
                    for (size_t c = 0; c < columns; c++)
                        sum[c] += (double)weights[i * m + j] * v[j * dv + x + c];
            for (size_t c = 0; c < columns; c++) output[i * dv + x + c] = (float)sum[c];
        }

    /* A value row that is not finite spoils every row that may see it, in all its columns. */
    for (size_t j = 0; j < m; j++) {
        if (finite_row(v + j * dv, dv)) continue;
        for (size_t i = 0; i < n; i++)
            if (attn_mask_allows(mask, head, i, j, n, m))
                for (size_t x = 0; x < dv; x++) output[i * dv + x] = NAN;
    }
}

/* output (h,n,dv) <- weights (h,n,m), v (h,m,dv) */
attn_status attn_blend(float *output, const float *weights, const float *v, const attn_mask *mask,
                       size_t h, size_t n, size_t m, size_t dv)
{
    if (!output || !weights || !v) return ATTN_NULL_POINTER;
    if (!attn_sized(h, n, m, sizeof(float)) || !attn_sized(h, n, dv, sizeof(float))
        || !attn_sized(h, m, dv, sizeof(float)))
        return ATTN_BAD_SIZE;
    attn_status status = attn_mask_check(mask, h);
    if (status != ATTN_OK) return status;

    for (size_t head = 0; head < h; head++)
        blend_head(output + head * n * dv, weights + head * n * m, v + head * m * dv, mask,
                   head, n, m, dv);
    return ATTN_OK;
}
