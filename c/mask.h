/* mask.h: which keys a query may see. The only place that knows what a mask means. */
#ifndef ATTN_MASK_H
#define ATTN_MASK_H

#include "attn.h"

#include <stdbool.h>

/* OK, BAD_MASK, or NULL_POINTER for a free mask without its array. A null mask is OK: every key allowed. */
attn_status attn_mask_check(const attn_mask *mask, size_t h);

/* May query i of this head see key j? The mask has passed attn_mask_check; head < h, i < n, j < m. */
static inline bool attn_mask_allows(const attn_mask *mask, size_t head, size_t i, size_t j,
                                    size_t n, size_t m)
{
    if (!mask) return true;
    switch (mask->kind) {
    case ATTN_MASK_CAUSAL: return j + n <= i + m;
    case ATTN_MASK_WINDOW: return (i > j ? i - j : j - i) <= mask->window;
    case ATTN_MASK_FREE:   return mask->allowed[((mask->heads == 1 ? 0 : head) * n + i) * m + j] != 0;
    default:               return true;
    }
}

/* Every key that query i may see is in [*first, *end), and, unless the mask is free, every key in there is
 * one. Neither end falls as i rises. An empty range has *first ≥ *end. */
static inline void attn_mask_range(size_t *first, size_t *end, const attn_mask *mask,
                                   size_t i, size_t n, size_t m)
{
    *first = 0;
    *end = m;
    if (mask && mask->kind == ATTN_MASK_CAUSAL) *end = i + m + 1 > n ? i + m + 1 - n : 0;
    if (mask && mask->kind == ATTN_MASK_WINDOW) {
        *first = i > mask->window ? i - mask->window : 0;
        if (m > i && m - i > mask->window) *end = i + mask->window + 1;
    }
}

#endif
