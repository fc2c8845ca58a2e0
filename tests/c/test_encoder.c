/* test_encoder.c: runs, against the original runtime, by hand, and by what options promise.
 * test_encoder <models> <goldens> */
#include "files.h"

static const char *f32_path, *q8_path, *by_hand, *small_encoder, *small_bare, *golden, *small_golden;

/* ---- goldens ----------------------------------------------------------------------------------- */

typedef struct errors {
    double scores, weights, embedding, cosine; /* largest; cosine: smallest */
    int cases;
} errors;

/* The next count numbers of the stream against data. Returns the cosine. */
static double compare(double *worst, FILE *stream, const float *data, size_t count)
{
    double dot = 0.0, own = 0.0, other = 0.0;
    for (size_t i = 0; i < count; i++) {
        double want = 0.0;
        check(fscanf(stream, "%lf", &want) == 1);
        const double error = fabs(want - data[i]);
        if (!(error <= *worst)) *worst = error; /* NaN too */
        dot += want * data[i], own += (double)data[i] * data[i], other += want * want;
    }
    return dot / sqrt(own * other);
}

static void *run_golden(FILE *stream, const attn_model *model, size_t n)
{
    int32_t *ids = exact(n, sizeof *ids);
    for (size_t i = 0; i < n; i++) check(fscanf(stream, "%d", &ids[i]) == 1);
    void *run = run_ids(model, ids, n, NULL);
    free(ids);
    return run;
}

static void compare_line(errors *e, FILE *stream, const char *name, const void *run, size_t *layer)
{
    size_t shape[3], count = 0, row[3] = {0};
    const float *data = NULL;
    const bool lone = strcmp(name, "row") == 0;
    if (lone) check(fscanf(stream, "%zu %zu %zu", &row[0], &row[1], &row[2]) == 3);
    check(fscanf(stream, "%zu", &count) == 1);
    if (strcmp(name, "scores") == 0) {
        data = stage(shape, run, ATTN_STAGE_SCALED, *layer);
        check(count == shape[0] * shape[1] * shape[2]);
        compare(&e->scores, stream, data, count);
    } else if (strcmp(name, "weights") == 0) {
        data = stage(shape, run, ATTN_STAGE_WEIGHTS, (*layer)++);
        check(count == shape[0] * shape[1] * shape[2]);
        compare(&e->weights, stream, data, count);
    } else if (lone) {
        data = stage(shape, run, ATTN_STAGE_WEIGHTS, row[0]);
        check(count == shape[2]);
        compare(&e->weights, stream, data + (row[1] * shape[1] + row[2]) * shape[2], count);
    } else {
        size_t size = 0;
        check(strcmp(name, "embedding") == 0);
        check(attn_run_embedding(&data, &size, run) == ATTN_OK && size == count);
        e->cosine = fmin(e->cosine, compare(&e->embedding, stream, data, count));
    }
}

static errors run_goldens(const char *path, const char *answers, int cases)
{
    attn_model *model = open_file(path);
    FILE *stream = fopen(answers, "r");
    errors e = {.cosine = 1.0};
    char name[16];
    void *run = NULL;
    size_t layer = 0, n = 0;
    while (stream && fscanf(stream, "%15s", name) == 1) {
        if (strcmp(name, "ids") != 0) {
            compare_line(&e, stream, name, run, &layer);
            continue;
        }
        free(run);
        layer = 0;
        check(fscanf(stream, "%zu", &n) == 1);
        run = run_golden(stream, model, n);
        e.cases++;
    }
    if (stream) fclose(stream);
    free(run), free(model);
    printf("  scores %.2g, weights %.2g, embedding %.2g, cosine %.6f\n", e.scores, e.weights, e.embedding, e.cosine);
    check(e.cases == cases);
    return e;
}

TEST(goldens_f32)
{
    const errors e = run_goldens(f32_path, golden, 23);
    check(e.scores <= 1e-4);
    check(e.weights <= 2e-5);
    check(e.embedding <= 3e-6);
}

TEST(goldens_q8)
{
    const errors e = run_goldens(q8_path, golden, 23);
    check(e.weights <= 0.03);
    check(e.cosine >= 0.9995);
    file f = read_file(q8_path);
    check(f.count <= 7300000);
    free(f.bytes);
}

/* Other widths than use-lite's, int8 and f32 in one model; the embedding hangs on everything before it. */
TEST(small_encoder_in_float64)
{
    const errors e = run_goldens(small_encoder, small_golden, 1);
    check(e.embedding <= 1e-5);
}

/* ---- by hand ----------------------------------------------------------------------------------- */

/* The, cat, chased, a, mouse: the vocabulary is in alphabetical order after the unknown piece. */
static const int32_t SENTENCE[5] = {5, 2, 3, 1, 4};

TEST(by_hand)
{
    attn_model *model = open_file(by_hand);
    void *run = run_ids(model, SENTENCE, 5, NULL);
    size_t shape[3], size = 7;
    const float *data = stage(shape, run, ATTN_STAGE_X_IN, 0);
    check(shape[0] == 1 && shape[1] == 5 && shape[2] == 6);
    check(data[0] == 0.0f && data[4] == 1.0f && data[5] == -0.5f); /* The */
    data = stage(shape, run, ATTN_STAGE_Q, 0);
    check(shape[0] == 1 && shape[1] == 5 && shape[2] == 4);
    check(data[8] == 1.5f && data[9] == 2.0f && data[10] == -0.2f && data[11] == 0.2f); /* chased asks */
    data = stage(shape, run, ATTN_STAGE_K, 0);
    check(data[16] == 0.5f && data[17] == 2.0f && data[18] == 0.0f && data[19] == 1.0f); /* mouse offers */
    data = stage(shape, run, ATTN_STAGE_SCORES, 0);
    check(shape[0] == 1 && shape[1] == 5 && shape[2] == 5);
    check_near(data[2 * 5 + 4], 4.95, 1e-6);
    check_near(stage(shape, run, ATTN_STAGE_SCALED, 0)[2 * 5 + 4], 2.475, 1e-6); /* 1/sqrt(4) */
    data = stage(shape, run, ATTN_STAGE_WEIGHTS, 0);
    check_near(data[2 * 5 + 4], 0.60, 0.003);
    check(attn_run_stage(&data, shape, run, ATTN_STAGE_PROJECTED, 0) == ATTN_BAD_STAGE);
    check(attn_run_stage(&data, shape, run, ATTN_STAGE_X_IN, 1) == ATTN_BAD_STAGE); /* BARE keeps no more */
    check(attn_run_embedding(&data, &size, run) == ATTN_OK && !data && size == 0);
    free(run), free(model);
}

/* A second BARE layer reads what leaves the first. */
TEST(bare_layers)
{
    attn_model *model = open_file(small_bare);
    const int32_t ids[3] = {2, 0, 5};
    void *run = run_ids(model, ids, 3, NULL);
    size_t shape[3];
    const float *projected = stage(shape, run, ATTN_STAGE_PROJECTED, 0);
    check(shape[1] == 3 && shape[2] == 7);
    const float *x = stage(shape, run, ATTN_STAGE_X_IN, 1);
    check(shape[1] == 3 && shape[2] == 7 && memcmp(x, projected, 21 * sizeof *x) == 0);
    const int widths[] = {ATTN_STAGE_K, 3, ATTN_STAGE_V, 2, ATTN_STAGE_OUTPUT, 2};
    for (size_t i = 0; i < 6; i += 2) {
        stage(shape, run, widths[i], 1);
        check(shape[0] == 2 && shape[1] == 3 && shape[2] == (size_t)widths[i + 1]);
    }
    free(run), free(model);
}

static const void *tensor(const attn_model *model, const char *name, size_t bytes)
{
    const void *data = NULL;
    size_t size = 0;
    check(attn_model_tensor(&data, &size, NULL, NULL, model, name) == ATTN_OK && size == bytes);
    return data;
}

/* The embedding, in float64, from what leaves the last layer. */
TEST(what_leaves_the_last_layer)
{
    attn_model *model = open_file(small_encoder);
    const int32_t ids[4] = {1, 2, 3, 4};
    void *run = run_ids(model, ids, 4, NULL);
    const int8_t *w = tensor(model, "pool.weight", 30);
    const float *scale = tensor(model, "pool.scale", 20), *bias = tensor(model, "pool.bias", 20), *e = NULL;
    size_t shape[3], size = 0;
    const float *x = stage(shape, run, ATTN_STAGE_X_IN, 2);
    check(shape[0] == 1 && shape[1] == 4 && shape[2] == 6);
    check(attn_run_embedding(&e, &size, run) == ATTN_OK && size == 5);
    double want[5], square = 0.0;
    for (size_t o = 0; o < 5; o++) {
        want[o] = bias[o];
        for (size_t c = 0; c < 6; c++)
            want[o] += (x[c] + x[6 + c] + x[12 + c] + (double)x[18 + c]) / 4.0 * w[5 * c + o] * scale[o];
        want[o] = tanh(want[o]);
        square += want[o] * want[o];
    }
    for (size_t o = 0; o < 5; o++) check_near(e[o], want[o] / sqrt(square), 1e-5);
    free(run), free(model);
}

/* ---- memory ------------------------------------------------------------------------------------ */

TEST(run_sizes)
{
    attn_model *model = open_file(small_encoder);
    size_t bytes = 7, before = 0;
    check(attn_run_size(NULL, model, 1) == ATTN_NULL_POINTER);
    check(attn_run_size(&bytes, NULL, 1) == ATTN_NULL_POINTER);
    check(attn_run_size(&bytes, model, 0) == ATTN_NO_TOKENS);
    check(attn_run_size(&bytes, model, 10) == ATTN_TOO_LONG);
    check(bytes == 7);
    const int32_t ids[9] = {1, 2, 3, 4, 5, 6, 0, 1, 2};
    for (size_t n = 1; n <= 9; n++, before = bytes) {
        check(attn_run_size(&bytes, model, n) == ATTN_OK && bytes > before);
        free(run_ids(model, ids, n, NULL)); /* in exactly that many bytes */
    }
    free(model);
    model = open_file(q8_path);
    check(attn_run_size(&bytes, model, 128) == ATTN_OK && bytes < 20000000);
    printf("  128 tokens: %zu bytes\n", bytes);
    free(model);
}

/* Every stage of every layer lies apart from every other. */
TEST(stages_lie_apart)
{
    attn_model *model = open_file(small_encoder);
    const int32_t ids[4] = {1, 2, 3, 4};
    void *run = run_ids(model, ids, 4, NULL);
    enum { ALL = 2 * ATTN_STAGE_COUNT + 1 }; /* and X_IN past the last layer */
    const char *begins[ALL], *ends[ALL];
    for (size_t s = 0; s < ALL; s++) {
        size_t shape[3];
        const float *data = stage(shape, run, (int)(s % ATTN_STAGE_COUNT), s / ATTN_STAGE_COUNT);
        begins[s] = (const char *)data;
        ends[s] = (const char *)(data + shape[0] * shape[1] * shape[2]);
        for (size_t t = 0; t < s; t++) check(ends[s] <= begins[t] || ends[t] <= begins[s]);
    }
    free(run), free(model);
}

TEST(errors_before_writes)
{
    attn_model *model = open_file(small_encoder);
    const int32_t ids[3] = {1, 2, 3}, high[3] = {1, 2, 10}, low[3] = {1, 2, -1};
    size_t bytes = 0;
    check(attn_run_size(&bytes, model, 3) == ATTN_OK);
    uint8_t *memory = exact(bytes, 1);
    memset(memory, 0xA5, bytes);
    const uint8_t allowed[9] = {0};
    const attn_run_options scales[] = {{.scale = INFINITY, .temperature = 1.0f}, {.scale = 1e38f, .temperature = 1e-3f},
        {.scale = NAN}, {.scale = NAN, .temperature = -1.0f}, {.scale = NAN, .temperature = 1e-45f},
        {.scale = NAN, .temperature = NAN}, {.scale = NAN, .temperature = INFINITY}};
    const attn_run_options kind = {.scale = NAN, .temperature = 1.0f, .mask = {.kind = 4}},
        none = {.scale = NAN, .temperature = 1.0f, .mask = {.kind = ATTN_MASK_FREE, .heads = 1}},
        heads = {.scale = NAN, .temperature = 1.0f, .mask = {.kind = ATTN_MASK_FREE, .allowed = allowed, .heads = 3}};
    check(attn_run(NULL, bytes, model, ids, 3, NULL) == ATTN_NULL_POINTER);
    check(attn_run(memory, bytes, NULL, ids, 3, NULL) == ATTN_NULL_POINTER);
    check(attn_run(memory, bytes, model, NULL, 3, NULL) == ATTN_NULL_POINTER);
    check(attn_run(memory, bytes, model, ids, 0, NULL) == ATTN_NO_TOKENS);
    check(attn_run(memory, bytes, model, ids, 10, NULL) == ATTN_TOO_LONG);
    check(attn_run(memory, bytes, model, high, 3, NULL) == ATTN_BAD_TOKEN);
    check(attn_run(memory, bytes, model, low, 3, NULL) == ATTN_BAD_TOKEN);
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        check(attn_run(memory, bytes, model, ids, 3, &scales[i]) == ATTN_BAD_SCALE);
    check(attn_run(memory, bytes, model, ids, 3, &kind) == ATTN_BAD_MASK);
    check(attn_run(memory, bytes, model, ids, 3, &none) == ATTN_NULL_POINTER);
    check(attn_run(memory, bytes, model, ids, 3, &heads) == ATTN_BAD_MASK);
    check(attn_run(memory, bytes - 1, model, ids, 3, NULL) == ATTN_OUT_OF_MEMORY);
    for (size_t i = 0; i < bytes; i++) check(memory[i] == 0xA5);
    free(memory), free(model);
}

TEST(stage_errors)
{
    attn_model *model = open_file(small_encoder);
    const int32_t ids[1] = {1};
    void *run = run_ids(model, ids, 1, NULL);
    const float *data = NULL;
    size_t shape[3] = {7, 7, 7}, size = 7;
    check(attn_run_stage(&data, shape, run, -1, 0) == ATTN_BAD_STAGE);
    check(attn_run_stage(&data, shape, run, ATTN_STAGE_COUNT, 0) == ATTN_BAD_STAGE);
    check(attn_run_stage(&data, shape, run, ATTN_STAGE_Q, 2) == ATTN_BAD_STAGE);
    check(attn_run_stage(&data, shape, run, ATTN_STAGE_Q, 1u << 24) == ATTN_BAD_STAGE);
    check(attn_run_stage(&data, shape, run, ATTN_STAGE_X_IN, 3) == ATTN_BAD_STAGE);
    check(attn_run_stage(&data, shape, run, ATTN_STAGE_X_IN, SIZE_MAX) == ATTN_BAD_STAGE);
    check(attn_run_stage(NULL, shape, run, ATTN_STAGE_Q, 0) == ATTN_NULL_POINTER);
    check(attn_run_stage(&data, NULL, run, ATTN_STAGE_Q, 0) == ATTN_NULL_POINTER);
    check(attn_run_stage(&data, shape, NULL, ATTN_STAGE_Q, 0) == ATTN_NULL_POINTER);
    check(attn_run_embedding(NULL, &size, run) == ATTN_NULL_POINTER);
    check(attn_run_embedding(&data, NULL, run) == ATTN_NULL_POINTER);
    check(attn_run_embedding(&data, &size, NULL) == ATTN_NULL_POINTER);
    check(!data && shape[0] == 7 && size == 7);
    free(run), free(model);
}

/* ---- options ----------------------------------------------------------------------------------- */

static bool same_stage(const void *a, const void *b, int id, size_t layer)
{
    size_t shape[3], other[3];
    const float *x = stage(shape, a, id, layer), *y = stage(other, b, id, layer);
    return memcmp(x, y, shape[0] * shape[1] * shape[2] * sizeof *x) == 0;
}

TEST(heads_off)
{
    attn_model *model = open_file(small_encoder);
    const int32_t ids[4] = {1, 2, 3, 4};
    const uint8_t off[2][2] = {{0, 1}, {0, 0}}, later[2][2] = {{0, 0}, {1, 0}};
    attn_run_options options = {.scale = NAN, .temperature = 1.0f, .heads_off = &off[0][0]};
    void *whole = run_ids(model, ids, 4, NULL), *run = run_ids(model, ids, 4, &options);
    size_t shape[3];
    const float *before = stage(shape, whole, ATTN_STAGE_JOINED, 0), *joined = stage(shape, run, ATTN_STAGE_JOINED, 0);
    for (size_t i = 0; i < 4; i++)
        for (size_t c = 0; c < 4; c++) check(joined[4 * i + c] == (c < 2 ? before[4 * i + c] : 0.0f));
    check(same_stage(whole, run, ATTN_STAGE_OUTPUT, 0)); /* the head is still there to look at */
    check(!same_stage(whole, run, ATTN_STAGE_WEIGHTS, 1));
    free(run);
    options.heads_off = &later[0][0];
    run = run_ids(model, ids, 4, &options);
    check(same_stage(whole, run, ATTN_STAGE_JOINED, 0) && same_stage(whole, run, ATTN_STAGE_WEIGHTS, 1));
    joined = stage(shape, run, ATTN_STAGE_JOINED, 1);
    for (size_t i = 0; i < 4; i++)
        for (size_t c = 0; c < 6; c++) check((joined[6 * i + c] == 0.0f) == (c < 3));
    free(run), free(whole), free(model);
}

/* In every layer and head, exactly the cells that open() names are open. */
static void check_open(const void *run, bool (*open)(size_t head, size_t i, size_t j))
{
    for (size_t layer = 0; layer < 2; layer++) {
        size_t shape[3];
        const float *masked = stage(shape, run, ATTN_STAGE_MASKED, layer);
        const float *weights = stage(shape, run, ATTN_STAGE_WEIGHTS, layer);
        const float *scaled = stage(shape, run, ATTN_STAGE_SCALED, layer);
        for (size_t cell = 0; cell < shape[0] * shape[1] * shape[2]; cell++) {
            const bool is_open = open(cell / 16, cell / 4 % 4, cell % 4);
            check(masked[cell] == (is_open ? scaled[cell] : -INFINITY));
            check(is_open ? weights[cell] > 0.0f : weights[cell] == 0.0f);
        }
    }
}

static bool causal(size_t head, size_t i, size_t j) { return head < 2 && j <= i; }
static bool near(size_t head, size_t i, size_t j) { return head < 2 && i <= j + 1 && j <= i + 1; }
static bool shared(size_t head, size_t i, size_t j) { return head < 2 && (i + j) % 2 == 0; }
static bool by_head(size_t head, size_t i, size_t j) { return head == 0 ? j == i : j != i; }

static void run_masked(attn_mask mask, bool (*open)(size_t head, size_t i, size_t j))
{
    attn_model *model = open_file(small_encoder);
    const int32_t ids[4] = {1, 2, 3, 4};
    const attn_run_options options = {.scale = NAN, .temperature = 1.0f, .mask = mask};
    void *run = run_ids(model, ids, 4, &options);
    check_open(run, open);
    free(run), free(model);
}

TEST(masks)
{
    uint8_t one[16], two[32];
    for (size_t cell = 0; cell < 32; cell++) {
        one[cell % 16] = shared(0, cell / 4 % 4, cell % 4);
        two[cell] = by_head(cell / 16, cell / 4 % 4, cell % 4);
    }
    run_masked((attn_mask){.kind = ATTN_MASK_CAUSAL}, causal);
    run_masked((attn_mask){.kind = ATTN_MASK_WINDOW, .window = 1}, near);
    run_masked((attn_mask){.kind = ATTN_MASK_FREE, .allowed = one, .heads = 1}, shared);
    run_masked((attn_mask){.kind = ATTN_MASK_FREE, .allowed = two, .heads = 2}, by_head);
}

static void check_scaled(const void *run, size_t layer, float scale)
{
    size_t shape[3];
    const float *scores = stage(shape, run, ATTN_STAGE_SCORES, layer);
    const float *scaled = stage(shape, run, ATTN_STAGE_SCALED, layer);
    for (size_t cell = 0; cell < 32; cell++) check(scaled[cell] == scores[cell] * scale);
}

TEST(scale_and_temperature)
{
    attn_model *model = open_file(small_encoder);
    const int32_t ids[4] = {1, 2, 3, 4};
    const attn_run_options given = {.scale = 0.75f, .temperature = 1.0f}, hot = {.scale = NAN, .temperature = 2.0f};
    void *plain = run_ids(model, ids, 4, NULL), *scaled = run_ids(model, ids, 4, &given),
         *heated = run_ids(model, ids, 4, &hot);
    for (size_t layer = 0; layer < 2; layer++) {
        const float own = 1.0f / sqrtf(layer ? 3.0f : 2.0f); /* dk of the layer */
        check_scaled(plain, layer, own);
        check_scaled(scaled, layer, 0.75f);
        check_scaled(heated, layer, own / 2.0f);
    }
    free(plain), free(scaled), free(heated), free(model);
}

/* The tanh of any sentence, divided by its length. */
TEST(embedding_is_a_unit)
{
    attn_model *model = open_file(small_encoder);
    const int32_t ids[4] = {1, 2, 3, 4};
    for (size_t n = 1; n <= 4; n++) {
        void *run = run_ids(model, ids, n, NULL);
        const float *e = NULL;
        size_t size = 0;
        double square = 0.0;
        check(attn_run_embedding(&e, &size, run) == ATTN_OK && size == 5);
        for (size_t c = 0; c < size; c++) square += (double)e[c] * e[c];
        check_near(square, 1.0, 1e-6);
        free(run);
    }
    free(model);
}

int main(int count, char **arguments)
{
    if (count != 3) return 2;
    f32_path = path_in(arguments[1], "use-lite.f32.bin");
    q8_path = path_in(arguments[1], "use-lite.q8.bin");
    by_hand = path_in(arguments[2], "by-hand.bin");
    small_encoder = path_in(arguments[2], "small-encoder.bin");
    small_bare = path_in(arguments[2], "small-bare.bin");
    golden = path_in(arguments[2], "use-lite.txt");
    small_golden = path_in(arguments[2], "small-encoder.txt");
    RUN(goldens_f32);
    RUN(goldens_q8);
    RUN(small_encoder_in_float64);
    RUN(by_hand);
    RUN(bare_layers);
    RUN(what_leaves_the_last_layer);
    RUN(run_sizes);
    RUN(stages_lie_apart);
    RUN(errors_before_writes);
    RUN(stage_errors);
    RUN(heads_off);
    RUN(masks);
    RUN(scale_and_temperature);
    RUN(embedding_is_a_unit);
    return report();
}
