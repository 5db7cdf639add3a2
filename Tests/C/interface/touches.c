/* Pushing touches and events. */
#include "interface.h"

#include <linux/input.h>
#include <math.h>

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

const struct test touches_tests[] = {
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
    {NULL, NULL},
};
