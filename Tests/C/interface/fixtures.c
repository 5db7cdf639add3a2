/* What the tests of the interface share. */
#include "interface.h"

#include <linux/input.h>
#include <stdlib.h>

_Thread_local const char *current_test = "";
int failed_checks;

struct touchstone_engine *make_with(struct touchstone_options options) {
  struct touchstone_engine *engine = NULL;
  OK(touchstone_engine_create(&options, &engine));
  if (!engine) exit(1);
  return engine;
}

/* The options of a screen of 120 x 80 mm. */
struct touchstone_options screen(void) {
  struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
  options.width_mm = 120;
  options.height_mm = 80;
  return options;
}

struct touchstone_engine *make(void) { return make_with(screen()); }

/* A tap of one finger that lasts 50 ms. */
void tap(struct touchstone_engine *engine, int64_t time, double x, double y) {
  OK(touchstone_engine_touch_down(engine, time, 0, x, y));
  OK(touchstone_engine_touch_frame(engine));
  OK(touchstone_engine_touch_up(engine, time + 50000, 0));
  OK(touchstone_engine_touch_frame(engine));
}

/* A movement of 40 mm to the left in 0.1 s, without its end. */
void move_left(struct touchstone_engine *engine, int64_t time) {
  OK(touchstone_engine_touch_down(engine, time, 0, 80, 40));
  OK(touchstone_engine_touch_frame(engine));
  for (int step = 1; step <= 10; step += 1) {
    OK(touchstone_engine_touch_motion(engine, time + step * 10000, 0, 80 - 4 * step, 40));
    OK(touchstone_engine_touch_frame(engine));
  }
}

void swipe_left(struct touchstone_engine *engine, int64_t time) {
  move_left(engine, time);
  OK(touchstone_engine_touch_up(engine, time + 110000, 0));
  OK(touchstone_engine_touch_frame(engine));
}

/* The kind of the next gesture that waits; 0 for none. */
uint32_t next_kind(struct touchstone_engine *engine) {
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  return touchstone_engine_next_gesture(engine, &gesture) == TOUCHSTONE_OK ? gesture.kind : 0;
}

const struct touchstone_axis pad_axes[PAD_AXES] = {
    {ABS_X, 0, 0, 0, 3999, 0, 0, 40},           {ABS_Y, 0, 0, 0, 2399, 0, 0, 40},
    {ABS_MT_SLOT, 0, 0, 0, 4, 0, 0, 0},         {ABS_MT_POSITION_X, 0, 0, 0, 3999, 0, 0, 40},
    {ABS_MT_POSITION_Y, 0, 0, 0, 2399, 0, 0, 40}, {ABS_MT_TRACKING_ID, 0, 0, 0, 65535, 0, 0, 0},
};
static const uint16_t pad_properties[] = {INPUT_PROP_POINTER};
static const uint16_t pad_keys[] = {BTN_LEFT, BTN_TOOL_FINGER, BTN_TOUCH};

/* A touchpad of 100 x 60 mm. */
struct touchstone_device pad(void) {
  struct touchstone_device device = TOUCHSTONE_DEVICE_INIT;
  device.axes = pad_axes;
  device.axis_count = PAD_AXES;
  device.properties = pad_properties;
  device.property_count = 1;
  device.keys = pad_keys;
  device.key_count = 3;
  return device;
}

void push(struct touchstone_engine *engine, int64_t time, uint16_t type, uint16_t code, int32_t value) {
  OK(touchstone_engine_push_event(engine, time, type, code, value));
}
