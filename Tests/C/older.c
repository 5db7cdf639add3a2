/* A program that was compiled against an older header, whose structures lack their last field: the library reads and
 * writes no more than they have. Tests/C/run makes that header. */
#include <stdio.h>
#include <string.h>
#include <touchstone.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      printf("FAILED: %s:%d: %s (\"%s\")\n", __FILE__, __LINE__, #condition, touchstone_message()); \
      return 1;                                                                \
    }                                                                          \
  } while (0)

enum { GUARD = 0xA5 };

/* Whether the bytes behind a structure are as they were. */
static int is_intact(const unsigned char *bytes) {
  for (size_t index = 0; index < 16; index += 1)
    if (bytes[index] != GUARD) return 0;
  return 1;
}

int main(void) {
  /* The bytes behind the options, and in the library's larger structure the kinds, are no kinds. */
  struct {
    struct touchstone_options options;
    unsigned char behind[16];
  } start = {TOUCHSTONE_OPTIONS_INIT, {0}};
  memset(start.behind, GUARD, sizeof start.behind);
  start.options.width_mm = 120;
  start.options.height_mm = 80;
  start.options.flags = TOUCHSTONE_KEEP_FAILURES;
  struct touchstone_engine *engine = NULL;
  CHECK(touchstone_engine_create(&start.options, &engine) == TOUCHSTONE_OK);

  CHECK(touchstone_engine_touch_down(engine, 0, 0, 60, 40) == TOUCHSTONE_OK);
  CHECK(touchstone_engine_touch_frame(engine) == TOUCHSTONE_OK);
  CHECK(touchstone_engine_touch_up(engine, 50000, 0) == TOUCHSTONE_OK);
  CHECK(touchstone_engine_touch_frame(engine) == TOUCHSTONE_OK);
  CHECK(touchstone_engine_advance(engine, 5000000) == TOUCHSTONE_OK);

  struct {
    struct touchstone_gesture gesture;
    unsigned char behind[16];
  } found = {TOUCHSTONE_GESTURE_INIT, {0}};
  memset(found.behind, GUARD, sizeof found.behind);
  CHECK(touchstone_engine_next_gesture(engine, &found.gesture) == TOUCHSTONE_OK);
  CHECK(found.gesture.kind == TOUCHSTONE_TAP && found.gesture.taps == 1);
  CHECK(found.gesture.location_x_mm > 59.9 && found.gesture.location_x_mm < 60.1);
  CHECK(found.gesture.size == sizeof found.gesture);
  CHECK(is_intact(found.behind));

  struct {
    struct touchstone_failure failure;
    unsigned char behind[16];
  } missed = {TOUCHSTONE_FAILURE_INIT, {0}};
  memset(missed.behind, GUARD, sizeof missed.behind);
  CHECK(touchstone_engine_last_failure(engine, TOUCHSTONE_SWIPE, &missed.failure) == TOUCHSTONE_OK);
  CHECK(missed.failure.kind == TOUCHSTONE_SWIPE && missed.failure.cause != NULL);
  CHECK(is_intact(missed.behind));

  CHECK(touchstone_engine_destroy(engine) == TOUCHSTONE_OK);
  puts("ok: a program of an older header");
  return 0;
}
