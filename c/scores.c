/* scores.c: how well each query matches each key, Q·Kᵀ, and its scaling. */
#include "attn.h"
#include "size.h"

#include <math.h>

/* a·b over d. In double: the sum is rounded once, however long it is. */
static float dot(const float *a, const float *b, size_t d)
{
    double sum = 0.0;
    for (size_t x = 0; x < d; x++) sum += (double)a[x] * b[x];
    return (float)sum;
}

/* scores (4) = a·b of one query and four keys (4,d): the same sums, which do not wait for each other. */
static void four_dots(float *scores, const float *q, const float *k, size_t d)
{
    double sum[4] = {0.0, 0.0, 0.0, 0.0};
    for (size_t x = 0; x < d; x++)
        for (size_t j = 0; j < 4; j++) sum[j] += (double)q[x] * k[j * d + x];
    for (size_t j = 0; j < 4; j++) scores[j] = (float)sum[j];
}

/* scores (m) <- q (dk), k (m,dk) */
static void score_row(float *scores, const float *q, const float *k, size_t m, size_t dk)
{
    size_t j = 0;
    for (; j + 4 <= m; j += 4) four_dots(scores + j, q, k + j * dk, dk);
    for (; j < m; j++) scores[j] = dot(q, k + j * dk, dk);
}

/* scores (h,n,m) <- q (h,n,dk), k (h,m,dk) */
attn_status attn_scores(float *scores, const float *q, const float *k,
                        size_t h, size_t n, size_t m, size_t dk)
{
    if (!scores || !q || !k) return ATTN_NULL_POINTER;
    if (!attn_sized(h, n, m, sizeof(float)) || !attn_sized(h, n, dk, sizeof(float))
        || !attn_sized(h, m, dk, sizeof(float)))
        return ATTN_BAD_SIZE;

    for (size_t head = 0; head < h; head++)
        for (size_t i = 0; i < n; i++)
            score_row(scores + (head * n + i) * m, q + (head * n + i) * dk, k + head * m * dk, m, dk);
    return ATTN_OK;
}

/* scaled (count) <- scores (count) */
attn_status attn_scale(float *scaled, const float *scores, float scale, size_t count)
{
    if (!scaled || !scores) return ATTN_NULL_POINTER;
    if (!attn_sized(count, 1, 1, sizeof(float))) return ATTN_BAD_SIZE;
    if (!isfinite(scale)) return ATTN_BAD_SCALE;

    for (size_t c = 0; c < count; c++) scaled[c] = scores[c] * scale;
    return ATTN_OK;
}
