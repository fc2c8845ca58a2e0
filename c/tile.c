/* tile.c: the inner loop of every matrix product here.
 *
 * Two rows by four vectors are eight sums, two splats, a load and a product: they fit the fifteen
 * registers that V8 has, but only with one step in the loop body. Unrolled by four, V8 spills and the
 * loop runs at half speed. It is a file of its own so that no caller's registers are in its way. */
#include "tile.h"

#include "f32x4.h"

/* Products summed in one go before they join c: rounding errors of long sums stay small. */
#define DEPTH ((size_t)128)

#if defined(__clang__)
#define DO_NOT_UNROLL _Pragma("clang loop unroll(disable)")
#else
#define DO_NOT_UNROLL
#endif

/* c (16) = sum, or += sum. */
static inline void put(float *c, bool add, const f32x4 sum[4])
{
    for (size_t p = 0; p < 4; p++, c += 4) f32x4_store(c, add ? f32x4_add(f32x4_load(c), sum[p]) : sum[p]);
}

/* c (2,16) = or += a (2,depth)·panel (depth,16) */
static inline void two_rows(float *c, size_t c_row, bool add, const float *a, size_t a_row,
                            const float *panel, size_t depth)
{
    f32x4 zero = f32x4_splat(0.0f);
    f32x4 upper[4] = {zero, zero, zero, zero}, lower[4] = {zero, zero, zero, zero};
    DO_NOT_UNROLL
    for (size_t k = 0; k < depth; k++) {
        f32x4 up = f32x4_load_splat(a + k), low = f32x4_load_splat(a + a_row + k);
        for (size_t p = 0; p < 4; p++) {
            f32x4 right = f32x4_load(panel + ATTN_PANEL * k + 4 * p);
            upper[p] = f32x4_add(upper[p], f32x4_mul(up, right));
            lower[p] = f32x4_add(lower[p], f32x4_mul(low, right));
        }
    }
    put(c, add, upper);
    put(c + c_row, add, lower);
}

/* c (1,16) = or += a (1,depth)·panel (depth,16): the odd last row. */
static inline void one_row(float *c, bool add, const float *a, const float *panel, size_t depth)
{
    f32x4 zero = f32x4_splat(0.0f), sum[4] = {zero, zero, zero, zero};
    DO_NOT_UNROLL
    for (size_t k = 0; k < depth; k++) {
        f32x4 left = f32x4_load_splat(a + k);
        for (size_t p = 0; p < 4; p++)
            sum[p] = f32x4_add(sum[p], f32x4_mul(left, f32x4_load(panel + ATTN_PANEL * k + 4 * p)));
    }
    put(c, add, sum);
}

void attn_tile(float *c, size_t c_row, bool add, const float *a, size_t a_row, const float *panel,
               size_t rows, size_t depth)
{
    for (size_t k = 0; k < depth; k += DEPTH, add = true) {
        size_t part = depth - k < DEPTH ? depth - k : DEPTH, r = 0;
        for (; r + 2 <= rows; r += 2)
            two_rows(c + r * c_row, c_row, add, a + r * a_row + k, a_row, panel + ATTN_PANEL * k, part);
        if (r < rows) one_row(c + r * c_row, add, a + r * a_row + k, panel + ATTN_PANEL * k, part);
    }
}
