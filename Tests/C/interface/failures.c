/* Failures and interruptions. */
#include "interface.h"

/* ---- Failures ---- */

/* A tap that slips by 10 mm, slowly. */
static void slip(struct touchstone_engine *engine, int64_t time) {
  OK(touchstone_engine_touch_down(engine, time, 0, 40, 40));
  OK(touchstone_engine_touch_frame(engine));
  for (int step = 1; step <= 10; step += 1) {
    OK(touchstone_engine_touch_motion(engine, time + step * 100000, 0, 40 + step, 40));
    OK(touchstone_engine_touch_frame(engine));
  }
  OK(touchstone_engine_touch_up(engine, time + 1100000, 0));
  OK(touchstone_engine_touch_frame(engine));
}

static void last_failures(void) {
  struct touchstone_engine *engine = make();
  struct touchstone_failure failure = TOUCHSTONE_FAILURE_INIT;
  NONE(touchstone_engine_last_failure(engine, 0, &failure));
  NONE(touchstone_engine_last_failure(engine, TOUCHSTONE_TAP, &failure));
  slip(engine, 0);
  OK(touchstone_engine_last_failure(engine, TOUCHSTONE_TAP, &failure));
  CHECK(failure.size == sizeof failure && failure.kind == TOUCHSTONE_TAP);
  CHECK(failure.measured > failure.limit && failure.time_us > 0);
  CHECK(strcmp(failure.unit, "mm") == 0);
  CHECK(failure.cause && *failure.cause);
  CHECK(failure.parameter && strncmp(failure.parameter, "tap.", 4) == 0);
  CHECK(failure.sentence && strstr(failure.sentence, failure.parameter));
  OK(touchstone_engine_last_failure(engine, 0, &failure));
  CHECK(touchstone_kind_name(failure.kind) != NULL);
  static const uint32_t unknown[] = {12, 1000, 0xFFFFFFFF};
  for (size_t index = 0; index < 3; index += 1)
    FAILS(touchstone_engine_last_failure(engine, unknown[index], &failure), TOUCHSTONE_INVALID_ARGUMENT,
          "touchstone_kind or 0");
  /* Not kept without the flag. */
  NONE(touchstone_engine_next_failure(engine, &failure));
  OK(touchstone_engine_destroy(engine));
}

static void kept_failures(void) {
  struct touchstone_options options = screen();
  options.flags = TOUCHSTONE_KEEP_FAILURES;
  struct touchstone_engine *engine = make_with(options);
  struct touchstone_failure failure = TOUCHSTONE_FAILURE_INIT;
  NONE(touchstone_engine_next_failure(engine, &failure));
  slip(engine, 0);
  int count = 0;
  bool has_tap = false;
  while (touchstone_engine_next_failure(engine, &failure) == TOUCHSTONE_OK) {
    has_tap |= failure.kind == TOUCHSTONE_TAP;
    CHECK(failure.sentence && *failure.sentence && failure.unit && failure.cause);
    count += 1;
  }
  CHECK(has_tap && count >= 2);
  slip(engine, 5000000);
  OK(touchstone_engine_reset(engine));
  NONE(touchstone_engine_next_failure(engine, &failure));
  for (int64_t number = 0; number < 1100; number += 1) slip(engine, number * 3000000);
  count = 0;
  while (touchstone_engine_next_failure(engine, &failure) == TOUCHSTONE_OK) count += 1;
  CHECK(count == 1024);
  OK(touchstone_engine_destroy(engine));
}

/* ---- Interruptions ---- */

static void interruptions(void) {
  struct touchstone_engine *engine = make();
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  OK(touchstone_engine_touch_down(engine, 0, 0, 20, 40));
  OK(touchstone_engine_touch_frame(engine));
  for (int step = 1; step <= 40; step += 1) {
    OK(touchstone_engine_touch_motion(engine, step * 20000, 0, 20 + step, 40));
    OK(touchstone_engine_touch_frame(engine));
  }
  OK(touchstone_engine_interrupt(engine, 900000));
  OK(touchstone_engine_next_gesture(engine, &gesture));
  CHECK(gesture.kind == TOUCHSTONE_PAN && gesture.state == TOUCHSTONE_CANCELLED);
  OK(touchstone_engine_touch_motion(engine, 1000000, 0, 61, 40));
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_touch_up(engine, 1100000, 0));
  OK(touchstone_engine_touch_frame(engine));
  tap(engine, 2000000, 40, 40);
  OK(touchstone_engine_interrupt(engine, 2500000));
  OK(touchstone_engine_advance(engine, 5000000));
  NONE(touchstone_engine_next_gesture(engine, &gesture));
  OK(touchstone_engine_resume(engine));
  OK(touchstone_engine_resume(engine));
  tap(engine, 6000000, 40, 40);
  OK(touchstone_engine_advance(engine, 9000000));
  OK(touchstone_engine_next_gesture(engine, &gesture));
  CHECK(gesture.kind == TOUCHSTONE_TAP && gesture.start_us == 6000000);
  OK(touchstone_engine_destroy(engine));
}

static void finger_that_stays_down(void) {
  struct touchstone_engine *engine = make();
  OK(touchstone_engine_touch_down(engine, 0, 0, 40, 40));
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_interrupt(engine, 10000));
  OK(touchstone_engine_resume(engine));
  OK(touchstone_engine_touch_motion(engine, 20000, 0, 40, 40.1));
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_touch_up(engine, 50000, 0));
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_advance(engine, 3000000));
  CHECK(next_kind(engine) == 0);
  OK(touchstone_engine_destroy(engine));
}

static void finishing(void) {
  struct touchstone_engine *engine = make();
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  int64_t deadline;
  OK(touchstone_engine_finish(engine));
  OK(touchstone_engine_reset(engine));
  tap(engine, 0, 40, 40);
  /* Without the end of the frame: finishing ends it. */
  OK(touchstone_engine_touch_down(engine, 4000000, 0, 40, 40));
  OK(touchstone_engine_touch_up(engine, 4050000, 0));
  OK(touchstone_engine_finish(engine));
  NONE(touchstone_engine_next_deadline(engine, &deadline));
  OK(touchstone_engine_next_gesture(engine, &gesture));
  OK(touchstone_engine_next_gesture(engine, &gesture));
  CHECK(gesture.start_us == 4000000);
  OK(touchstone_engine_destroy(engine));
}

const struct test failures_tests[] = {
    {"the last failure of a kind says why", last_failures},
    {"1024 failures are kept if that was asked for", kept_failures},
    {"an interruption cancels, and lasts until it is resumed", interruptions},
    {"a finger that stays down through an interruption has no touch", finger_that_stays_down},
    {"finishing ends frames and handles deadlines", finishing},
    {NULL, NULL},
};
