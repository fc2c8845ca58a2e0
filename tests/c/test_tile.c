/* test_tile.c: c = a·panel or c += a·panel, with strides, odd rows and every depth. */
#include "check.h"
#include "tile.h"

TEST(products)
{
    static const size_t depths[] = {1, 2, 3, 63, 64, 127, 128, 129, 300};
    for (size_t rows = 1; rows <= 5; rows++)
        for (size_t e = 0; e < sizeof depths / sizeof *depths; e++) {
            size_t depth = depths[e], c_row = ATTN_PANEL + rows % 3, a_row = depth + rows % 2;
            size_t cells = (rows - 1) * c_row + ATTN_PANEL;
            float *a = random_floats((rows - 1) * a_row + depth), *panel = random_floats(depth * ATTN_PANEL);
            float *c = guarded(cells), *fresh = guarded(cells);
            for (size_t i = 0; i < cells; i++) c[i] = 1.0f;
            attn_tile(c, c_row, true, a, a_row, panel, rows, depth);
            attn_tile(fresh, c_row, false, a, a_row, panel, rows, depth);
            for (size_t i = 0; i < cells; i++) {
                double sum = 1.0, size = 1.0;
                for (size_t k = 0; i % c_row < ATTN_PANEL && k < depth; k++) {
                    double term = (double)a[i / c_row * a_row + k] * panel[k * ATTN_PANEL + i % c_row];
                    sum += term, size += fabs(term);
                }
                check_near(c[i], sum, 1e-6 * size);
                if (i % c_row < ATTN_PANEL) check_near(fresh[i], sum - 1.0, 1e-6 * size);
                else check(unwritten(fresh + i, 1));
            }
            check(guards_hold(c, cells) && guards_hold(fresh, cells));
            free(a), free(panel), free_guarded(c), free_guarded(fresh);
        }
}

int main(void)
{
    RUN(products);
    return report();
}
