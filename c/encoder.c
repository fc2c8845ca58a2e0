/* encoder.c: the forward pass of a model, one call a step; the arithmetic stands in the files it calls.
 *
 *     ENCODER   x → LN → Q,K,V → attention → ·W_O → + residual → LN → FFN → + → … → mean → tanh → unit
 *     BARE      x → Q,K,V → attention (→ ·W_O) → … */
#include "arena.h"
#include "blocks.h"
#include "mask.h"

#include <math.h>
#include <string.h>

static const float LAYERNORM_EPSILON = 1e-6f;

/* Goes back with the first status that is not OK. */
#define TRY(call)                                  \
    do {                                           \
        const attn_status try_status = (call);     \
        if (try_status != ATTN_OK) return try_status; \
    } while (0)

/* ---- the run's memory -------------------------------------------------------------------------- */

typedef struct kept_stage {
    float *data; /* null: the layer has no such stage */
    size_t shape[3];
} kept_stage;

/* What stands at the start of the run's memory. All arrays are in the same memory. */
typedef struct run {
    size_t layers, embedding_size;
    kept_stage stages[MAX_LAYERS][ATTN_STAGE_COUNT];
    kept_stage final;              /* what leaves the last ENCODER layer       */
    float *embedding;              /* (embedding_size), or null                */
    float *normed, *wide;          /* (n,widest) scratch                       */
} run;

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Columns of the widest array that scratch has to hold. */
static size_t widest(const attn_model *model)
{
    size_t most = 0;
    for (size_t i = 0; i < model->info.layers; i++) {
        const layer *l = &model->layers[i];
        most = larger(larger(most, l->d_in), larger(l->d_out, l->qkv.out));
        most = larger(larger(most, l->ffn1.out), larger(l->q.out, l->v.out));
    }
    return most;
}

/* An array (a,b,c) of f32; the arena fails if that is beyond size_t. */
static float *take(attn_arena *arena, size_t a, size_t b, size_t c)
{
    size_t cells = SIZE_MAX;
    if (!attn_multiply(&cells, a, b) || !attn_multiply(&cells, cells, c)) cells = SIZE_MAX;
    return attn_take(arena, cells, sizeof(float));
}

static void keep(kept_stage *stage, attn_arena *arena, size_t a, size_t b, size_t c)
{
    *stage = (kept_stage){take(arena, a, b, c), {a, b, c}};
}

static void lay_out_layer(kept_stage *s, attn_arena *arena, const layer *l, size_t h, size_t n)
{
    keep(&s[ATTN_STAGE_X_IN], arena, 1, n, l->d_in);
    keep(&s[ATTN_STAGE_Q], arena, h, n, l->dk);
    keep(&s[ATTN_STAGE_K], arena, h, n, l->dk);
    keep(&s[ATTN_STAGE_V], arena, h, n, l->dv);
    keep(&s[ATTN_STAGE_SCORES], arena, h, n, n);
    keep(&s[ATTN_STAGE_SCALED], arena, h, n, n);
    keep(&s[ATTN_STAGE_MASKED], arena, h, n, n);
    keep(&s[ATTN_STAGE_WEIGHTS], arena, h, n, n);
    keep(&s[ATTN_STAGE_OUTPUT], arena, h, n, l->dv);
    keep(&s[ATTN_STAGE_JOINED], arena, 1, n, h * l->dv);
    if (l->output.data) keep(&s[ATTN_STAGE_PROJECTED], arena, 1, n, l->d_out);
}

/* The one layout, for counting and for handing out. r is a struct to fill, *arena starts after it. */
static void lay_out(run *r, attn_arena *arena, const attn_model *model, size_t n)
{
    const size_t wide = widest(model);
    *r = (run){.layers = model->info.layers, .embedding_size = model->pool.out};
    for (size_t i = 0; i < r->layers; i++)
        lay_out_layer(r->stages[i], arena, &model->layers[i], model->info.heads, n);
    if (model->pool.data) {
        keep(&r->final, arena, 1, n, model->pool.in);
        r->embedding = take(arena, 1, 1, model->pool.out);
    }
    r->normed = take(arena, 1, n, wide); /* scratch last: who copies the stages need not copy it */
    r->wide = take(arena, 1, n, wide);
}

attn_status attn_run_size(size_t *bytes, const attn_model *model, size_t n)
{
    if (!bytes || !model) return ATTN_NULL_POINTER;
    if (n == 0) return ATTN_NO_TOKENS;
    if (n > model->info.max_tokens) return ATTN_TOO_LONG;
    attn_arena arena = {0};
    run counted;
    attn_take(&arena, 1, sizeof(run));
    lay_out(&counted, &arena, model, n);
    if (arena.failed) return ATTN_BAD_SIZE;
    *bytes = arena.used;
    return ATTN_OK;
}

/* ---- the forward pass -------------------------------------------------------------------------- */

/* y (rows,out) = x (rows,in)·W + bias */
static attn_status linear(float *y, const float *x, const weight *w, size_t rows)
{
    return w->scale ? attn_linear_q8(y, x, w->data, w->scale, w->bias, rows, w->in, w->out)
                    : attn_linear(y, x, w->data, w->bias, rows, w->in, w->out);
}

static float layer_scale(const attn_run_options *options, const layer *l)
{
    return (isnan(options->scale) ? attn_default_scale(l->dk) : options->scale) / options->temperature;
}

/* From Q, K, V to the heads side by side, and through W_O if there is one. */
static attn_status attend(kept_stage *s, const layer *l, const attn_run_options *options,
                          const uint8_t *off, size_t h, size_t n)
{
    const float scale = layer_scale(options, l);
    const attn_mask *mask = &options->mask;
    float *q = s[ATTN_STAGE_Q].data, *k = s[ATTN_STAGE_K].data, *v = s[ATTN_STAGE_V].data;
    float *scores = s[ATTN_STAGE_SCORES].data, *scaled = s[ATTN_STAGE_SCALED].data;
    float *weights = s[ATTN_STAGE_WEIGHTS].data, *output = s[ATTN_STAGE_OUTPUT].data;
    float *joined = s[ATTN_STAGE_JOINED].data;

    TRY(attn_scores(scores, q, k, h, n, n, l->dk));
    TRY(attn_scale(scaled, scores, scale, h * n * n));
    TRY(attn_apply_mask(s[ATTN_STAGE_MASKED].data, scaled, mask, h, n, n));
    TRY(attn_softmax(weights, scaled, mask, h, n, n));
    TRY(attn_blend(output, weights, v, mask, h, n, n, l->dv));
    attn_join_heads(joined, output, off, h, n, l->dv);
    return l->output.data ? linear(s[ATTN_STAGE_PROJECTED].data, joined, &l->output, n) : ATTN_OK;
}

/* next (n,d_out) <- stage x (n,d_in); u and wide are scratch. */
static attn_status encoder_layer(float *next, kept_stage *s, const layer *l,
                                 const attn_run_options *options, const uint8_t *off,
                                 float *u, float *wide, size_t h, size_t n)
{
    const float *x = s[ATTN_STAGE_X_IN].data;
    const size_t d = l->d_in, cells = n * l->d_out;

    TRY(attn_layernorm(u, x, l->ln1.gain, l->ln1.bias, LAYERNORM_EPSILON, n, d));
    TRY(linear(wide, u, &l->qkv, n));
    attn_split_heads(s[ATTN_STAGE_Q].data, wide, 0, 3 * d, h, n, l->dk);
    attn_split_heads(s[ATTN_STAGE_K].data, wide, d, 3 * d, h, n, l->dk);
    attn_split_heads(s[ATTN_STAGE_V].data, wide, 2 * d, 3 * d, h, n, l->dv);
    TRY(attend(s, l, options, off, h, n));

    if (l->residual.data) TRY(linear(next, x, &l->residual, n));
    else memcpy(next, x, cells * sizeof *next);
    attn_add(next, s[ATTN_STAGE_PROJECTED].data, cells);

    TRY(attn_layernorm(u, next, l->ln2.gain, l->ln2.bias, LAYERNORM_EPSILON, n, l->d_out));
    TRY(linear(wide, u, &l->ffn1, n));
    attn_relu(wide, n * l->ffn1.out);
    TRY(linear(u, wide, &l->ffn2, n));
    attn_add(next, u, cells);
    return ATTN_OK;
}

/* next (n,d_out), unless null, <- stage x (n,d_in); wide is scratch. */
static attn_status bare_layer(float *next, kept_stage *s, const layer *l,
                              const attn_run_options *options, const uint8_t *off,
                              float *wide, size_t h, size_t n)
{
    const float *x = s[ATTN_STAGE_X_IN].data;
    TRY(linear(wide, x, &l->q, n));
    attn_split_heads(s[ATTN_STAGE_Q].data, wide, 0, l->q.out, h, n, l->dk);
    TRY(linear(wide, x, &l->k, n));
    attn_split_heads(s[ATTN_STAGE_K].data, wide, 0, l->k.out, h, n, l->dk);
    TRY(linear(wide, x, &l->v, n));
    attn_split_heads(s[ATTN_STAGE_V].data, wide, 0, l->v.out, h, n, l->dv);
    TRY(attend(s, l, options, off, h, n));
    const kept_stage *leaves = &s[l->output.data ? ATTN_STAGE_PROJECTED : ATTN_STAGE_JOINED];
    if (next) memcpy(next, leaves->data, n * l->d_out * sizeof *next);
    return ATTN_OK;
}

static attn_status forward(run *r, const attn_model *model, const int32_t *ids, size_t n,
                           const attn_run_options *options)
{
    const size_t h = model->info.heads;
    attn_embed(r->stages[0][ATTN_STAGE_X_IN].data, model, ids, n);
    for (size_t i = 0; i < r->layers; i++) {
        const uint8_t *off = options->heads_off ? options->heads_off + i * h : NULL;
        float *next = i + 1 < r->layers ? r->stages[i + 1][ATTN_STAGE_X_IN].data : r->final.data;
        if (model->info.kind == ATTN_KIND_ENCODER)
            TRY(encoder_layer(next, r->stages[i], &model->layers[i], options, off, r->normed, r->wide, h, n));
        else
            TRY(bare_layer(next, r->stages[i], &model->layers[i], options, off, r->wide, h, n));
    }
    if (!r->embedding) return ATTN_OK;
    attn_row_mean(r->normed, r->final.data, n, model->pool.in);
    TRY(linear(r->embedding, r->normed, &model->pool, 1));
    attn_tanh_unit(r->embedding, model->pool.out);
    return ATTN_OK;
}

/* ---- exports ----------------------------------------------------------------------------------- */

/* All that can be wrong with a run, before anything is written. */
static attn_status check_run(const attn_model *model, const int32_t *ids, size_t n, size_t bytes,
                             const attn_run_options *options)
{
    size_t needed;
    TRY(attn_run_size(&needed, model, n));
    for (size_t t = 0; t < n; t++)
        if (ids[t] < 0 || (uint32_t)ids[t] >= model->info.vocab) return ATTN_BAD_TOKEN;
    if (!(options->temperature > 0.0f && isfinite(options->temperature))) return ATTN_BAD_SCALE;
    for (size_t i = 0; i < model->info.layers; i++)
        if (!isfinite(layer_scale(options, &model->layers[i]))) return ATTN_BAD_SCALE;
    TRY(attn_mask_check(&options->mask, model->info.heads));
    return bytes < needed ? ATTN_OUT_OF_MEMORY : ATTN_OK;
}

attn_status attn_run(void *memory, size_t bytes, const attn_model *model,
                     const int32_t *ids, size_t n, const attn_run_options *options)
{
    const attn_run_options defaults = {.scale = NAN, .temperature = 1.0f};
    if (!memory || !model || !ids) return ATTN_NULL_POINTER;
    if (!options) options = &defaults;
    TRY(check_run(model, ids, n, bytes, options));
    attn_arena arena = {.base = memory, .size = bytes};
    run *r = attn_take(&arena, 1, sizeof *r);
    lay_out(r, &arena, model, n);
    return forward(r, model, ids, n, options);
}

attn_status attn_run_stage(const float **data, size_t *shape, const void *memory, int stage, size_t layer)
{
    const run *r = memory;
    if (!data || !shape || !r) return ATTN_NULL_POINTER;
    if (stage < 0 || stage >= ATTN_STAGE_COUNT || layer > r->layers) return ATTN_BAD_STAGE;
    if (layer == r->layers && stage != ATTN_STAGE_X_IN) return ATTN_BAD_STAGE;
    const kept_stage *kept = layer < r->layers ? &r->stages[layer][stage] : &r->final;
    if (!kept->data) return ATTN_BAD_STAGE;
    *data = kept->data;
    memcpy(shape, kept->shape, sizeof kept->shape);
    return ATTN_OK;
}

attn_status attn_run_embedding(const float **data, size_t *size, const void *memory)
{
    const run *r = memory;
    if (!data || !size || !r) return ATTN_NULL_POINTER;
    *data = r->embedding;
    *size = r->embedding_size;
    return ATTN_OK;
}
