/* measure.c: what a matrix of weights looks like: how spread its rows are, where they look, small pictures. */
#include "attn.h"
#include "size.h"

#include <math.h>
#include <stdbool.h>

enum { MEASURES = 5 }; /* numbers a head in attn_reading */

/* bits (rows) <- weights (rows,m) */
attn_status attn_entropy(float *bits, const float *weights, size_t rows, size_t m)
{
    if (!bits || !weights) return ATTN_NULL_POINTER;
    if (!attn_sized(rows, m, 1, sizeof(float))) return ATTN_BAD_SIZE;

    for (size_t i = 0; i < rows; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < m; j++) {
            double w = weights[i * m + j];
            if (w != 0.0) sum -= w * log2(w);
        }
        bits[i] = (float)sum;
    }
    return ATTN_OK;
}

/* sums (5) += what row i of a head, weights (m), adds to each measure of attn_reading. */
static void read_row(double *sums, const float *weights, const uint8_t *marked, size_t i, size_t m)
{
    for (size_t j = 0; j < m; j++) {
        if (j < i) sums[0] += weights[j] * (double)(i - j);
        if (marked && marked[j]) sums[4] += weights[j];
    }
    if (i < m) sums[1] += weights[i];
    if (i > 0 && i - 1 < m) sums[2] += weights[i - 1];
    if (i + 1 < m) sums[3] += weights[i + 1];
}

/* out (h,5) <- weights (h,n,m), marked (m) or null */
attn_status attn_reading(float *out, const float *weights, const uint8_t *marked,
                         size_t h, size_t n, size_t m)
{
    if (!out || !weights) return ATTN_NULL_POINTER;
    if (!attn_sized(h, n, m, sizeof(float)) || !attn_sized(h, MEASURES, 1, sizeof(float))) return ATTN_BAD_SIZE;

    for (size_t head = 0; head < h; head++) {
        double sums[MEASURES] = {0};
        for (size_t i = 0; i < n; i++) read_row(sums, weights + (head * n + i) * m, marked, i, m);
        for (size_t c = 0; c < MEASURES; c++) out[head * MEASURES + c] = (float)(sums[c] / (double)n);
    }
    return ATTN_OK;
}

/* floor(r·count/parts) for r ≤ parts ≤ count, where r·count may be beyond size_t. */
static size_t block_start(size_t r, size_t count, size_t parts)
{
    return r * (count / parts) + (size_t)((uint64_t)r * (count % parts) / parts);
}

/* Does a stand out more than b? NaN most of all. */
static bool louder(float a, float b)
{
    return !isnan(b) && (isnan(a) || fabsf(a) > fabsf(b));
}

/* out (rows,cols) <- in (n,m) */
attn_status attn_max_pool(float *out, const float *in, size_t n, size_t m, size_t rows, size_t cols)
{
    if (!out || !in) return ATTN_NULL_POINTER;
    if (!attn_sized(n, m, 1, sizeof(float)) || rows < 1 || rows > n || cols < 1 || cols > m)
        return ATTN_BAD_SIZE;

    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < cols; c++) {
            size_t top = block_start(r, n, rows), bottom = block_start(r + 1, n, rows);
            size_t left = block_start(c, m, cols), right = block_start(c + 1, m, cols);
            float best = in[top * m + left];
            for (size_t i = top; i < bottom; i++)
                for (size_t j = left; j < right; j++)
                    if (louder(in[i * m + j], best)) best = in[i * m + j];
            out[r * cols + c] = best;
        }
    return ATTN_OK;
}
