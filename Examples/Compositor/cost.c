/* The cost of recognition for a compositor: ten fingers that move, in frames at 240 Hz. */
#include <math.h>
#include <stdio.h>
#include <time.h>

#include <touchstone.h>

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

int main(void) {
  enum { FINGERS = 10, FRAMES = 24000 };
  struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
  options.width_mm = 344;
  options.height_mm = 194;
  options.flags = TOUCHSTONE_REPORT_ALL_STATES;
  options.kinds = TOUCHSTONE_KIND_BIT(TOUCHSTONE_PAN) | TOUCHSTONE_KIND_BIT(TOUCHSTONE_EDGE_PAN) |
                  TOUCHSTONE_KIND_BIT(TOUCHSTONE_LONG_PRESS);
  for (int all = 0; all < 2; all++) {
    if (all) options.kinds = 0;
    struct touchstone_engine *engine;
    if (touchstone_engine_create(&options, &engine) != TOUCHSTONE_OK) return puts(touchstone_message()), 1;
    struct touchstone_gesture gesture = TOUCHSTONE_GESTURE_INIT;
    double most = 0, start = seconds();
    for (int frame = 0; frame < FRAMES; frame++) {
      double begin = seconds();
      int64_t time_us = (int64_t)frame * 1000000 / 240;
      for (int finger = 0; finger < FINGERS; finger++) {
        double x = 40 + 25 * finger + 20 * sin(frame / 60.0 + finger), y = 100 + 40 * cos(frame / 60.0);
        if (frame % 480 == 0) touchstone_engine_touch_down(engine, time_us, finger, x, y);
        else if (frame % 480 == 479) touchstone_engine_touch_up(engine, time_us, finger);
        else touchstone_engine_touch_motion(engine, time_us, finger, x, y);
      }
      touchstone_engine_touch_frame(engine);
      while (touchstone_engine_next_gesture(engine, &gesture) == TOUCHSTONE_OK) {}
      double taken = seconds() - begin;
      if (taken > most) most = taken;
    }
    double mean = (seconds() - start) / FRAMES;
    printf("%-22s %5.1f us a frame of ten fingers, at most %.0f us; %.2f %% of a core at 240 Hz\n",
           all ? "all gestures:" : "the compositor's three:", mean * 1e6, most * 1e6, mean * 240 * 100);
    touchstone_engine_destroy(engine);
  }
  return 0;
}
