/* test_softmax.c: rows of scores become weights. */
#include "reference.h"

/* In float64, over the allowed cells of a row. */
static void compare(shape s, int number, float spread)
{
    size_t cells = s.h * s.n * s.m;
    float *scaled = random_floats(cells), *weights = guarded(cells);
    attn_mask mask = make_mask(number, s);
    for (size_t cell = 0; cell < cells; cell++) {
        scaled[cell] *= spread;
        if (!reference_allows(mask_or_null(number, &mask), cell / (s.n * s.m), cell / s.m % s.n, cell % s.m, s))
            scaled[cell] = random_size(0, 1) ? NAN : 1e30f; /* nobody may look */
    }
    check(attn_softmax(weights, scaled, mask_or_null(number, &mask), s.h, s.n, s.m) == ATTN_OK);
    for (size_t row = 0; row < s.h * s.n; row++) {
        double maximum = -INFINITY, sum = 0.0, total = 0.0;
#define EACH_ALLOWED(j) \
        for (size_t j = 0; j < s.m; j++) \
            if (reference_allows(mask_or_null(number, &mask), row / s.n, row % s.n, j, s))
        EACH_ALLOWED(j) maximum = fmax(maximum, scaled[row * s.m + j]);
        EACH_ALLOWED(j) sum += exp(scaled[row * s.m + j] - maximum);
        for (size_t j = 0; j < s.m; j++) {
            float weight = weights[row * s.m + j];
            total += weight;
            if (!reference_allows(mask_or_null(number, &mask), row / s.n, row % s.n, j, s)) check(weight == 0.0f);
            else check_near(weight, exp(scaled[row * s.m + j] - maximum) / sum, 1e-7);
        }
        check_near(total, sum > 0.0 ? 1.0 : 0.0, sum > 0.0 ? 1e-6 : 0.0);
    }
    check(guards_hold(weights, cells));
    check(attn_softmax(scaled, scaled, mask_or_null(number, &mask), s.h, s.n, s.m) == ATTN_OK);
    check(memcmp(scaled, weights, cells * sizeof(float)) == 0); /* in place */
    free(scaled), free_guarded(weights), free_mask(&mask);
}

TEST(random_shapes)
{
    for (int round = 0; round < 8; round++)
        for (int mask = 0; mask < MASKS; mask++) compare(random_shape(), mask, round % 2 ? 1.0f : 100.0f);
}

TEST(long_rows)
{
    compare((shape){1, 2, 20000, 1, 1}, 0, 1.0f);
    compare((shape){1, 2, 20000, 1, 1}, FREE_MASKS, 0.01f);
}

/* A row of 1 head against what it must become; closed where allowed is 0. */
static void row(const float *scaled, const uint8_t *allowed, const float *want, size_t m)
{
    float *weights = guarded(m);
    attn_mask mask = {.kind = ATTN_MASK_FREE, .allowed = allowed, .heads = 1};
    check(attn_softmax(weights, scaled, &mask, 1, 1, m) == ATTN_OK);
    for (size_t j = 0; j < m; j++) check_near(weights[j], want[j], 1e-7);
    check(guards_hold(weights, m));
    free_guarded(weights);
}

#define ROW(m, ...) (const float[m])__VA_ARGS__
#define OPEN(m, ...) (const uint8_t[m])__VA_ARGS__

TEST(values)
{
    row(ROW(2, {1e30f, 1e30f}), OPEN(2, {1, 1}), ROW(2, {0.5f, 0.5f}), 2);
    row(ROW(2, {-1e30f, -1e30f}), OPEN(2, {1, 1}), ROW(2, {0.5f, 0.5f}), 2);
    row(ROW(2, {-3.4e38f, 3.4e38f}), OPEN(2, {1, 1}), ROW(2, {0, 1}), 2);
    row(ROW(3, {0, -INFINITY, 0}), OPEN(3, {1, 1, 0}), ROW(3, {NAN, NAN, 0}), 3);
    row(ROW(3, {0, INFINITY, 0}), OPEN(3, {1, 1, 0}), ROW(3, {NAN, NAN, 0}), 3);
    row(ROW(3, {0, NAN, 0}), OPEN(3, {1, 1, 0}), ROW(3, {NAN, NAN, 0}), 3);
    row(ROW(3, {0, NAN, 0}), OPEN(3, {1, 0, 1}), ROW(3, {0.5f, 0, 0.5f}), 3);
    row(ROW(2, {-INFINITY, -INFINITY}), OPEN(2, {1, 1}), ROW(2, {NAN, NAN}), 2);
    row(ROW(2, {NAN, INFINITY}), OPEN(2, {0, 0}), ROW(2, {0, 0}), 2);
    row(ROW(1, {-7}), OPEN(1, {1}), ROW(1, {1}), 1);
}

TEST(refuses)
{
    float in[4] = {0}, *out = guarded(4);
    attn_mask unknown = {.kind = 4};
    check(attn_softmax(NULL, in, NULL, 1, 2, 2) == ATTN_NULL_POINTER);
    check(attn_softmax(out, NULL, NULL, 1, 2, 2) == ATTN_NULL_POINTER);
    check(attn_softmax(out, in, &unknown, 1, 2, 2) == ATTN_BAD_MASK);
    check(attn_softmax(out, in, NULL, 1, 0, 2) == ATTN_BAD_SIZE);
    check(attn_softmax(out, in, NULL, 2, SIZE_MAX / 8, 2) == ATTN_BAD_SIZE);
    check(unwritten(out, 4));
    free_guarded(out);
}

int main(void)
{
    RUN(random_shapes);
    RUN(long_rows);
    RUN(values);
    RUN(refuses);
    return report();
}
