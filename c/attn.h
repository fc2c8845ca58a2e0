/* attn.h: the one public header of the attention core.
 *
 *     output = softmax(Q·Kᵀ · scale + mask) · V            scale = 1/sqrt(dk) by default
 *
 * Vaswani et al., "Attention Is All You Need", 2017, equation 1.
 *
 * Letters, the same in C, JavaScript, tests and captions
 *     n   queries                 m   keys and values
 *     dk  width of a query/key    dv  width of a value
 *     h   heads                   L   layers (counted from 0)
 *     Q (h,n,dk)   K (h,m,dk)   V (h,m,dv)   scores, weights (h,n,m)   output (h,n,dv)
 * All arrays are row-major, contiguous f32, 4-byte aligned or better.
 *
 * Contract of every function
 *   - Output pointers come first, inputs are const, sizes last. Caller owns all memory; nothing here
 *     allocates, keeps a pointer to an argument beyond what is said, prints or exits.
 *   - A wrong size, pointer or handle is answered by a status before anything is written.
 *   - Outputs may not overlap inputs unless a function says so.
 *   - Values never fail. If an allowed cell's scaled score is not finite, that row of weights is NaN in
 *     every allowed cell and its output row is NaN throughout. If an allowed value row is not finite,
 *     the output rows that it enters are NaN throughout. Nothing of a closed key or value, NaN
 *     included, reaches a row; a closed cell's weight is exactly 0; a row with no allowed key has
 *     weights exactly 0 and output exactly 0.
 */
#ifndef ATTN_H
#define ATTN_H

#include <stddef.h>
#include <stdint.h>

/* Exported from the WebAssembly module; plain external linkage elsewhere. */
#define ATTN_API __attribute__((used, visibility("default")))

/* ---- status ------------------------------------------------------------------------------------ */

/* code, text. The one list; JavaScript reads it through attn_status_code and attn_status_text. */
#define ATTN_STATUS_LIST(X)                                                                            \
    X(OK, "no error")                                                                                  \
    X(NULL_POINTER, "a required array is missing")                                                     \
    X(BAD_SIZE, "a size is 0, or the sizes together are beyond what memory can hold")                  \
    X(OUT_OF_MEMORY, "there is not enough memory for these sizes")                                     \
    X(BAD_SCALE, "the scale is not a finite number")                                                   \
    X(BAD_MASK, "the mask is of an unknown kind or has another number of heads than 1 or h")           \
    X(BAD_STAGE, "this model has no such stage in this layer")                                         \
    X(BAD_TOKEN, "a token id is outside the vocabulary")                                               \
    X(TOO_LONG, "more tokens than the model reads")                                                    \
    X(NO_TOKENS, "there is no token to run on")                                                        \
    X(NOT_A_MODEL, "this is not an Attention Lab model file: check where it came from")                \
    X(BAD_VERSION, "this model file is of a version that this core does not read: get one that fits")  \
    X(TRUNCATED, "the model file ends too early: load it again")                                       \
    X(CORRUPT, "the model file is damaged, its checksum does not match: load it again")                  \
    X(BAD_MODEL, "the model file is inconsistent: a tensor is missing or has a wrong shape")

typedef enum attn_status {
#define ATTN_STATUS_ENUM(code, text) ATTN_##code,
    ATTN_STATUS_LIST(ATTN_STATUS_ENUM)
#undef ATTN_STATUS_ENUM
    ATTN_STATUS_COUNT
} attn_status;

/* "BAD_SIZE" and its sentence; "" for a number outside the list. Static storage. */
ATTN_API const char *attn_status_code(int status);
ATTN_API const char *attn_status_text(int status);

/* ---- stages ------------------------------------------------------------------------------------ */

/* In the order of the equation: C id, name. The one list; JavaScript reads it through attn_stage_name. */
#define ATTN_STAGE_LIST(X)                                                                             \
    X(X_IN, "x")              /* (1,n,d)   what enters the layer                                    */ \
    X(Q, "q")                 /* (h,n,dk)                                                           */ \
    X(K, "k")                 /* (h,m,dk)                                                           */ \
    X(V, "v")                 /* (h,m,dv)                                                           */ \
    X(SCORES, "scores")       /* (h,n,m)   Q·Kᵀ                                                     */ \
    X(SCALED, "scaled")       /* (h,n,m)   scores·scale                                             */ \
    X(MASKED, "masked")       /* (h,n,m)   closed cells are −inf                                    */ \
    X(WEIGHTS, "weights")     /* (h,n,m)   row softmax                                              */ \
    X(OUTPUT, "output")       /* (h,n,dv)  weights·V                                                */ \
    X(JOINED, "joined")       /* (1,n,h·dv) heads side by side                                      */ \
    X(PROJECTED, "projected") /* (1,n,d)   joined·W_O + b_O                                         */

typedef enum attn_stage {
#define ATTN_STAGE_ENUM(id, name) ATTN_STAGE_##id,
    ATTN_STAGE_LIST(ATTN_STAGE_ENUM)
#undef ATTN_STAGE_ENUM
    ATTN_STAGE_COUNT
} attn_stage;

/* The stage's name, or "" for a number outside the list. Static storage. */
ATTN_API const char *attn_stage_name(int stage);

/* ---- mask -------------------------------------------------------------------------------------- */

typedef enum attn_mask_kind {
    ATTN_MASK_NONE,   /* every key allowed                                                      */
    ATTN_MASK_CAUSAL, /* key j allowed for query i when j ≤ i + m − n                           */
    ATTN_MASK_WINDOW, /* |i − j| ≤ window                                                       */
    ATTN_MASK_FREE    /* allowed[(head,) i, j] != 0                                             */
} attn_mask_kind;

/* Which keys a query may see, kept apart from the scores. Four 32-bit fields in WebAssembly.
 * A null pointer to a mask means ATTN_MASK_NONE. */
typedef struct attn_mask {
    uint32_t kind;          /* attn_mask_kind                                                      */
    uint32_t window;        /* ATTN_MASK_WINDOW only                                               */
    const uint8_t *allowed; /* ATTN_MASK_FREE only: (heads,n,m), 1 = allowed                       */
    size_t heads;           /* ATTN_MASK_FREE only: 1 (shared by all heads) or h                   */
} attn_mask;

/* ---- the stages, one call each: the plain specification -------------------------------------------- */

/* scores (h,n,m) = Q·Kᵀ per head. */
ATTN_API attn_status attn_scores(float *scores, const float *q, const float *k,
                                 size_t h, size_t n, size_t m, size_t dk);

/* scaled = scores·scale over count cells. scaled may be scores. scale finite, else BAD_SCALE. */
ATTN_API attn_status attn_scale(float *scaled, const float *scores, float scale, size_t count);

/* masked (h,n,m) = scaled where allowed, −inf where closed. masked may be scaled. */
ATTN_API attn_status attn_apply_mask(float *masked, const float *scaled, const attn_mask *mask,
                                     size_t h, size_t n, size_t m);

/* weights (h,n,m) = softmax of each row over its allowed cells: exp(s − row maximum) / row sum.
 * Closed cells are told by the mask, never by their value, and are not read. weights may be scaled. */
ATTN_API attn_status attn_softmax(float *weights, const float *scaled, const attn_mask *mask,
                                  size_t h, size_t n, size_t m);

/* output (h,n,dv) = weights·V per head, over allowed keys only. */
ATTN_API attn_status attn_blend(float *output, const float *weights, const float *v,
                                const attn_mask *mask, size_t h, size_t n, size_t m, size_t dv);

/* ---- all stages in one pass -------------------------------------------------------------------- */

/* Bytes of scratch that attn_forward needs for these sizes, in *bytes. Grows with m·(dk+dv), never n·m. */
ATTN_API attn_status attn_forward_scratch(size_t *bytes, size_t n, size_t m, size_t dk, size_t dv);

/* output (h,n,dv), and weights (h,n,m) unless null: the same results as the stages above, up to
 * rounding, without storing n×m scores. scratch: attn_forward_scratch bytes, 16-byte aligned; if less,
 * OUT_OF_MEMORY. Rows that see numbers which are not finite, or whose magnitudes sum to 1e18 or more, are
 * computed by the stages, as slowly. */
ATTN_API attn_status attn_forward(float *output, float *weights, const float *q, const float *k,
                                  const float *v, const attn_mask *mask, float scale,
                                  void *scratch, size_t scratch_bytes,
                                  size_t h, size_t n, size_t m, size_t dk, size_t dv);

/* ---- measures of a weight matrix ------------------------------------------------------------------- */

/* bits (rows) = −Σ w·log2 w of each row; 0·log2 0 = 0. A NaN row gives NaN. */
ATTN_API attn_status attn_entropy(float *bits, const float *weights, size_t rows, size_t m);

/* out (rows,cols): each cell the value of largest magnitude of its block of in (n,m), so that a lone hot
 * cell survives. Block of row r: floor(r·n/rows) … floor((r+1)·n/rows) − 1; columns alike. NaN wins.
 * 1 ≤ rows ≤ n, 1 ≤ cols ≤ m, else BAD_SIZE. */
ATTN_API attn_status attn_max_pool(float *out, const float *in, size_t n, size_t m,
                                   size_t rows, size_t cols);

/* out (h,5), each a mean over the n rows of a head of weights (h,n,m); i and j count from 0:
 *     0 how far the head looks back, Σ_j w_ij·max(0, i − j): the attention distance of Vig & Belinkov,
 *       "Analyzing the Structure of Attention in a Transformer Language Model", 2019, equation 4
 *     1 share on self, w_ii   2 on the previous, w_i,i−1   3 on the next, w_i,i+1
 *     4 share on marked keys, Σ_j w_ij where marked (m) is not 0; null marks none
 * A row without an allowed key counts, with zeros. A key that is not there (i − 1 of row 0) counts 0.
 * A NaN weight makes the means that it enters NaN. */
ATTN_API attn_status attn_reading(float *out, const float *weights, const uint8_t *marked,
                                  size_t h, size_t n, size_t m);

/* out (n,n) = A·before, A = (mean over the heads of weights (h,n,n) + I)/2, each row of A divided by its
 * sum: one layer of attention rollout, Abnar & Zuidema, "Quantifying Attention Flow in Transformers",
 * 2020. before (n,n) is the rollout of the layers below; null for the first layer, then out = A.
 * A row without an allowed key passes itself on. NaN weights spread as NaN. */
ATTN_API attn_status attn_rollout(float *out, const float *before, const float *weights, size_t h, size_t n);

/* ---- measures of vectors ---------------------------------------------------------------------------- */

/* out[3], over count numbers: cosine a·b/(‖a‖·‖b‖), distance ‖a − b‖, relative ‖a − b‖/‖b‖. The cosine is
 * NaN if a or b is all zeros, for there is none. relative is 0 if the distance is 0, else +inf where b is
 * all zeros. A NaN or infinity in a or b makes all three NaN. */
ATTN_API attn_status attn_compare(float *out, const float *a, const float *b, size_t count);

/* Bytes of scratch that attn_pca needs for these sizes, in *bytes. Grows with rows² and d. */
ATTN_API attn_status attn_pca_scratch(size_t *bytes, size_t rows, size_t d);

/* xy (rows,2): the rows of x (rows,d), less their mean, along their first two principal components, the
 * directions in which they vary most (Pearson, 1901). shares[2]: how much of the variance lies along each.
 * Through the eigenvectors of the rows×rows matrix of dot products, by cyclic Jacobi rotations (Golub & Van
 * Loan, "Matrix Computations", 8.5): time grows with rows²·(rows + d), meant for a few hundred rows.
 * Sign: in each column of xy the number of largest magnitude is above 0, the first of them if several are
 * as large. Where variances are equal, any axes of their plane will do, the same for the same x. A component without
 * variance (equal rows, rank below 2) is zeros, and its share 0. A value of x that is not finite makes all
 * of xy and shares NaN. scratch: attn_pca_scratch bytes, 16-byte aligned; if less, OUT_OF_MEMORY. */
ATTN_API attn_status attn_pca(float *xy, float *shares, const float *x, void *scratch, size_t scratch_bytes,
                              size_t rows, size_t d);

/* ---- random numbers ----------------------------------------------------------------------------- */

/* out (count): independent normal numbers, mean 0, variance 1, the same for the same seed; of two counts
 * the smaller gives the beginning of the larger. Bits: xoshiro128++ (Blackman & Vigna, "Scrambled linear
 * pseudorandom number generators", 2021), seeded by splitmix64 (Steele, Lea, Flood, 2014). From bits to
 * pairs of normal numbers: the polar method (Marsaglia & Bray, "A convenient method for generating normal
 * variables", 1964). */
ATTN_API attn_status attn_normal(float *out, size_t count, uint32_t seed);

/* dots (draws): dots[i] = q·k for q and k of dk such numbers each, drawn anew for each i; nothing else is
 * stored. Each pair of the polar method is one q_x, k_x: the numbers of attn_normal(2·draws·dk), q_x at
 * even places, k_x at odd, before they are rounded to f32. */
ATTN_API attn_status attn_random_dots(float *dots, size_t draws, size_t dk, uint32_t seed);

/* ---- the blocks around attention ------------------------------------------------------------------- */

/* y (rows,out) = x (rows,in) · W (in,out) + bias (out). bias may be null. */
ATTN_API attn_status attn_linear(float *y, const float *x, const float *w, const float *bias,
                                 size_t rows, size_t in, size_t out);

/* The same with W = w8·wscale, one scale per output column (out): symmetric int8. */
ATTN_API attn_status attn_linear_q8(float *y, const float *x, const int8_t *w8, const float *wscale,
                                    const float *bias, size_t rows, size_t in, size_t out);

/* y (rows,d) = (x − mean)/sqrt(var + epsilon)·gain + bias per row, biased variance. y may be x.
 * Ba, Kiros, Hinton, "Layer Normalization", 2016. */
ATTN_API attn_status attn_layernorm(float *y, const float *x, const float *gain, const float *bias,
                                    float epsilon, size_t rows, size_t d);

/* ---- a model file ------------------------------------------------------------------------------ */

/* Little-endian. Header, 32 bytes:
 *     0 "ATTN"   4 u32 version   8 u32 bytes of the whole file   12 u32 CRC-32 (IEEE) of byte 16 to the end
 *    16 u32 kind   20 u32 heads   24 u32 max_tokens   28 u32 tensor count
 * Directory, 64 bytes a tensor:
 *     0 char name[32], zero-padded   32 u32 type   36 u32 rank (1…4)   40 u32 shape[4], unused = 1
 *    56 u32 offset from the start of the file, a multiple of 16   60 u32 bytes
 * then the tensors. web/models/format.js writes it; its names stand in model.c. */
#define ATTN_MODEL_VERSION 1u

typedef enum attn_tensor_type { ATTN_F32, ATTN_I8, ATTN_U8, ATTN_U32 } attn_tensor_type;

typedef enum attn_model_kind {
    ATTN_KIND_ENCODER = 1, /* pre-norm transformer encoder with FFN and sentence embedding (use-lite) */
    ATTN_KIND_BARE = 2     /* embeddings and attention only: no position, norm, residual or FFN        */
} attn_model_kind;

typedef struct attn_model attn_model; /* lives inside the caller's memory; 16-byte aligned             */

typedef struct attn_model_info { /* eight u32 */
    uint32_t kind, layers, heads, d_model, vocab, max_tokens;
    uint32_t has_embedding; /* a sentence embedding comes out                                          */
    uint32_t quantized;     /* int8 weights                                                            */
} attn_model_info;

/* Bytes to allocate for a model of file_bytes, in *bytes, and where in that memory the file goes, in
 * *file_offset. One allocation holds the model; it owns nothing else. */
ATTN_API attn_status attn_model_size(size_t *bytes, size_t *file_offset, size_t file_bytes);

/* Checks the file that the caller has put at memory + file_offset (checksum, every shape, every offset)
 * and makes the model in place: *model is at memory. The memory is 16-byte aligned and must outlive it.
 * NOT_A_MODEL, BAD_VERSION, TRUNCATED, CORRUPT or BAD_MODEL otherwise, and *model is null. */
ATTN_API attn_status attn_model_open(attn_model **model, void *memory, size_t file_bytes);

ATTN_API attn_status attn_model_describe(attn_model_info *info, const attn_model *model);

/* A tensor of the file by name (texts: "text.name", "text.source", "text.license", UTF-8 without a
 * final zero). Points into the model. BAD_MODEL if there is none. type and shape[4] may be null. */
ATTN_API attn_status attn_model_tensor(const void **data, size_t *bytes, uint32_t *type, uint32_t *shape,
                                       const attn_model *model, const char *name);

/* A piece of the vocabulary, UTF-8, with its ▁. Points into the model. */
ATTN_API attn_status attn_model_piece(const char **text, size_t *bytes, const attn_model *model, size_t id);

/* ---- tokenizer --------------------------------------------------------------------------------- */

/* Most tokens, and bytes of scratch, for a text of text_bytes. */
ATTN_API attn_status attn_tokenize_size(size_t *max_tokens, size_t *scratch_bytes, size_t text_bytes);

/* Unigram Viterbi (Kudo, "Subword Regularization", 2018) over normalised UTF-8 text in which spaces are
 * already ▁. ids and ends (byte offset of each token's end; a token begins where the last one ended)
 * hold max_tokens. Not cut. An empty text gives *count = 0. */
ATTN_API attn_status attn_tokenize(int32_t *ids, uint32_t *ends, size_t *count,
                                   const attn_model *model, const char *text, size_t text_bytes,
                                   void *scratch, size_t scratch_bytes);

/* ---- running a model --------------------------------------------------------------------------- */

typedef struct attn_run_options { /* hold for all layers */
    attn_mask mask;               /* FREE: (1,n,n) or (heads,n,n)                                        */
    float scale;                  /* NaN: 1/sqrt(dk) of each layer                                       */
    float temperature;            /* divides the scale; finite and > 0, else BAD_SCALE                   */
    const uint8_t *heads_off;     /* (layers, heads), 1 = this head adds zeros to joined; may be null    */
} attn_run_options;

/* Bytes of memory for a run over n tokens, in *bytes. */
ATTN_API attn_status attn_run_size(size_t *bytes, const attn_model *model, size_t n);

/* Runs n ids (1 ≤ n ≤ max_tokens) and keeps every stage of every layer in memory (16-byte aligned,
 * attn_run_size bytes), where the calls below find them. options may be null. */
ATTN_API attn_status attn_run(void *memory, size_t bytes, const attn_model *model,
                              const int32_t *ids, size_t n, const attn_run_options *options);

/* *data: a stage of a layer inside the run's memory; shape[3] as in ATTN_STAGE_LIST. Of an ENCODER, X_IN
 * of the layer one past the last is what leaves the last, (1,n,d). */
ATTN_API attn_status attn_run_stage(const float **data, size_t *shape, const void *memory,
                                    int stage, size_t layer);

/* *data: the sentence embedding (size), L2-normalised; null and 0 if the model has none. */
ATTN_API attn_status attn_run_embedding(const float **data, size_t *size, const void *memory);

/* ---- memory for callers that have none of their own ----------------------------------------------- */

/* 16-byte aligned memory of this many bytes, not cleared; null if bytes is 0 or there is not as much. The
 * caller's until attn_release. In WebAssembly a call may grow, and so detach, the memory's buffer. */
ATTN_API void *attn_alloc(size_t bytes);

/* Gives back what attn_alloc gave, once. Null is allowed. */
ATTN_API void attn_release(void *memory);

#endif
