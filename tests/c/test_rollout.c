/* test_rollout.c: attention through layers, as the paper writes it, in float64. */
#include "attn.h"
#include "check.h"

/* weights (h,n,n): rows that sum to 1, some rows without an allowed key. */
static float *random_weights(size_t h, size_t n)
{
    float *weights = exact(h * n * n, sizeof *weights);
    for (size_t row = 0; row < h * n; row++) {
        const bool closed = random_size(0, 9) == 0;
        double sum = 0.0;
        for (size_t j = 0; j < n; j++) sum += weights[row * n + j] = expf(random_float());
        for (size_t j = 0; j < n; j++) weights[row * n + j] = closed ? 0.0f : (float)(weights[row * n + j] / sum);
    }
    return weights;
}

/* a (n,n) = (mean over heads + I)/2, rows divided by their sum. */
static double *reference_layer(const float *weights, size_t h, size_t n)
{
    double *a = exact(n * n, sizeof *a);
    for (size_t i = 0; i < n; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < n; j++) {
            double mean = 0.0;
            for (size_t head = 0; head < h; head++) mean += weights[(head * n + i) * n + j] / (double)h;
            sum += a[i * n + j] = 0.5 * mean + (i == j ? 0.5 : 0.0);
        }
        for (size_t j = 0; j < n; j++) a[i * n + j] /= sum;
    }
    return a;
}

static void check_layers(size_t h, size_t n, int layers)
{
    float *before = NULL;
    double *want = NULL;
    for (int layer = 0; layer < layers; layer++) {
        float *weights = random_weights(h, n), *out = guarded(n * n);
        double *a = reference_layer(weights, h, n), *product = exact(n * n, sizeof *product);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                product[i * n + j] = want ? 0.0 : a[i * n + j];
                for (size_t k = 0; want && k < n; k++) product[i * n + j] += a[i * n + k] * want[k * n + j];
            }
        check(attn_rollout(out, before, weights, h, n) == ATTN_OK && guards_hold(out, n * n));
        for (size_t i = 0; i < n; i++) {
            double sum = 0.0;
            for (size_t j = 0; j < n; j++) {
                check_near(out[i * n + j], product[i * n + j], 1e-6);
                sum += out[i * n + j];
            }
            check_near(sum, 1.0, 1e-5);
        }
        if (before) free_guarded(before);
        before = out;
        free(want), free(a), free(weights);
        want = product;
    }
    free_guarded(before), free(want);
}

TEST(against_float64)
{
    for (int number = 0; number < 20; number++) check_layers(random_size(1, 9), random_size(1, 30), 4);
    check_layers(4, 64, 2), check_layers(4, 65, 2), check_layers(2, 130, 3);
}

/* Identity attention changes nothing; a closed row passes itself on. */
TEST(by_hand)
{
    const float second[4] = {0, 1, 0, 0}, before[4] = {0.25f, 0.75f, 0.5f, 0.5f};
    float out[4];
    check(attn_rollout(out, NULL, second, 1, 2) == ATTN_OK);
    check(out[0] == 0.5f && out[1] == 0.5f && out[2] == 0 && out[3] == 1);
    check(attn_rollout(out, before, second, 1, 2) == ATTN_OK);
    check(out[0] == 0.375f && out[1] == 0.625f && out[2] == 0.5f && out[3] == 0.5f);
    const float identity[4] = {1, 0, 0, 1};
    check(attn_rollout(out, before, identity, 1, 2) == ATTN_OK);
    check(memcmp(out, before, sizeof out) == 0);
    const float spoilt[4] = {NAN, 1, 0, 1};
    check(attn_rollout(out, NULL, spoilt, 1, 2) == ATTN_OK);
    check(isnan(out[0]) && isnan(out[1]) && out[2] == 0 && out[3] == 1);
}

TEST(refuses)
{
    const float weights[4] = {0};
    float *out = guarded(4);
    check(attn_rollout(NULL, NULL, weights, 1, 2) == ATTN_NULL_POINTER);
    check(attn_rollout(out, NULL, NULL, 1, 2) == ATTN_NULL_POINTER);
    check(attn_rollout(out, NULL, weights, 0, 2) == ATTN_BAD_SIZE);
    check(attn_rollout(out, NULL, weights, 1, 0) == ATTN_BAD_SIZE);
    check(attn_rollout(out, NULL, weights, 1, SIZE_MAX / 2) == ATTN_BAD_SIZE);
    check(attn_rollout(out, NULL, weights, SIZE_MAX / 4, 2) == ATTN_BAD_SIZE);
    check(unwritten(out, 4));
    free_guarded(out);
}

int main(void)
{
    RUN(against_float64);
    RUN(by_hand);
    RUN(refuses);
    return report();
}
