/* model.h: what a checked model file means; shared by model.c, tokenizer.c and encoder.c.
 *
 * Tensors by name: web/models/format.js lists them; model.c binds and checks them. Every pointer here
 * points into the caller's memory, which holds this struct and then the file. After attn_model_open has
 * answered ATTN_OK no index taken from the file can leave it. */
#ifndef ATTN_MODEL_H
#define ATTN_MODEL_H

#include "attn.h"

enum { MAX_LAYERS = 16, MAX_TENSORS = 512 };

/* W (in,out) and bias (out, or null). int8 with one scale per column, or f32 and scale is null. */
typedef struct weight {
    const void *data;
    const float *scale, *bias;
    size_t in, out;
} weight;

typedef struct norm {
    const float *gain, *bias;
} norm;

/* Width d_in enters, d_out leaves. A weight that the layer does not have has null data. */
typedef struct layer {
    size_t d_in, d_out, dk, dv;
    norm ln1, ln2;                                 /* ENCODER */
    weight qkv, residual, ffn1, ffn2;              /* ENCODER */
    weight q, k, v;                                /* BARE    */
    weight output;
} layer;

typedef struct vocabulary {
    const uint8_t *bytes;    /* all pieces, end to end                                                 */
    const uint32_t *starts;  /* (pieces + 1): piece i is bytes starts[i] … starts[i+1] − 1             */
    const float *scores;     /* (pieces)                                                               */
    const uint32_t *sorted;  /* (matchable): ids that text can match, strictly ascending bytewise      */
    size_t matchable;
    float unknown_score;     /* lowest matchable score − 10                                            */
    uint32_t first[257];     /* sorted[first[b]] … sorted[first[b+1] − 1] begin with byte b            */
} vocabulary;

struct attn_model {
    const uint8_t *file;
    size_t tensors;
    attn_model_info info;
    vocabulary vocab;
    const void *embedding;          /* (vocab, d_model) f32, or int8 with one scale per row            */
    const float *embedding_scale;
    const float *position;          /* (d_model / 2) inverse wave lengths, or null                     */
    layer layers[MAX_LAYERS];
    weight pool;                    /* ENCODER                                                         */
};

/* CRC-32 of IEEE 802.3, as in zip and PNG. */
uint32_t attn_crc32(const uint8_t *bytes, size_t count);

#endif
