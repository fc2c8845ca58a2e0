/* test_model.c: a model file is believed only when it is whole and consistent.
 * test_model <models> <goldens> */
#include "files.h"
#include "model.h"

static const char *paths[5];
enum { BY_HAND, ENCODER, BARE, FILES, DEEPEST = FILES, TOO_DEEP };

static void put_u32(uint8_t *at, uint32_t word) { memcpy(at, &word, sizeof word); }

static uint32_t get_u32(const uint8_t *at)
{
    uint32_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

static void fix_checksum(file f) { put_u32(f.bytes + 12, attn_crc32(f.bytes + 16, f.count - 16)); }

static attn_status open_status(file f)
{
    attn_model *model = NULL;
    void *memory;
    const attn_status status = open_bytes(&model, &memory, f.bytes, f.count);
    check(status == ATTN_OK ? model == memory : model == NULL);
    free(memory);
    return status;
}

/* The directory entry of a tensor. */
static uint8_t *entry(file f, const char *name)
{
    for (size_t i = 0; i < get_u32(f.bytes + 28); i++)
        if (strcmp((char *)f.bytes + 32 + 64 * i, name) == 0) return f.bytes + 32 + 64 * i;
    printf("no tensor %s\n", name);
    exit(2);
}

static uint8_t *data(file f, const char *name) { return f.bytes + get_u32(entry(f, name) + 56); }

TEST(checksum)
{
    const uint8_t *digits = (const uint8_t *)"123456789";
    check(attn_crc32(digits, 9) == 0xCBF43926u); /* the check value of CRC-32 in every catalogue */
    check(attn_crc32(digits, 0) == 0);
    check(attn_crc32(digits, 1) == 0x83DCEFB7u);
}

TEST(describe)
{
    const attn_model_info want[FILES] = {
        {ATTN_KIND_BARE, 1, 1, 6, 6, 32, 0, 0},
        {ATTN_KIND_ENCODER, 2, 2, 4, 10, 9, 1, 1},
        {ATTN_KIND_BARE, 2, 2, 5, 10, 9, 0, 0},
    };
    for (int i = 0; i < FILES; i++) {
        attn_model *model = open_file(paths[i]);
        attn_model_info info;
        check(attn_model_describe(&info, model) == ATTN_OK);
        check(memcmp(&info, &want[i], sizeof info) == 0);
        check(attn_model_describe(NULL, model) == ATTN_NULL_POINTER);
        check(attn_model_describe(&info, NULL) == ATTN_NULL_POINTER);
        free(model);
    }
}

TEST(tensor_and_piece)
{
    attn_model *model = open_file(paths[BY_HAND]);
    const void *bytes = NULL;
    const char *text = NULL;
    size_t count = 0;
    uint32_t type = 9, shape[4] = {0};
    check(attn_model_tensor(&bytes, &count, &type, shape, model, "text.license") == ATTN_OK);
    check(count == 3 && memcmp(bytes, "MIT", 3) == 0 && type == ATTN_U8);
    check(shape[0] == 3 && shape[1] == 1 && shape[2] == 1 && shape[3] == 1);
    check(attn_model_tensor(&bytes, &count, NULL, NULL, model, "embedding") == ATTN_OK && count == 6 * 6 * 4);
    check(attn_model_tensor(&bytes, &count, NULL, NULL, model, "embeddin") == ATTN_BAD_MODEL);
    check(attn_model_tensor(&bytes, &count, NULL, NULL, model, NULL) == ATTN_NULL_POINTER);
    check(attn_model_piece(&text, &count, model, 4) == ATTN_OK);
    check(count == 8 && memcmp(text, "\xE2\x96\x81mouse", 8) == 0);
    check(attn_model_piece(&text, &count, model, 5) == ATTN_OK && count == 6);
    check(attn_model_piece(&text, &count, model, 6) == ATTN_BAD_TOKEN);
    free(model);
}

TEST(sizes)
{
    size_t bytes = 7, offset = 7;
    attn_model *model = (attn_model *)&bytes;
    check(attn_model_size(NULL, &offset, 100) == ATTN_NULL_POINTER);
    check(attn_model_size(&bytes, NULL, 100) == ATTN_NULL_POINTER);
    check(attn_model_size(&bytes, &offset, SIZE_MAX) == ATTN_BAD_SIZE);
    check(bytes == 7 && offset == 7);
    check(attn_model_size(&bytes, &offset, 100) == ATTN_OK && offset % 16 == 0 && bytes == offset + 100);
    check(attn_model_open(&model, NULL, 100) == ATTN_NULL_POINTER && !model);
    check(attn_model_open(NULL, &bytes, 100) == ATTN_NULL_POINTER);
}

TEST(every_truncation)
{
    for (int i = 0; i < FILES; i++) {
        file f = read_file(paths[i]);
        const size_t whole = f.count;
        for (f.count = 0; f.count < whole; f.count++)
            check(open_status(f) == (f.count < 4 ? ATTN_NOT_A_MODEL : ATTN_TRUNCATED));
        free(f.bytes);
    }
}

/* What a damaged byte must be answered with. A higher length is the only damage that looks like an early end. */
static bool flip_is_named(attn_status status, size_t at, bool longer)
{
    if (at < 4) return status == ATTN_NOT_A_MODEL;
    if (at < 8) return status == ATTN_BAD_VERSION;
    if (at < 12) return status == (longer ? ATTN_TRUNCATED : ATTN_CORRUPT);
    return status == ATTN_CORRUPT;
}

TEST(every_byte_flipped)
{
    for (int i = 0; i < FILES; i++) {
        file f = read_file(paths[i]);
        for (size_t at = 0; at < f.count; at++) {
            const uint8_t flip = (uint8_t)(1u << at % 8);
            f.bytes[at] ^= flip;
            check(flip_is_named(open_status(f), at, get_u32(f.bytes + 8) > f.count));
            f.bytes[at] ^= flip;
        }
        free(f.bytes);
    }
}

/* Uses all that a file can steer: pieces, tokenizer, run, stages. The sanitizers judge. */
static void use(const attn_model *model)
{
    attn_model_info info;
    check(attn_model_describe(&info, model) == ATTN_OK);
    check(info.kind >= ATTN_KIND_ENCODER && info.kind <= ATTN_KIND_BARE && info.layers >= 1);
    const char *text = "\xE2\x96\x81" "abcab" "\xE2\x96\x81" "The" "\xE2\x96\x81" "cat", *piece;
    size_t most, scratch_bytes, count, n;
    uint32_t sum = 0;
    for (size_t id = 0; id < info.vocab; id++) {
        check(attn_model_piece(&piece, &count, model, id) == ATTN_OK);
        for (size_t i = 0; i < count; i++) sum += (uint8_t)piece[i];
    }
    check(attn_tokenize_size(&most, &scratch_bytes, strlen(text)) == ATTN_OK && sum > 0);
    int32_t *ids = exact(most, sizeof *ids);
    uint32_t *ends = exact(most, sizeof *ends);
    void *scratch = exact(scratch_bytes, 1);
    check(attn_tokenize(ids, ends, &n, model, text, strlen(text), scratch, scratch_bytes) == ATTN_OK);
    if (n > info.max_tokens) n = info.max_tokens;
    free(run_ids(model, ids, n, NULL));
    free(ids), free(ends), free(scratch);
}

/* Each byte, with the checksum put right: refused, or sound enough to use. */
TEST(every_byte_forged)
{
    for (int i = 0; i < FILES; i++) {
        file f = read_file(paths[i]);
        size_t refused = 0;
        for (size_t at = 16; at < f.count; at++)
            for (int kind = 0; kind < 3; kind++) {
                const uint8_t old = f.bytes[at];
                const uint8_t forged[3] = {(uint8_t)(old ^ 1u << at % 8), 0xFF, 0};
                f.bytes[at] = forged[kind];
                fix_checksum(f);
                attn_model *model = NULL;
                void *memory;
                const attn_status status = open_bytes(&model, &memory, f.bytes, f.count);
                check(status == ATTN_OK || status == ATTN_BAD_MODEL);
                if (status == ATTN_OK) use(model);
                else refused++;
                free(memory);
                f.bytes[at] = old;
            }
        check(refused > 1000); /* the directory alone has more bytes that matter */
        free(f.bytes);
    }
}

/* One word of a directory entry forged: 32 type, 36 rank, 40… shape, 56 offset, 60 bytes. */
static void refuse_entry(int which, const char *name, size_t field, uint32_t word)
{
    file f = read_file(paths[which]);
    put_u32(entry(f, name) + field, word);
    fix_checksum(f);
    if (!check(open_status(f) == ATTN_BAD_MODEL)) printf("  %s, field %zu = %u\n", name, field, word);
    free(f.bytes);
}

static void refuse_word(int which, const char *name, size_t index, uint32_t word)
{
    file f = read_file(paths[which]);
    put_u32(name ? data(f, name) + 4 * index : f.bytes + 4 * index, word);
    fix_checksum(f);
    if (!check(open_status(f) == ATTN_BAD_MODEL)) printf("  %s[%zu] = %u\n", name ? name : "header", index, word);
    free(f.bytes);
}

TEST(forged_header)
{
    refuse_word(BARE, NULL, 4, 0);           /* kind */
    refuse_word(BARE, NULL, 4, 3);
    refuse_word(BARE, NULL, 4, ATTN_KIND_ENCODER);
    refuse_word(ENCODER, NULL, 4, ATTN_KIND_BARE);
    refuse_word(BARE, NULL, 5, 0);           /* heads */
    refuse_word(BARE, NULL, 5, 3);           /* 3 divides h·dk = 6, not h·dv = 4 */
    refuse_word(BARE, NULL, 5, 4);           /* the reverse */
    refuse_word(ENCODER, NULL, 5, 4);        /* 4 divides the first layer's width, not the second's */
    refuse_word(BARE, NULL, 6, 0);           /* max_tokens */
    refuse_word(BARE, NULL, 7, 0);           /* tensors */
    refuse_word(BARE, NULL, 7, 1u << 26);
    refuse_word(BARE, NULL, 7, UINT32_MAX);
}

TEST(forged_directory)
{
    file f = read_file(paths[BARE]);
    const uint32_t end = (uint32_t)f.count, place = get_u32(entry(f, "embedding") + 56);
    free(f.bytes);
    refuse_entry(BARE, "embedding", 32, 4);
    refuse_entry(BARE, "embedding", 32, ATTN_U32);
    refuse_entry(BARE, "embedding", 36, 0);
    refuse_entry(BARE, "embedding", 36, 5);
    refuse_entry(BARE, "embedding", 36, 1);
    refuse_entry(BARE, "embedding", 36, 3);      /* consistent by itself, but not a matrix */
    refuse_entry(BARE, "embedding", 40, 0);
    refuse_entry(BARE, "embedding", 44, 6);
    refuse_entry(BARE, "embedding", 48, 1u << 30); /* 10·5·2^30·4 is beyond 32 bits */
    refuse_entry(BARE, "embedding", 60, 4);
    refuse_entry(BARE, "embedding", 56, 0);
    refuse_entry(BARE, "embedding", 56, end - 16);
    refuse_entry(BARE, "embedding", 56, UINT32_MAX - 15);
    refuse_entry(BARE, "embedding", 56, place + 4);                     /* not aligned */
    refuse_entry(BARE, "embedding", 0, 0);                        /* name: empty */
    refuse_entry(BARE, "embedding", 28, 0x41000000);              /* name: goes on after its end */
}

/* A tensor that nobody asks for must still be sound. */
static attn_status rename_spare(const char name[32])
{
    file f = read_file(paths[BARE]);
    memcpy(entry(f, "spare"), name, 32);
    fix_checksum(f);
    const attn_status status = open_status(f);
    free(f.bytes);
    return status;
}

TEST(names)
{
    check(rename_spare((char[32]){"another"}) == ATTN_OK);
    check(rename_spare((char[32]){"a name of thirty-one characters"}) == ATTN_OK);
    check(rename_spare("a name of thirty-two characters!") == ATTN_BAD_MODEL);
    check(rename_spare((char[32]){"text.name"}) == ATTN_BAD_MODEL); /* twice */
}

TEST(depth)
{
    file deepest = read_file(paths[DEEPEST]), too_deep = read_file(paths[TOO_DEEP]);
    check(open_status(deepest) == ATTN_OK);
    check(open_status(too_deep) == ATTN_BAD_MODEL);
    free(deepest.bytes), free(too_deep.bytes);
}

/* A header that promises a directory that is not there. */
TEST(header_alone)
{
    file whole = read_file(paths[BARE]), f = {exact(32, 1), 32};
    memcpy(f.bytes, whole.bytes, 32);
    put_u32(f.bytes + 8, 32);
    put_u32(f.bytes + 28, 1);
    fix_checksum(f);
    check(open_status(f) == ATTN_BAD_MODEL);
    free(f.bytes), free(whole.bytes);
}

TEST(forged_shapes)
{
    refuse_entry(ENCODER, "layer0.qkv.weight", 32, ATTN_U8);
    refuse_entry(ENCODER, "layer0.qkv.scale", 32, ATTN_U32);
    const char *vectors[] = {"layer0.qkv.scale", "layer0.qkv.bias", "layer0.ln1.gain", "layer1.ln2.bias",
                             "pool.bias", "position.inverse", "vocab.scores", "vocab.starts"};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        file f = read_file(paths[ENCODER]);
        uint8_t *e = entry(f, vectors[i]);
        put_u32(e + 40, get_u32(e + 40) - 1); /* one element less, consistent by itself */
        put_u32(e + 60, get_u32(e + 60) - 4);
        fix_checksum(f);
        if (!check(open_status(f) == ATTN_BAD_MODEL)) printf("  %s\n", vectors[i]);
        free(f.bytes);
    }
    const char *matrices[] = {"layer0.qkv.weight", "layer0.output.weight", "layer0.residual.weight",
                              "layer0.ffn1.weight", "layer1.ffn2.weight", "pool.weight"};
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) {
        file f = read_file(paths[ENCODER]);
        uint8_t *e = entry(f, matrices[i]);
        const uint32_t rows = get_u32(e + 40), row_bytes = get_u32(e + 60) / rows;
        put_u32(e + 40, rows - 1);
        put_u32(e + 60, row_bytes * (rows - 1));
        fix_checksum(f);
        if (!check(open_status(f) == ATTN_BAD_MODEL)) printf("  %s\n", matrices[i]);
        free(f.bytes);
    }
}

TEST(missing_tensors)
{
    for (int i = 0; i < FILES; i++) {
        file f = read_file(paths[i]);
        for (size_t t = 0; t < get_u32(f.bytes + 28); t++) {
            uint8_t *name = f.bytes + 32 + 64 * t;
            const bool optional = i == BARE && strcmp((char *)name, "spare") == 0;
            const uint8_t old = *name;
            *name = '#';
            fix_checksum(f);
            if (!check(open_status(f) == (optional ? ATTN_OK : ATTN_BAD_MODEL))) printf("  without %s\n", (char *)name + 1);
            *name = old;
        }
        free(f.bytes);
    }
}

TEST(forged_vocabulary)
{
    refuse_word(BARE, "vocab.starts", 0, 1);
    refuse_word(BARE, "vocab.starts", 2, 1000);
    refuse_word(BARE, "vocab.starts", 10, 0);
    refuse_word(BARE, "vocab.starts", 10, UINT32_MAX);
    refuse_word(BARE, "vocab.sorted", 0, 10);
    refuse_word(BARE, "vocab.sorted", 0, UINT32_MAX);
    refuse_word(BARE, "vocab.scores", 3, 0x7FC00000); /* NaN */
    refuse_word(BARE, "vocab.scores", 3, 0x7F800000); /* infinity */
    file f = read_file(paths[BARE]);
    const uint8_t *sorted = data(f, "vocab.sorted");
    refuse_word(BARE, "vocab.sorted", 1, get_u32(sorted)); /* the same piece twice */
    refuse_word(BARE, "vocab.sorted", 0, get_u32(sorted + 4));
    free(f.bytes);
}

TEST(length_and_version)
{
    file f = read_file(paths[BY_HAND]), longer = {exact(f.count + 16, 1), f.count + 16};
    memset(longer.bytes, 0, longer.count);
    memcpy(longer.bytes, f.bytes, f.count);
    check(open_status(longer) == ATTN_BAD_MODEL); /* bytes after a sound file */
    put_u32(f.bytes + 8, 31);
    check(open_status(f) == ATTN_CORRUPT);
    put_u32(f.bytes + 4, ATTN_MODEL_VERSION + 1); /* before the length is looked at */
    check(open_status(f) == ATTN_BAD_VERSION);
    f.bytes[0] = 'a';
    check(open_status(f) == ATTN_NOT_A_MODEL);
    free(f.bytes), free(longer.bytes);
}

int main(int count, char **arguments)
{
    const char *names[] = {"by-hand.bin", "small-encoder.bin", "small-bare.bin", "deepest.bin", "too-deep.bin"};
    if (count != 3) return 2;
    for (int i = 0; i < 5; i++) paths[i] = path_in(arguments[2], names[i]);
    RUN(checksum);
    RUN(describe);
    RUN(tensor_and_piece);
    RUN(sizes);
    RUN(length_and_version);
    RUN(every_truncation);
    RUN(every_byte_flipped);
    RUN(every_byte_forged);
    RUN(forged_header);
    RUN(forged_directory);
    RUN(names);
    RUN(depth);
    RUN(header_alone);
    RUN(forged_shapes);
    RUN(missing_tensors);
    RUN(forged_vocabulary);
    return report();
}
