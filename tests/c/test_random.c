/* test_random.c: numbers that are normal, independent and the same again, and their dot products. */
#include "attn.h"
#include "check.h"

enum { MANY = 400000 };

static float *normals(size_t count, uint32_t seed)
{
    float *out = guarded(count);
    check(attn_normal(out, count, seed) == ATTN_OK);
    check(!unwritten(out, 1) && !unwritten(out + count - 1, 1) && guards_hold(out, count));
    return out;
}

/* Mean of x_i^a · x_{i+lag}^b. */
static double moment(const float *x, size_t count, int a, size_t lag, int b)
{
    double sum = 0.0;
    for (size_t i = 0; i + lag < count; i++) sum += pow(x[i], a) * pow(x[i + lag], b);
    return sum / (double)(count - lag);
}

static double share_beyond(const float *x, size_t count, double bound)
{
    size_t beyond = 0;
    for (size_t i = 0; i < count; i++) beyond += fabs(x[i]) > bound;
    return (double)beyond / (double)count;
}

/* Within five standard errors of the normal distribution's own moments and tails. */
TEST(normal)
{
    const double error = 5.0 / sqrt((double)MANY);
    const uint32_t seeds[] = {0, 1, 2, 12345, UINT32_MAX};
    for (size_t s = 0; s < 5; s++) {
        float *x = normals(MANY, seeds[s]);
        check_near(moment(x, MANY, 1, 0, 0), 0.0, error);
        check_near(moment(x, MANY, 2, 0, 0), 1.0, error * sqrt(2.0));
        check_near(moment(x, MANY, 3, 0, 0), 0.0, error * sqrt(15.0));
        check_near(moment(x, MANY, 4, 0, 0), 3.0, error * sqrt(96.0));
        for (size_t bound = 1; bound <= 3; bound++) {
            const double share = erfc((double)bound / sqrt(2.0));
            check_near(share_beyond(x, MANY, (double)bound), share, error * sqrt(share));
        }
        free_guarded(x);
    }
}

/* Neighbours know nothing of each other, neither of sign nor of size; nor do streams of neighbouring seeds. */
TEST(independent)
{
    const double error = 5.0 / sqrt((double)MANY);
    float *x = normals(MANY, 7), *y = normals(MANY, 8);
    for (size_t lag = 1; lag <= 4; lag++) {
        check_near(moment(x, MANY, 1, lag, 1), 0.0, error);
        check_near(moment(x, MANY, 2, lag, 2), 1.0, error * sqrt(8.0));
    }
    double across = 0.0;
    for (size_t i = 0; i < MANY; i++) across += (double)x[i] * y[i] / MANY;
    check_near(across, 0.0, error);
    free_guarded(x), free_guarded(y);
}

TEST(same_seed_same_numbers)
{
    float *x = normals(1001, 3), *other = normals(1001, 4);
    for (size_t count = 1; count <= 1001; count += 100) {
        float *again = normals(count, 3);
        check(memcmp(again, x, count * sizeof *x) == 0);
        free_guarded(again);
    }
    size_t same = 0;
    for (size_t i = 0; i < 1001; i++) same += x[i] == other[i];
    check(same == 0);
    free_guarded(x), free_guarded(other);
}

/* The header's words: q at even places, k at odd. */
TEST(dots_are_of_those_numbers)
{
    const size_t sizes[][2] = {{1, 1}, {5, 3}, {40, 64}, {3, 1024}};
    for (size_t s = 0; s < 4; s++) {
        const size_t draws = sizes[s][0], dk = sizes[s][1];
        float *x = normals(2 * draws * dk, 9), *dots = guarded(draws);
        check(attn_random_dots(dots, draws, dk, 9) == ATTN_OK && guards_hold(dots, draws));
        for (size_t i = 0; i < draws; i++) {
            double sum = 0.0;
            for (size_t c = 0; c < dk; c++) sum += (double)x[2 * (i * dk + c)] * x[2 * (i * dk + c) + 1];
            check_near(dots[i], sum, 1e-5 * sqrt((double)dk));
        }
        free_guarded(x), free_guarded(dots);
    }
}

/* A dot product of dk pairs has variance dk: within 3 % of √dk at 10,000 draws. */
TEST(spread_of_dots)
{
    const size_t widths[] = {4, 64, 512};
    double worst = 0.0;
    for (size_t w = 0; w < 3; w++)
        for (uint32_t seed = 1; seed <= 5; seed++) {
            float *dots = guarded(10000);
            check(attn_random_dots(dots, 10000, widths[w], seed) == ATTN_OK);
            const double ratio = sqrt(moment(dots, 10000, 2, 0, 0) / (double)widths[w]);
            check_near(ratio, 1.0, 0.03);
            check_near(moment(dots, 10000, 1, 0, 0), 0.0, 0.05 * sqrt((double)widths[w]));
            check_near(moment(dots, 10000, 1, 1, 1), 0.0, 0.05 * (double)widths[w]);
            worst = fmax(worst, fabs(ratio - 1.0));
            free_guarded(dots);
        }
    printf("  standard deviation over root of dk: off by %.2g at most\n", worst);
}

TEST(refuses)
{
    float *out = guarded(4);
    check(attn_normal(NULL, 1, 1) == ATTN_NULL_POINTER);
    check(attn_normal(out, 0, 1) == ATTN_BAD_SIZE);
    check(attn_normal(out, SIZE_MAX / 2, 1) == ATTN_BAD_SIZE);
    check(attn_random_dots(NULL, 1, 1, 1) == ATTN_NULL_POINTER);
    check(attn_random_dots(out, 0, 1, 1) == ATTN_BAD_SIZE);
    check(attn_random_dots(out, 1, 0, 1) == ATTN_BAD_SIZE);
    check(attn_random_dots(out, SIZE_MAX / 2, 1, 1) == ATTN_BAD_SIZE);
    check(attn_random_dots(out, 2, SIZE_MAX, 1) == ATTN_BAD_SIZE);
    check(unwritten(out, 4));
    free_guarded(out);
}

int main(void)
{
    RUN(normal);
    RUN(independent);
    RUN(same_seed_same_numbers);
    RUN(dots_are_of_those_numbers);
    RUN(spread_of_dots);
    RUN(refuses);
    return report();
}
