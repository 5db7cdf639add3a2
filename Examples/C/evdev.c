/*
 * Prints the gestures on a touch device, with lengths in mm.
 *
 *   cc evdev.c -o evdev $(pkg-config --cflags --libs touchstone libevdev)
 *   ./evdev /dev/input/event5          # gestures
 *   ./evdev -w /dev/input/event5       # also why others were not recognized
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <touchstone.h>
#include <unistd.h>

static void print_gesture(struct touchstone_engine *engine, const struct touchstone_gesture *gesture,
                          void *user_data) {
  (void)engine;
  (void)user_data;
  const char *direction = touchstone_direction_name(gesture->direction);
  printf("%s %s", touchstone_kind_name(gesture->kind), touchstone_state_name(gesture->state));
  if (direction) printf(" %s", direction);
  printf(", %d fingers, at %.1f, %.1f mm", gesture->touches, gesture->location_x_mm, gesture->location_y_mm);
  printf(", moved %.1f, %.1f mm", gesture->translation_x_mm, gesture->translation_y_mm);
  printf(", scale %.2f, rotated by %.0f degrees\n", gesture->scale, gesture->rotation_deg);
}

static void print_failures(struct touchstone_engine *engine) {
  struct touchstone_failure failure = TOUCHSTONE_FAILURE_INIT;
  while (touchstone_engine_next_failure(engine, &failure) == TOUCHSTONE_OK) printf("%s\n", failure.sentence);
}

/* An engine for the touches of the device. */
static struct touchstone_engine *make_engine(const struct libevdev *evdev, bool keeps_failures) {
  struct touchstone_axis axes[ABS_CNT];
  uint16_t properties[INPUT_PROP_CNT], keys[KEY_CNT];
  struct touchstone_device device = TOUCHSTONE_DEVICE_INIT;
  device.bus = (uint16_t)libevdev_get_id_bustype(evdev);
  device.vendor = (uint16_t)libevdev_get_id_vendor(evdev);
  device.product = (uint16_t)libevdev_get_id_product(evdev);
  device.version = (uint16_t)libevdev_get_id_version(evdev);
  device.axes = axes;
  device.properties = properties;
  device.keys = keys;
  for (uint16_t code = 0; code < ABS_CNT; code += 1) {
    const struct input_absinfo *info = libevdev_get_abs_info(evdev, code);
    if (!info) continue;
    axes[device.axis_count++] = (struct touchstone_axis){
        code, 0, info->value, info->minimum, info->maximum, info->fuzz, info->flat, info->resolution};
  }
  for (uint16_t code = 0; code < INPUT_PROP_CNT; code += 1)
    if (libevdev_has_property(evdev, code)) properties[device.property_count++] = code;
  for (uint16_t code = 0; code < KEY_CNT; code += 1)
    if (libevdev_has_event_code(evdev, EV_KEY, code)) keys[device.key_count++] = code;

  struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
  options.device = &device;
  options.flags = keeps_failures ? TOUCHSTONE_KEEP_FAILURES : 0;
  struct touchstone_engine *engine;
  if (touchstone_engine_create(&options, &engine) != TOUCHSTONE_OK) errx(1, "%s", touchstone_message());
  touchstone_engine_set_gesture_callback(engine, print_gesture, NULL);
  return engine;
}

/* Pushes the events that wait; false at the end of the device. */
static bool push_events(struct touchstone_engine *engine, struct libevdev *evdev) {
  unsigned flag = LIBEVDEV_READ_FLAG_NORMAL;
  for (;;) {
    struct input_event event;
    int status = libevdev_next_event(evdev, flag, &event);
    if (status == LIBEVDEV_READ_STATUS_SYNC && flag == LIBEVDEV_READ_FLAG_NORMAL) {
      /* SYN_DROPPED: the kernel lost events. What libevdev reads next is how the device has changed. */
      flag = LIBEVDEV_READ_FLAG_SYNC;
    } else if (status == -EAGAIN && flag == LIBEVDEV_READ_FLAG_SYNC) {
      flag = LIBEVDEV_READ_FLAG_NORMAL;
    } else if (status < 0) {
      return status == -EAGAIN || status == -EINTR;
    } else {
      int64_t time = (int64_t)event.input_event_sec * 1000000 + event.input_event_usec;
      if (touchstone_engine_push_event(engine, time, event.type, event.code, event.value) != TOUCHSTONE_OK)
        warnx("%s", touchstone_message());
    }
  }
}

static int64_t now_us(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* How long to wait for input, in ms; -1 without end. */
static int timeout_ms(const struct touchstone_engine *engine, clockid_t clock) {
  int64_t deadline;
  if (touchstone_engine_next_deadline(engine, &deadline) != TOUCHSTONE_OK) return -1;
  int64_t wait = deadline - now_us(clock);
  /* Rounded up, so that the deadline has passed; a minute is as good as forever. */
  return wait <= 0 ? 0 : wait > 60000000 ? 60000 : (int)((wait + 999) / 1000);
}

int main(int count, char **arguments) {
  bool explains = count == 3 && strcmp(arguments[1], "-w") == 0;
  if (count != 2 + explains) errx(64, "usage: evdev [-w] /dev/input/eventN");
  int file = open(arguments[1 + explains], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) err(66, "%s", arguments[1 + explains]);
  struct libevdev *evdev;
  int status = libevdev_new_from_fd(file, &evdev);
  if (status < 0) errx(65, "%s: %s", arguments[1 + explains], strerror(-status));
  /* Deadlines are on the clock of the events; old kernels have only this other one. */
  clockid_t clock = libevdev_set_clock_id(evdev, CLOCK_MONOTONIC) == 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  struct touchstone_engine *engine = make_engine(evdev, explains);
  setlinebuf(stdout);

  struct pollfd input = {.fd = file, .events = POLLIN};
  bool is_open = true;
  while (is_open) {
    int ready = poll(&input, 1, timeout_ms(engine, clock));
    if (ready < 0 && errno != EINTR) err(1, "poll");
    if (ready > 0) is_open = push_events(engine, evdev) && !(input.revents & (POLLERR | POLLHUP));
    /* After the events, which may be from before the deadline. */
    if (ready == 0) touchstone_engine_advance(engine, now_us(clock));
    print_failures(engine);
  }
  touchstone_engine_finish(engine);
  print_failures(engine);
  touchstone_engine_destroy(engine);
  libevdev_free(evdev);
  close(file);
}
