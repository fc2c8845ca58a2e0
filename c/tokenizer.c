/* tokenizer.c: normalised text → ids, by the best path over unigram scores.
 *
 * Kudo, "Subword Regularization", 2018; the details are SentencePiece's: scores are added as f32 from left
 * to right, the first best path found stays, and a run of unknown characters is one token. */
#include "model.h"

enum { UNKNOWN_ID = 0 };

/* The best path from the start of the text to one byte position: its score and its last token. */
typedef struct step {
    float score;
    uint32_t begin;  /* where the last token begins; UNREACHED if no path ends here                    */
    int32_t id;
} step;

static const uint32_t UNREACHED = UINT32_MAX;

attn_status attn_tokenize_size(size_t *max_tokens, size_t *scratch_bytes, size_t text_bytes)
{
    if (!max_tokens || !scratch_bytes) return ATTN_NULL_POINTER;
    if (text_bytes >= UNREACHED || text_bytes >= SIZE_MAX / sizeof(step)) return ATTN_BAD_SIZE;
    *max_tokens = text_bytes;
    *scratch_bytes = (text_bytes + 1) * sizeof(step);
    return ATTN_OK;
}

static int is_continuation(uint8_t byte)
{
    return (byte & 0xC0) == 0x80;
}

/* Bytes of the character at text[0], of which left ≥ 1 are there; 1 for what is not UTF-8. */
static size_t character_bytes(const uint8_t *text, size_t left)
{
    const uint8_t lead = text[0];
    const size_t bytes = lead >= 0xC2 && lead <= 0xDF ? 2
                       : lead >= 0xE0 && lead <= 0xEF ? 3
                       : lead >= 0xF0 && lead <= 0xF4 ? 4 : 1;
    if (bytes > left) return 1;
    for (size_t i = 1; i < bytes; i++)
        if (!is_continuation(text[i])) return 1;
    return bytes;
}

/* A byte of the piece at a place of vocab.sorted; −1 past its end: a piece stands before its extensions. */
static int piece_byte(const vocabulary *v, size_t place, size_t depth)
{
    const uint32_t id = v->sorted[place];
    const size_t length = v->starts[id + 1] - v->starts[id];
    return depth < length ? v->bytes[v->starts[id] + depth] : -1;
}

/* First place in [low, high) whose byte at depth is ≥ byte; high if none. */
static size_t first_at_least(const vocabulary *v, size_t low, size_t high, size_t depth, int byte)
{
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (piece_byte(v, middle, depth) < byte) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* Keeps the path that reaches end over [begin, end), if it is the first or a better one. */
static void offer(step *steps, size_t begin, size_t end, int32_t id, float score)
{
    const float total = score + steps[begin].score;
    if (steps[end].begin != UNREACHED && !(total > steps[end].score)) return;
    steps[end] = (step){total, (uint32_t)begin, id};
}

/* Offers every piece that the text at begin starts with, shortest first. The places [low, high) share the
 * bytes read so far, and a piece that ends there is the first of them. */
static void extend(step *steps, const vocabulary *v, const uint8_t *text, size_t begin, size_t end)
{
    const size_t character = character_bytes(text + begin, end - begin);
    size_t low = v->first[text[begin]], high = v->first[text[begin] + 1];
    int has_character = 0;
    for (size_t depth = 1; low < high; depth++) {
        if (piece_byte(v, low, depth) < 0) {
            const uint32_t id = v->sorted[low++];
            offer(steps, begin, begin + depth, (int32_t)id, v->scores[id]);
            has_character |= depth == character;
        }
        if (begin + depth == end || low == high) break;
        const int byte = text[begin + depth];
        if (piece_byte(v, low, depth) != byte) low = first_at_least(v, low, high, depth, byte);
        if (low < high && piece_byte(v, high - 1, depth) != byte)
            high = first_at_least(v, low, high, depth, byte + 1);
    }
    if (!has_character) offer(steps, begin, begin + character, UNKNOWN_ID, v->unknown_score);
}

/* Walks the path back from the end of the text, then turns it round. Returns the number of tokens. */
static size_t read_path(int32_t *ids, uint32_t *ends, const step *steps, size_t text_bytes)
{
    size_t count = 0;
    for (size_t end = text_bytes; end > 0; end = steps[end].begin) {
        const int32_t id = steps[end].id;
        if (id == UNKNOWN_ID && count > 0 && ids[count - 1] == UNKNOWN_ID) continue;
        ids[count] = id;
        ends[count++] = (uint32_t)end;
    }
    for (size_t i = 0; i < count / 2; i++) {
        const size_t j = count - 1 - i;
        const int32_t id = ids[i];
        const uint32_t end = ends[i];
        ids[i] = ids[j], ends[i] = ends[j];
        ids[j] = id, ends[j] = end;
    }
    return count;
}

attn_status attn_tokenize(int32_t *ids, uint32_t *ends, size_t *count, const attn_model *model,
                          const char *text, size_t text_bytes, void *scratch, size_t scratch_bytes)
{
    size_t most, needed;
    if (!count || !model) return ATTN_NULL_POINTER;
    const attn_status status = attn_tokenize_size(&most, &needed, text_bytes);
    if (status != ATTN_OK) return status;
    if (text_bytes > 0 && (!ids || !ends || !text || !scratch)) return ATTN_NULL_POINTER;
    if (text_bytes > 0 && scratch_bytes < needed) return ATTN_OUT_OF_MEMORY;
    *count = 0;
    if (text_bytes == 0) return ATTN_OK;
    step *steps = scratch;
    steps[0] = (step){0.0f, 0, UNKNOWN_ID};
    for (size_t i = 1; i <= text_bytes; i++) steps[i].begin = UNREACHED;
    for (size_t i = 0; i < text_bytes; i++)
        if (steps[i].begin != UNREACHED) extend(steps, &model->vocab, (const uint8_t *)text, i, text_bytes);
    *count = read_path(ids, ends, steps, text_bytes);
    return ATTN_OK;
}
