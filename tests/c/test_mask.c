/* test_mask.c: who may see whom. */
#include "mask.h"
#include "reference.h"

static void each_small_shape(void (*check_one)(int number, const attn_mask *mask, shape s))
{
    for (size_t n = 1; n <= 9; n++)
        for (size_t m = 1; m <= 9; m++)
            for (int number = 0; number < MASKS; number++) {
                shape s = {2, n, m, 1, 1};
                attn_mask mask = make_mask(number, s);
                check_one(number, mask_or_null(number, &mask), s);
                free_mask(&mask);
            }
}

static void check_cells(int number, const attn_mask *mask, shape s)
{
    (void)number;
    size_t cells = s.h * s.n * s.m;
    float *scaled = random_floats(cells), *masked = guarded(cells);
    scaled[0] = NAN;
    check(attn_mask_check(mask, s.h) == ATTN_OK);
    check(attn_apply_mask(masked, scaled, mask, s.h, s.n, s.m) == ATTN_OK);
    check(guards_hold(masked, cells));
    check(attn_apply_mask(scaled, scaled, mask, s.h, s.n, s.m) == ATTN_OK); /* in place */
    for (size_t cell = 0; cell < cells; cell++) {
        size_t head = cell / (s.n * s.m), i = cell / s.m % s.n, j = cell % s.m;
        bool allowed = reference_allows(mask, head, i, j, s);
        check(attn_mask_allows(mask, head, i, j, s.n, s.m) == allowed);
        check_near(masked[cell], scaled[cell], 0);
        check(allowed ? masked[cell] != -INFINITY : masked[cell] == -INFINITY);
    }
    free(scaled), free_guarded(masked);
}

TEST(cells) { each_small_shape(check_cells); }

/* The range holds every allowed key, nothing else unless the mask is free, and never moves back. */
static void check_range(int number, const attn_mask *mask, shape s)
{
    size_t last_first = 0, last_end = 0;
    for (size_t i = 0; i < s.n; i++) {
        size_t first, end;
        attn_mask_range(&first, &end, mask, i, s.n, s.m);
        check(first >= last_first && end >= last_end && end <= s.m);
        last_first = first, last_end = end;
        for (size_t j = 0; j < s.m; j++) {
            bool inside = first <= j && j < end, allowed = reference_allows(mask, 0, i, j, s);
            check(number >= FREE_MASKS ? inside : inside == allowed);
        }
    }
}

TEST(ranges) { each_small_shape(check_range); }

TEST(causal_by_hand)
{
    /* More keys than queries: the last query sees all. Fewer: the first see none. */
    attn_mask causal = {.kind = ATTN_MASK_CAUSAL};
    static const char *const wide[] = {"1100", "1110", "1111"}, *const tall[] = {"00", "10", "11"};
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 4; j++) check(attn_mask_allows(&causal, 0, i, j, 3, 4) == (wide[i][j] - '0'));
        for (size_t j = 0; j < 2; j++) check(attn_mask_allows(&causal, 0, i, j, 3, 2) == (tall[i][j] - '0'));
    }
}

TEST(refuses)
{
    static const uint8_t allowed[4] = {1, 1, 1, 1};
    float in[4] = {0}, *out = guarded(4);
    attn_mask unknown = {.kind = ATTN_MASK_FREE + 1}, missing = {.kind = ATTN_MASK_FREE, .heads = 1};
    attn_mask none = {.kind = ATTN_MASK_FREE, .allowed = allowed};
    attn_mask three = {.kind = ATTN_MASK_FREE, .allowed = allowed, .heads = 3};
    check(attn_apply_mask(NULL, in, NULL, 1, 2, 2) == ATTN_NULL_POINTER);
    check(attn_apply_mask(out, NULL, NULL, 1, 2, 2) == ATTN_NULL_POINTER);
    check(attn_apply_mask(out, in, &missing, 1, 2, 2) == ATTN_NULL_POINTER);
    check(attn_apply_mask(out, in, &unknown, 1, 2, 2) == ATTN_BAD_MASK);
    check(attn_apply_mask(out, in, &none, 1, 2, 2) == ATTN_BAD_MASK);
    check(attn_apply_mask(out, in, &three, 2, 1, 2) == ATTN_BAD_MASK);
    check(attn_apply_mask(out, in, NULL, 0, 2, 2) == ATTN_BAD_SIZE);
    check(attn_apply_mask(out, in, NULL, 1, SIZE_MAX / 4, 2) == ATTN_BAD_SIZE);
    check(unwritten(out, 4));
    free_guarded(out);
}

int main(void)
{
    RUN(cells);
    RUN(ranges);
    RUN(causal_by_hand);
    RUN(refuses);
    return report();
}
