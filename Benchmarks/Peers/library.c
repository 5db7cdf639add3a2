/* Pushes frames to libtouchstone, and prints the processor time of a frame in nanoseconds, its allocations, and
 * how many gestures were reported: the same as Sources/time-library in Swift.
 *
 *   library WORKLOAD FRAMES
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <touchstone.h>

enum { ROUND = 480 };

static double numbers[ROUND * 10];
static size_t fingers[ROUND], number_count;

static void add(double x, double y) {
  numbers[number_count++] = x;
  numbers[number_count++] = y;
}

static bool fill(const char *workload) {
  for (int frame = 0; frame < ROUND; frame += 1) {
    double wave = frame < 240 ? frame : 480 - frame;
    if (strcmp(workload, "pan") == 0 || strcmp(workload, "touches") == 0) {
      for (int finger = 0; finger < 5; finger += 1) add(40 + wave * 0.25 + finger * 18, 60 + finger * 4);
      fingers[frame] = 5;
    } else if (strcmp(workload, "pinch") == 0) {
      add(100 - 10 - wave * 0.2, 60);
      add(100 + 10 + wave * 0.2, 60);
      fingers[frame] = 2;
    } else if (strcmp(workload, "taps") == 0) {
      bool is_down = frame % 9 != 8;
      if (is_down) add(frame / 9 % 2 == 0 ? 50 : 150, 60);
      fingers[frame] = is_down;
    } else {
      return false;
    }
  }
  return true;
}

static double processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* The count of a preloaded count_malloc.c; 0 without it. */
static long allocations(void) {
  long (*count)(void) = NULL;
  *(void **)&count = dlsym(RTLD_DEFAULT, "counted_allocations");
  return count ? count() : 0;
}

static long gestures;

static void count_gesture(struct touchstone_engine *engine, const struct touchstone_gesture *gesture, void *user_data) {
  (void)engine;
  (void)gesture;
  (void)user_data;
  gestures += 1;
}

static void push(struct touchstone_engine *engine, long rounds) {
  static struct touchstone_contact contacts[5];
  static int64_t time, last_id;
  static size_t last_count;
  struct touchstone_frame frame = TOUCHSTONE_FRAME_INIT;
  frame.contacts = contacts;
  for (long round = 0; round < rounds; round += 1) {
    const double *next = numbers;
    for (int index = 0; index < ROUND; index += 1) {
      size_t count = fingers[index];
      int64_t first = count == last_count ? last_id - (int64_t)count : last_id;
      if (count != last_count && count == 1) time += 600000;
      time += 8333;
      frame.time_us = time;
      frame.contact_count = count;
      for (size_t finger = 0; finger < count; finger += 1, next += 2)
        contacts[finger] = (struct touchstone_contact){first + (int64_t)finger + 1, next[0], next[1], -1, -1, -1, 0, 0};
      if (first + (int64_t)count > last_id) last_id = first + (int64_t)count;
      last_count = count;
      if (touchstone_engine_push_frame(engine, &frame) != TOUCHSTONE_OK) {
        fprintf(stderr, "%s\n", touchstone_message());
        exit(1);
      }
    }
  }
}

/* The same, with each finger on its own, as toolkits report them. */
static void push_touches(struct touchstone_engine *engine, long rounds) {
  static int64_t time;
  static bool is_down;
  for (long round = 0; round < rounds; round += 1) {
    const double *next = numbers;
    for (int index = 0; index < ROUND; index += 1) {
      time += 8333;
      for (int32_t finger = 0; finger < (int32_t)fingers[index]; finger += 1, next += 2) {
        if (is_down) {
          touchstone_engine_touch_motion(engine, time, finger, next[0], next[1]);
        } else {
          touchstone_engine_touch_down(engine, time, finger, next[0], next[1]);
        }
      }
      is_down = true;
      touchstone_engine_touch_frame(engine);
    }
  }
}

int main(int argument_count, char **arguments) {
  if (argument_count != 3 || !fill(arguments[1])) {
    fprintf(stderr, "usage: library pan|pinch|taps|touches FRAMES\n");
    return 64;
  }
  struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
  options.width_mm = 200;
  options.height_mm = 120;
  struct touchstone_engine *engine;
  if (touchstone_engine_create(&options, &engine) != TOUCHSTONE_OK) return 1;
  touchstone_engine_set_gesture_callback(engine, count_gesture, NULL);
  void (*send)(struct touchstone_engine *, long) = strcmp(arguments[1], "touches") == 0 ? push_touches : push;
  send(engine, 20);
  long rounds = atol(arguments[2]) / ROUND, before = allocations();
  double start = processor_time();
  send(engine, rounds);
  double seconds = processor_time() - start, count = (double)(rounds * ROUND);
  printf("%f %f %ld\n", seconds * 1e9 / count, (double)(allocations() - before) / count, gestures);
  touchstone_engine_destroy(engine);
}
