/* blocks.h: the small arithmetic between the blocks of a model. Sizes have been checked by the caller;
 * outputs come first and overlap no input unless it is said. */
#ifndef ATTN_BLOCKS_H
#define ATTN_BLOCKS_H

#include "model.h"

/* x (n,d) = rows of the embedding, and, if the model has positions, sin and cos of t·inverse for row t:
 * the two halves one after the other, not interleaved. Every id is within the vocabulary. */
void attn_embed(float *x, const attn_model *model, const int32_t *ids, size_t n);

/* 1/sqrt(dk). */
float attn_default_scale(size_t dk);

/* heads (h,n,d) = columns first … first + h·d − 1 of joined (n,stride). */
void attn_split_heads(float *heads, const float *joined, size_t first, size_t stride,
                      size_t h, size_t n, size_t d);

/* joined (n,h·d) = heads (h,n,d) side by side; zeros for a head with off[head] = 1. off (h) may be null. */
void attn_join_heads(float *joined, const float *heads, const uint8_t *off, size_t h, size_t n, size_t d);

/* x (count) += y (count). */
void attn_add(float *x, const float *y, size_t count);

/* x (count) = max(x, 0); NaN stays. */
void attn_relu(float *x, size_t count);

/* mean (d) of the rows of x (n,d). */
void attn_row_mean(float *mean, const float *x, size_t n, size_t d);

/* e (d) = tanh(e), then divided by its length, sqrt(max(Σe², 1e−12)). */
void attn_tanh_unit(float *e, size_t d);

#endif
