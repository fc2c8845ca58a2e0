/* test_measure.c: entropy of rows, where heads look, and pooling for small pictures. */
#include "reference.h"

TEST(entropy)
{
    float weights[] = {1, 0, 0, 0, 0.25f, 0.25f, 0.25f, 0.25f, 0.5f, 0.5f, 0, 0, 0, 0, 0, 0, NAN, NAN, 0, 0};
    float *bits = guarded(5);
    check(attn_entropy(bits, weights, 5, 4) == ATTN_OK);
    check(bits[0] == 0 && bits[1] == 2 && bits[2] == 1 && bits[3] == 0 && isnan(bits[4]));
    check(guards_hold(bits, 5));
    free_guarded(bits);

    float many[1000];
    for (int i = 0; i < 1000; i++) many[i] = 0.001f;
    float got;
    check(attn_entropy(&got, many, 1, 1000) == ATTN_OK);
    check_near(got, log2(1000.0), 1e-6);
}

/* The header's formulas, cell by cell. */
static void check_reading(const float *weights, const uint8_t *marked, size_t h, size_t n, size_t m)
{
    float *out = guarded(5 * h);
    check(attn_reading(out, weights, marked, h, n, m) == ATTN_OK);
    for (size_t head = 0; head < h; head++) {
        double want[5] = {0};
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < m; j++) {
                const double w = weights[(head * n + i) * m + j] / (double)n;
                want[0] += w * fmax(0.0, (double)i - (double)j);
                want[1] += i == j ? w : 0.0;
                want[2] += i == j + 1 ? w : 0.0;
                want[3] += i + 1 == j ? w : 0.0;
                want[4] += marked && marked[j] ? w : 0.0;
            }
        for (size_t c = 0; c < 5; c++) check_near(out[5 * head + c], want[c], 1e-6 * fmax(1.0, fabs(want[c])));
    }
    check(guards_hold(out, 5 * h));
    free_guarded(out);
}

TEST(reading)
{
    for (int number = 0; number < 60; number++) {
        const size_t h = random_size(1, 9), n = random_size(1, 40), m = random_size(1, 40);
        float *weights = random_floats(h * n * m);
        uint8_t *marked = exact(m, 1);
        for (size_t j = 0; j < m; j++) marked[j] = random_size(0, 2) ? 0 : 255;
        for (size_t cell = 0; cell < h * n * m; cell++) weights[cell] = fabsf(weights[cell]);
        check_reading(weights, marked, h, n, m);
        check_reading(weights, NULL, h, n, m);
        free(weights), free(marked);
    }
}

/* Row 0 has nothing behind it, row 1 no allowed key; a NaN spoils the means that it enters and no other. */
TEST(reading_by_hand)
{
    float weights[18] = {0.5f, 0.25f, 0.25f, 0, 0, 0, 0.5f, 0.25f, 0.25f, 0, 0, NAN, 1, 0, 0, 1, 0, 0};
    const uint8_t marked[3] = {1, 0, 0};
    float out[10];
    check(attn_reading(out, weights, marked, 2, 3, 3) == ATTN_OK);
    check_near(out[0], 1.25 / 3, 1e-7), check_near(out[1], 0.25, 1e-7), check_near(out[2], 0.25 / 3, 1e-7);
    check_near(out[3], 0.25 / 3, 1e-7), check_near(out[4], 1.0 / 3, 1e-7);
    check_near(out[5], 1.0, 1e-7), check(out[6] == 0), check_near(out[7], 1.0 / 3, 1e-7);
    check(out[8] == 0), check_near(out[9], 2.0 / 3, 1e-7);
    weights[10] = NAN; /* row 0, the next key */
    check(attn_reading(out, weights, marked, 2, 3, 3) == ATTN_OK);
    check_near(out[5], 1.0, 1e-7), check(isnan(out[8]));
}

/* Every block by the header's formula, with every block boundary. */
static void pool(size_t n, size_t m, size_t rows, size_t cols)
{
    float *in = random_floats(n * m), *out = guarded(rows * cols);
    check(attn_max_pool(out, in, n, m, rows, cols) == ATTN_OK);
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < cols; c++) {
            float best = 0;
            for (size_t i = r * n / rows; i <= (r + 1) * n / rows - 1; i++)
                for (size_t j = c * m / cols; j <= (c + 1) * m / cols - 1; j++)
                    if (fabsf(in[i * m + j]) > fabsf(best)) best = in[i * m + j];
            check(out[r * cols + c] == best);
        }
    check(guards_hold(out, rows * cols));
    free(in), free_guarded(out);
}

TEST(max_pool)
{
    for (size_t n = 1; n <= 12; n++)
        for (size_t rows = 1; rows <= n; rows++) pool(n, 7, rows, 3), pool(5, n, 2, rows);
    pool(100, 90, 31, 17);
}

TEST(lone_cells_survive)
{
    float in[36] = {0}, out[4];
    in[7] = -3, in[4] = NAN, in[11] = 9, in[20] = -INFINITY, in[26] = 9;
    check(attn_max_pool(out, in, 6, 6, 2, 2) == ATTN_OK);
    check(out[0] == -3 && isnan(out[1]) && out[2] == -INFINITY && out[3] == 0);
}

TEST(refuses)
{
    float in[4] = {0}, *out = guarded(4);
    check(attn_entropy(NULL, in, 1, 1) == ATTN_NULL_POINTER);
    check(attn_entropy(out, NULL, 1, 1) == ATTN_NULL_POINTER);
    check(attn_entropy(out, in, 0, 1) == ATTN_BAD_SIZE);
    check(attn_entropy(out, in, 1, 0) == ATTN_BAD_SIZE);
    check(attn_entropy(out, in, SIZE_MAX / 4, 2) == ATTN_BAD_SIZE);
    check(attn_reading(NULL, in, NULL, 1, 1, 1) == ATTN_NULL_POINTER);
    check(attn_reading(out, NULL, NULL, 1, 1, 1) == ATTN_NULL_POINTER);
    check(attn_reading(out, in, NULL, 0, 1, 1) == ATTN_BAD_SIZE);
    check(attn_reading(out, in, NULL, 1, 0, 1) == ATTN_BAD_SIZE);
    check(attn_reading(out, in, NULL, 1, 1, 0) == ATTN_BAD_SIZE);
    check(attn_reading(out, in, NULL, 2, SIZE_MAX / 4, 1) == ATTN_BAD_SIZE);
    check(attn_reading(out, in, NULL, SIZE_MAX / 8, 1, 1) == ATTN_BAD_SIZE); /* five numbers a head */
    check(attn_max_pool(NULL, in, 1, 1, 1, 1) == ATTN_NULL_POINTER);
    check(attn_max_pool(out, NULL, 1, 1, 1, 1) == ATTN_NULL_POINTER);
    check(attn_max_pool(out, in, 2, 2, 0, 1) == ATTN_BAD_SIZE);
    check(attn_max_pool(out, in, 2, 2, 1, 0) == ATTN_BAD_SIZE);
    check(attn_max_pool(out, in, 2, 2, 3, 1) == ATTN_BAD_SIZE);
    check(attn_max_pool(out, in, 2, 2, 1, 3) == ATTN_BAD_SIZE);
    check(attn_max_pool(out, in, SIZE_MAX / 4, 2, 1, 1) == ATTN_BAD_SIZE);
    check(unwritten(out, 4));
    free_guarded(out);
}

int main(void)
{
    RUN(entropy);
    RUN(reading);
    RUN(reading_by_hand);
    RUN(max_pool);
    RUN(lone_cells_survive);
    RUN(refuses);
    return report();
}
