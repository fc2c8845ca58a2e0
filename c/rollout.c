/* rollout.c: which tokens a position has read from, through all layers up to this one. */
#include "attn.h"
#include "size.h"

enum { COLUMNS = 64 }; /* sums that are held at once */

/* Cell (i,k) of heads' mean + I: twice A before its rows are divided. */
static double mixed(const float *weights, size_t h, size_t n, size_t i, size_t k)
{
    double sum = 0.0;
    for (size_t head = 0; head < h; head++) sum += weights[(head * n + i) * n + k];
    return sum / (double)h + (i == k ? 1.0 : 0.0);
}

/* Columns first … first+count−1 of row i: out (n) <- row i of A · before (n,n). */
static void roll_out(float *out, const float *before, const float *weights, double total,
                     size_t h, size_t n, size_t i, size_t first, size_t count)
{
    double sums[COLUMNS] = {0};
    for (size_t k = 0; k < n; k++) {
        double a = mixed(weights, h, n, i, k) / total;
        for (size_t c = 0; c < count; c++) sums[c] += a * before[k * n + first + c];
    }
    for (size_t c = 0; c < count; c++) out[first + c] = (float)sums[c];
}

/* out (n,n) <- weights (h,n,n), before (n,n) or null */
attn_status attn_rollout(float *out, const float *before, const float *weights, size_t h, size_t n)
{
    if (!out || !weights) return ATTN_NULL_POINTER;
    if (!attn_sized(h, n, n, sizeof(float))) return ATTN_BAD_SIZE;

    for (size_t i = 0; i < n; i++) {
        double total = 0.0;
        for (size_t k = 0; k < n; k++) total += mixed(weights, h, n, i, k);
        if (!before)
            for (size_t k = 0; k < n; k++) out[i * n + k] = (float)(mixed(weights, h, n, i, k) / total);
        else
            for (size_t c = 0; c < n; c += COLUMNS)
                roll_out(out + i * n, before, weights, total, h, n, i, c, n - c < COLUMNS ? n - c : COLUMNS);
    }
    return ATTN_OK;
}
