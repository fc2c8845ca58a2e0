/* mask.c: closed cells become −inf. */
#include "mask.h"

#include "size.h"

#include <math.h>

attn_status attn_mask_check(const attn_mask *mask, size_t h)
{
    if (!mask) return ATTN_OK;
    if (mask->kind > ATTN_MASK_FREE) return ATTN_BAD_MASK;
    if (mask->kind != ATTN_MASK_FREE) return ATTN_OK;
    if (!mask->allowed) return ATTN_NULL_POINTER;
    return mask->heads == 1 || mask->heads == h ? ATTN_OK : ATTN_BAD_MASK;
}

/* masked (h,n,m) <- scaled (h,n,m) */
attn_status attn_apply_mask(float *masked, const float *scaled, const attn_mask *mask,
                            size_t h, size_t n, size_t m)
{
    if (!masked || !scaled) return ATTN_NULL_POINTER;
    if (!attn_sized(h, n, m, sizeof(float))) return ATTN_BAD_SIZE;
    attn_status status = attn_mask_check(mask, h);
    if (status != ATTN_OK) return status;

    for (size_t head = 0; head < h; head++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < m; j++) {
                size_t cell = (head * n + i) * m + j;
                masked[cell] = attn_mask_allows(mask, head, i, j, n, m) ? scaled[cell] : -INFINITY;
            }
    return ATTN_OK;
}
