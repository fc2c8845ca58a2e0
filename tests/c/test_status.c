/* test_status.c: every number has its name. */
#include "attn.h"
#include "check.h"

TEST(statuses)
{
    check(ATTN_OK == 0 && strcmp(attn_status_code(ATTN_OK), "OK") == 0);
    check(strcmp(attn_status_code(ATTN_BAD_SIZE), "BAD_SIZE") == 0);
    check(strcmp(attn_status_text(ATTN_BAD_SCALE), "the scale is not a finite number") == 0);
    for (int s = 0; s < ATTN_STATUS_COUNT; s++) {
        check(attn_status_code(s)[0] && attn_status_text(s)[0]);
        for (int other = 0; other < s; other++) check(strcmp(attn_status_code(s), attn_status_code(other)) != 0);
    }
}

TEST(stages)
{
    static const char *const names[] = {"x", "q", "k", "v", "scores", "scaled", "masked", "weights",
                                        "output", "joined", "projected"};
    check(ATTN_STAGE_COUNT == sizeof names / sizeof *names);
    for (int s = 0; s < ATTN_STAGE_COUNT; s++) check(strcmp(attn_stage_name(s), names[s]) == 0);
}

TEST(outside_the_lists)
{
    static const int outside[] = {-1, ATTN_STATUS_COUNT, 1000, INT32_MIN, INT32_MAX};
    for (int i = 0; i < 5; i++) {
        check(attn_status_code(outside[i])[0] == 0 && attn_status_text(outside[i])[0] == 0);
        check(attn_stage_name(outside[i])[0] == 0);
    }
    check(attn_stage_name(ATTN_STAGE_COUNT)[0] == 0);
}

int main(void)
{
    RUN(statuses);
    RUN(stages);
    RUN(outside_the_lists);
    return report();
}
