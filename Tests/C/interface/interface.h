/* Tests of the C interface: a test is a sentence and a function, and prints nothing unless a check fails. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <touchstone.h>

extern _Thread_local const char *current_test;
extern int failed_checks;

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

/* ---- Tests: each file has an array of them, which ends with NULL ---- */

struct test {
  const char *sentence;
  void (*run)(void);
};

extern const struct test basics_tests[], creating_tests[], frames_tests[], touches_tests[], gestures_tests[],
    failures_tests[];

/* ---- Fixtures ---- */

struct touchstone_engine *make_with(struct touchstone_options options);
/* The options of a screen of 120 x 80 mm. */
struct touchstone_options screen(void);
struct touchstone_engine *make(void);
/* A tap of one finger that lasts 50 ms. */
void tap(struct touchstone_engine *engine, int64_t time, double x, double y);
/* A movement of 40 mm to the left in 0.1 s, without its end. */
void move_left(struct touchstone_engine *engine, int64_t time);
void swipe_left(struct touchstone_engine *engine, int64_t time);
/* The kind of the next gesture that waits; 0 for none. */
uint32_t next_kind(struct touchstone_engine *engine);
/* A touchpad of 100 x 60 mm. */
struct touchstone_device pad(void);
void push(struct touchstone_engine *engine, int64_t time, uint16_t type, uint16_t code, int32_t value);

enum { PAD_AXES = 6 };
extern const struct touchstone_axis pad_axes[PAD_AXES];

#endif
