/* Versions, names, NULL and threads. */
#include "interface.h"

#include <pthread.h>

/* ---- Versions and names ---- */

static void versions(void) {
  char text[32];
  snprintf(text, sizeof text, "%d.%d.%d", TOUCHSTONE_VERSION_MAJOR, TOUCHSTONE_VERSION_MINOR,
           TOUCHSTONE_VERSION_PATCH);
  CHECK(strcmp(text, touchstone_version()) == 0);
  CHECK(touchstone_version() == touchstone_version());
}

static void names(void) {
  static const char *const kinds[] = {"tap",      "longPress", "swipe",     "pan",       "edgePan", "pinch",
                                      "rotation", "tapAndDrag", "tipTap", "checkmark", "path"};
  static const char *const states[] = {"began", "changed", "ended", "recognized", "cancelled"};
  static const char *const directions[] = {"left",     "right",     "up", "down", "upLeft",    "upRight",
                                           "downLeft", "downRight", "in", "out",  "clockwise", "counterclockwise"};
  for (uint32_t index = 0; index < 11; index += 1)
    CHECK(strcmp(touchstone_kind_name(index + 1), kinds[index]) == 0);
  for (uint32_t index = 0; index < 5; index += 1)
    CHECK(strcmp(touchstone_state_name(index + 1), states[index]) == 0);
  for (uint32_t index = 0; index < 12; index += 1)
    CHECK(strcmp(touchstone_direction_name(index + 1), directions[index]) == 0);
}

static void unknown_names(void) {
  static const uint32_t numbers[] = {0, 100, 0x7FFFFFFF, 0xFFFFFFFF};
  for (size_t index = 0; index < 4; index += 1) {
    CHECK(touchstone_kind_name(numbers[index]) == NULL);
    CHECK(touchstone_state_name(numbers[index]) == NULL);
    CHECK(touchstone_direction_name(numbers[index]) == NULL);
  }
  CHECK(touchstone_kind_name(TOUCHSTONE_PATH + 1) == NULL);
  CHECK(touchstone_state_name(TOUCHSTONE_CANCELLED + 1) == NULL);
  CHECK(touchstone_direction_name(TOUCHSTONE_COUNTERCLOCKWISE + 1) == NULL);
}

/* ---- NULL ---- */

static void null_pointers(void) {
  const touchstone_status status = TOUCHSTONE_INVALID_ARGUMENT;
  struct touchstone_options options = screen();
  struct touchstone_engine *engine = make(), *none = NULL;
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  struct touchstone_failure failure = TOUCHSTONE_FAILURE_INIT;
  struct touchstone_frame frame = TOUCHSTONE_FRAME_INIT;
  double number;
  int64_t time;
  FAILS(touchstone_engine_create(NULL, &none), status, "expected options, found NULL");
  FAILS(touchstone_engine_create(&options, NULL), status, "found NULL");
  OK(touchstone_engine_destroy(NULL));
  FAILS(touchstone_engine_get_size(NULL, &number, &number), status, "expected an engine, found NULL");
  FAILS(touchstone_engine_get_size(engine, NULL, &number), status, "found NULL");
  FAILS(touchstone_engine_get_size(engine, &number, NULL), status, "found NULL");
  FAILS(touchstone_engine_push_frame(NULL, &frame), status, "expected an engine");
  FAILS(touchstone_engine_push_frame(engine, NULL), status, "expected a frame");
  FAILS(touchstone_engine_touch_down(NULL, 0, 0, 0, 0), status, "expected an engine");
  FAILS(touchstone_engine_touch_motion(NULL, 0, 0, 0, 0), status, "expected an engine");
  FAILS(touchstone_engine_touch_up(NULL, 0, 0), status, "expected an engine");
  FAILS(touchstone_engine_touch_cancel(NULL, 0, 0), status, "expected an engine");
  FAILS(touchstone_engine_touch_cancel_all(NULL, 0), status, "expected an engine");
  FAILS(touchstone_engine_touch_frame(NULL), status, "expected an engine");
  FAILS(touchstone_engine_push_event(NULL, 0, 0, 0, 0), status, "expected an engine");
  FAILS(touchstone_engine_next_deadline(NULL, &time), status, "expected an engine");
  FAILS(touchstone_engine_next_deadline(engine, NULL), status, "found NULL");
  FAILS(touchstone_engine_advance(NULL, 0), status, "expected an engine");
  FAILS(touchstone_engine_interrupt(NULL, 0), status, "expected an engine");
  FAILS(touchstone_engine_resume(NULL), status, "expected an engine");
  FAILS(touchstone_engine_finish(NULL), status, "expected an engine");
  FAILS(touchstone_engine_reset(NULL), status, "expected an engine");
  FAILS(touchstone_engine_set_gesture_callback(NULL, NULL, NULL), status, "expected an engine");
  FAILS(touchstone_engine_next_gesture(NULL, &gesture), status, "expected an engine");
  FAILS(touchstone_engine_next_gesture(engine, NULL), status, "touchstone_gesture, found NULL");
  FAILS(touchstone_engine_last_failure(NULL, 0, &failure), status, "expected an engine");
  FAILS(touchstone_engine_last_failure(engine, 0, NULL), status, "touchstone_failure, found NULL");
  FAILS(touchstone_engine_next_failure(NULL, &failure), status, "expected an engine");
  FAILS(touchstone_engine_next_failure(engine, NULL), status, "touchstone_failure, found NULL");
  CHECK(touchstone_engine_lost_gestures(NULL) == 0);
  OK(touchstone_engine_destroy(engine));
}

/* ---- Threads ---- */

static void *use_in_thread(void *argument) {
  const char *name = argument;
  current_test = "engines of two threads are independent, and so are their messages";
  CHECK(*touchstone_message() == '\0');
  for (int round = 0; round < 200; round += 1) {
    struct touchstone_options options = screen();
    struct touchstone_engine *engine = NULL;
    options.profile_name = name;
    FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_PROFILE, name);
    engine = make();
    swipe_left(engine, round * 1000);
    OK(touchstone_engine_finish(engine));
    CHECK(next_kind(engine) == TOUCHSTONE_SWIPE);
    /* Successes leave the message. */
    CHECK(strstr(touchstone_message(), name));
    OK(touchstone_engine_destroy(engine));
  }
  return NULL;
}

static void threads(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, use_in_thread, "one's profile");
  pthread_create(&two, NULL, use_in_thread, "two's profile");
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  CHECK(!strstr(touchstone_message(), "one's") && !strstr(touchstone_message(), "two's"));
}

static void *make_in_thread(void *argument) {
  *(struct touchstone_engine **)argument = make();
  return NULL;
}

static void handed_over(void) {
  struct touchstone_engine *engine = NULL;
  pthread_t thread;
  pthread_create(&thread, NULL, make_in_thread, &engine);
  pthread_join(thread, NULL);
  swipe_left(engine, 0);
  OK(touchstone_engine_finish(engine));
  CHECK(next_kind(engine) == TOUCHSTONE_SWIPE);
  OK(touchstone_engine_destroy(engine));
}

static void message_before_errors(void) { CHECK(*touchstone_message() == '\0'); }

const struct test basics_tests[] = {
    {"there is no message before the first error", message_before_errors},
    {"the header and the library have the same version", versions},
    {"kinds, states and directions have names", names},
    {"unknown numbers have no name", unknown_names},
    {"NULL is an error with a message", null_pointers},
    {"engines of two threads are independent, and so are their messages", threads},
    {"an engine may be handed to another thread", handed_over},
    {NULL, NULL},
};
