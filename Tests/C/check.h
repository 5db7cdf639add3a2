/* Checks for tests in C: a test is a sentence and a function, and prints nothing unless a check fails. */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <touchstone.h>

static _Thread_local const char *current_test = "";
static int failed_checks;

#define CHECK(condition)                                                                      \
  do {                                                                                        \
    if (!(condition)) {                                                                       \
      failed_checks += 1;                                                                     \
      printf("FAILED: %s\n  %s:%d: %s\n", current_test, __FILE__, __LINE__, #condition);      \
    }                                                                                         \
  } while (0)

/* A call that succeeds. */
#define OK(call) CHECK_STATUS(call, TOUCHSTONE_OK, "")
/* A call that has nothing to report. */
#define NONE(call) CHECK_STATUS(call, TOUCHSTONE_NONE, "")
/* A call that fails, with a message that has a part. */
#define FAILS(call, status, part) CHECK_STATUS(call, status, part)

#define CHECK_STATUS(call, expected, part)                                                    \
  do {                                                                                        \
    touchstone_status found_status = (call);                                                  \
    if (found_status != (expected)) {                                                         \
      failed_checks += 1;                                                                     \
      printf("FAILED: %s\n  %s:%d: %s is %d, not %d (\"%s\")\n", current_test, __FILE__, __LINE__, #call, \
             (int)found_status, (int)(expected), touchstone_message());                       \
    } else if (found_status < 0 && !strstr(touchstone_message(), part)) {                     \
      failed_checks += 1;                                                                     \
      printf("FAILED: %s\n  %s:%d: no \"%s\" in the message \"%s\"\n", current_test, __FILE__, __LINE__, part, \
             touchstone_message());                                                           \
    }                                                                                         \
  } while (0)

#endif
