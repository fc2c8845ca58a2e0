/* heap.c: memory for callers that have none of their own, JavaScript above all. The only use of malloc. */
#include "attn.h"

#include <stdbool.h>
#include <stdlib.h>

/* No object is larger than PTRDIFF_MAX. In WebAssembly nothing ends beyond the 65536th page either, but
 * emmalloc (of Emscripten 3.1.6) answers such requests with memory that is not there. */
static bool possible(size_t bytes)
{
#if defined(__wasm__)
    if (bytes / 65536 >= 65536 - __builtin_wasm_memory_size(0)) return false;
#endif
    return bytes != 0 && bytes <= PTRDIFF_MAX - 15;
}

void *attn_alloc(size_t bytes)
{
    return possible(bytes) ? aligned_alloc(16, (bytes + 15) & ~(size_t)15) : NULL;
}

void attn_release(void *memory)
{
    free(memory);
}
