/* check.h: a test file is one program. TEST(name) { … check(…) … }, then main runs them:
 *
 *     int main(void) { RUN(name); …  return report(); }
 *
 * Prints "name ok" or each failure with its place, then "N passed, N failed"; non-zero exit on failure. */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks_failed, tests_passed, tests_failed;

#define TEST(name) static void test_##name(void)

#define RUN(name) \
    do { \
        checks_failed = 0; \
        test_##name(); \
        if (checks_failed) tests_failed++; else tests_passed++; \
        if (checks_failed) printf("%s FAILED: %d checks\n", #name, checks_failed); \
        else printf("%s ok\n", #name); \
    } while (0)

/* Only the first ten failures of a test are printed. */
#define check(condition) check_that((condition), #condition, __FILE__, __LINE__)

static inline bool check_that(bool holds, const char *condition, const char *file, int line)
{
    if (!holds && checks_failed++ < 10) printf("%s:%d: %s\n", file, line, condition);
    return holds;
}

/* |got − want| ≤ bound, and NaN where NaN is wanted. */
#define check_near(got, want, bound) check_within((got), (want), (bound), #got, __FILE__, __LINE__)

static inline bool check_within(double got, double want, double bound,
                                const char *what, const char *file, int line)
{
    bool holds = isnan(want) ? isnan(got) : got == want || fabs(got - want) <= bound;
    if (!holds && checks_failed++ < 10)
        printf("%s:%d: %s is %.9g, not %.9g within %.3g\n", file, line, what, got, want, bound);
    return holds;
}

static inline int report(void)
{
    printf("%d passed, %d failed\n", tests_passed, tests_failed);
    return tests_failed || !tests_passed;
}

/* ---- deterministic random numbers ---------------------------------------------------------------- */

static uint64_t random_state = 0x9E3779B97F4A7C15u;

/* xorshift64*: Marsaglia 2003, Vigna 2016. */
static inline uint32_t random_bits(void)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)(random_state * 0x2545F4914F6CDD1Du >> 32);
}

static inline size_t random_size(size_t low, size_t high) { return low + random_bits() % (high - low + 1); }

/* About normal: twelve uniform numbers, less their mean. */
static inline float random_float(void)
{
    double sum = -6.0;
    for (int i = 0; i < 12; i++) sum += random_bits() / 4294967296.0;
    return (float)sum;
}

/* ---- arrays that show what is written and read beside them ----------------------------------------- */

/* An array of exactly this many bytes: the sanitizer sees a read or write beside it. */
static inline void *exact(size_t count, size_t element)
{
    void *array = malloc(count * element);
    if (!array) abort();
    return array;
}

static inline float *random_floats(size_t count)
{
    float *array = exact(count, sizeof(float));
    for (size_t i = 0; i < count; i++) array[i] = random_float();
    return array;
}

/* An output of count floats between guards, which also works without a sanitizer. Filled with a NaN that
 * no arithmetic makes, so that unwritten() can tell. */
enum { GUARD = 16 };
static const uint32_t GUARD_BITS = 0x7FA5A5A5u;

static inline float *guarded(size_t count)
{
    float *array = exact(count + 2 * GUARD, sizeof(float));
    for (size_t i = 0; i < count + 2 * GUARD; i++) memcpy(array + i, &GUARD_BITS, sizeof GUARD_BITS);
    return array + GUARD;
}

static inline bool unwritten(const float *array, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(array + i, &GUARD_BITS, sizeof GUARD_BITS) != 0) return false;
    return true;
}

static inline bool guards_hold(const float *array, size_t count)
{
    return unwritten(array - GUARD, GUARD) && unwritten(array + count, GUARD);
}

static inline void free_guarded(float *array) { free(array - GUARD); }

#endif
