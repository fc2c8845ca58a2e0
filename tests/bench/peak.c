/* peak.c: the most multiply-adds a second that four lanes of float give, a multiplication and an addition each.
 * Two loops, of which the quicker counts: chains in registers alone, and a tile that stays in the first cache.
 * One source for WebAssembly and, with main, for the machine itself.
 *
 * The loops hold what fits the registers: 16 vectors, of which V8 keeps one to itself. */
#include <stddef.h>

typedef float f32x4 __attribute__((vector_size(16)));

#ifdef __wasm__
#define CHAINS 12
#else
#define CHAINS 14
#endif

enum { LANES = 4, DEPTH = 128, TILE_ROWS = 2, PANEL = 4 };

static f32x4 splat(float x) { return (f32x4){x, x, x, x}; }

static float sum(f32x4 a) { return a[0] + a[1] + a[2] + a[3]; }

/* So many multiply-adds, up to a step: c·x + y over and over, which tends to y/(1 − x). */
__attribute__((noinline)) float peak_chains(size_t multiply_adds)
{
    size_t steps = multiply_adds / (CHAINS * LANES);
    f32x4 c[CHAINS], x = splat(0.5f), y = splat(0.25f), total = splat(0.0f);
    for (int p = 0; p < CHAINS; p++) c[p] = splat((float)p);
#pragma GCC unroll 1
    for (size_t s = 0; s < steps; s++)
#pragma GCC unroll 14
        for (int p = 0; p < CHAINS; p++) c[p] = c[p] * x + y;
    for (int p = 0; p < CHAINS; p++) total += c[p];
    return sum(total);
}

/* The same in products (2,16) = (2,128) · (128,16) of the same matrices. */
__attribute__((noinline)) float peak_tile(size_t multiply_adds)
{
    size_t steps = multiply_adds / (DEPTH * TILE_ROWS * PANEL * LANES);
    static float a[TILE_ROWS * DEPTH];
    static f32x4 panel[DEPTH * PANEL];
    f32x4 total = splat(0.0f);
    for (size_t s = 0; s < steps; s++) {
        f32x4 c[TILE_ROWS][PANEL] = {{{0}}};
        a[s % DEPTH] = 1.0f; /* so that no product is known to be the one before */
        panel[s % DEPTH] = splat(1.0f);
#pragma GCC unroll 1
        for (size_t k = 0; k < DEPTH; k++) {
            f32x4 b[PANEL];
#pragma GCC unroll 4
            for (int p = 0; p < PANEL; p++) b[p] = panel[k * PANEL + p];
#pragma GCC unroll 2
            for (int r = 0; r < TILE_ROWS; r++) {
                f32x4 x = splat(a[r * DEPTH + k]);
#pragma GCC unroll 4
                for (int p = 0; p < PANEL; p++) c[r][p] += x * b[p];
            }
        }
        for (int r = 0; r < TILE_ROWS; r++)
            for (int p = 0; p < PANEL; p++) total += c[r][p];
    }
    return sum(total);
}

#ifndef __wasm__
#include <stdio.h>
#include <time.h>

static double milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Reads lines "c COUNT" and "t COUNT"; answers each with the milliseconds that the chains or the tile took. */
int main(void)
{
    char loop;
    size_t count;
    volatile float kept = 0.0f;
    while (scanf(" %c %zu", &loop, &count) == 2) {
        double start = milliseconds();
        kept = loop == 'c' ? peak_chains(count) : peak_tile(count);
        (void)kept;
        printf("%.6f\n", milliseconds() - start);
        fflush(stdout);
    }
}
#endif
