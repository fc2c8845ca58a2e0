/* layernorm.c: each row to mean 0 and variance 1, then gain and bias per column. */
#include "attn.h"
#include "size.h"

#include <math.h>

/* y (rows,d) <- x (rows,d), gain (d), bias (d). Two passes, in double: no cancellation. */
attn_status attn_layernorm(float *y, const float *x, const float *gain, const float *bias,
                           float epsilon, size_t rows, size_t d)
{
    if (!y || !x || !gain || !bias) return ATTN_NULL_POINTER;
    if (!attn_sized(rows, d, 1, sizeof(float))) return ATTN_BAD_SIZE;

    for (size_t row = 0; row < rows; row++, x += d, y += d) {
        double mean = 0.0, variance = 0.0;
        for (size_t c = 0; c < d; c++) mean += x[c];
        mean /= (double)d;
        for (size_t c = 0; c < d; c++) variance += (x[c] - mean) * (x[c] - mean);
        variance /= (double)d;

        double inverse = 1.0 / sqrt(variance + epsilon);
        for (size_t c = 0; c < d; c++) y[c] = (float)((x[c] - mean) * inverse * gain[c] + bias[c]);
    }
    return ATTN_OK;
}
