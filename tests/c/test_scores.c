/* test_scores.c: Q·Kᵀ and its scaling. */
#include "reference.h"

static void compare(shape s)
{
    size_t cells = s.h * s.n * s.m;
    float *q = random_floats(s.h * s.n * s.dk), *k = random_floats(s.h * s.m * s.dk), *scores = guarded(cells);
    check(attn_scores(scores, q, k, s.h, s.n, s.m, s.dk) == ATTN_OK);
    for (size_t cell = 0; cell < cells; cell++) {
        const float *a = q + cell / s.m * s.dk, *b = k + (cell / (s.n * s.m) * s.m + cell % s.m) * s.dk;
        double sum = 0.0, magnitude = 0.0;
        for (size_t x = 0; x < s.dk; x++) sum += (double)a[x] * b[x], magnitude += fabs((double)a[x] * b[x]);
        check_near(scores[cell], sum, 1e-6 * magnitude);
    }
    check(guards_hold(scores, cells));
    free(q), free(k), free_guarded(scores);
}

TEST(random_shapes) { for (int i = 0; i < 40; i++) compare(random_shape()); }

TEST(smallest_and_long)
{
    compare((shape){1, 1, 1, 1, 1});
    compare((shape){1, 2, 3, 5000, 1});

    /* A long sum of equal terms, which drifts if it is rounded at every step. */
    enum { LONG = 100000 };
    float *q = exact(LONG, sizeof(float)), *k = exact(LONG, sizeof(float)), score;
    for (int x = 0; x < LONG; x++) q[x] = 0.1f, k[x] = 1.0f;
    check(attn_scores(&score, q, k, 1, 1, 1, LONG) == ATTN_OK);
    check_near(score, LONG * (double)0.1f, 1e-6 * LONG * 0.1);
    free(q), free(k);
}

/* The order of q and k, of heads, rows and columns, to be read off. */
TEST(by_hand)
{
    float q[] = {1, 0, 0, 1, /* head 1 */ 2, 2, 3, 0}, k[] = {1, 2, 3, 4, 5, 6, /* head 1 */ 1, 0, 0, 1, 1, 1};
    float want[] = {1, 3, 5, 2, 4, 6, /* head 1 */ 2, 2, 4, 3, 0, 3}, scores[12];
    check(attn_scores(scores, q, k, 2, 2, 3, 2) == ATTN_OK);
    for (int i = 0; i < 12; i++) check(scores[i] == want[i]);
}

TEST(values_enter_their_own_cells)
{
    float q[] = {1, NAN, 1}, k[] = {1, INFINITY}, scores[6];
    check(attn_scores(scores, q, k, 1, 3, 2, 1) == ATTN_OK);
    check(scores[0] == 1 && scores[4] == 1 && scores[1] == INFINITY && scores[5] == INFINITY);
    check(isnan(scores[2]) && isnan(scores[3]));
}

TEST(scale)
{
    float scores[] = {2, -4, INFINITY}, scaled[3];
    check(attn_scale(scaled, scores, 0.5f, 3) == ATTN_OK);
    check(scaled[0] == 1 && scaled[1] == -2 && scaled[2] == INFINITY && scores[0] == 2);
    check(attn_scale(scores, scores, -1.0f, 3) == ATTN_OK);
    check(scores[0] == -2 && scores[1] == 4 && scores[2] == -INFINITY);
}

TEST(refuses)
{
    float in[4] = {0}, *out = guarded(4);
    check(attn_scores(NULL, in, in, 1, 1, 1, 1) == ATTN_NULL_POINTER);
    check(attn_scores(out, NULL, in, 1, 1, 1, 1) == ATTN_NULL_POINTER);
    check(attn_scores(out, in, NULL, 1, 1, 1, 1) == ATTN_NULL_POINTER);
    check(attn_scores(out, in, in, 0, 1, 1, 1) == ATTN_BAD_SIZE);
    check(attn_scores(out, in, in, 1, 0, 1, 1) == ATTN_BAD_SIZE);
    check(attn_scores(out, in, in, 1, 1, 0, 1) == ATTN_BAD_SIZE);
    check(attn_scores(out, in, in, 1, 1, 1, 0) == ATTN_BAD_SIZE);
    size_t half = (size_t)1 << (4 * sizeof(size_t)); /* half·half is 0 in size_t */
    check(attn_scores(out, in, in, 1, half, half, 1) == ATTN_BAD_SIZE);
    check(attn_scores(out, in, in, 1, half, 1, half) == ATTN_BAD_SIZE);
    check(attn_scores(out, in, in, half, 1, half, 1) == ATTN_BAD_SIZE);
    check(attn_scores(out, in, in, 1, 1, half, half) == ATTN_BAD_SIZE);
    check(attn_scale(NULL, in, 1, 1) == ATTN_NULL_POINTER);
    check(attn_scale(out, NULL, 1, 1) == ATTN_NULL_POINTER);
    check(attn_scale(out, in, 1, 0) == ATTN_BAD_SIZE);
    check(attn_scale(out, in, 1, SIZE_MAX / 2) == ATTN_BAD_SIZE);
    check(attn_scale(out, in, NAN, 1) == ATTN_BAD_SCALE);
    check(attn_scale(out, in, -INFINITY, 1) == ATTN_BAD_SCALE);
    check(unwritten(out, 4));
    free_guarded(out);
}

int main(void)
{
    RUN(random_shapes);
    RUN(smallest_and_long);
    RUN(by_hand);
    RUN(values_enter_their_own_cells);
    RUN(scale);
    RUN(refuses);
    return report();
}
