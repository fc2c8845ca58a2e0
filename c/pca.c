/* pca.c: rows of a matrix as points in the plane that keeps most of their variance.
 *
 * With X the rows less their mean, X·Xᵀ = Σ λ·u·uᵀ, and row i lies at √λ·u_i along the component of λ. */
#include "arena.h"
#include "attn.h"

#include <float.h>
#include <math.h>

enum { SWEEPS = 40 }; /* six to ten do; a bound against never ending */

/* The memory that a projection works in. All arrays are in the same scratch. */
typedef struct workspace {
    double *gram;    /* (rows,rows), from the diagonal on, which ends as the eigenvalues */
    double *vectors; /* (rows,rows): an eigenvector a row */
    double *mean;    /* (d) */
} workspace;

/* The one layout, for counting and for handing out. */
static void lay_out(workspace *w, attn_arena *arena, size_t rows, size_t d)
{
    size_t cells = SIZE_MAX;
    if (!attn_multiply(&cells, rows, rows)) cells = SIZE_MAX;
    w->gram = attn_take(arena, cells, sizeof(double));
    w->vectors = attn_take(arena, cells, sizeof(double));
    w->mean = attn_take(arena, d, sizeof(double));
}

attn_status attn_pca_scratch(size_t *bytes, size_t rows, size_t d)
{
    attn_arena arena = {0};
    workspace w;
    if (!bytes) return ATTN_NULL_POINTER;
    if (!attn_sized(rows, d, 1, sizeof(float))) return ATTN_BAD_SIZE;
    lay_out(&w, &arena, rows, d);
    if (arena.failed) return ATTN_BAD_SIZE;
    *bytes = arena.used;
    return ATTN_OK;
}

/* gram <- dot products of the rows of x less their mean, from the diagonal on. Returns their sum of squares. */
static double dot_products(workspace *w, const float *x, size_t rows, size_t d)
{
    for (size_t c = 0; c < d; c++) {
        double sum = 0.0;
        for (size_t i = 0; i < rows; i++) sum += x[i * d + c];
        w->mean[c] = sum / (double)rows;
    }
    double total = 0.0;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = i; j < rows; j++) {
            double sum = 0.0;
            for (size_t c = 0; c < d; c++) sum += (x[i * d + c] - w->mean[c]) * (x[j * d + c] - w->mean[c]);
            w->gram[i * rows + j] = sum;
            if (i == j) total += sum;
        }
    return total;
}

/* (a, b) <- (c·a − s·b, s·a + c·b) */
static inline void turn(double *a, double *b, double c, double s)
{
    double old = *a;
    *a = c * old - s * *b;
    *b = s * old + c * *b;
}

/* Turns the plane of p and q, p < q, so that cell (p,q) becomes 0. */
static void rotate(workspace *w, size_t rows, size_t p, size_t q)
{
    double *g = w->gram, off = g[p * rows + q];
    double theta = (g[q * rows + q] - g[p * rows + p]) / (2.0 * off);
    double t = copysign(1.0 / (fabs(theta) + sqrt(theta * theta + 1.0)), theta);
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    g[p * rows + p] -= t * off;
    g[q * rows + q] += t * off;
    g[p * rows + q] = 0.0;
    for (size_t i = 0; i < p; i++) turn(&g[i * rows + p], &g[i * rows + q], c, s);
    for (size_t i = p + 1; i < q; i++) turn(&g[p * rows + i], &g[i * rows + q], c, s);
    for (size_t i = q + 1; i < rows; i++) turn(&g[p * rows + i], &g[q * rows + i], c, s);
    for (size_t i = 0; i < rows; i++) turn(&w->vectors[p * rows + i], &w->vectors[q * rows + i], c, s);
}

/* Eigenvalues onto the diagonal of gram, whose trace is total, eigenvectors into the rows of vectors. */
static void diagonalise(workspace *w, size_t rows, double total)
{
    for (size_t i = 0; i < rows * rows; i++) w->vectors[i] = i % (rows + 1) == 0 ? 1.0 : 0.0;
    size_t turned = 1;
    for (int sweep = 0; turned && sweep < SWEEPS; sweep++) {
        turned = 0;
        for (size_t p = 0; p < rows; p++)
            for (size_t q = p + 1; q < rows; q++) {
                if (fabs(w->gram[p * rows + q]) <= total * (DBL_EPSILON / 16.0)) continue;
                rotate(w, rows, p, q);
                turned++;
            }
    }
}

/* The place of the largest eigenvalue other than that at `not`. */
static size_t largest(const double *gram, size_t rows, size_t not)
{
    size_t best = not == 0 && rows > 1 ? 1 : 0;
    for (size_t i = 0; i < rows; i++)
        if (i != not && gram[i * (rows + 1)] > gram[best * (rows + 1)]) best = i;
    return best;
}

/* Column c of xy <- length·vector, turned so that its largest number is above 0; of equally large ones, which
 * rounding tells apart, the first. */
static void place(float *xy, const double *vector, double length, size_t rows, size_t c)
{
    double best = 0.0;
    for (size_t i = 0; i < rows; i++)
        if (fabs(vector[i]) > fabs(best) * (1.0 + 1e-9)) best = vector[i];
    for (size_t i = 0; i < rows; i++) xy[2 * i + c] = (float)(copysign(length, best) * vector[i]);
}

static void fill(float *xy, float *shares, size_t rows, float value)
{
    for (size_t i = 0; i < 2 * rows; i++) xy[i] = value;
    shares[0] = shares[1] = value;
}

/* xy (rows,2), shares[2] <- x (rows,d) */
attn_status attn_pca(float *xy, float *shares, const float *x, void *scratch, size_t scratch_bytes,
                     size_t rows, size_t d)
{
    size_t needed;
    if (!xy || !shares || !x || !scratch) return ATTN_NULL_POINTER;
    attn_status status = attn_pca_scratch(&needed, rows, d);
    if (status != ATTN_OK) return status;
    if (scratch_bytes < needed) return ATTN_OUT_OF_MEMORY;

    workspace w;
    attn_arena arena = {.base = scratch, .size = scratch_bytes};
    lay_out(&w, &arena, rows, d);
    double total = dot_products(&w, x, rows, d);
    fill(xy, shares, rows, isfinite(total) ? 0.0f : NAN);
    if (!isfinite(total)) return ATTN_OK;

    diagonalise(&w, rows, total);
    for (size_t c = 0, at = rows; c < 2 && c < rows; c++) {
        at = largest(w.gram, rows, at);
        double variance = w.gram[at * (rows + 1)];
        if (variance <= total * (double)rows * DBL_EPSILON) break; /* rounding, not variance */
        place(xy, w.vectors + at * rows, sqrt(variance), rows, c);
        shares[c] = (float)(variance / total);
    }
    return ATTN_OK;
}
