/* crc32.c: the checksum of a model file, eight bytes a step ("slicing-by-8", Kounavis and Berry, 2005).
 * The tables are made anew for each call: 2048 steps, against millions of bytes of a file. */
#include "model.h"

enum { SLICES = 8 };

/* table[s][b]: the checksum of byte b followed by s zero bytes. */
static void make_tables(uint32_t table[SLICES][256])
{
    for (uint32_t b = 0; b < 256; b++) {
        uint32_t value = b;
        for (int bit = 0; bit < 8; bit++) value = value & 1 ? (value >> 1) ^ 0xEDB88320u : value >> 1;
        table[0][b] = value;
    }
    for (int s = 1; s < SLICES; s++)
        for (int b = 0; b < 256; b++)
            table[s][b] = table[0][table[s - 1][b] & 255] ^ (table[s - 1][b] >> 8);
}

uint32_t attn_crc32(const uint8_t *bytes, size_t count)
{
    uint32_t table[SLICES][256];
    uint32_t crc = ~0u;
    make_tables(table);
    for (; count >= SLICES; count -= SLICES, bytes += SLICES) {
        uint32_t next = 0;
        for (int i = 0; i < SLICES; i++) {
            const uint32_t carried = i < 4 ? (crc >> (8 * i)) & 255 : 0;
            next ^= table[SLICES - 1 - i][bytes[i] ^ carried];
        }
        crc = next;
    }
    for (; count > 0; count--, bytes++) crc = table[0][(crc ^ *bytes) & 255] ^ (crc >> 8);
    return ~crc;
}
