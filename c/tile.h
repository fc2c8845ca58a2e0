/* tile.h: the inner loop of every matrix product here. */
#ifndef ATTN_TILE_H
#define ATTN_TILE_H

#include <stdbool.h>
#include <stddef.h>

/* Columns of a panel: four vectors of four. */
#define ATTN_PANEL ((size_t)16)

/* c (rows,16; row stride c_row) = a (rows,depth; row stride a_row) · panel (depth,16), or += with add. */
void attn_tile(float *c, size_t c_row, bool add, const float *a, size_t a_row, const float *panel,
               size_t rows, size_t depth);

#endif
