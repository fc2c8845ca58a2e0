/* heap.c: memory for callers that have none of their own, JavaScript above all. The only use of malloc. */
#include "attn.h"

#include <stdlib.h>

void *attn_alloc(size_t bytes)
{
    /* No object is larger than PTRDIFF_MAX; emmalloc does not refuse such requests by itself. */
    if (bytes == 0 || bytes > PTRDIFF_MAX - 15) return NULL;
    return aligned_alloc(16, (bytes + 15) & ~(size_t)15);
}

void attn_release(void *memory)
{
    free(memory);
}
