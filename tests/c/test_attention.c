/* test_attention.c: attn_forward against the stages and against float64. */
#include "reference.h"

/* Everything of one call, by both ways. */
typedef struct result {
    float *output, *weights, *alone;       /* fused; fused without weights                            */
    float *scores, *stage_weights, *stage_output;
} result;

static size_t outputs(shape s) { return s.h * s.n * s.dv; }
static size_t cells(shape s) { return s.h * s.n * s.m; }

static result run(const float *q, const float *k, const float *v, const attn_mask *mask, float scale, shape s)
{
    result r = {guarded(outputs(s)), guarded(cells(s)), guarded(outputs(s)),
                guarded(cells(s)), guarded(cells(s)), guarded(outputs(s))};
    size_t bytes = 0;
    check(attn_forward_scratch(&bytes, s.n, s.m, s.dk, s.dv) == ATTN_OK);
    void *scratch = exact(bytes, 1);
    memset(scratch, 0xA5, bytes);
    check(attn_forward(r.output, r.weights, q, k, v, mask, scale, scratch, bytes,
                       s.h, s.n, s.m, s.dk, s.dv) == ATTN_OK);
    memset(scratch, 0xA5, bytes);
    check(attn_forward(r.alone, NULL, q, k, v, mask, scale, scratch, bytes,
                       s.h, s.n, s.m, s.dk, s.dv) == ATTN_OK);
    free(scratch);

    check(attn_scores(r.scores, q, k, s.h, s.n, s.m, s.dk) == ATTN_OK);
    check(attn_scale(r.stage_weights, r.scores, scale, cells(s)) == ATTN_OK);
    check(attn_softmax(r.stage_weights, r.stage_weights, mask, s.h, s.n, s.m) == ATTN_OK);
    check(attn_blend(r.stage_output, r.stage_weights, v, mask, s.h, s.n, s.m, s.dv) == ATTN_OK);
    check(guards_hold(r.output, outputs(s)) && guards_hold(r.alone, outputs(s)));
    check(guards_hold(r.weights, cells(s)));
    return r;
}

static void free_result(result r)
{
    free_guarded(r.output), free_guarded(r.weights), free_guarded(r.alone);
    free_guarded(r.scores), free_guarded(r.stage_weights), free_guarded(r.stage_output);
}

#define SMALLEST 1.5e-45 /* f32's step near 0 */

/* The largest error of each kind over random shapes, printed at the end. */
static double worst_score, worst_weight, worst_output, worst_sum;

static bool noting = true;

static void note(double *worst, double error) { if (noting && error > *worst) *worst = error; }

/* Both ways against float64. Bounds: tests/README.md. */
static void compare(const float *q, const float *k, const float *v, const attn_mask *mask, float scale, shape s)
{
    result r = run(q, k, v, mask, scale, s);
    double *scores = exact(s.m, sizeof(double)), *magnitude = exact(s.m, sizeof(double));
    double *weights = exact(s.m, sizeof(double)), *output = exact(s.dv, sizeof(double));
    double largest = 0.0; /* of the finite values */
    for (size_t x = 0; x < s.h * s.m * s.dv; x++)
        if (isfinite(v[x])) largest = fmax(largest, fabs(v[x]));

    for (size_t row = 0; row < s.h * s.n; row++) {
        reference_row(scores, magnitude, weights, output, q, k, v, mask, scale, s, row / s.n, row % s.n);
        double fused_sum = 0.0, stage_sum = 0.0;
        bool nan = false, any = false;
        for (size_t j = 0; j < s.m; j++) {
            size_t cell = row * s.m + j;
            bool allowed = reference_allows(mask, row / s.n, row % s.n, j, s);
            any = any || allowed, nan = nan || isnan(weights[j]);
            if (isfinite((float)scores[j])) {
                check_near(r.scores[cell], scores[j], 1e-6 * magnitude[j] + SMALLEST);
                if (magnitude[j] > 1e-30) note(&worst_score, fabs(r.scores[cell] - scores[j]) / magnitude[j]);
            }
            double bound = allowed ? 2e-6 : 0.0;
            check_near(r.stage_weights[cell], weights[j], bound);
            check_near(r.weights[cell], weights[j], bound);
            if (!isnan(weights[j])) note(&worst_weight, fabs(r.weights[cell] - weights[j]));
            fused_sum += r.weights[cell], stage_sum += r.stage_weights[cell];
        }
        if (!nan) {
            check_near(fused_sum, any ? 1.0 : 0.0, any ? 1e-6 : 0.0);
            check_near(stage_sum, any ? 1.0 : 0.0, any ? 1e-6 : 0.0);
            if (any) note(&worst_sum, fabs(fused_sum - 1.0));
        }
        for (size_t x = 0; x < s.dv; x++) {
            size_t cell = row * s.dv + x;
            double bound = any ? 2e-6 * largest : 0.0;
            check_near(r.stage_output[cell], output[x], bound);
            check_near(r.output[cell], output[x], bound);
            check_near(r.alone[cell], output[x], bound);
            if (!isnan(output[x]) && largest > 0)
                note(&worst_output, fmax(fabs(r.output[cell] - output[x]), fabs(r.alone[cell] - output[x])) / largest);
        }
    }
    free(scores), free(magnitude), free(weights), free(output);
    free_result(r);
}

typedef void spoiler(float *q, float *k, float *v, shape s);

static void compare_random(shape s, int mask_number, spoiler *spoil)
{
    float *q = random_floats(s.h * s.n * s.dk), *k = random_floats(s.h * s.m * s.dk);
    float *v = random_floats(s.h * s.m * s.dv);
    attn_mask mask = make_mask(mask_number, s);
    if (spoil) spoil(q, k, v, s);
    compare(q, k, v, mask_or_null(mask_number, &mask), 1.0f / sqrtf((float)s.dk), s);
    free(q), free(k), free(v), free_mask(&mask);
}

TEST(random_shapes)
{
    for (int round = 0; round < 12; round++)
        for (int mask = 0; mask < MASKS; mask++) compare_random(random_shape(), mask, NULL);
    noting = false;
}

/* Every size around the widths of lanes, panels, strips, blocks and tiles. */
TEST(edges_of_tiles)
{
    static const size_t edges[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 31, 32, 33, 48,
                                   65, 127, 128, 129, 144, 256, 257};
    for (size_t e = 0; e < sizeof edges / sizeof *edges; e++)
        for (int mask = 0; mask < MASKS; mask++) {
            size_t other = random_size(1, 20);
            compare_random((shape){1, edges[e], other, 5, 3}, mask, NULL);
            compare_random((shape){2, other, edges[e], 4, 6}, mask, NULL);
            compare_random((shape){1, 3, other, edges[e], 2}, mask, NULL);
            compare_random((shape){1, 3, other, 2, edges[e]}, mask, NULL);
        }
    for (int mask = 0; mask < MASKS; mask++) compare_random((shape){2, 200, 300, 8, 8}, mask, NULL);
}

TEST(long_rows)
{
    compare_random((shape){1, 9, 5000, 3, 2}, 0, NULL);
    compare_random((shape){1, 9, 5000, 3, 2}, FREE_MASKS + 1, NULL);
}

/* The exponents spread over hundreds, upwards along the row, so that every tile raises the maximum. */
static void rise(float *q, float *k, float *v, shape s)
{
    (void)v;
    for (size_t x = 0; x < s.h * s.n * s.dk; x++) q[x] = 1.0f;
    for (size_t j = 0; j < s.h * s.m; j++)
        for (size_t x = 0; x < s.dk; x++) k[j * s.dk + x] = (float)(j % s.m) * 0.25f;
}

/* The same downwards and below zero: a maximum that starts at 0 fails here. */
static void fall(float *q, float *k, float *v, shape s)
{
    rise(q, k, v, s);
    for (size_t x = 0; x < s.h * s.m * s.dk; x++) k[x] = -100.0f - k[x];
}

TEST(steep_rows)
{
    for (int mask = 0; mask < MASKS; mask++) {
        compare_random((shape){2, 40, 400, 1, 5}, mask, rise);
        compare_random((shape){2, 40, 400, 1, 5}, mask, fall);
    }
}

/* ---- values ---------------------------------------------------------------------------------------- */

static float odd_value(void)
{
    static const float odd[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 3e38f, -3e38f, 1e19f, 1e-40f, -0.0f};
    return odd[random_bits() % (sizeof odd / sizeof *odd)];
}

static void spoil_at(float *array, size_t count) { array[random_bits() % count] = odd_value(); }

static void spoil_q(float *q, float *k, float *v, shape s) { (void)k, (void)v; spoil_at(q, s.h * s.n * s.dk); }
static void spoil_k(float *q, float *k, float *v, shape s) { (void)q, (void)v; spoil_at(k, s.h * s.m * s.dk); }
static void spoil_v(float *q, float *k, float *v, shape s) { (void)q, (void)k; spoil_at(v, s.h * s.m * s.dv); }

static void spoil_all(float *q, float *k, float *v, shape s)
{
    for (int i = 0; i < 3; i++) spoil_q(q, k, v, s), spoil_k(q, k, v, s), spoil_v(q, k, v, s);
}

TEST(odd_values)
{
    static spoiler *const spoilers[] = {spoil_q, spoil_k, spoil_v, spoil_all};
    for (int round = 0; round < 8; round++)
        for (int mask = 0; mask < MASKS; mask++)
            for (int which = 0; which < 4; which++)
                compare_random((shape){random_size(1, 3), random_size(1, 40), random_size(1, 150),
                                       random_size(1, 6), random_size(1, 6)}, mask, spoilers[which]);
}

/* One query, two keys of width 1, values of width 2: results to be read off. */
static void two_keys(float k0, float k1, float v0, float v1, const uint8_t *allowed,
                     float weight0, float weight1, float output0, float output1)
{
    float q[] = {1.0f}, k[] = {k0, k1}, v[] = {v0, 0.0f, v1, 1.0f};
    attn_mask mask = {.kind = ATTN_MASK_FREE, .allowed = allowed, .heads = 1};
    shape s = {1, 1, 2, 1, 2};
    result r = run(q, k, v, allowed ? &mask : NULL, 1.0f, s);
    check_near(r.weights[0], weight0, 1e-7), check_near(r.stage_weights[0], weight0, 1e-7);
    check_near(r.weights[1], weight1, 1e-7), check_near(r.stage_weights[1], weight1, 1e-7);
    check_near(r.output[0], output0, 1e-7), check_near(r.output[1], output1, 1e-7);
    check_near(r.alone[0], output0, 1e-7), check_near(r.alone[1], output1, 1e-7);
    check_near(r.stage_output[0], output0, 1e-7), check_near(r.stage_output[1], output1, 1e-7);
    free_result(r);
}

TEST(values_by_hand)
{
    static const uint8_t first[] = {1, 0}, none[] = {0, 0};
    two_keys(0, 0, 1, 3, NULL, 0.5f, 0.5f, 2, 0.5f);
    /* Allowed, and −inf: the row is NaN. Closed, and NaN: nothing. */
    two_keys(0, -INFINITY, 1, 3, NULL, NAN, NAN, NAN, NAN);
    two_keys(0, -INFINITY, 1, 3, first, 1, 0, 1, 0);
    two_keys(0, NAN, 1, NAN, first, 1, 0, 1, 0);
    two_keys(0, INFINITY, 1, INFINITY, first, 1, 0, 1, 0);
    /* A value that is not finite, with a weight of 1/2, of 0, and closed. */
    two_keys(0, 0, 1, INFINITY, NULL, 0.5f, 0.5f, NAN, NAN);
    two_keys(0, -300, 1, INFINITY, NULL, 1, 0, NAN, NAN);
    two_keys(0, 0, 1, INFINITY, first, 1, 0, 1, 0);
    /* No allowed key. */
    two_keys(NAN, 0, NAN, 3, none, 0, 0, 0, 0);
    /* Sums of exp·v beyond what f32 holds, while their mean is not. */
    two_keys(0, 0, 3e38f, 3e38f, NULL, 0.5f, 0.5f, 3e38f, 0.5f);
    /* Scores near the end of f32. */
    two_keys(-3e38f, -3e38f, 1, 3, NULL, 0.5f, 0.5f, 2, 0.5f);
    two_keys(-3e38f, 0, 1, 3, first, 1, 0, 1, 0);
    two_keys(3e38f, -3e38f, 1, 3, NULL, 1, 0, 1, 0);
}

/* A score that overflows before a small scale brings it back is not finite, in both ways. */
TEST(overflow_before_scale)
{
    float q[] = {2e19f}, k[] = {2e19f}, v[] = {1.0f};
    compare(q, k, v, NULL, 0.1f, (shape){1, 1, 1, 1, 1});
    compare(q, k, v, NULL, 1e-30f, (shape){1, 1, 1, 1, 1});
    k[0] = 1.0f;
    compare(q, k, v, NULL, 1e38f, (shape){1, 1, 1, 1, 1});
    compare(q, k, v, NULL, -1e38f, (shape){1, 1, 1, 1, 1});
}

TEST(scales)
{
    static const float scales[] = {0.0f, -1.0f, 1e-30f, 0.5f};
    shape s = {1, 7, 20, 3, 4};
    float *q = random_floats(s.n * s.dk), *k = random_floats(s.m * s.dk), *v = random_floats(s.m * s.dv);
    attn_mask mask = {.kind = ATTN_MASK_CAUSAL};
    for (int i = 0; i < 4; i++) compare(q, k, v, NULL, scales[i], s), compare(q, k, v, &mask, scales[i], s);
    free(q), free(k), free(v);
}

/* ---- refusals -------------------------------------------------------------------------------------- */

TEST(refuses)
{
    float in[4] = {0}, *out = guarded(4), *weights = guarded(4);
    _Alignas(16) static char scratch[1 << 16];
    size_t bytes = 7, most = SIZE_MAX;
    attn_mask unknown = {.kind = 9}, free_null = {.kind = ATTN_MASK_FREE, .heads = 1};
    attn_mask heads = {.kind = ATTN_MASK_FREE, .heads = 3, .allowed = (const uint8_t *)"\1\1\1\1"};
#define FORWARD(out, q, mask, scale, scratch, bytes, h, n, m, dk, dv) \
    attn_forward(out, weights, q, in, in, mask, scale, scratch, bytes, h, n, m, dk, dv)
    check(FORWARD(NULL, in, NULL, 1, scratch, sizeof scratch, 1, 2, 2, 2, 2) == ATTN_NULL_POINTER);
    check(FORWARD(out, NULL, NULL, 1, scratch, sizeof scratch, 1, 2, 2, 2, 2) == ATTN_NULL_POINTER);
    check(FORWARD(out, in, NULL, 1, NULL, sizeof scratch, 1, 2, 2, 2, 2) == ATTN_NULL_POINTER);
    check(FORWARD(out, in, &free_null, 1, scratch, sizeof scratch, 1, 2, 2, 2, 2) == ATTN_NULL_POINTER);
    check(FORWARD(out, in, NULL, NAN, scratch, sizeof scratch, 1, 2, 2, 2, 2) == ATTN_BAD_SCALE);
    check(FORWARD(out, in, NULL, INFINITY, scratch, sizeof scratch, 1, 2, 2, 2, 2) == ATTN_BAD_SCALE);
    check(FORWARD(out, in, &unknown, 1, scratch, sizeof scratch, 1, 2, 2, 2, 2) == ATTN_BAD_MASK);
    check(FORWARD(out, in, &heads, 1, scratch, sizeof scratch, 2, 1, 2, 1, 1) == ATTN_BAD_MASK);
    check(FORWARD(out, in, NULL, 1, scratch, 64, 1, 2, 2, 2, 2) == ATTN_OUT_OF_MEMORY);
    for (int zero = 0; zero < 5; zero++)
        for (int large = 0; large < 2; large++) {
            size_t d[5] = {1, 1, 1, 1, 1};
            d[zero] = large ? most : 0;
            check(FORWARD(out, in, NULL, 1, scratch, sizeof scratch, d[0], d[1], d[2], d[3], d[4]) == ATTN_BAD_SIZE);
            if (zero) check(attn_forward_scratch(&bytes, d[1], d[2], d[3], d[4]) == ATTN_BAD_SIZE);
        }
    for (size_t shift = 1; shift < 8 * sizeof(size_t); shift++)
        for (size_t off = 0; off < 3; off++) {
            size_t big = ((size_t)1 << shift) - off, rest = SIZE_MAX / (big ? big : 1);
            attn_status status = attn_forward_scratch(&bytes, 1, big ? big : 1, rest, 1);
            check(status == ATTN_BAD_SIZE);
        }
    check(bytes == 7);
    check(attn_forward_scratch(NULL, 1, 1, 1, 1) == ATTN_NULL_POINTER);
    check(unwritten(out, 4) && unwritten(weights, 4));
#undef FORWARD
    free_guarded(out), free_guarded(weights);
}

/* Scratch grows with m·(dk+dv), not with n. */
TEST(scratch_is_small)
{
    size_t few, many, bytes;
    check(attn_forward_scratch(&few, 1, 4096, 64, 64) == ATTN_OK);
    check(attn_forward_scratch(&many, 1000000, 4096, 64, 64) == ATTN_OK);
    check(few == many);
    check(attn_forward_scratch(&bytes, 4096, 4096, 64, 64) == ATTN_OK && bytes < 3000000);
}

int main(void)
{
    RUN(random_shapes);
    RUN(edges_of_tiles);
    RUN(long_rows);
    RUN(steep_rows);
    RUN(odd_values);
    RUN(values_by_hand);
    RUN(overflow_before_scale);
    RUN(scales);
    RUN(refuses);
    RUN(scratch_is_small);
    printf("worst: score %.2g of its terms, weight %.2g, row sum %.2g, output %.2g of the largest value\n",
           worst_score, worst_weight, worst_sum, worst_output);
    return report();
}
