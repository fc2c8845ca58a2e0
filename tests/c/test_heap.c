/* test_heap.c: memory for JavaScript. */
#include "attn.h"
#include "check.h"

TEST(gives_aligned_memory)
{
    for (size_t bytes = 1; bytes < 200; bytes += 7) {
        char *memory = attn_alloc(bytes);
        check(memory && (uintptr_t)memory % 16 == 0);
        if (memory) memset(memory, 1, bytes);
        attn_release(memory);
    }
    attn_release(NULL);
}

TEST(refuses_the_impossible)
{
    static const size_t sizes[] = {0, SIZE_MAX, SIZE_MAX - 15, SIZE_MAX / 2 + 1, SIZE_MAX / 2};
    for (int i = 0; i < 5; i++) check(attn_alloc(sizes[i]) == NULL);
}

int main(void)
{
    RUN(gives_aligned_memory);
    RUN(refuses_the_impossible);
    return report();
}
