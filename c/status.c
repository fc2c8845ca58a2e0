/* status.c: the names behind the numbers, out of the lists in attn.h. */
#include "attn.h"

const char *attn_status_code(int status)
{
    switch (status) {
#define CASE(code, text) case ATTN_##code: return #code;
    ATTN_STATUS_LIST(CASE)
#undef CASE
    default: return "";
    }
}

const char *attn_status_text(int status)
{
    switch (status) {
#define CASE(code, text) case ATTN_##code: return text;
    ATTN_STATUS_LIST(CASE)
#undef CASE
    default: return "";
    }
}

const char *attn_stage_name(int stage)
{
    switch (stage) {
#define CASE(id, name) case ATTN_STAGE_##id: return name;
    ATTN_STAGE_LIST(CASE)
#undef CASE
    default: return "";
    }
}
