/* test_linear.c: x·W + bias, in f32 and int8, against float64. */
#include "reference.h"

static double worst;

static void compare(size_t rows, size_t in, size_t out)
{
    float *x = random_floats(rows * in), *w = random_floats(in * out), *bias = random_floats(out);
    float *scale = random_floats(out), *y = guarded(rows * out), *bare = guarded(rows * out);
    float *y8 = guarded(rows * out), *bare8 = guarded(rows * out);
    int8_t *w8 = exact(in * out, 1);
    for (size_t i = 0; i < in * out; i++) w8[i] = (int8_t)random_bits();
    check(attn_linear(y, x, w, bias, rows, in, out) == ATTN_OK);
    check(attn_linear(bare, x, w, NULL, rows, in, out) == ATTN_OK);
    check(attn_linear_q8(y8, x, w8, scale, bias, rows, in, out) == ATTN_OK);
    check(attn_linear_q8(bare8, x, w8, scale, NULL, rows, in, out) == ATTN_OK);
    for (size_t r = 0; r < rows; r++)
        for (size_t o = 0; o < out; o++) {
            double sum = 0.0, size = 0.0, sum8 = 0.0, size8 = 0.0;
            for (size_t i = 0; i < in; i++) {
                double term = (double)x[r * in + i] * w[i * out + o];
                double term8 = (double)x[r * in + i] * w8[i * out + o] * scale[o];
                sum += term, size += fabs(term), sum8 += term8, size8 += fabs(term8);
            }
            size_t cell = r * out + o;
            check_near(bare[cell], sum, 1e-6 * size);
            check_near(y[cell], sum + bias[o], 1e-6 * (size + fabsf(bias[o])));
            check_near(bare8[cell], sum8, 1e-6 * size8);
            check_near(y8[cell], sum8 + bias[o], 1e-6 * (size8 + fabsf(bias[o])));
            worst = fmax(worst, fmax(fabs(bare[cell] - sum) / size, fabs(bare8[cell] - sum8) / size8));
        }
    check(guards_hold(y, rows * out) && guards_hold(bare, rows * out));
    check(guards_hold(y8, rows * out) && guards_hold(bare8, rows * out));
    free(x), free(w), free(bias), free(scale), free(w8);
    free_guarded(y), free_guarded(bare), free_guarded(y8), free_guarded(bare8);
}

TEST(small_shapes)
{
    for (size_t rows = 1; rows <= 5; rows++)
        for (size_t in = 1; in <= 5; in++)
            for (size_t out = 1; out <= 34; out++) compare(rows, in, out);
}

TEST(random_shapes) { for (int i = 0; i < 40; i++) compare(random_size(1, 70), random_size(1, 140), random_size(1, 140)); }

TEST(edges_of_tiles)
{
    static const size_t edges[] = {31, 32, 33, 63, 64, 65, 127, 128, 129};
    for (size_t e = 0; e < sizeof edges / sizeof *edges; e++)
        compare(edges[e], 3, 5), compare(3, edges[e], 5), compare(3, 5, edges[e]), compare(33, edges[e], edges[e]);
}

TEST(model_sizes) { compare(12, 512, 768), compare(1, 1536, 256); }

/* A NaN in a row of x is that row's own; in W, its column's; in bias, its column's. */
TEST(values_stay_where_they_belong)
{
    for (int which = 0; which < 3; which++) {
        float x[3 * 4] = {0}, w[4 * 21] = {0}, bias[21] = {0}, y[3 * 21];
        if (which == 0) x[1 * 4 + 2] = NAN;
        if (which == 1) w[2 * 21 + 20] = NAN;
        if (which == 2) bias[20] = NAN;
        check(attn_linear(y, x, w, bias, 3, 4, 21) == ATTN_OK);
        for (int r = 0; r < 3; r++)
            for (int o = 0; o < 21; o++) check((isnan(y[r * 21 + o]) != 0) == (which ? o == 20 : r == 1));
    }
}

TEST(refuses)
{
    float in[4] = {0}, *out = guarded(4);
    int8_t in8[4] = {0};
    check(attn_linear(NULL, in, in, in, 1, 1, 1) == ATTN_NULL_POINTER);
    check(attn_linear(out, NULL, in, in, 1, 1, 1) == ATTN_NULL_POINTER);
    check(attn_linear(out, in, NULL, in, 1, 1, 1) == ATTN_NULL_POINTER);
    check(attn_linear_q8(NULL, in, in8, in, in, 1, 1, 1) == ATTN_NULL_POINTER);
    check(attn_linear_q8(out, NULL, in8, in, in, 1, 1, 1) == ATTN_NULL_POINTER);
    check(attn_linear_q8(out, in, NULL, in, in, 1, 1, 1) == ATTN_NULL_POINTER);
    check(attn_linear_q8(out, in, in8, NULL, in, 1, 1, 1) == ATTN_NULL_POINTER);
    for (int zero = 0; zero < 3; zero++) {
        size_t d[] = {1, 1, 1}, half = (size_t)1 << (4 * sizeof(size_t)), e[] = {half, half, half};
        d[zero] = 0, e[zero] = 1;
        check(attn_linear(out, in, in, in, d[0], d[1], d[2]) == ATTN_BAD_SIZE);
        check(attn_linear_q8(out, in, in8, in, in, d[0], d[1], d[2]) == ATTN_BAD_SIZE);
        check(attn_linear(out, in, in, in, e[0], e[1], e[2]) == ATTN_BAD_SIZE);
        check(attn_linear_q8(out, in, in8, in, in, e[0], e[1], e[2]) == ATTN_BAD_SIZE);
    }
    check(unwritten(out, 4));
    free_guarded(out);
}

int main(void)
{
    RUN(small_shapes);
    RUN(random_shapes);
    RUN(edges_of_tiles);
    RUN(model_sizes);
    RUN(values_stay_where_they_belong);
    RUN(refuses);
    printf("worst: %.2g of the terms\n", worst);
    return report();
}
