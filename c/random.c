/* random.c: normal numbers from a seed, and dot products of random vectors. */
#include "attn.h"
#include "size.h"

#include <math.h>

typedef struct generator {
    uint32_t s[4];
} generator;

/* splitmix64 */
static uint64_t split(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static generator seeded(uint32_t seed)
{
    uint64_t state = seed, a = split(&state), b = split(&state);
    return (generator){{(uint32_t)a, (uint32_t)(a >> 32), (uint32_t)b, (uint32_t)(b >> 32)}};
}

static inline uint32_t turn(uint32_t x, int bits) { return x << bits | x >> (32 - bits); }

/* xoshiro128++ */
static inline uint32_t next(generator *g)
{
    uint32_t *s = g->s, result = turn(s[0] + s[3], 7) + s[0], t = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = turn(s[3], 11);
    return result;
}

/* In −1 … 1, both ends and 0 left out. */
static inline double uniform(generator *g) { return (next(g) + 0.5) * 0x1p-31 - 1.0; }

/* Two independent normal numbers: the polar method. */
static inline void next_pair(double pair[2], generator *g)
{
    const double MINUS_2_LN_2 = -1.3862943611198906; /* log2 is in the module anyway, log is not */
    double u, v, s;
    do {
        u = uniform(g), v = uniform(g);
        s = u * u + v * v;
    } while (s >= 1.0);
    double stretch = sqrt(MINUS_2_LN_2 * log2(s) / s);
    pair[0] = u * stretch, pair[1] = v * stretch;
}

/* out (count) */
attn_status attn_normal(float *out, size_t count, uint32_t seed)
{
    if (!out) return ATTN_NULL_POINTER;
    if (!attn_sized(count, 1, 1, sizeof(float))) return ATTN_BAD_SIZE;

    generator g = seeded(seed);
    double pair[2];
    for (size_t c = 0; c < count; c++) {
        if (c % 2 == 0) next_pair(pair, &g);
        out[c] = (float)pair[c % 2];
    }
    return ATTN_OK;
}

/* dots (draws) */
attn_status attn_random_dots(float *dots, size_t draws, size_t dk, uint32_t seed)
{
    if (!dots) return ATTN_NULL_POINTER;
    if (!attn_sized(draws, 1, 1, sizeof(float)) || !attn_sized(draws, dk, 1, 1)) return ATTN_BAD_SIZE;

    generator g = seeded(seed);
    for (size_t i = 0; i < draws; i++) {
        double sum = 0.0, pair[2];
        for (size_t x = 0; x < dk; x++) {
            next_pair(pair, &g);
            sum += pair[0] * pair[1];
        }
        dots[i] = (float)sum;
    }
    return ATTN_OK;
}
