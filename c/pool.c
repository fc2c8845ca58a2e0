/* pool.c: the rows of a sentence → one vector of length 1. */
#include "blocks.h"

#include <math.h>

void attn_row_mean(float *mean, const float *x, size_t n, size_t d)
{
    for (size_t c = 0; c < d; c++) {
        double sum = 0.0;
        for (size_t i = 0; i < n; i++) sum += x[i * d + c];
        mean[c] = (float)(sum / (double)n);
    }
}

void attn_tanh_unit(float *e, size_t d)
{
    double square = 0.0;
    for (size_t c = 0; c < d; c++) {
        e[c] = tanhf(e[c]);
        square += (double)e[c] * e[c];
    }
    const double inverse = 1.0 / sqrt(fmax(square, 1e-12));
    for (size_t c = 0; c < d; c++) e[c] = (float)(e[c] * inverse);
}
