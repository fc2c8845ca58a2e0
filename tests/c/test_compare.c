/* test_compare.c: cosine and distances of two vectors. */
#include "attn.h"
#include "check.h"

static void compare(float out[3], const float *a, const float *b, size_t count)
{
    float *guard = guarded(3);
    check(attn_compare(guard, a, b, count) == ATTN_OK);
    check(guards_hold(guard, 3));
    memcpy(out, guard, 3 * sizeof *out);
    free_guarded(guard);
}

TEST(against_float64)
{
    float out[3];
    for (int number = 0; number < 100; number++) {
        const size_t count = random_size(1, 600);
        float *a = random_floats(count), *b = random_floats(count);
        double dot = 0.0, own = 0.0, other = 0.0, apart = 0.0;
        for (size_t i = 0; i < count; i++) {
            dot += (double)a[i] * b[i], own += pow(a[i], 2.0), other += pow(b[i], 2.0);
            apart += pow((double)a[i] - b[i], 2.0);
        }
        compare(out, a, b, count);
        check_near(out[0], dot / sqrt(own * other), 1e-6);
        check_near(out[1], sqrt(apart), 1e-6 * sqrt(apart));
        check_near(out[2], sqrt(apart / other), 1e-6 * sqrt(apart / other));
        free(a), free(b);
    }
}

TEST(by_hand)
{
    float out[3];
    compare(out, (float[]){3, 4}, (float[]){6, 8}, 2);
    check(out[0] == 1 && out[1] == 5 && out[2] == 0.5f);
    compare(out, (float[]){1, 0}, (float[]){0, -2}, 2);
    check(out[0] == 0), check_near(out[1], sqrt(5.0), 1e-6), check_near(out[2], sqrt(1.25), 1e-6);
    compare(out, (float[]){1e38f, 0}, (float[]){-1e38f, 0}, 2);
    check(out[0] == -1 && out[1] == 2e38f && out[2] == 2);
    compare(out, (float[]){1e-44f, 0}, (float[]){1e-44f, 1e-44f}, 2);
    check_near(out[0], sqrt(0.5), 1e-6), check_near(out[2], sqrt(0.5), 1e-6);
}

TEST(zeros_and_non_finite)
{
    const float zero[2] = {0, 0}, one[2] = {1, 0}, bad[][2] = {{NAN, 0}, {0, INFINITY}, {-INFINITY, 0}};
    float out[3];
    compare(out, zero, zero, 2);
    check(isnan(out[0]) && out[1] == 0 && out[2] == 0);
    compare(out, zero, one, 2);
    check(isnan(out[0]) && out[1] == 1 && out[2] == 1);
    compare(out, one, zero, 2);
    check(isnan(out[0]) && out[1] == 1 && out[2] == INFINITY);
    for (size_t b = 0; b < 3; b++) {
        compare(out, bad[b], one, 2);
        check(isnan(out[0]) && isnan(out[1]) && isnan(out[2]));
        compare(out, one, bad[b], 2);
        check(isnan(out[0]) && isnan(out[1]) && isnan(out[2]));
        compare(out, bad[b], bad[b], 2);
        check(isnan(out[0]) && isnan(out[1]) && isnan(out[2]));
    }
}

TEST(refuses)
{
    const float a[2] = {1, 2};
    float *out = guarded(3);
    check(attn_compare(NULL, a, a, 2) == ATTN_NULL_POINTER);
    check(attn_compare(out, NULL, a, 2) == ATTN_NULL_POINTER);
    check(attn_compare(out, a, NULL, 2) == ATTN_NULL_POINTER);
    check(attn_compare(out, a, a, 0) == ATTN_BAD_SIZE);
    check(attn_compare(out, a, a, SIZE_MAX / 2) == ATTN_BAD_SIZE);
    check(unwritten(out, 3));
    free_guarded(out);
}

int main(void)
{
    RUN(against_float64);
    RUN(by_hand);
    RUN(zeros_and_non_finite);
    RUN(refuses);
    return report();
}
