/* size.h: is this array possible at all? */
#ifndef ATTN_SIZE_H
#define ATTN_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* *product = a·b; false if that is beyond size_t, and *product is left alone. */
static inline bool attn_multiply(size_t *product, size_t a, size_t b)
{
    if (b != 0 && a > SIZE_MAX / b) return false;
    *product = a * b;
    return true;
}

/* True if no size is 0 and an (a,b,c) array of elements of this many bytes is within size_t. */
static inline bool attn_sized(size_t a, size_t b, size_t c, size_t element)
{
    size_t bytes = element;
    return a && b && c && attn_multiply(&bytes, bytes, a) && attn_multiply(&bytes, bytes, b)
        && attn_multiply(&bytes, bytes, c);
}

#endif
