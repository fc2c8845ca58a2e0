/* heads.c: between columns side by side, as the projections read and write them, and one array a head. */
#include "blocks.h"

#include <math.h>

float attn_default_scale(size_t dk)
{
    return 1.0f / sqrtf((float)dk);
}

void attn_split_heads(float *heads, const float *joined, size_t first, size_t stride,
                      size_t h, size_t n, size_t d)
{
    for (size_t head = 0; head < h; head++)
        for (size_t i = 0; i < n; i++)
            for (size_t c = 0; c < d; c++)
                heads[(head * n + i) * d + c] = joined[i * stride + first + head * d + c];
}

void attn_join_heads(float *joined, const float *heads, const uint8_t *off, size_t h, size_t n, size_t d)
{
    for (size_t head = 0; head < h; head++)
        for (size_t i = 0; i < n; i++)
            for (size_t c = 0; c < d; c++)
                joined[(i * h + head) * d + c] = off && off[head] ? 0.0f : heads[(head * n + i) * d + c];
}
