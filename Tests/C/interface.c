/* Tests of the C interface: every function, every error, and values that nobody should pass. */
#include "check.h"

#include <linux/input.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

/* ---- Fixtures ---- */

static struct touchstone_engine *make_with(struct touchstone_options options) {
  struct touchstone_engine *engine = NULL;
  OK(touchstone_engine_create(&options, &engine));
  if (!engine) exit(1);
  return engine;
}

/* The options of a screen of 120 x 80 mm. */
static struct touchstone_options screen(void) {
  struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
  options.width_mm = 120;
  options.height_mm = 80;
  return options;
}

static struct touchstone_engine *make(void) { return make_with(screen()); }

/* A tap of one finger that lasts 50 ms. */
static void tap(struct touchstone_engine *engine, int64_t time, double x, double y) {
  OK(touchstone_engine_touch_down(engine, time, 0, x, y));
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_touch_up(engine, time + 50000, 0));
  OK(touchstone_engine_touch_frame(engine));
}

/* A movement of 40 mm to the left in 0.1 s, without its end. */
static void move_left(struct touchstone_engine *engine, int64_t time) {
  OK(touchstone_engine_touch_down(engine, time, 0, 80, 40));
  OK(touchstone_engine_touch_frame(engine));
  for (int step = 1; step <= 10; step += 1) {
    OK(touchstone_engine_touch_motion(engine, time + step * 10000, 0, 80 - 4 * step, 40));
    OK(touchstone_engine_touch_frame(engine));
  }
}

static void swipe_left(struct touchstone_engine *engine, int64_t time) {
  move_left(engine, time);
  OK(touchstone_engine_touch_up(engine, time + 110000, 0));
  OK(touchstone_engine_touch_frame(engine));
}

/* The kind of the next gesture that waits; 0 for none. */
static uint32_t next_kind(struct touchstone_engine *engine) {
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  return touchstone_engine_next_gesture(engine, &gesture) == TOUCHSTONE_OK ? gesture.kind : 0;
}

static const struct touchstone_axis pad_axes[] = {
    {ABS_X, 0, 0, 0, 3999, 0, 0, 40},           {ABS_Y, 0, 0, 0, 2399, 0, 0, 40},
    {ABS_MT_SLOT, 0, 0, 0, 4, 0, 0, 0},         {ABS_MT_POSITION_X, 0, 0, 0, 3999, 0, 0, 40},
    {ABS_MT_POSITION_Y, 0, 0, 0, 2399, 0, 0, 40}, {ABS_MT_TRACKING_ID, 0, 0, 0, 65535, 0, 0, 0},
};
static const uint16_t pad_properties[] = {INPUT_PROP_POINTER};
static const uint16_t pad_keys[] = {BTN_LEFT, BTN_TOOL_FINGER, BTN_TOUCH};

/* A touchpad of 100 x 60 mm. */
static struct touchstone_device pad(void) {
  struct touchstone_device device = TOUCHSTONE_DEVICE_INIT;
  device.axes = pad_axes;
  device.axis_count = sizeof pad_axes / sizeof *pad_axes;
  device.properties = pad_properties;
  device.property_count = 1;
  device.keys = pad_keys;
  device.key_count = 3;
  return device;
}

static void push(struct touchstone_engine *engine, int64_t time, uint16_t type, uint16_t code, int32_t value) {
  OK(touchstone_engine_push_event(engine, time, type, code, value));
}

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

/* ---- Creating ---- */

static void areas(void) {
  static const double bad[] = {0, -1, 10000.5, 1e300, INFINITY, -INFINITY, NAN};
  for (size_t index = 0; index < sizeof bad / sizeof *bad; index += 1) {
    struct touchstone_options options = screen();
    struct touchstone_engine *engine = (struct touchstone_engine *)&options;
    options.width_mm = bad[index];
    FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_ARGUMENT, "touch area");
    CHECK(engine == NULL);
    options = screen();
    options.height_mm = bad[index];
    FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_ARGUMENT, "touch area");
  }
  struct touchstone_options options = screen();
  options.width_mm = 10000;
  options.height_mm = 0.001;
  struct touchstone_engine *engine = make_with(options);
  double width = 0, height = 0;
  OK(touchstone_engine_get_size(engine, &width, &height));
  CHECK(width == 10000 && height == 0.001);
  OK(touchstone_engine_destroy(engine));
}

static void flags_and_types(void) {
  struct touchstone_engine *engine;
  struct touchstone_options options = screen();
  options.flags = 4;
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_ARGUMENT, "touchstone_flags, found 4");
  options = screen();
  options.device_type = 2;
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_ARGUMENT, "touchstone_device_type, found 2");
  options.device_type = TOUCHSTONE_TOUCHPAD;
  options.flags = TOUCHSTONE_REPORT_ALL_STATES | TOUCHSTONE_KEEP_FAILURES;
  OK(touchstone_engine_destroy(make_with(options)));
}

static void profiles(void) {
  static const char *const known[] = {"standard", "textbook", "uikit"};
  struct touchstone_engine *engine;
  for (size_t index = 0; index < 3; index += 1) {
    struct touchstone_options options = screen();
    options.profile_name = known[index];
    OK(touchstone_engine_destroy(make_with(options)));
  }
  struct touchstone_options options = screen();
  options.profile_name = "Standard";
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_PROFILE,
        "standard, textbook, uikit as profile_name, found \"Standard\"");
  options.profile_name = "";
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_PROFILE, "found \"\"");
  options.profile_name = "a\nb";
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_PROFILE, "a?b");
  options.profile_name = "\xff";
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_ARGUMENT, "UTF-8 as profile_name");
  options.profile_name = "standard";
  options.profile_text = "name: mine\n";
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_ARGUMENT, "found both");
}

static void profile_texts(void) {
  struct touchstone_options options = screen();
  struct touchstone_engine *engine;
  options.profile_text = "";
  OK(touchstone_engine_destroy(make_with(options)));
  options.profile_text = "# Swipes of 60 mm or more only.\nname: long\nswipe:\n  minimumLength: 60\n";
  engine = make_with(options);
  swipe_left(engine, 0);
  OK(touchstone_engine_finish(engine));
  CHECK(next_kind(engine) != TOUCHSTONE_SWIPE);
  OK(touchstone_engine_destroy(engine));

  static const struct {
    const char *text, *part;
  } bad[] = {
      {"swipe:\n  minimumLength: far\n", "line 2, column 18: expected"},
      {"swipe:\n  minimumLenth: 6\n", "line 2, column 3: expected"},
      {"swip:\n", "line 1, column 1: expected"},
      {"swipe\n", "line 1, column 1: expected a key and a value"},
      {"  minimumLength: 6\n", "line 1, column 3: expected a section"},
      {"name: [a\n", "line 1, column 9: expected"},
      {"name: \"a\n", "line 1, column 7: expected a closing quote"},
      {"name: {a: b}\n", "line 1, column 7: expected"},
      {"name: a\nname: b\n", "again"},
      {"swipe:\n  minimumLength: -1\n", "line 2, column 18: expected"},
  };
  for (size_t index = 0; index < sizeof bad / sizeof *bad; index += 1) {
    options.profile_text = bad[index].text;
    FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_PROFILE, bad[index].part);
    CHECK(engine == NULL);
  }
  options.profile_text = "name: \xff\n";
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_ARGUMENT, "UTF-8 as profile_text");
}

static void long_profile_text(void) {
  struct touchstone_options options = screen();
  struct touchstone_engine *engine;
  size_t length = 1 << 20;
  char *text = malloc(length + 1);
  memset(text, 'a', length);
  text[length] = '\0';
  options.profile_text = text;
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_PROFILE, "line 1");
  options.profile_text = NULL;
  options.profile_name = text;
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_PROFILE, "found \"aaa");
  CHECK(strlen(touchstone_message()) < 1024);
  for (size_t index = 0; index < length; index += 2) memcpy(text + index, "é", 2);
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_PROFILE, "found \"éé");
  /* Not cut within a character. */
  const char *message = touchstone_message();
  CHECK((unsigned char)message[strlen(message) - 1] == 0xA9);
  free(text);
}

static void shapes(void) {
  struct touchstone_options options = screen();
  struct touchstone_engine *engine;
  options.shapes = "other";
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_ARGUMENT, "as shapes, found \"other\"");
  options.shapes = "standard";
  engine = make_with(options);
  /* A circle of 15 mm radius, clockwise from the top. */
  OK(touchstone_engine_touch_down(engine, 0, 0, 60, 25));
  OK(touchstone_engine_touch_frame(engine));
  for (int step = 1; step <= 60; step += 1) {
    double angle = step * 2 * 3.14159265 / 60;
    OK(touchstone_engine_touch_motion(engine, step * 15000, 0, 60 + 15 * sin(angle), 40 - 15 * cos(angle)));
    OK(touchstone_engine_touch_frame(engine));
  }
  OK(touchstone_engine_touch_up(engine, 920000, 0));
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_finish(engine));
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  OK(touchstone_engine_next_gesture(engine, &gesture));
  CHECK(gesture.kind == TOUCHSTONE_PATH);
  CHECK(gesture.name && strcmp(gesture.name, "circle") == 0);
  CHECK(gesture.runner_up && *gesture.runner_up);
  CHECK(gesture.score > gesture.runner_up_score && gesture.score <= 1);
  OK(touchstone_engine_destroy(engine));
}

static void strings_are_copied(void) {
  char name[] = "uikit", text[] = "name: mine\n", shapes_name[] = "standard";
  struct touchstone_options options = screen();
  options.profile_name = name;
  options.shapes = shapes_name;
  struct touchstone_engine *engine = make_with(options);
  options.profile_name = NULL;
  options.profile_text = text;
  struct touchstone_engine *other = make_with(options);
  memset(name, 'x', sizeof name);
  memset(text, 'x', sizeof text);
  memset(shapes_name, 'x', sizeof shapes_name);
  swipe_left(engine, 0);
  swipe_left(other, 0);
  OK(touchstone_engine_destroy(engine));
  OK(touchstone_engine_destroy(other));
}

/* ---- Sizes of structures ---- */

static void small_structures(void) {
  const touchstone_status status = TOUCHSTONE_INVALID_SIZE;
  struct touchstone_engine *engine = make(), *none;
  static const size_t less[] = {0, 1, 8};
  for (size_t index = 0; index < 3; index += 1) {
    struct touchstone_options options = screen();
    options.size = index == 2 ? sizeof options - 1 : less[index];
    FAILS(touchstone_engine_create(&options, &none), status, "sizeof(struct touchstone_options)");
    struct touchstone_device device = pad();
    device.size = index == 2 ? sizeof device - 1 : less[index];
    options = screen();
    options.device = &device;
    FAILS(touchstone_engine_create(&options, &none), status, "sizeof(struct touchstone_device)");
    struct touchstone_frame frame = TOUCHSTONE_FRAME_INIT;
    frame.size = index == 2 ? sizeof frame - 1 : less[index];
    FAILS(touchstone_engine_push_frame(engine, &frame), status, "sizeof(struct touchstone_frame)");
    struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
    gesture.size = index == 2 ? sizeof gesture - 1 : less[index];
    FAILS(touchstone_engine_next_gesture(engine, &gesture), status, "sizeof(struct touchstone_gesture)");
    struct touchstone_failure failure = TOUCHSTONE_FAILURE_INIT;
    failure.size = index == 2 ? sizeof failure - 1 : less[index];
    FAILS(touchstone_engine_last_failure(engine, 0, &failure), status, "sizeof(struct touchstone_failure)");
    FAILS(touchstone_engine_next_failure(engine, &failure), status, "sizeof(struct touchstone_failure)");
  }
  OK(touchstone_engine_destroy(engine));
}

/* Structures of a later version of the header: with more behind the fields of this one. */
static void large_structures(void) {
  struct {
    struct touchstone_options options;
    char more[64];
  } options = {screen(), {1}};
  options.options.size = sizeof options;
  struct touchstone_engine *engine = make_with(options.options);
  OK(touchstone_engine_destroy(engine));
  OK(touchstone_engine_create(&options.options, &engine));

  struct {
    struct touchstone_contact contact;
    double more[3];
  } contacts[2];
  memset(contacts, 0xFF, sizeof contacts);
  contacts[0].contact = (struct touchstone_contact){1, 40, 40, -1, -1, -1, 0, 0};
  contacts[1].contact = (struct touchstone_contact){2, 60, 40, -1, -1, -1, 0, 0};
  struct {
    struct touchstone_frame frame;
    char more[64];
  } frame = {TOUCHSTONE_FRAME_INIT, {1}};
  frame.frame.size = sizeof frame;
  frame.frame.contacts = &contacts[0].contact;
  frame.frame.contact_count = 2;
  frame.frame.contact_size = sizeof *contacts;
  OK(touchstone_engine_push_frame(engine, &frame.frame));
  frame.frame.contact_count = 0;
  frame.frame.time_us = 50000;
  OK(touchstone_engine_push_frame(engine, &frame.frame));
  OK(touchstone_engine_finish(engine));

  struct {
    struct touchstone_gesture gesture;
    unsigned char more[64];
  } gesture;
  memset(&gesture, 0xAB, sizeof gesture);
  gesture.gesture.size = sizeof gesture;
  OK(touchstone_engine_next_gesture(engine, &gesture.gesture));
  CHECK(gesture.gesture.size == sizeof gesture);
  CHECK(gesture.gesture.kind == TOUCHSTONE_TAP && gesture.gesture.touches == 2);
  CHECK(gesture.gesture.location_x_mm > 49.99 && gesture.gesture.location_x_mm < 50.01);
  CHECK(gesture.more[0] == 0xAB && gesture.more[63] == 0xAB);
  OK(touchstone_engine_destroy(engine));
}

static void contact_sizes(void) {
  struct touchstone_engine *engine = make();
  struct touchstone_contact contact = {1, 40, 40, -1, -1, -1, 0, 0};
  struct touchstone_frame frame = TOUCHSTONE_FRAME_INIT;
  static const size_t bad[] = {0, 1, sizeof(struct touchstone_contact) - 1, (1 << 16) + 1, SIZE_MAX};
  frame.contacts = &contact;
  frame.contact_count = 1;
  for (size_t index = 0; index < 5; index += 1) {
    frame.contact_size = bad[index];
    FAILS(touchstone_engine_push_frame(engine, &frame), TOUCHSTONE_INVALID_SIZE, "sizeof(struct touchstone_contact)");
  }
  /* Without contacts their size is not read. */
  frame.contact_count = 0;
  OK(touchstone_engine_push_frame(engine, &frame));
  OK(touchstone_engine_destroy(engine));
}

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

/* ---- Touches ---- */

static void touch_values(void) {
  static const double bad[] = {NAN, INFINITY, -INFINITY, 1e300, 1000001};
  struct touchstone_engine *engine = make();
  OK(touchstone_engine_touch_down(engine, 0, 0, 40, 40));
  for (size_t index = 0; index < 5; index += 1) {
    FAILS(touchstone_engine_touch_down(engine, 0, 1, bad[index], 0), TOUCHSTONE_INVALID_ARGUMENT, "position");
    FAILS(touchstone_engine_touch_down(engine, 0, 1, 0, bad[index]), TOUCHSTONE_INVALID_ARGUMENT, "position");
    FAILS(touchstone_engine_touch_motion(engine, 0, 0, bad[index], 0), TOUCHSTONE_INVALID_ARGUMENT, "position");
    FAILS(touchstone_engine_touch_motion(engine, 0, 0, 0, bad[index]), TOUCHSTONE_INVALID_ARGUMENT, "position");
  }
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_touch_up(engine, 50000, 0));
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_finish(engine));
  CHECK(next_kind(engine) == TOUCHSTONE_TAP);
  OK(touchstone_engine_destroy(engine));
}

static void unknown_touches(void) {
  struct touchstone_engine *engine = make();
  OK(touchstone_engine_touch_motion(engine, 0, 5, 40, 40));
  OK(touchstone_engine_touch_up(engine, 0, INT32_MIN));
  OK(touchstone_engine_touch_cancel(engine, 0, INT32_MAX));
  OK(touchstone_engine_touch_cancel_all(engine, 0));
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_touch_frame(engine));
  CHECK(next_kind(engine) == 0);
  OK(touchstone_engine_destroy(engine));
}

static void too_many_touches(void) {
  struct touchstone_engine *engine = make();
  for (int32_t id = 0; id < 256; id += 1) {
    OK(touchstone_engine_touch_down(engine, 0, id, 40, 40));
    if (id % 16 == 15) OK(touchstone_engine_touch_frame(engine));
  }
  FAILS(touchstone_engine_touch_down(engine, 0, 256, 40, 40), TOUCHSTONE_INVALID_ARGUMENT, "at most 256 touches");
  OK(touchstone_engine_touch_cancel_all(engine, 1));
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_touch_down(engine, 2, 256, 40, 40));
  OK(touchstone_engine_destroy(engine));
}

static void frames_that_never_end(void) {
  struct touchstone_engine *engine = make();
  OK(touchstone_engine_touch_down(engine, 0, 0, 40, 40));
  touchstone_status status = TOUCHSTONE_OK;
  int changes = 1;
  while (status == TOUCHSTONE_OK && changes < 100000) {
    status = touchstone_engine_touch_motion(engine, changes, 0, 40, 40 + changes % 2);
    changes += 1;
  }
  FAILS(status, TOUCHSTONE_INVALID_ARGUMENT, "touchstone_engine_touch_frame()");
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_touch_up(engine, changes, 0));
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_destroy(engine));
}

static void cancelled_touches(void) {
  struct touchstone_engine *engine = make();
  for (int way = 0; way < 2; way += 1) {
    OK(touchstone_engine_touch_down(engine, way * 5000000, 0, 40, 40));
    OK(touchstone_engine_touch_frame(engine));
    if (way == 0) OK(touchstone_engine_touch_cancel(engine, 50000, 0));
    if (way == 1) OK(touchstone_engine_touch_cancel_all(engine, 5050000));
    OK(touchstone_engine_touch_frame(engine));
    OK(touchstone_engine_advance(engine, way * 5000000 + 3000000));
    CHECK(next_kind(engine) == 0);
  }
  OK(touchstone_engine_destroy(engine));
}

/* ---- Events ---- */

static void events(void) {
  struct touchstone_device device = pad();
  struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
  options.device = &device;
  struct touchstone_engine *engine = make_with(options);
  memset(&device, 0xFF, sizeof device);
  double width, height;
  OK(touchstone_engine_get_size(engine, &width, &height));
  CHECK(width == 100 && height == 60);
  push(engine, 1000000, EV_ABS, ABS_MT_TRACKING_ID, 7);
  push(engine, 1000000, EV_ABS, ABS_MT_POSITION_X, 2000);
  push(engine, 1000000, EV_ABS, ABS_MT_POSITION_Y, 1200);
  push(engine, 1000000, EV_SYN, SYN_REPORT, 0);
  push(engine, 1050000, EV_ABS, ABS_MT_TRACKING_ID, -1);
  push(engine, 1050000, EV_SYN, SYN_REPORT, 0);
  OK(touchstone_engine_finish(engine));
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  OK(touchstone_engine_next_gesture(engine, &gesture));
  CHECK(gesture.kind == TOUCHSTONE_TAP && gesture.start_us == 1000000);
  CHECK(fabs(gesture.location_x_mm - 50) < 1e-9 && fabs(gesture.location_y_mm - 30) < 1e-9);
  OK(touchstone_engine_destroy(engine));
}

static void odd_events(void) {
  struct touchstone_device device = pad();
  struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
  options.device = &device;
  struct touchstone_engine *engine = make_with(options);
  static const int32_t values[] = {INT32_MIN, -1, 0, 1, 70000, INT32_MAX};
  static const uint16_t types[] = {EV_SYN, EV_KEY, EV_ABS, EV_REL, 0xFFFF};
  int64_t time = 0;
  for (size_t type = 0; type < 5; type += 1)
    for (uint32_t code = 0; code <= 0xFFFF; code += code < 0x300 ? 1 : 0x55)
      push(engine, time++, types[type], (uint16_t)code, values[code % 6]);
  push(engine, time, EV_SYN, SYN_REPORT, 0);
  OK(touchstone_engine_finish(engine));
  OK(touchstone_engine_destroy(engine));
}

static void events_without_a_device(void) {
  struct touchstone_engine *engine = make();
  FAILS(touchstone_engine_push_event(engine, 0, EV_SYN, SYN_REPORT, 0), TOUCHSTONE_NO_DEVICE, "a device");
  FAILS(touchstone_engine_push_event(engine, -1, EV_SYN, SYN_REPORT, 0), TOUCHSTONE_INVALID_ARGUMENT, "a time");
  OK(touchstone_engine_destroy(engine));
}

static void device_counts(void) {
  static const size_t huge[] = {769, SIZE_MAX, SIZE_MAX / 2};
  struct touchstone_engine *engine;
  struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
  struct touchstone_device device;
  options.device = &device;
  for (size_t index = 0; index < 3; index += 1) {
    device = pad();
    device.axis_count = huge[index];
    FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_ARGUMENT, "at most 64 axes");
    device = pad();
    device.property_count = huge[index];
    FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_ARGUMENT, "at most 32 properties");
    device = pad();
    device.key_count = huge[index];
    FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_ARGUMENT, "at most 768 keys");
  }
  device = pad();
  device.axes = NULL;
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_ARGUMENT, "axes, found NULL");
  device = pad();
  device.properties = NULL;
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_ARGUMENT, "properties, found NULL");
  device = pad();
  device.keys = NULL;
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_ARGUMENT, "keys, found NULL");
}

/* Axes without an extent, with a huge one, reversed, repeated, or of a wild resolution. */
static void absurd_axes(void) {
  static const int32_t ranges[][3] = {
      {0, 0, 0},         {INT32_MIN, INT32_MAX, 1}, {INT32_MAX, INT32_MIN, 40}, {0, 100, INT32_MAX},
      {0, 100, INT32_MIN}, {0, INT32_MAX, 0},       {-5, -5, -5},               {0, 1, 1},
  };
  for (size_t range = 0; range < sizeof ranges / sizeof *ranges; range += 1)
    for (size_t axis = 0; axis < 6; axis += 1) {
      struct touchstone_axis axes[6];
      memcpy(axes, pad_axes, sizeof axes);
      axes[axis].minimum = ranges[range][0];
      axes[axis].maximum = ranges[range][1];
      axes[axis].resolution = ranges[range][2];
      struct touchstone_device device = pad();
      device.axes = axes;
      struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
      options.device = &device;
      struct touchstone_engine *engine = NULL;
      touchstone_status status = touchstone_engine_create(&options, &engine);
      CHECK(status == TOUCHSTONE_OK || status == TOUCHSTONE_INVALID_ARGUMENT);
      if (status != TOUCHSTONE_OK) continue;
      for (int32_t step = 0; step < 20; step += 1) {
        push(engine, step * 8000, EV_ABS, ABS_MT_SLOT, step % 3);
        push(engine, step * 8000, EV_ABS, ABS_MT_TRACKING_ID, step);
        push(engine, step * 8000, EV_ABS, ABS_MT_POSITION_X, step % 2 ? INT32_MAX : INT32_MIN);
        push(engine, step * 8000, EV_ABS, ABS_MT_POSITION_Y, step * 100);
        push(engine, step * 8000, EV_SYN, SYN_REPORT, 0);
      }
      OK(touchstone_engine_finish(engine));
      struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
      while (touchstone_engine_next_gesture(engine, &gesture) == TOUCHSTONE_OK)
        CHECK(isfinite(gesture.location_x_mm) && isfinite(gesture.velocity_x_mm_s));
      OK(touchstone_engine_destroy(engine));
    }
}

static void device_without_axes(void) {
  struct touchstone_device device = TOUCHSTONE_DEVICE_INIT;
  struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
  struct touchstone_engine *engine = NULL;
  options.device = &device;
  if (touchstone_engine_create(&options, &engine) == TOUCHSTONE_OK) {
    push(engine, 0, EV_ABS, ABS_MT_POSITION_X, 5);
    push(engine, 0, EV_SYN, SYN_REPORT, 0);
    OK(touchstone_engine_destroy(engine));
  } else {
    CHECK(engine == NULL);
  }
  options.width_mm = 100;
  OK(touchstone_engine_create(&options, &engine) == TOUCHSTONE_INVALID_ARGUMENT ? TOUCHSTONE_OK : TOUCHSTONE_NONE);
}

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

/* ---- All ---- */

static const struct {
  const char *sentence;
  void (*run)(void);
} tests[] = {
    {"there is no message before the first error", message_before_errors},
    {"the header and the library have the same version", versions},
    {"kinds, states and directions have names", names},
    {"unknown numbers have no name", unknown_names},
    {"NULL is an error with a message", null_pointers},
    {"a touch area has a size of at most ten metres", areas},
    {"unknown flags and types are errors", flags_and_types},
    {"profiles are chosen by name", profiles},
    {"profiles are read from text, with the position of an error", profile_texts},
    {"texts of a megabyte give short messages", long_profile_text},
    {"shapes are recognized by name", shapes},
    {"strings are copied", strings_are_copied},
    {"structures that are smaller than those of the first version are errors", small_structures},
    {"structures of later versions are read and written as far as they are known", large_structures},
    {"the size of contacts is checked", contact_sizes},
    {"frames with numbers out of range are errors", frame_values},
    {"frames with too many contacts are errors", frame_counts},
    {"a frame with an error changes nothing", failing_frame_changes_nothing},
    {"a cancelled contact is no tap", cancelled_contact},
    {"times out of range are errors", times},
    {"times do not run backward", backward_times},
    {"a tap is reported at its deadline, not a microsecond before", deadlines},
    {"input starts anew at an earlier time after finishing and resetting", restarting_earlier},
    {"touches with numbers out of range are errors", touch_values},
    {"touches that are not down are ignored", unknown_touches},
    {"at most 256 touches are down", too_many_touches},
    {"a frame of touches has to end", frames_that_never_end},
    {"a cancelled touch is no tap", cancelled_touches},
    {"events of a device become gestures in mm", events},
    {"events of any type, code and value are accepted", odd_events},
    {"events without a device are errors", events_without_a_device},
    {"descriptions with too many axes, properties or keys are errors", device_counts},
    {"absurd axes are errors or give finite numbers", absurd_axes},
    {"a device without axes is an error or has no touches", device_without_axes},
    {"a swipe has its numbers in mm", numbers_of_a_swipe},
    {"a swipe of the textbook has an axis", axis_of_the_textbook},
    {"all states are reported if that was asked for", all_states},
    {"1024 gestures wait, and lost ones are counted", overflowing},
    {"a callback receives gestures instead of the queue", callbacks},
    {"a callback reads the engine, and cannot push, advance or destroy", calls_from_a_callback},
    {"a callback may use and destroy another engine", two_engines_in_a_callback},
    {"a callback may replace itself", callback_replaces_itself},
    {"the last failure of a kind says why", last_failures},
    {"1024 failures are kept if that was asked for", kept_failures},
    {"an interruption cancels, and lasts until it is resumed", interruptions},
    {"a finger that stays down through an interruption has no touch", finger_that_stays_down},
    {"finishing ends frames and handles deadlines", finishing},
    {"engines of two threads are independent, and so are their messages", threads},
    {"an engine may be handed to another thread", handed_over},
};

int main(void) {
  size_t count = sizeof tests / sizeof *tests;
  for (size_t index = 0; index < count; index += 1) {
    current_test = tests[index].sentence;
    tests[index].run();
  }
  printf("%zu tests, %d failed checks\n", count, failed_checks);
  return failed_checks != 0;
}
