/* Creating engines: areas, profiles, shapes, and the sizes of structures. */
#include "interface.h"

#include <math.h>
#include <stdlib.h>

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
  options.flags = 8;
  FAILS(touchstone_engine_create(&options, &engine), TOUCHSTONE_INVALID_ARGUMENT, "touchstone_flags, found 8");
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

const struct test creating_tests[] = {
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
    {NULL, NULL},
};
