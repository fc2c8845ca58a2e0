/* model.c: a model file, checked and bound to names.
 *
 * The file is not trusted. Order of the checks: magic, version, length, checksum, directory, then each
 * tensor against the others, so that the status says how far the file is one of ours. */
#include "model.h"

#include "size.h"

#include <math.h>
#include <string.h>

enum { HEADER = 32, ENTRY = 64, NAME = 32, ALIGN = 16 };

static const char MAGIC[4] = {'A', 'T', 'T', 'N'};

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "model files are used in place and are little-endian"
#endif

static size_t round_up(size_t bytes)
{
    return (bytes + (ALIGN - 1)) & ~(size_t)(ALIGN - 1);
}

static uint32_t read_u32(const uint8_t *at)
{
    uint32_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

/* ---- directory --------------------------------------------------------------------------------- */

typedef struct tensor {
    const char *name; /* ends in a zero within NAME bytes once check_tensor has passed */
    uint32_t type, rank, shape[4], offset, bytes;
} tensor;

static tensor read_tensor(const uint8_t *file, size_t index)
{
    const uint8_t *entry = file + HEADER + ENTRY * index;
    tensor t = {.name = (const char *)entry};
    t.type = read_u32(entry + NAME);
    t.rank = read_u32(entry + NAME + 4);
    for (size_t axis = 0; axis < 4; axis++) t.shape[axis] = read_u32(entry + NAME + 8 + 4 * axis);
    t.offset = read_u32(entry + NAME + 24);
    t.bytes = read_u32(entry + NAME + 28);
    return t;
}

static uint32_t element_bytes(uint32_t type)
{
    return type == ATTN_F32 || type == ATTN_U32 ? 4 : 1;
}

/* Name, type, shape and place are sound by themselves; the data is between the directory and the end. */
static bool check_tensor(const tensor *t, size_t directory_end, size_t file_bytes)
{
    const char *end = memchr(t->name, 0, NAME);
    if (!end || end == t->name) return false;
    for (; end < t->name + NAME; end++)
        if (*end) return false;
    if (t->type > ATTN_U32 || t->rank < 1 || t->rank > 4) return false;
    uint64_t bytes = element_bytes(t->type);
    for (uint32_t axis = 0; axis < 4; axis++) {
        if (t->shape[axis] == 0 || (axis >= t->rank && t->shape[axis] != 1)) return false;
        bytes *= t->shape[axis];
        if (bytes > UINT32_MAX) return false;
    }
    return bytes == t->bytes && t->offset % ALIGN == 0 && t->offset >= directory_end
        && t->offset <= file_bytes && t->bytes <= file_bytes - t->offset;
}

static bool find(tensor *found, const attn_model *model, const char *name)
{
    for (size_t i = 0; i < model->tensors; i++) {
        *found = read_tensor(model->file, i);
        if (strcmp(found->name, name) == 0) return true;
    }
    return false;
}

static bool check_directory(attn_model *model, size_t file_bytes)
{
    const size_t count = read_u32(model->file + 28);
    if (count > MAX_TENSORS || count > (file_bytes - HEADER) / ENTRY) return false;
    for (size_t i = 0; i < count; i++) {
        const tensor t = read_tensor(model->file, i);
        tensor twin;
        if (!check_tensor(&t, HEADER + ENTRY * count, file_bytes) || find(&twin, model, t.name)) return false;
        model->tensors = i + 1;
    }
    return true;
}

/* ---- names to tensors -------------------------------------------------------------------------- */

/* Looks tensors up for one model. A tensor that is missing or of another type or shape clears good. */
typedef struct binder {
    attn_model *model;
    bool good;
} binder;

enum { ANY = 0, NO_LAYER = -1 }; /* a size not asked for; a name without layer{i}. in front */

/* "layer{i}." + part + suffix. The parts in this file keep it below NAME. */
static void make_name(char name[NAME], int layer, const char *part, const char *suffix)
{
    char *end = name;
    if (layer != NO_LAYER) {
        memcpy(end, "layer", 5);
        end += 5;
        if (layer >= 10) *end++ = (char)('0' + layer / 10);
        *end++ = (char)('0' + layer % 10);
        *end++ = '.';
    }
    memcpy(end, part, strlen(part));
    end += strlen(part);
    memcpy(end, suffix, strlen(suffix) + 1);
}

static bool has(const attn_model *model, int layer, const char *part, const char *suffix)
{
    char name[NAME];
    tensor t;
    make_name(name, layer, part, suffix);
    return find(&t, model, name);
}

static const void *bind(binder *b, tensor *t, const char *name, uint32_t rank, size_t first, size_t second)
{
    b->good = b->good && find(t, b->model, name) && t->rank == rank
           && (first == ANY || t->shape[0] == first) && (second == ANY || t->shape[1] == second);
    return b->good ? b->model->file + t->offset : NULL;
}

/* A list of count elements of one type. */
static const void *bind_list(binder *b, size_t *count, const char *name, uint32_t type, size_t expected)
{
    tensor t;
    const void *data = bind(b, &t, name, 1, expected, ANY);
    b->good = b->good && t.type == type;
    if (b->good && count) *count = t.shape[0];
    return b->good ? data : NULL;
}

/* A matrix, f32 or int8; for int8 also its scales, one for each column, or row if by_row. */
static weight bind_matrix(binder *b, int layer, const char *part, const char *suffix,
                          size_t in, size_t out, bool by_row)
{
    char name[NAME];
    tensor t;
    make_name(name, layer, part, suffix);
    weight w = {.data = bind(b, &t, name, 2, in, out)};
    b->good = b->good && (t.type == ATTN_F32 || t.type == ATTN_I8);
    if (!b->good) return (weight){0};
    w.in = t.shape[0];
    w.out = t.shape[1];
    if (t.type == ATTN_I8) {
        make_name(name, layer, part, ".scale");
        w.scale = bind_list(b, NULL, name, ATTN_F32, by_row ? w.in : w.out);
        b->model->info.quantized = 1;
    }
    return w;
}

static weight bind_weight(binder *b, int layer, const char *part, size_t in, size_t out)
{
    return bind_matrix(b, layer, part, ".weight", in, out, false);
}

static weight bind_affine(binder *b, int layer, const char *part, size_t in, size_t out)
{
    char name[NAME];
    weight w = bind_weight(b, layer, part, in, out);
    make_name(name, layer, part, ".bias");
    w.bias = bind_list(b, NULL, name, ATTN_F32, w.out);
    return w;
}

static norm bind_norm(binder *b, int layer, const char *part, size_t d)
{
    char name[NAME];
    norm n;
    make_name(name, layer, part, ".gain");
    n.gain = bind_list(b, NULL, name, ATTN_F32, d);
    make_name(name, layer, part, ".bias");
    n.bias = bind_list(b, NULL, name, ATTN_F32, d);
    return n;
}

/* ---- vocabulary -------------------------------------------------------------------------------- */

static bool check_starts(const vocabulary *v, size_t pieces, size_t bytes)
{
    for (size_t id = 0; id < pieces; id++)
        if (v->starts[id] > v->starts[id + 1]) return false;
    return v->starts[0] == 0 && v->starts[pieces] == bytes;
}

/* Is the piece a before the piece b, bytewise? */
static bool before(const vocabulary *v, uint32_t a, uint32_t b)
{
    const size_t a_bytes = v->starts[a + 1] - v->starts[a], b_bytes = v->starts[b + 1] - v->starts[b];
    const int order = memcmp(v->bytes + v->starts[a], v->bytes + v->starts[b],
                             a_bytes < b_bytes ? a_bytes : b_bytes);
    return order < 0 || (order == 0 && a_bytes < b_bytes);
}

/* Every matchable id is a piece with bytes and a finite score, and stands after the one before it. */
static bool check_sorted(const vocabulary *v, size_t pieces)
{
    for (size_t place = 0; place < v->matchable; place++) {
        const uint32_t id = v->sorted[place];
        if (id >= pieces || v->starts[id] == v->starts[id + 1]) return false;
        if (!isfinite(v->scores[id])) return false;
        if (place > 0 && !before(v, v->sorted[place - 1], id)) return false;
    }
    return true;
}

/* What the tokenizer wants to know beforehand: where each first byte begins, and the price of unknown. */
static void index_vocabulary(vocabulary *v)
{
    size_t place = 0;
    float lowest = v->scores[v->sorted[0]];
    for (uint32_t byte = 0; byte < 256; byte++) {
        v->first[byte] = (uint32_t)place;
        for (; place < v->matchable && v->bytes[v->starts[v->sorted[place]]] == byte; place++) {
            const float score = v->scores[v->sorted[place]];
            if (score < lowest) lowest = score;
        }
    }
    v->first[256] = (uint32_t)place;
    v->unknown_score = lowest - 10.0f;
}

static void bind_vocabulary(binder *b)
{
    attn_model *model = b->model;
    vocabulary *v = &model->vocab;
    const weight embedding = bind_matrix(b, NO_LAYER, "embedding", "", ANY, ANY, true);
    size_t bytes = 0;
    model->embedding = embedding.data;
    model->embedding_scale = embedding.scale;
    model->info.vocab = (uint32_t)embedding.in;
    model->info.d_model = (uint32_t)embedding.out;
    v->bytes = bind_list(b, &bytes, "vocab.bytes", ATTN_U8, ANY);
    v->starts = bind_list(b, NULL, "vocab.starts", ATTN_U32, embedding.in + 1);
    v->scores = bind_list(b, NULL, "vocab.scores", ATTN_F32, embedding.in);
    v->sorted = bind_list(b, &v->matchable, "vocab.sorted", ATTN_U32, ANY);
    b->good = b->good && check_starts(v, embedding.in, bytes) && check_sorted(v, embedding.in);
    if (b->good) index_vocabulary(v);
}

/* ---- layers ------------------------------------------------------------------------------------ */

/* Width d enters, the answer leaves. */
static size_t bind_encoder_layer(binder *b, int i, layer *l, size_t d)
{
    const size_t heads = b->model->info.heads;
    b->good = b->good && d % heads == 0;
    l->d_in = d;
    l->dk = l->dv = d / heads;
    l->ln1 = bind_norm(b, i, "ln1", d);
    l->qkv = bind_affine(b, i, "qkv", d, 3 * d);
    l->output = bind_affine(b, i, "output", d, ANY);
    l->d_out = l->output.out;
    if (l->d_out != d || has(b->model, i, "residual", ".weight"))
        l->residual = bind_affine(b, i, "residual", d, l->d_out);
    l->ln2 = bind_norm(b, i, "ln2", l->d_out);
    l->ffn1 = bind_affine(b, i, "ffn1", l->d_out, ANY);
    l->ffn2 = bind_affine(b, i, "ffn2", l->ffn1.out, l->d_out);
    return l->d_out;
}

static size_t bind_bare_layer(binder *b, int i, layer *l, size_t d)
{
    const size_t heads = b->model->info.heads;
    l->d_in = d;
    l->q = bind_weight(b, i, "q", d, ANY);
    l->k = bind_weight(b, i, "k", d, l->q.out);
    l->v = bind_weight(b, i, "v", d, ANY);
    b->good = b->good && l->q.out % heads == 0 && l->v.out % heads == 0;
    l->dk = l->q.out / heads;
    l->dv = l->v.out / heads;
    if (has(b->model, i, "output", ".weight")) l->output = bind_weight(b, i, "output", l->v.out, ANY);
    l->d_out = l->output.data ? l->output.out : l->v.out;
    return l->d_out;
}

/* Does any tensor belong to this layer? */
static bool has_layer(const attn_model *model, int layer)
{
    char prefix[NAME];
    make_name(prefix, layer, "", "");
    for (size_t i = 0; i < model->tensors; i++)
        if (strncmp(read_tensor(model->file, i).name, prefix, strlen(prefix)) == 0) return true;
    return false;
}

static void bind_layers(binder *b)
{
    attn_model *model = b->model;
    const bool encoder = model->info.kind == ATTN_KIND_ENCODER;
    size_t d = model->info.d_model;
    int i = 0;
    for (; b->good && i < MAX_LAYERS && has_layer(model, i); i++)
        d = encoder ? bind_encoder_layer(b, i, &model->layers[i], d)
                    : bind_bare_layer(b, i, &model->layers[i], d);
    model->info.layers = (uint32_t)i;
    b->good = b->good && i > 0 && !has_layer(model, i);
    if (!encoder) return;
    b->good = b->good && model->info.d_model % 2 == 0;
    model->position = bind_list(b, NULL, "position.inverse", ATTN_F32, model->info.d_model / 2);
    model->pool = bind_affine(b, NO_LAYER, "pool", d, ANY);
    model->info.has_embedding = 1;
}

static bool bind_model(attn_model *model)
{
    binder b = {model, true};
    model->info.kind = read_u32(model->file + 16);
    model->info.heads = read_u32(model->file + 20);
    model->info.max_tokens = read_u32(model->file + 24);
    if (model->info.kind != ATTN_KIND_ENCODER && model->info.kind != ATTN_KIND_BARE) return false;
    if (model->info.heads == 0 || model->info.max_tokens == 0) return false;
    bind_list(&b, NULL, "text.name", ATTN_U8, ANY);
    bind_list(&b, NULL, "text.source", ATTN_U8, ANY);
    bind_list(&b, NULL, "text.license", ATTN_U8, ANY);
    bind_vocabulary(&b);
    bind_layers(&b);
    return b.good;
}

/* ---- exports ----------------------------------------------------------------------------------- */

attn_status attn_model_size(size_t *bytes, size_t *file_offset, size_t file_bytes)
{
    if (!bytes || !file_offset) return ATTN_NULL_POINTER;
    const size_t offset = round_up(sizeof(attn_model));
    if (file_bytes > SIZE_MAX - offset) return ATTN_BAD_SIZE;
    *file_offset = offset;
    *bytes = offset + file_bytes;
    return ATTN_OK;
}

/* Is the file ours, whole and undamaged? */
static attn_status check_file(const uint8_t *file, size_t file_bytes)
{
    if (file_bytes < sizeof MAGIC || memcmp(file, MAGIC, sizeof MAGIC) != 0) return ATTN_NOT_A_MODEL;
    if (file_bytes < 8) return ATTN_TRUNCATED;
    if (read_u32(file + 4) != ATTN_MODEL_VERSION) return ATTN_BAD_VERSION;
    if (file_bytes < HEADER || read_u32(file + 8) > file_bytes) return ATTN_TRUNCATED;
    const size_t stated = read_u32(file + 8);
    if (stated < HEADER || attn_crc32(file + 16, stated - 16) != read_u32(file + 12)) return ATTN_CORRUPT;
    return stated == file_bytes ? ATTN_OK : ATTN_BAD_MODEL;
}

attn_status attn_model_open(attn_model **model, void *memory, size_t file_bytes)
{
    if (model) *model = NULL;
    if (!model || !memory) return ATTN_NULL_POINTER;
    attn_model *m = memory;
    const uint8_t *file = (const uint8_t *)memory + round_up(sizeof *m);
    const attn_status status = check_file(file, file_bytes);
    if (status != ATTN_OK) return status;
    *m = (attn_model){.file = file};
    if (!check_directory(m, file_bytes) || !bind_model(m)) return ATTN_BAD_MODEL;
    *model = m;
    return ATTN_OK;
}

attn_status attn_model_describe(attn_model_info *info, const attn_model *model)
{
    if (!info || !model) return ATTN_NULL_POINTER;
    *info = model->info;
    return ATTN_OK;
}

attn_status attn_model_tensor(const void **data, size_t *bytes, uint32_t *type, uint32_t *shape,
                              const attn_model *model, const char *name)
{
    tensor t;
    if (!data || !bytes || !model || !name) return ATTN_NULL_POINTER;
    if (!find(&t, model, name)) return ATTN_BAD_MODEL;
    *data = model->file + t.offset;
    *bytes = t.bytes;
    if (type) *type = t.type;
    if (shape) memcpy(shape, t.shape, sizeof t.shape);
    return ATTN_OK;
}

attn_status attn_model_piece(const char **text, size_t *bytes, const attn_model *model, size_t id)
{
    if (!text || !bytes || !model) return ATTN_NULL_POINTER;
    if (id >= model->info.vocab) return ATTN_BAD_TOKEN;
    const uint32_t *starts = model->vocab.starts;
    *text = (const char *)model->vocab.bytes + starts[id];
    *bytes = starts[id + 1] - starts[id];
    return ATTN_OK;
}
