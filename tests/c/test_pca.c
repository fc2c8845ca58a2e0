/* test_pca.c: the plane of most variance, against power iteration on the covariance in float64. */
#include "attn.h"
#include "check.h"

/* attn_pca in exactly the scratch that it asks for. */
static void project(float *xy, float *shares, const float *x, size_t rows, size_t d)
{
    size_t bytes = 0;
    check(attn_pca_scratch(&bytes, rows, d) == ATTN_OK);
    void *scratch = exact(bytes, 1);
    check(attn_pca(xy, shares, x, scratch, bytes, rows, d) == ATTN_OK);
    free(scratch);
}

/* The rows less their mean, (rows,d). */
static double *centred(const float *x, size_t rows, size_t d)
{
    double *y = exact(rows * d, sizeof *y);
    for (size_t c = 0; c < d; c++) {
        double mean = 0.0;
        for (size_t i = 0; i < rows; i++) mean += x[i * d + c] / (double)rows;
        for (size_t i = 0; i < rows; i++) y[i * d + c] = x[i * d + c] - mean;
    }
    return y;
}

/* direction (d) <- eigenvector of the largest eigenvalue of covariance (d,d), which is taken out of it. */
static double power_iteration(double *direction, double *covariance, size_t d)
{
    double *next = exact(d, sizeof *next), value = 0.0;
    for (size_t c = 0; c < d; c++) direction[c] = random_float();
    for (int step = 0; step < 3000; step++) {
        double square = 0.0;
        for (size_t r = 0; r < d; r++) {
            next[r] = 0.0;
            for (size_t c = 0; c < d; c++) next[r] += covariance[r * d + c] * direction[c];
            square += next[r] * next[r];
        }
        value = sqrt(square);
        for (size_t c = 0; c < d; c++) direction[c] = next[c] / value;
    }
    for (size_t r = 0; r < d; r++)
        for (size_t c = 0; c < d; c++) covariance[r * d + c] -= value * direction[r] * direction[c];
    free(next);
    return value;
}

static void check_by_power_iteration(const float *x, const float *xy, const float *shares, size_t rows, size_t d)
{
    double *y = centred(x, rows, d), *covariance = exact(d * d, sizeof *y), *direction = exact(d, sizeof *y);
    double *along = exact(rows, sizeof *along), total = 0.0;
    for (size_t r = 0; r < d; r++)
        for (size_t c = 0; c < d; c++) {
            covariance[r * d + c] = 0.0;
            for (size_t i = 0; i < rows; i++) covariance[r * d + c] += y[i * d + r] * y[i * d + c];
            if (r == c) total += covariance[r * d + c];
        }
    for (size_t component = 0; component < 2 && component < d && component + 1 < rows; component++) {
        check_near(shares[component], power_iteration(direction, covariance, d) / total, 1e-6);
        double most = 0.0;
        for (size_t i = 0; i < rows; i++) {
            along[i] = 0.0;
            for (size_t c = 0; c < d; c++) along[i] += y[i * d + c] * direction[c];
            if (fabs(along[i]) > fabs(most) * (1.0 + 1e-9)) most = along[i];
        }
        for (size_t i = 0; i < rows; i++)
            check_near(xy[2 * i + component], most < 0.0 ? -along[i] : along[i], 2e-6 * sqrt(total));
    }
    free(y), free(covariance), free(direction), free(along);
}

/* Columns of falling variance, so that power iteration converges. */
TEST(power_iteration_agrees)
{
    for (int number = 0; number < 60; number++) {
        const size_t rows = random_size(1, 40), d = random_size(1, 12);
        float *x = random_floats(rows * d), *xy = guarded(2 * rows), *shares = guarded(2);
        for (size_t i = 0; i < rows * d; i++) x[i] = 3.0f + x[i] * powf(0.6f, (float)(i % d));
        project(xy, shares, x, rows, d);
        check_by_power_iteration(x, xy, shares, rows, d);
        check(!unwritten(xy + 2 * rows - 1, 1) && guards_hold(xy, 2 * rows) && guards_hold(shares, 2));
        free(x), free_guarded(xy), free_guarded(shares);
    }
}

static double apart(const float *x, size_t d, size_t i, size_t j)
{
    double square = 0.0;
    for (size_t c = 0; c < d; c++) square += ((double)x[i * d + c] - x[j * d + c]) * ((double)x[i * d + c] - x[j * d + c]);
    return sqrt(square);
}

/* Columns without covariance, each of mean 0, that carry the variances that the shares say. */
static void check_columns(const float *x, const float *xy, const float *shares, size_t rows, size_t d)
{
    double *y = centred(x, rows, d), total = 0.0, sum[2] = {0}, square[2] = {0}, cross = 0.0;
    for (size_t cell = 0; cell < rows * d; cell++) total += y[cell] * y[cell];
    for (size_t i = 0; i < rows; i++) {
        for (size_t c = 0; c < 2; c++) sum[c] += xy[2 * i + c], square[c] += (double)xy[2 * i + c] * xy[2 * i + c];
        cross += (double)xy[2 * i] * xy[2 * i + 1];
    }
    for (size_t c = 0; c < 2; c++) {
        check_near(sum[c], 0.0, 1e-5 * sqrt(total));
        check_near(square[c] / total, shares[c], 1e-5);
    }
    check_near(cross, 0.0, 1e-6 * total);
    check(shares[0] >= shares[1] && shares[1] >= 0.0f && shares[0] + shares[1] <= 1.0f + 1e-6f);
    free(y);
}

/* Points of a plane, or of a line, keep their distances, however the plane lies. More rows than columns and
 * the reverse. */
TEST(a_plane_keeps_its_distances)
{
    for (int number = 0; number < 24; number++) {
        const size_t rank = 1 + number % 2, rows = random_size(3, 60), d = random_size(2, 90);
        float *x = exact(rows * d, sizeof *x), *across = random_floats(2 * d), *points = random_floats(2 * rows);
        float *xy = guarded(2 * rows), shares[2];
        for (size_t i = 0; i < rows; i++)
            for (size_t c = 0; c < d; c++)
                x[i * d + c] = 5.0f + points[2 * i] * across[c] + (rank == 2 ? points[2 * i + 1] * across[d + c] : 0.0f);
        project(xy, shares, x, rows, d);
        check_columns(x, xy, shares, rows, d);
        check_near(shares[0] + shares[1], 1.0, 1e-6);
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < i; j++) check_near(apart(xy, 2, i, j), apart(x, d, i, j), 2e-5 * sqrt((double)d));
        free(x), free(across), free(points), free_guarded(xy);
    }
}

TEST(many_rows)
{
    const size_t shapes[][2] = {{200, 3}, {120, 700}, {2, 1024}, {90, 90}};
    for (size_t s = 0; s < 4; s++) {
        const size_t rows = shapes[s][0], d = shapes[s][1];
        float *x = random_floats(rows * d), *xy = guarded(2 * rows), shares[2];
        project(xy, shares, x, rows, d);
        check_columns(x, xy, shares, rows, d);
        free(x), free_guarded(xy);
    }
}

/* By hand. The largest is above 0; of two that are as large, the first. */
TEST(signs)
{
    float xy[8], shares[2];
    project(xy, shares, (float[]){-1, 1}, 2, 1);
    check(xy[0] == 1 && xy[1] == 0 && xy[2] == -1 && xy[3] == 0 && shares[0] == 1 && shares[1] == 0);
    project(xy, shares, (float[]){1, 1, -5}, 3, 1);
    check_near(xy[0], -2.0, 1e-6), check_near(xy[2], -2.0, 1e-6), check_near(xy[4], 4.0, 1e-6);
    project(xy, shares, (float[]){0, -2, 0, 2, -1, 0, 1, 0}, 4, 2); /* a cross, along the axes */
    const float want[8] = {2, 0, -2, 0, 0, 1, 0, -1};
    for (size_t i = 0; i < 8; i++) check_near(xy[i], want[i], 1e-6);
    check_near(shares[0], 0.8, 1e-6), check_near(shares[1], 0.2, 1e-6);
}

TEST(nothing_varies)
{
    float x[15], *xy = guarded(10), *shares = guarded(2);
    for (size_t i = 0; i < 15; i++) x[i] = 0.1f * (float)(i % 3);
    for (size_t rows = 1; rows <= 5; rows++) {
        project(xy, shares, x, rows, 3);
        for (size_t i = 0; i < 2 * rows; i++) check(xy[i] == 0.0f);
        check(shares[0] == 0.0f && shares[1] == 0.0f);
    }
    free_guarded(xy), free_guarded(shares);
}

/* What rounding leaves beside a line is not a component. */
TEST(a_line_has_one_component)
{
    for (size_t rows = 2; rows <= 40; rows++) {
        float *x = random_floats(rows), *xy = guarded(2 * rows), shares[2];
        project(xy, shares, x, rows, 1);
        for (size_t i = 0; i < rows; i++) check(xy[2 * i + 1] == 0.0f);
        check(shares[0] == 1.0f && shares[1] == 0.0f);
        free(x), free_guarded(xy);
    }
}

TEST(extremes)
{
    float x[12], xy[8], shares[2];
    const float bad[] = {NAN, INFINITY, -INFINITY}, sizes[] = {1e37f, 1e-30f, 1e-42f};
    for (size_t b = 0; b < 3; b++) {
        for (size_t i = 0; i < 12; i++) x[i] = random_float();
        x[7] = bad[b];
        project(xy, shares, x, 4, 3);
        for (size_t i = 0; i < 8; i++) check(isnan(xy[i]));
        check(isnan(shares[0]) && isnan(shares[1]));
    }
    for (size_t s = 0; s < 3; s++) {
        for (size_t i = 0; i < 12; i++) x[i] = sizes[s] * random_float();
        project(xy, shares, x, 4, 3);
        check(isfinite(xy[0]) && shares[0] > 0.3f && shares[0] + shares[1] <= 1.0f + 1e-6f);
    }
}

TEST(refuses)
{
    float x[4] = {1, 2, 3, 5}, *xy = guarded(4), *shares = guarded(2);
    size_t bytes = 7;
    check(attn_pca_scratch(NULL, 1, 1) == ATTN_NULL_POINTER);
    check(attn_pca_scratch(&bytes, 0, 1) == ATTN_BAD_SIZE);
    check(attn_pca_scratch(&bytes, 1, 0) == ATTN_BAD_SIZE);
    check(attn_pca_scratch(&bytes, SIZE_MAX / 8, 4) == ATTN_BAD_SIZE);
    check(attn_pca_scratch(&bytes, (size_t)1 << (4 * sizeof bytes), 1) == ATTN_BAD_SIZE); /* rows² */
    check(attn_pca_scratch(&bytes, 1, SIZE_MAX / 4) == ATTN_BAD_SIZE);
    check(bytes == 7);
    check(attn_pca_scratch(&bytes, 2, 2) == ATTN_OK);
    void *scratch = exact(bytes, 1);
    memset(scratch, 0xA5, bytes);
    check(attn_pca(NULL, shares, x, scratch, bytes, 2, 2) == ATTN_NULL_POINTER);
    check(attn_pca(xy, NULL, x, scratch, bytes, 2, 2) == ATTN_NULL_POINTER);
    check(attn_pca(xy, shares, NULL, scratch, bytes, 2, 2) == ATTN_NULL_POINTER);
    check(attn_pca(xy, shares, x, NULL, bytes, 2, 2) == ATTN_NULL_POINTER);
    check(attn_pca(xy, shares, x, scratch, bytes, 0, 2) == ATTN_BAD_SIZE);
    check(attn_pca(xy, shares, x, scratch, bytes, 2, 0) == ATTN_BAD_SIZE);
    check(attn_pca(xy, shares, x, scratch, bytes - 1, 2, 2) == ATTN_OUT_OF_MEMORY);
    check(unwritten(xy, 4) && unwritten(shares, 2));
    for (size_t i = 0; i < bytes; i++) check(((uint8_t *)scratch)[i] == 0xA5);
    free(scratch), free_guarded(xy), free_guarded(shares);
}

int main(void)
{
    RUN(power_iteration_agrees);
    RUN(a_plane_keeps_its_distances);
    RUN(many_rows);
    RUN(signs);
    RUN(nothing_varies);
    RUN(a_line_has_one_component);
    RUN(extremes);
    RUN(refuses);
    return report();
}
