/* test_tokenizer.c: ids as SentencePiece gives them, and any bytes without harm.
 * test_tokenizer <models> <goldens> */
#include "files.h"

#include <time.h>

static const char *use_lite, *small, *golden;

typedef struct tokens {
    int32_t *ids;
    uint32_t *ends;
    size_t count;
} tokens;

/* All arrays of exactly the sizes asked for; the text too, so that a read beside it is seen. */
static tokens tokenize(const attn_model *model, const char *text, size_t bytes)
{
    size_t most = 0, scratch_bytes = 0;
    tokens t = {0};
    check(attn_tokenize_size(&most, &scratch_bytes, bytes) == ATTN_OK);
    t.ids = exact(most, sizeof *t.ids);
    t.ends = exact(most, sizeof *t.ends);
    char *copy = exact(bytes, 1);
    void *scratch = exact(scratch_bytes, 1);
    memcpy(copy, text, bytes);
    check(attn_tokenize(t.ids, t.ends, &t.count, model, copy, bytes, scratch, scratch_bytes) == ATTN_OK);
    check(t.count <= most);
    free(copy), free(scratch);
    return t;
}

static void free_tokens(tokens t) { free(t.ids), free(t.ends); }

/* The tokens cover the text, in order; a token that is not unknown spells its piece. */
static void check_spans(const attn_model *model, const char *text, size_t bytes, tokens t)
{
    size_t begin = 0;
    for (size_t i = 0; i < t.count; begin = t.ends[i++]) {
        const char *piece;
        size_t length;
        check(t.ends[i] > begin && t.ends[i] <= bytes);
        check(attn_model_piece(&piece, &length, model, (size_t)t.ids[i]) == ATTN_OK);
        check(t.ids[i] == 0 || (length == t.ends[i] - begin && memcmp(piece, text + begin, length) == 0));
        check(!(i > 0 && t.ids[i] == 0 && t.ids[i - 1] == 0));
    }
    check(begin == bytes);
}

/* Are these the ids of the line (decimal, apart by spaces)? */
static bool same_ids(tokens t, const char *line)
{
    size_t count = 0;
    for (char *end; ; line = end, count++) {
        const long id = strtol(line, &end, 10);
        if (end == line) return count == t.count;
        if (count >= t.count || t.ids[count] != id) return false;
    }
}

TEST(goldens)
{
    attn_model *model = open_file(use_lite);
    FILE *stream = fopen(golden, "r");
    static char line[65536];
    int same = 0, cases = 0;
    while (stream && fgets(line, sizeof line, stream)) {
        char *tab = strchr(line, '\t');
        if (!check(tab)) break;
        const size_t bytes = (size_t)(tab - line);
        tokens t = tokenize(model, line, bytes);
        check_spans(model, line, bytes, t);
        cases++;
        if (check(same_ids(t, tab + 1))) same++;
        else printf("  %s", line);
        free_tokens(t);
    }
    if (stream) fclose(stream);
    printf("  %d of %d as SentencePiece\n", same, cases);
    check(cases == 424 && same == cases);
    free(model);
}

/* The pieces, ids 1…9: ▁a −1, ▁ab −2, b −3, c −4, abc −5, ▁ −6, bc −7, da −8, ab −1.5; unknown −18. */
static void expect(const char *text, const char *ids)
{
    attn_model *model = open_file(small);
    tokens t = tokenize(model, text, strlen(text));
    check_spans(model, text, strlen(text), t);
    if (!check(same_ids(t, ids))) printf("  %s\n", text);
    free_tokens(t);
    free(model);
}

#define SPACE "\xE2\x96\x81"

TEST(best_path)
{
    expect(SPACE "a", "1");
    expect(SPACE "ab", "2");                     /* −2 against −1 −3 */
    expect(SPACE "abc", "2 4");                  /* −6 against ▁ abc −11 */
    expect(SPACE SPACE "abc", "6 2 4");
    expect("abc", "5");                          /* −5 against ab c −5.5 */
    expect("bc", "7");                           /* −7 against b c −7: the first found stays */
    expect("dab", "8 3");                        /* −11 against unknown ab −19.5 */
    expect("bd", "3 0");
    expect("ddd", "0");                          /* one token */
    expect("dbd", "0 3 0");
    expect("a", "0");                            /* a prefix of a piece is none */
    expect("ac", "0 4");
    expect("\xC3\xA9\xC3\xA9" "b", "0 3");       /* é é */
}

TEST(unknown_ends_a_character)
{
    attn_model *model = open_file(small);
    tokens t = tokenize(model, "b\xF0\x9F\x98\x80" "b", 6);
    check(t.count == 3 && t.ends[0] == 1 && t.ends[1] == 5 && t.ends[2] == 6);
    free_tokens(t);
    free(model);
}

TEST(bad_utf8)
{
    attn_model *model = open_file(use_lite);
    const char *bad[] = {"\x80", "\xFF", "\xC3", "a\xE2\x96", "\xE2\x96z", "\xF0\x9F\x98", "\xC0\xAF",
                         "\xE2\xE2\x96\x81the", "\xF5\x80\x80\x80", "\xED\xA0\x80"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tokens t = tokenize(model, bad[i], strlen(bad[i]));
        check_spans(model, bad[i], strlen(bad[i]), t);
        free_tokens(t);
    }
    tokens t = tokenize(model, "\xE2" SPACE "the", 7); /* the bad byte does not swallow the word */
    check(t.count == 2 && t.ids[0] == 0 && t.ends[0] == 1 && t.ids[1] == 9);
    free_tokens(t);
    for (int round = 0; round < 2000; round++) {
        char text[48];
        const size_t bytes = random_size(1, sizeof text);
        for (size_t i = 0; i < bytes; i++) text[i] = (char)(round % 2 ? random_bits() : 0x80 | random_bits());
        t = tokenize(model, text, bytes);
        check_spans(model, text, bytes, t);
        free_tokens(t);
    }
    free(model);
}

TEST(long_text)
{
    attn_model *model = open_file(use_lite);
    const char *words = SPACE "the" SPACE "quick" SPACE "internationalization" SPACE "zzzz!";
    enum { BYTES = 100000 };
    char *text = exact(BYTES, 1);
    for (size_t i = 0; i < BYTES; i++) text[i] = words[i % strlen(words)];
    const clock_t start = clock();
    tokens t = tokenize(model, text, BYTES);
    const double ms = 1e3 * (double)(clock() - start) / CLOCKS_PER_SEC;
    check_spans(model, text, BYTES, t);
    printf("  100 KB: %zu tokens in %.0f ms\n", t.count, ms);
    check(ms < 1000); /* with sanitizers; about 10 ms without */
    free_tokens(t);
    free(text), free(model);
}

TEST(errors_before_writes)
{
    attn_model *model = open_file(small);
    int32_t ids[4] = {7, 7, 7, 7};
    uint32_t ends[4] = {7, 7, 7, 7}, scratch[64];
    size_t count = 7, most = 7, bytes = 7;
    check(attn_tokenize_size(NULL, &bytes, 4) == ATTN_NULL_POINTER);
    check(attn_tokenize_size(&most, NULL, 4) == ATTN_NULL_POINTER);
    check(attn_tokenize_size(&most, &bytes, SIZE_MAX) == ATTN_BAD_SIZE);
    check(attn_tokenize_size(&most, &bytes, UINT32_MAX) == ATTN_BAD_SIZE);
    check(most == 7 && bytes == 7);
    check(attn_tokenize_size(&most, &bytes, 4) == ATTN_OK && bytes <= sizeof scratch);
    check(attn_tokenize(NULL, ends, &count, model, "abcd", 4, scratch, bytes) == ATTN_NULL_POINTER);
    check(attn_tokenize(ids, NULL, &count, model, "abcd", 4, scratch, bytes) == ATTN_NULL_POINTER);
    check(attn_tokenize(ids, ends, NULL, model, "abcd", 4, scratch, bytes) == ATTN_NULL_POINTER);
    check(attn_tokenize(ids, ends, &count, NULL, "abcd", 4, scratch, bytes) == ATTN_NULL_POINTER);
    check(attn_tokenize(ids, ends, &count, model, NULL, 4, scratch, bytes) == ATTN_NULL_POINTER);
    check(attn_tokenize(ids, ends, &count, model, "abcd", 4, NULL, bytes) == ATTN_NULL_POINTER);
    check(attn_tokenize(ids, ends, &count, model, "abcd", 4, scratch, bytes - 1) == ATTN_OUT_OF_MEMORY);
    check(ids[0] == 7 && ends[0] == 7 && count == 7);
    check(attn_tokenize(NULL, NULL, &count, model, NULL, 0, NULL, 0) == ATTN_OK && count == 0);
    free(model);
}

int main(int count, char **arguments)
{
    if (count != 3) return 2;
    use_lite = path_in(arguments[1], "use-lite.q8.bin");
    small = path_in(arguments[2], "small-bare.bin");
    golden = path_in(arguments[2], "tokens.txt");
    RUN(goldens);
    RUN(best_path);
    RUN(unknown_ends_a_character);
    RUN(bad_utf8);
    RUN(long_text);
    RUN(errors_before_writes);
    return report();
}
