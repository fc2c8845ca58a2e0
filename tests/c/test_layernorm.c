/* test_layernorm.c: rows to mean 0 and variance 1. */
#include "reference.h"

static void compare(size_t rows, size_t d, float shift)
{
    float *x = random_floats(rows * d), *gain = random_floats(d), *bias = random_floats(d), *y = guarded(rows * d);
    for (size_t i = 0; i < rows * d; i++) x[i] += shift;
    check(attn_layernorm(y, x, gain, bias, 1e-6f, rows, d) == ATTN_OK);
    for (size_t r = 0; r < rows; r++) {
        double mean = 0.0, variance = 0.0;
        for (size_t c = 0; c < d; c++) mean += x[r * d + c] / (double)d;
        for (size_t c = 0; c < d; c++) variance += pow(x[r * d + c] - mean, 2) / (double)d;
        for (size_t c = 0; c < d; c++) {
            double centred = (x[r * d + c] - mean) / sqrt(variance + 1e-6f);
            check_near(y[r * d + c], centred * gain[c] + bias[c], 1e-6 * (fabs(centred * gain[c]) + fabsf(bias[c])));
        }
    }
    check(guards_hold(y, rows * d));
    check(attn_layernorm(x, x, gain, bias, 1e-6f, rows, d) == ATTN_OK);
    check(memcmp(x, y, rows * d * sizeof(float)) == 0); /* in place */
    free(x), free(gain), free(bias), free_guarded(y);
}

TEST(random_shapes) { for (int i = 0; i < 40; i++) compare(random_size(1, 20), random_size(1, 300), 0.0f); }

/* One pass over squares would cancel here. */
TEST(far_from_zero) { compare(3, 512, 10000.0f); }

TEST(constant_row)
{
    float x[] = {5, 5, 5}, gain[] = {1, 1, 1}, bias[] = {1, 2, 3}, y[3];
    check(attn_layernorm(y, x, gain, bias, 1e-6f, 1, 3) == ATTN_OK);
    check(y[0] == 1 && y[1] == 2 && y[2] == 3);
}

TEST(a_row_is_its_own)
{
    float x[] = {1, NAN, 1, 2}, one[] = {1, 1}, y[4];
    check(attn_layernorm(y, x, one, one, 1e-6f, 2, 2) == ATTN_OK);
    check(isnan(y[0]) && isnan(y[1]) && isfinite(y[2]) && isfinite(y[3]));
}

TEST(refuses)
{
    float in[4] = {0}, *out = guarded(4);
    check(attn_layernorm(NULL, in, in, in, 1e-6f, 1, 1) == ATTN_NULL_POINTER);
    check(attn_layernorm(out, NULL, in, in, 1e-6f, 1, 1) == ATTN_NULL_POINTER);
    check(attn_layernorm(out, in, NULL, in, 1e-6f, 1, 1) == ATTN_NULL_POINTER);
    check(attn_layernorm(out, in, in, NULL, 1e-6f, 1, 1) == ATTN_NULL_POINTER);
    check(attn_layernorm(out, in, in, in, 1e-6f, 0, 1) == ATTN_BAD_SIZE);
    check(attn_layernorm(out, in, in, in, 1e-6f, 1, 0) == ATTN_BAD_SIZE);
    check(attn_layernorm(out, in, in, in, 1e-6f, SIZE_MAX / 4, 2) == ATTN_BAD_SIZE);
    check(unwritten(out, 4));
    free_guarded(out);
}

int main(void)
{
    RUN(random_shapes);
    RUN(far_from_zero);
    RUN(constant_row);
    RUN(a_row_is_its_own);
    RUN(refuses);
    return report();
}
