/* elementwise.c: the residual sum and the feed-forward block's nonlinearity. */
#include "blocks.h"

void attn_add(float *x, const float *y, size_t count)
{
    for (size_t i = 0; i < count; i++) x[i] += y[i];
}

void attn_relu(float *x, size_t count)
{
    for (size_t i = 0; i < count; i++) x[i] = x[i] < 0.0f ? 0.0f : x[i];
}
