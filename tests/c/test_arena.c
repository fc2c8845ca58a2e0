/* test_arena.c: counting and handing out are the same layout. */
#include "arena.h"
#include "check.h"

static void lay_out(attn_arena *arena, void *arrays[4])
{
    arrays[0] = attn_take(arena, 1, 1);
    arrays[1] = attn_take(arena, 5, 4);
    arrays[2] = attn_take(arena, 16, 1);
    arrays[3] = attn_take(arena, 3, 8);
}

TEST(counts_then_hands_out)
{
    void *arrays[4];
    attn_arena count = {0};
    lay_out(&count, arrays);
    check(!count.failed && count.used == 16 + 32 + 16 + 32);
    for (int i = 0; i < 4; i++) check(arrays[i] == NULL);

    char *memory = aligned_alloc(16, count.used);
    attn_arena arena = {.base = memory, .size = count.used};
    lay_out(&arena, arrays);
    check(!arena.failed && arena.used == count.used);
    static const size_t places[] = {0, 16, 48, 64};
    for (int i = 0; i < 4; i++) check((char *)arrays[i] == memory + places[i]);
    memset(memory, 1, count.used); /* the sanitizer agrees */

    check(attn_take(&arena, 0, 4) == memory + count.used && !arena.failed);
    check(attn_take(&arena, 1, 1) == NULL && arena.failed);
    free(memory);
}

TEST(fails_for_good)
{
    _Alignas(16) char memory[64];
    attn_arena arena = {.base = memory, .size = sizeof memory};
    check(attn_take(&arena, 80, 1) == NULL && arena.failed && arena.used == 0);
    check(attn_take(&arena, 1, 1) == NULL && arena.failed);
    /* A last array whose padding does not fit does not fit. */
    arena = (attn_arena){.base = memory, .size = 40};
    check(attn_take(&arena, 32, 1) == memory && attn_take(&arena, 8, 1) == NULL && arena.failed);
}

TEST(beyond_size_t)
{
    static const size_t requests[][2] = {{SIZE_MAX, 1}, {SIZE_MAX - 14, 1}, {SIZE_MAX / 2 + 1, 2},
                                         {2, SIZE_MAX / 2 + 1}, {SIZE_MAX / 4 + 2, 4}};
    _Alignas(16) char memory[64];
    for (size_t r = 0; r < sizeof requests / sizeof *requests; r++) {
        attn_arena count = {0}, arena = {.base = memory, .size = sizeof memory};
        check(attn_take(&count, requests[r][0], requests[r][1]) == NULL && count.failed);
        check(attn_take(&arena, requests[r][0], requests[r][1]) == NULL && arena.failed);
    }
    attn_arena count = {0};
    attn_take(&count, SIZE_MAX / 2, 1);
    check(!count.failed);
    attn_take(&count, SIZE_MAX / 2, 1);
    check(count.failed);
}

int main(void)
{
    RUN(counts_then_hands_out);
    RUN(fails_for_good);
    RUN(beyond_size_t);
    return report();
}
