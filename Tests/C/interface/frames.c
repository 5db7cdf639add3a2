/* Pushing frames, and times. */
#include "interface.h"

#include <math.h>

/* ---- Frames ---- */

static void frame_values(void) {
  const touchstone_status status = TOUCHSTONE_INVALID_ARGUMENT;
  struct touchstone_engine *engine = make();
  static const double bad[] = {NAN, INFINITY, -INFINITY, 1e300, 1000001, -1000001};
  struct touchstone_contact contact;
  struct touchstone_frame frame = TOUCHSTONE_FRAME_INIT;
  frame.contacts = &contact;
  frame.contact_count = 1;
  for (size_t index = 0; index < sizeof bad / sizeof *bad; index += 1) {
    contact = (struct touchstone_contact){1, bad[index], 40, -1, -1, -1, 0, 0};
    FAILS(touchstone_engine_push_frame(engine, &frame), status, "position");
    contact = (struct touchstone_contact){1, 40, bad[index], -1, -1, -1, 0, 0};
    FAILS(touchstone_engine_push_frame(engine, &frame), status, "position");
    if (index > 2) continue;
    contact = (struct touchstone_contact){1, 40, 40, bad[index], -1, -1, 0, 0};
    FAILS(touchstone_engine_push_frame(engine, &frame), status, "finite pressure");
    contact = (struct touchstone_contact){1, 40, 40, -1, bad[index], 1, 0, 0};
    FAILS(touchstone_engine_push_frame(engine, &frame), status, "finite pressure");
    contact = (struct touchstone_contact){1, 40, 40, -1, 1, bad[index], 0, 0};
    FAILS(touchstone_engine_push_frame(engine, &frame), status, "finite pressure");
  }
  static const int64_t ids[] = {-1, INT64_MIN, INT64_MAX, (int64_t)1 << 31};
  for (size_t index = 0; index < 4; index += 1) {
    contact = (struct touchstone_contact){ids[index], 40, 40, -1, -1, -1, 0, 0};
    FAILS(touchstone_engine_push_frame(engine, &frame), status, "id of a contact");
  }
  contact = (struct touchstone_contact){1, 40, 40, -1, -1, -1, 3, 0};
  FAILS(touchstone_engine_push_frame(engine, &frame), status, "touchstone_tool, found 3");
  contact = (struct touchstone_contact){0, 1e6, -1e6, 5, 1e300, 1e300, TOUCHSTONE_TOOL_PALM, 7};
  OK(touchstone_engine_push_frame(engine, &frame));
  contact = (struct touchstone_contact){INT32_MAX, 40, 40, 0, 0, 0, TOUCHSTONE_TOOL_PEN, 0};
  frame.buttons = 0xFFFFFFFF;
  OK(touchstone_engine_push_frame(engine, &frame));
  OK(touchstone_engine_destroy(engine));
}

static void frame_counts(void) {
  const touchstone_status status = TOUCHSTONE_INVALID_ARGUMENT;
  struct touchstone_engine *engine = make();
  static struct touchstone_contact contacts[257];
  static int64_t ids[257];
  for (int64_t index = 0; index < 257; index += 1) {
    contacts[index] = (struct touchstone_contact){index, 40, 40, -1, -1, -1, 0, 0};
    ids[index] = index;
  }
  struct touchstone_frame frame = TOUCHSTONE_FRAME_INIT;
  static const size_t huge[] = {257, SIZE_MAX, SIZE_MAX / 2, (size_t)1 << 40};
  frame.contacts = contacts;
  frame.cancelled = ids;
  for (size_t index = 0; index < 4; index += 1) {
    frame.contact_count = huge[index];
    frame.cancelled_count = 0;
    FAILS(touchstone_engine_push_frame(engine, &frame), status, "at most 256 contacts");
    frame.contact_count = 0;
    frame.cancelled_count = huge[index];
    FAILS(touchstone_engine_push_frame(engine, &frame), status, "at most 256 cancelled ids");
  }
  frame.contact_count = 256;
  frame.cancelled_count = 0;
  OK(touchstone_engine_push_frame(engine, &frame));
  frame.contact_count = 0;
  frame.cancelled_count = 256;
  OK(touchstone_engine_push_frame(engine, &frame));
  frame.cancelled_count = 0;
  frame.extra_fingers = 256;
  OK(touchstone_engine_push_frame(engine, &frame));
  frame.extra_fingers = 257;
  FAILS(touchstone_engine_push_frame(engine, &frame), status, "at most 256 extra fingers");
  frame.extra_fingers = 0;
  frame.contacts = NULL;
  frame.contact_count = 1;
  FAILS(touchstone_engine_push_frame(engine, &frame), status, "expected 1 contacts, found NULL");
  frame.contact_count = 0;
  frame.cancelled = NULL;
  frame.cancelled_count = 1;
  FAILS(touchstone_engine_push_frame(engine, &frame), status, "cancelled ids, found NULL");
  ids[0] = -1;
  frame.cancelled = ids;
  FAILS(touchstone_engine_push_frame(engine, &frame), status, "id of a contact");
  /* The same contact twice, in descending order, cancelled while it is down. */
  contacts[0].id = contacts[1].id = 9;
  ids[0] = 9;
  frame.contacts = contacts;
  frame.contact_count = 2;
  OK(touchstone_engine_push_frame(engine, &frame));
  OK(touchstone_engine_destroy(engine));
}

static void failing_frame_changes_nothing(void) {
  struct touchstone_engine *engine = make();
  struct touchstone_contact contacts[] = {{1, 40, 40, -1, -1, -1, 0, 0}, {2, NAN, 40, -1, -1, -1, 0, 0}};
  struct touchstone_frame frame = TOUCHSTONE_FRAME_INIT;
  frame.contacts = contacts;
  frame.contact_count = 1;
  OK(touchstone_engine_push_frame(engine, &frame));
  frame.contact_count = 2;
  frame.time_us = 10000;
  FAILS(touchstone_engine_push_frame(engine, &frame), TOUCHSTONE_INVALID_ARGUMENT, "position");
  frame.contact_count = 0;
  frame.time_us = 50000;
  OK(touchstone_engine_push_frame(engine, &frame));
  OK(touchstone_engine_finish(engine));
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  OK(touchstone_engine_next_gesture(engine, &gesture));
  CHECK(gesture.kind == TOUCHSTONE_TAP && gesture.touches == 1);
  OK(touchstone_engine_destroy(engine));
}

static void cancelled_contact(void) {
  struct touchstone_engine *engine = make();
  struct touchstone_contact contact = {1, 40, 40, -1, -1, -1, 0, 0};
  int64_t id = 1;
  struct touchstone_frame frame = TOUCHSTONE_FRAME_INIT;
  frame.contacts = &contact;
  frame.contact_count = 1;
  OK(touchstone_engine_push_frame(engine, &frame));
  frame.contact_count = 0;
  frame.cancelled = &id;
  frame.cancelled_count = 1;
  frame.time_us = 50000;
  OK(touchstone_engine_push_frame(engine, &frame));
  OK(touchstone_engine_finish(engine));
  CHECK(next_kind(engine) == 0);
  OK(touchstone_engine_destroy(engine));
}

/* ---- Times ---- */

static void times(void) {
  const touchstone_status status = TOUCHSTONE_INVALID_ARGUMENT;
  const int64_t limit = (int64_t)1 << 60;
  struct touchstone_device device = pad();
  struct touchstone_options options = screen();
  options.device = &device;
  struct touchstone_engine *engine = make_with(options);
  static const int64_t bad[] = {-1, INT64_MIN, INT64_MAX, ((int64_t)1 << 60) + 1};
  struct touchstone_frame frame = TOUCHSTONE_FRAME_INIT;
  for (size_t index = 0; index < 4; index += 1) {
    frame.time_us = bad[index];
    FAILS(touchstone_engine_push_frame(engine, &frame), status, "expected a time");
    FAILS(touchstone_engine_touch_down(engine, bad[index], 0, 40, 40), status, "expected a time");
    FAILS(touchstone_engine_touch_motion(engine, bad[index], 0, 40, 40), status, "expected a time");
    FAILS(touchstone_engine_touch_up(engine, bad[index], 0), status, "expected a time");
    FAILS(touchstone_engine_touch_cancel(engine, bad[index], 0), status, "expected a time");
    FAILS(touchstone_engine_touch_cancel_all(engine, bad[index]), status, "expected a time");
    FAILS(touchstone_engine_push_event(engine, bad[index], 0, 0, 0), status, "expected a time");
    FAILS(touchstone_engine_advance(engine, bad[index]), status, "expected a time");
    FAILS(touchstone_engine_interrupt(engine, bad[index]), status, "expected a time");
  }
  tap(engine, limit - 50000, 40, 40);
  OK(touchstone_engine_advance(engine, limit));
  OK(touchstone_engine_finish(engine));
  OK(touchstone_engine_destroy(engine));
}

static void backward_times(void) {
  struct touchstone_engine *engine = make();
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  OK(touchstone_engine_touch_down(engine, 1000000, 0, 40, 40));
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_touch_up(engine, 900000, 0));
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_advance(engine, 500000));
  OK(touchstone_engine_advance(engine, 5000000));
  OK(touchstone_engine_next_gesture(engine, &gesture));
  CHECK(gesture.kind == TOUCHSTONE_TAP && gesture.start_us == 1000000 && gesture.time_us >= 1000000);
  OK(touchstone_engine_destroy(engine));
}

static void deadlines(void) {
  struct touchstone_engine *engine = make();
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  int64_t deadline = -1;
  NONE(touchstone_engine_next_deadline(engine, &deadline));
  CHECK(deadline == -1);
  tap(engine, 1000000, 40, 40);
  /* A second tap may follow. */
  NONE(touchstone_engine_next_gesture(engine, &gesture));
  OK(touchstone_engine_next_deadline(engine, &deadline));
  CHECK(deadline > 1050000 && deadline < 2000000);
  int64_t last = deadline;
  while (touchstone_engine_next_deadline(engine, &deadline) == TOUCHSTONE_OK) {
    CHECK(deadline >= last);
    OK(touchstone_engine_advance(engine, deadline - 1));
    int64_t same = 0;
    OK(touchstone_engine_next_deadline(engine, &same));
    CHECK(same == deadline);
    OK(touchstone_engine_advance(engine, deadline));
    last = deadline + 1;
  }
  OK(touchstone_engine_next_gesture(engine, &gesture));
  CHECK(gesture.kind == TOUCHSTONE_TAP && gesture.taps == 1);
  OK(touchstone_engine_destroy(engine));
}

static void restarting_earlier(void) {
  struct touchstone_engine *engine = make();
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  for (int round = 0; round < 2; round += 1) {
    swipe_left(engine, 9000000 - round * 8000000);
    if (round == 0) OK(touchstone_engine_finish(engine));
  }
  OK(touchstone_engine_finish(engine));
  OK(touchstone_engine_next_gesture(engine, &gesture));
  CHECK(gesture.kind == TOUCHSTONE_SWIPE && gesture.start_us == 9000000);
  OK(touchstone_engine_next_gesture(engine, &gesture));
  CHECK(gesture.kind == TOUCHSTONE_SWIPE && gesture.start_us == 1000000);
  NONE(touchstone_engine_next_gesture(engine, &gesture));

  swipe_left(engine, 9000000);
  move_left(engine, 12000000);
  OK(touchstone_engine_reset(engine));
  NONE(touchstone_engine_next_gesture(engine, &gesture));
  swipe_left(engine, 0);
  OK(touchstone_engine_finish(engine));
  OK(touchstone_engine_next_gesture(engine, &gesture));
  CHECK(gesture.kind == TOUCHSTONE_SWIPE && gesture.start_us == 0);
  NONE(touchstone_engine_next_gesture(engine, &gesture));
  OK(touchstone_engine_destroy(engine));
}

const struct test frames_tests[] = {
    {"frames with numbers out of range are errors", frame_values},
    {"frames with too many contacts are errors", frame_counts},
    {"a frame with an error changes nothing", failing_frame_changes_nothing},
    {"a cancelled contact is no tap", cancelled_contact},
    {"times out of range are errors", times},
    {"times do not run backward", backward_times},
    {"a tap is reported at its deadline, not a microsecond before", deadlines},
    {"input starts anew at an earlier time after finishing and resetting", restarting_earlier},
    {NULL, NULL},
};
