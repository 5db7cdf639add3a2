/*
 * The first gesture: a finger that moves 40 mm to the left in 0.1 s, which is a swipe.
 *
 *   cc quickstart.c -o quickstart $(pkg-config --cflags --libs touchstone) && ./quickstart
 */
#include <stdio.h>
#include <touchstone.h>

int main(void) {
  struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
  options.width_mm = 120;
  options.height_mm = 80;
  struct touchstone_engine *engine;
  if (touchstone_engine_create(&options, &engine) != TOUCHSTONE_OK) {
    fprintf(stderr, "%s\n", touchstone_message());
    return 1;
  }
  touchstone_engine_touch_down(engine, 0, 0, 80, 40);
  touchstone_engine_touch_frame(engine);
  for (int step = 1; step <= 10; step += 1) {
    touchstone_engine_touch_motion(engine, step * 10000, 0, 80 - 4 * step, 40);
    touchstone_engine_touch_frame(engine);
  }
  touchstone_engine_touch_up(engine, 110000, 0);
  touchstone_engine_touch_frame(engine);
  touchstone_engine_finish(engine);
  struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
  while (touchstone_engine_next_gesture(engine, &gesture) == TOUCHSTONE_OK) {
    const char *direction = touchstone_direction_name(gesture.direction);
    printf("%s %s at %.0f, %.0f mm\n", touchstone_kind_name(gesture.kind), direction ? direction : "",
           gesture.location_x_mm, gesture.location_y_mm);
  }
  touchstone_engine_destroy(engine);
}
