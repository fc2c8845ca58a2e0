/* arena.h: a bump allocator over memory of the caller's. Nothing is ever given back.
 *
 * One routine lays out a structure by taking its arrays in turn. Run on {0} it counts: every pointer is
 * null and `used` ends as the bytes needed. Run on {.base = memory, .size = bytes} it hands out 16-byte
 * aligned arrays, if memory is 16-byte aligned. A request that does not fit fails for good, so one look
 * at `failed` after the last one is enough. */
#ifndef ATTN_ARENA_H
#define ATTN_ARENA_H

#include "size.h"

typedef struct attn_arena {
    void *base; /* null: count only */
    size_t used, size;
    bool failed;
} attn_arena;

/* An array of count elements of this many bytes, not cleared; null when counting or failed. */
static inline void *attn_take(attn_arena *arena, size_t count, size_t element)
{
    size_t bytes = 0;
    size_t limit = arena->base ? arena->size : SIZE_MAX - 15;
    bool fits = attn_multiply(&bytes, count, element) && bytes <= SIZE_MAX - 15;
    bytes = (bytes + 15) & ~(size_t)15;
    if (arena->failed || !fits || arena->used > limit || bytes > limit - arena->used) {
        arena->failed = true;
        return NULL;
    }
    void *array = arena->base ? (unsigned char *)arena->base + arena->used : NULL;
    arena->used += bytes;
    return array;
}

#endif
