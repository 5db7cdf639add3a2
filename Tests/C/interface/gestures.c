/* Gestures and callbacks. */
#include "interface.h"

#include <math.h>

/* ---- Gestures ---- */

static void numbers_of_a_swipe(void) {
  struct touchstone_engine *engine = make();
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  swipe_left(engine, 2000000);
  OK(touchstone_engine_finish(engine));
  OK(touchstone_engine_next_gesture(engine, &gesture));
  CHECK(gesture.size == sizeof gesture);
  CHECK(gesture.kind == TOUCHSTONE_SWIPE && gesture.state == TOUCHSTONE_RECOGNIZED);
  CHECK(gesture.direction == TOUCHSTONE_LEFT && gesture.axis == TOUCHSTONE_NO_AXIS);
  CHECK(gesture.start_us == 2000000 && gesture.touches == 1 && gesture.taps == 0);
  CHECK(fabs(gesture.duration_s - (double)(gesture.time_us - gesture.start_us) / 1e6) < 1e-9);
  CHECK(fabs(gesture.location_x_mm - 80) < 1e-9 && fabs(gesture.location_y_mm - 40) < 1e-9);
  CHECK(gesture.translation_x_mm < -20 && fabs(gesture.translation_y_mm) < 1e-9);
  CHECK(gesture.velocity_x_mm_s < -300 && gesture.velocity_x_mm_s > -500);
  CHECK(gesture.scale == 1 && gesture.rotation_deg == 0);
  CHECK(!gesture.name && !gesture.runner_up && gesture.score == 0 && gesture.runner_up_score == 0);
  NONE(touchstone_engine_next_gesture(engine, &gesture));
  OK(touchstone_engine_destroy(engine));
}

static void axis_of_the_textbook(void) {
  struct touchstone_options options = screen();
  options.profile_name = "textbook";
  struct touchstone_engine *engine = make_with(options);
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  bool has_axis = false;
  swipe_left(engine, 0);
  OK(touchstone_engine_finish(engine));
  while (touchstone_engine_next_gesture(engine, &gesture) == TOUCHSTONE_OK)
    has_axis |= gesture.kind == TOUCHSTONE_SWIPE && gesture.axis == TOUCHSTONE_HORIZONTAL;
  CHECK(has_axis);
  OK(touchstone_engine_destroy(engine));
}

static void all_states(void) {
  struct touchstone_options options = screen();
  options.flags = TOUCHSTONE_REPORT_ALL_STATES;
  struct touchstone_engine *engine = make_with(options);
  int counts[6] = {0};
  OK(touchstone_engine_touch_down(engine, 0, 0, 20, 40));
  OK(touchstone_engine_touch_frame(engine));
  for (int step = 1; step <= 40; step += 1) {
    OK(touchstone_engine_touch_motion(engine, step * 20000, 0, 20 + step, 40));
    OK(touchstone_engine_touch_frame(engine));
  }
  OK(touchstone_engine_touch_up(engine, 1200000, 0));
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_finish(engine));
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  while (touchstone_engine_next_gesture(engine, &gesture) == TOUCHSTONE_OK)
    if (gesture.kind == TOUCHSTONE_PAN) counts[gesture.state] += 1;
  CHECK(counts[TOUCHSTONE_BEGAN] == 1 && counts[TOUCHSTONE_CHANGED] > 10 && counts[TOUCHSTONE_ENDED] == 1);
  OK(touchstone_engine_destroy(engine));
}

static void overflowing(void) {
  struct touchstone_engine *engine = make();
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  CHECK(touchstone_engine_lost_gestures(engine) == 0);
  for (int64_t number = 0; number < 1030; number += 1) {
    tap(engine, number * 3000000, 40, 40);
    OK(touchstone_engine_advance(engine, number * 3000000 + 2000000));
    if (number == 1023) CHECK(touchstone_engine_lost_gestures(engine) == 0);
    if (number == 1024) CHECK(touchstone_engine_lost_gestures(engine) == 1);
  }
  CHECK(touchstone_engine_lost_gestures(engine) == 6);
  int64_t count = 0;
  while (touchstone_engine_next_gesture(engine, &gesture) == TOUCHSTONE_OK) {
    CHECK(gesture.start_us == (count + 6) * 3000000);
    count += 1;
  }
  CHECK(count == 1024);
  CHECK(touchstone_engine_lost_gestures(engine) == 6);
  OK(touchstone_engine_destroy(engine));
}

/* ---- Callbacks ---- */

struct record {
  struct touchstone_engine *engine;
  int count;
  struct touchstone_gesture last;
};

static void note(struct touchstone_engine *engine, const struct touchstone_gesture *gesture, void *user_data) {
  struct record *record = user_data;
  CHECK(engine == record->engine);
  CHECK(gesture->size == sizeof *gesture);
  record->count += 1;
  record->last = *gesture;
}

static void callbacks(void) {
  struct touchstone_engine *engine = make();
  struct record record = {.engine = engine};
  OK(touchstone_engine_set_gesture_callback(engine, note, &record));
  swipe_left(engine, 0);
  OK(touchstone_engine_advance(engine, 3000000));
  CHECK(record.count == 1 && record.last.kind == TOUCHSTONE_SWIPE);
  CHECK(next_kind(engine) == 0);
  OK(touchstone_engine_set_gesture_callback(engine, NULL, NULL));
  swipe_left(engine, 5000000);
  OK(touchstone_engine_advance(engine, 8000000));
  CHECK(record.count == 1);
  CHECK(next_kind(engine) == TOUCHSTONE_SWIPE);
  OK(touchstone_engine_destroy(engine));
}

static void call_everything(struct touchstone_engine *engine, const struct touchstone_gesture *gesture,
                            void *user_data) {
  const touchstone_status busy = TOUCHSTONE_BUSY;
  struct touchstone_frame frame = TOUCHSTONE_FRAME_INIT;
  struct touchstone_gesture other = TOUCHSTONE_GESTURE_INIT;
  double width;
  int64_t deadline;
  *(int *)user_data += 1;
  FAILS(touchstone_engine_push_frame(engine, &frame), busy, "callback");
  FAILS(touchstone_engine_touch_down(engine, gesture->time_us, 0, 1, 1), busy, "callback");
  FAILS(touchstone_engine_touch_motion(engine, gesture->time_us, 0, 1, 1), busy, "callback");
  FAILS(touchstone_engine_touch_up(engine, gesture->time_us, 0), busy, "callback");
  FAILS(touchstone_engine_touch_cancel(engine, gesture->time_us, 0), busy, "callback");
  FAILS(touchstone_engine_touch_cancel_all(engine, gesture->time_us), busy, "callback");
  FAILS(touchstone_engine_touch_frame(engine), busy, "callback");
  FAILS(touchstone_engine_push_event(engine, gesture->time_us, 0, 0, 0), busy, "callback");
  FAILS(touchstone_engine_advance(engine, gesture->time_us), busy, "callback");
  FAILS(touchstone_engine_interrupt(engine, gesture->time_us), busy, "callback");
  FAILS(touchstone_engine_resume(engine), busy, "callback");
  FAILS(touchstone_engine_finish(engine), busy, "callback");
  FAILS(touchstone_engine_reset(engine), busy, "callback");
  FAILS(touchstone_engine_destroy(engine), busy, "callback");
  OK(touchstone_engine_get_size(engine, &width, &width));
  CHECK(touchstone_engine_next_deadline(engine, &deadline) >= 0);
  CHECK(touchstone_engine_next_gesture(engine, &other) >= 0);
  CHECK(touchstone_engine_lost_gestures(engine) == 0);
}

static void calls_from_a_callback(void) {
  struct touchstone_engine *engine = make();
  int count = 0;
  OK(touchstone_engine_set_gesture_callback(engine, call_everything, &count));
  swipe_left(engine, 0);
  tap(engine, 5000000, 40, 40);
  OK(touchstone_engine_advance(engine, 9000000));
  tap(engine, 10000000, 40, 40);
  OK(touchstone_engine_finish(engine));
  CHECK(count == 3);
  OK(touchstone_engine_destroy(engine));
}

static void another_engine_from_a_callback(struct touchstone_engine *engine,
                                           const struct touchstone_gesture *gesture, void *user_data) {
  (void)engine;
  (void)gesture;
  struct touchstone_engine *other = *(struct touchstone_engine **)user_data;
  swipe_left(other, 0);
  OK(touchstone_engine_finish(other));
  CHECK(next_kind(other) == TOUCHSTONE_SWIPE);
  OK(touchstone_engine_destroy(other));
  *(struct touchstone_engine **)user_data = NULL;
}

static void two_engines_in_a_callback(void) {
  struct touchstone_engine *engine = make(), *other = make();
  OK(touchstone_engine_set_gesture_callback(engine, another_engine_from_a_callback, &other));
  swipe_left(engine, 0);
  OK(touchstone_engine_advance(engine, 3000000));
  CHECK(other == NULL);
  OK(touchstone_engine_destroy(engine));
}

static void replace_callback(struct touchstone_engine *engine, const struct touchstone_gesture *gesture,
                             void *user_data) {
  (void)gesture;
  *(int *)user_data += 1;
  OK(touchstone_engine_set_gesture_callback(engine, NULL, NULL));
}

static void callback_replaces_itself(void) {
  struct touchstone_engine *engine = make();
  int count = 0;
  OK(touchstone_engine_set_gesture_callback(engine, replace_callback, &count));
  swipe_left(engine, 0);
  OK(touchstone_engine_advance(engine, 3000000));
  swipe_left(engine, 4000000);
  OK(touchstone_engine_advance(engine, 7000000));
  CHECK(count == 1);
  CHECK(next_kind(engine) == TOUCHSTONE_SWIPE);
  OK(touchstone_engine_destroy(engine));
}

const struct test gestures_tests[] = {
    {"a swipe has its numbers in mm", numbers_of_a_swipe},
    {"a swipe of the textbook has an axis", axis_of_the_textbook},
    {"all states are reported if that was asked for", all_states},
    {"1024 gestures wait, and lost ones are counted", overflowing},
    {"a callback receives gestures instead of the queue", callbacks},
    {"a callback reads the engine, and cannot push, advance or destroy", calls_from_a_callback},
    {"a callback may use and destroy another engine", two_engines_in_a_callback},
    {"a callback may replace itself", callback_replaces_itself},
    {NULL, NULL},
};
