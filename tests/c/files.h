/* files.h: model files in memory, for tests. */
#ifndef FILES_H
#define FILES_H

#include "attn.h"
#include "check.h"

/* Every test program of models is called with two folders: the converted models, and the goldens as lines with
 * the small models (tests/golden/to-lines.mjs, tests/c/small-models.mjs). "folder/name", for the whole run. */
static inline const char *path_in(const char *folder, const char *name)
{
    static char paths[8][512];
    static int used;
    if (used == 8 || snprintf(paths[used], sizeof *paths, "%s/%s", folder, name) >= (int)sizeof *paths) abort();
    return paths[used++];
}

typedef struct file {
    uint8_t *bytes;
    size_t count;
} file;

static inline file read_file(const char *path)
{
    file f = {NULL, 0};
    FILE *stream = fopen(path, "rb");
    if (!stream || fseek(stream, 0, SEEK_END) != 0) {
        printf("cannot read %s\n", path);
        exit(2);
    }
    f.count = (size_t)ftell(stream);
    f.bytes = exact(f.count, 1);
    rewind(stream);
    if (fread(f.bytes, 1, f.count, stream) != f.count) exit(2);
    fclose(stream);
    return f;
}

/* Opens the bytes in an allocation of exactly attn_model_size bytes, which *memory is for free(). */
static inline attn_status open_bytes(attn_model **model, void **memory, const uint8_t *bytes, size_t count)
{
    size_t size = 0, offset = 0;
    check(attn_model_size(&size, &offset, count) == ATTN_OK);
    *memory = exact(size, 1);
    memset(*memory, 0xA5, size);
    memcpy((uint8_t *)*memory + offset, bytes, count);
    return attn_model_open(model, *memory, count);
}

/* A model that must open; free() it. */
static inline attn_model *open_file(const char *path)
{
    attn_model *model = NULL;
    void *memory;
    file f = read_file(path);
    const attn_status status = open_bytes(&model, &memory, f.bytes, f.count);
    free(f.bytes);
    if (status != ATTN_OK) {
        printf("%s: %s\n", path, attn_status_text(status));
        exit(2);
    }
    return model;
}

/* Runs ids in exactly attn_run_size bytes; free() the result. Null if the run is refused. */
static inline void *run_ids(const attn_model *model, const int32_t *ids, size_t n, const attn_run_options *options)
{
    size_t bytes = 0;
    if (!check(attn_run_size(&bytes, model, n) == ATTN_OK)) return NULL;
    void *memory = exact(bytes, 1);
    memset(memory, 0xA5, bytes);
    if (check(attn_run(memory, bytes, model, ids, n, options) == ATTN_OK)) return memory;
    free(memory);
    return NULL;
}

static inline const float *stage(size_t shape[3], const void *run, int id, size_t layer)
{
    const float *data = NULL;
    check(attn_run_stage(&data, shape, run, id, layer) == ATTN_OK);
    return data;
}

#endif
