/* compare.c: how alike two vectors are, in direction and in place. */
#include "attn.h"
#include "size.h"

#include <math.h>

/* out[3] <- a (count), b (count) */
attn_status attn_compare(float *out, const float *a, const float *b, size_t count)
{
    if (!out || !a || !b) return ATTN_NULL_POINTER;
    if (!attn_sized(count, 1, 1, sizeof(float))) return ATTN_BAD_SIZE;

    double dot = 0.0, aa = 0.0, bb = 0.0, apart = 0.0;
    for (size_t c = 0; c < count; c++) {
        double x = a[c], y = b[c];
        dot += x * y, aa += x * x, bb += y * y, apart += (x - y) * (x - y);
    }
    if (!isfinite(aa) || !isfinite(bb)) dot = aa = bb = apart = NAN;
    out[0] = (float)(dot / (sqrt(aa) * sqrt(bb)));
    out[1] = (float)sqrt(apart);
    out[2] = (float)(apart == 0.0 ? 0.0 : sqrt(apart / bb));
    return ATTN_OK;
}
