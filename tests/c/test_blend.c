/* test_blend.c: values, weighted and summed. */
#include "reference.h"

static void compare(shape s, int number, bool spoil)
{
    size_t cells = s.h * s.n * s.m, outputs = s.h * s.n * s.dv;
    float *weights = random_floats(cells), *v = random_floats(s.h * s.m * s.dv), *output = guarded(outputs);
    attn_mask mask = make_mask(number, s);
    const attn_mask *given = mask_or_null(number, &mask);
    for (size_t cell = 0; cell < cells; cell++)
        if (!reference_allows(given, cell / (s.n * s.m), cell / s.m % s.n, cell % s.m, s)) weights[cell] = NAN;
    if (spoil) v[random_bits() % (s.h * s.m * s.dv)] = random_size(0, 1) ? NAN : -INFINITY;
    check(attn_blend(output, weights, v, given, s.h, s.n, s.m, s.dv) == ATTN_OK);
    for (size_t row = 0; row < s.h * s.n; row++)
        for (size_t x = 0; x < s.dv; x++) {
            double sum = 0.0, magnitude = 0.0;
            for (size_t j = 0; j < s.m; j++) {
                if (!reference_allows(given, row / s.n, row % s.n, j, s)) continue;
                const float *value = v + (row / s.n * s.m + j) * s.dv;
                double term = (double)weights[row * s.m + j] * value[x];
                for (size_t y = 0; y < s.dv; y++) if (!isfinite(value[y])) term = NAN;
                sum += term, magnitude += fabs(term);
            }
            check_near(output[row * s.dv + x], sum, 1e-6 * magnitude);
        }
    check(guards_hold(output, outputs));
    free(weights), free(v), free_guarded(output), free_mask(&mask);
}

TEST(random_shapes)
{
    for (int round = 0; round < 6; round++)
        for (int mask = 0; mask < MASKS; mask++) compare(random_shape(), mask, round % 2);
}

/* A weight that underflowed to 0 still lets a value in: allowed is what the mask says. */
TEST(weight_of_zero)
{
    float weights[] = {1, 0}, v[] = {1, 2, INFINITY, 3}, output[2];
    attn_mask mask = {.kind = ATTN_MASK_FREE, .allowed = (const uint8_t[]){1, 0}, .heads = 1};
    check(attn_blend(output, weights, v, NULL, 1, 1, 2, 2) == ATTN_OK);
    check(isnan(output[0]) && isnan(output[1]));
    check(attn_blend(output, weights, v, &mask, 1, 1, 2, 2) == ATTN_OK);
    check(output[0] == 1 && output[1] == 2);
}

TEST(no_allowed_key)
{
    float weights[] = {NAN}, v[] = {NAN}, output[] = {7};
    attn_mask mask = {.kind = ATTN_MASK_FREE, .allowed = (const uint8_t[]){0}, .heads = 1};
    check(attn_blend(output, weights, v, &mask, 1, 1, 1, 1) == ATTN_OK);
    check(output[0] == 0.0f && !signbit(output[0]));
}

TEST(refuses)
{
    float in[4] = {0}, *out = guarded(4);
    attn_mask unknown = {.kind = 4};
    check(attn_blend(NULL, in, in, NULL, 1, 1, 2, 2) == ATTN_NULL_POINTER);
    check(attn_blend(out, NULL, in, NULL, 1, 1, 2, 2) == ATTN_NULL_POINTER);
    check(attn_blend(out, in, NULL, NULL, 1, 1, 2, 2) == ATTN_NULL_POINTER);
    check(attn_blend(out, in, in, &unknown, 1, 1, 2, 2) == ATTN_BAD_MASK);
    check(attn_blend(out, in, in, NULL, 1, 1, 2, 0) == ATTN_BAD_SIZE);
    check(attn_blend(out, in, in, NULL, 1, 1, SIZE_MAX / 4, 2) == ATTN_BAD_SIZE);
    check(attn_blend(out, in, in, NULL, 1, SIZE_MAX / 4, 1, 2) == ATTN_BAD_SIZE);
    check(unwritten(out, 4));
    free_guarded(out);
}

int main(void)
{
    RUN(random_shapes);
    RUN(weight_of_zero);
    RUN(no_allowed_key);
    RUN(refuses);
    return report();
}
