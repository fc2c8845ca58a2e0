/* embed.c: token ids → the vectors that enter the first layer, with their positions.
 * Sinusoidal positions: Vaswani et al., "Attention Is All You Need", 2017, section 3.5. */
#include "blocks.h"

#include <math.h>

/* x (d) = row id of the embedding. */
static void look_up(float *x, const attn_model *model, size_t id, size_t d)
{
    if (model->embedding_scale) {
        const int8_t *row = (const int8_t *)model->embedding + id * d;
        for (size_t c = 0; c < d; c++) x[c] = (float)row[c] * model->embedding_scale[id];
    } else {
        const float *row = (const float *)model->embedding + id * d;
        for (size_t c = 0; c < d; c++) x[c] = row[c];
    }
}

void attn_embed(float *x, const attn_model *model, const int32_t *ids, size_t n)
{
    const size_t d = model->info.d_model, half = d / 2;
    for (size_t t = 0; t < n; t++, x += d) {
        look_up(x, model, (size_t)ids[t], d);
        if (!model->position) continue;
        for (size_t c = 0; c < half; c++) {
            const float angle = (float)t * model->position[c];
            x[c] += sinf(angle);
            x[half + c] += cosf(angle);
        }
    }
}
