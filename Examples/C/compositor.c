/*
 * An event loop as compositors have it: libinput's touches in, actions out.
 *
 *   cc compositor.c -o compositor $(pkg-config --cflags --libs touchstone libinput libudev)
 *   ./compositor                 # as a user who may read /dev/input
 *   kill -USR1 PID               # pauses, as when the session is locked; -USR2 resumes
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <libudev.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <touchstone.h>
#include <unistd.h>

/* ---- Actions ---- */

/* 0 stands for any direction and any number of fingers. A long press acts when it begins, the others at their end. */
static const struct binding {
  uint32_t kind, direction;
  int32_t touches;
  const char *action;
} bindings[] = {
    {TOUCHSTONE_SWIPE, TOUCHSTONE_LEFT, 3, "next workspace"},
    {TOUCHSTONE_SWIPE, TOUCHSTONE_RIGHT, 3, "previous workspace"},
    {TOUCHSTONE_SWIPE, TOUCHSTONE_UP, 3, "show windows"},
    {TOUCHSTONE_PINCH, TOUCHSTONE_IN, 0, "overview"},
    {TOUCHSTONE_PINCH, TOUCHSTONE_OUT, 0, "close overview"},
    {TOUCHSTONE_TAP, 0, 4, "open terminal"},
    {TOUCHSTONE_LONG_PRESS, 0, 2, "window menu"},
};

static void perform(struct touchstone_engine *engine, const struct touchstone_gesture *gesture, void *user_data) {
  (void)engine;
  if (gesture->state == TOUCHSTONE_CANCELLED) return;
  if ((gesture->state == TOUCHSTONE_BEGAN) != (gesture->kind == TOUCHSTONE_LONG_PRESS)) return;
  for (size_t index = 0; index < sizeof bindings / sizeof *bindings; index += 1) {
    const struct binding *binding = &bindings[index];
    if (binding->kind == gesture->kind &&
        (binding->direction == 0 || binding->direction == gesture->direction) &&
        (binding->touches == 0 || binding->touches == gesture->touches)) {
      printf("%s: %s\n", (const char *)user_data, binding->action);
      return;
    }
  }
}

/* ---- Devices: an engine for each, as the user data of libinput's device ---- */

/* Every engine, for deadlines and pauses; a compositor has such a list of its devices. */
static struct touchstone_engine *engines[16];
static bool is_paused;

static int64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void add_device(struct libinput_device *device) {
  struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
  if (!libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH)) return;
  /* Of an unknown size, the engine assumes one. */
  if (libinput_device_get_size(device, &options.width_mm, &options.height_mm) != 0)
    options.width_mm = options.height_mm = 0;
  options.flags = TOUCHSTONE_REPORT_BEGAN;
  for (size_t binding = 0; binding < sizeof bindings / sizeof *bindings; binding += 1)
    options.kinds |= TOUCHSTONE_KIND_BIT(bindings[binding].kind);
  size_t index = 0;
  while (index < 16 && engines[index]) index += 1;
  if (index == 16) return;
  if (touchstone_engine_create(&options, &engines[index]) != TOUCHSTONE_OK) {
    warnx("%s: %s", libinput_device_get_name(device), touchstone_message());
    return;
  }
  /* The name of the node is valid as long as the device, which outlives the engine. */
  touchstone_engine_set_gesture_callback(engines[index], perform, (void *)libinput_device_get_sysname(device));
  if (is_paused) touchstone_engine_interrupt(engines[index], now_us());
  libinput_device_set_user_data(device, engines[index]);
  touchstone_engine_get_size(engines[index], &options.width_mm, &options.height_mm);
  printf("%s: %.0f x %.0f mm\n", libinput_device_get_sysname(device), options.width_mm, options.height_mm);
}

static void remove_device(struct libinput_device *device) {
  struct touchstone_engine *engine = libinput_device_get_user_data(device);
  libinput_device_set_user_data(device, NULL);
  for (size_t index = 0; index < 16; index += 1)
    if (engine && engines[index] == engine) engines[index] = NULL;
  touchstone_engine_destroy(engine);
}

static void pause_engines(void) {
  is_paused = true;
  for (size_t index = 0; index < 16; index += 1)
    if (engines[index]) touchstone_engine_interrupt(engines[index], now_us());
  puts("paused");
}

static void resume_engines(void) {
  is_paused = false;
  for (size_t index = 0; index < 16; index += 1)
    if (engines[index]) touchstone_engine_resume(engines[index]);
  puts("resumed");
}

/* ---- Input ---- */

/* In mm from the top left corner; scaled to the engine's size where libinput knows none. */
static struct position {
  double x, y;
} position_of(struct touchstone_engine *engine, struct libinput_event *event) {
  struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
  double width, height;
  if (libinput_device_get_size(libinput_event_get_device(event), &width, &height) == 0)
    return (struct position){libinput_event_touch_get_x(touch), libinput_event_touch_get_y(touch)};
  touchstone_engine_get_size(engine, &width, &height);
  return (struct position){width * libinput_event_touch_get_x_transformed(touch, 1),
                           height * libinput_event_touch_get_y_transformed(touch, 1)};
}

static void handle_touch(struct touchstone_engine *engine, struct libinput_event *event) {
  struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
  struct position position;
  int64_t time = (int64_t)libinput_event_touch_get_time_usec(touch);
  touchstone_status status = TOUCHSTONE_OK;
  switch (libinput_event_get_type(event)) {
    case LIBINPUT_EVENT_TOUCH_DOWN:
      position = position_of(engine, event);
      status = touchstone_engine_touch_down(engine, time, libinput_event_touch_get_slot(touch), position.x, position.y);
      break;
    case LIBINPUT_EVENT_TOUCH_MOTION:
      position = position_of(engine, event);
      status =
          touchstone_engine_touch_motion(engine, time, libinput_event_touch_get_slot(touch), position.x, position.y);
      break;
    case LIBINPUT_EVENT_TOUCH_UP:
      status = touchstone_engine_touch_up(engine, time, libinput_event_touch_get_slot(touch));
      break;
    case LIBINPUT_EVENT_TOUCH_CANCEL:
      status = touchstone_engine_touch_cancel(engine, time, libinput_event_touch_get_slot(touch));
      break;
    case LIBINPUT_EVENT_TOUCH_FRAME:
      /* A compositor holds touches back from its clients as long as touchstone_engine_candidates() is not 0. */
      status = touchstone_engine_touch_frame(engine);
      break;
    default:
      break;
  }
  if (status != TOUCHSTONE_OK) warnx("%s", touchstone_message());
}

static void dispatch(struct libinput *libinput) {
  libinput_dispatch(libinput);
  struct libinput_event *event;
  while ((event = libinput_get_event(libinput))) {
    struct libinput_device *device = libinput_event_get_device(event);
    struct touchstone_engine *engine = libinput_device_get_user_data(device);
    switch (libinput_event_get_type(event)) {
      case LIBINPUT_EVENT_DEVICE_ADDED:
        add_device(device);
        break;
      case LIBINPUT_EVENT_DEVICE_REMOVED:
        remove_device(device);
        break;
      case LIBINPUT_EVENT_TOUCH_DOWN:
      case LIBINPUT_EVENT_TOUCH_MOTION:
      case LIBINPUT_EVENT_TOUCH_UP:
      case LIBINPUT_EVENT_TOUCH_CANCEL:
      case LIBINPUT_EVENT_TOUCH_FRAME:
        if (engine) handle_touch(engine, event);
        break;
      default:
        break;
    }
    libinput_event_destroy(event);
  }
}

/* ---- Time ---- */

static void advance_engines(void) {
  for (size_t index = 0; index < 16; index += 1)
    if (engines[index]) touchstone_engine_advance(engines[index], now_us());
}

/* Wakes the loop at the earliest deadline. */
static void set_timer(int timer) {
  int64_t earliest = INT64_MAX, deadline;
  for (size_t index = 0; index < 16; index += 1)
    if (engines[index] && touchstone_engine_next_deadline(engines[index], &deadline) == TOUCHSTONE_OK &&
        deadline < earliest)
      earliest = deadline;
  struct itimerspec alarm = {0}; /* Not set. */
  if (earliest != INT64_MAX) {
    alarm.it_value.tv_sec = (time_t)(earliest / 1000000);
    alarm.it_value.tv_nsec = (long)(earliest % 1000000) * 1000 + 1;
  }
  timerfd_settime(timer, TFD_TIMER_ABSTIME, &alarm, NULL);
}

/* ---- The loop ---- */

static int open_device(const char *path, int flags, void *user_data) {
  (void)user_data;
  int file = open(path, flags);
  return file < 0 ? -errno : file;
}

static void close_device(int file, void *user_data) {
  (void)user_data;
  close(file);
}

static void watch(int epoll, int file) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = file};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, file, &event) != 0) err(1, "epoll_ctl");
}

int main(void) {
  static const struct libinput_interface interface = {open_device, close_device};
  struct udev *udev = udev_new();
  struct libinput *libinput = libinput_udev_create_context(&interface, NULL, udev);
  if (!libinput || libinput_udev_assign_seat(libinput, "seat0") != 0) errx(69, "libinput does not start");

  sigset_t signals;
  sigemptyset(&signals);
  int numbers[] = {SIGUSR1, SIGUSR2, SIGTERM, SIGINT};
  for (size_t index = 0; index < 4; index += 1) sigaddset(&signals, numbers[index]);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  int signal_file = signalfd(-1, &signals, SFD_CLOEXEC);
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  watch(epoll, libinput_get_fd(libinput));
  watch(epoll, timer);
  watch(epoll, signal_file);
  setlinebuf(stdout);

  bool is_running = true;
  dispatch(libinput);
  while (is_running) {
    set_timer(timer);
    struct epoll_event event;
    if (epoll_wait(epoll, &event, 1, -1) < 1) continue;
    /* In any case, so that no touch of before a deadline or a pause is left. */
    dispatch(libinput);
    if (event.data.fd == timer) advance_engines();
    if (event.data.fd == signal_file) {
      struct signalfd_siginfo info;
      if (read(signal_file, &info, sizeof info) != sizeof info) continue;
      if (info.ssi_signo == SIGUSR1) {
        pause_engines();
      } else if (info.ssi_signo == SIGUSR2) {
        resume_engines();
      } else {
        is_running = false;
      }
    }
  }
  libinput_suspend(libinput); /* Removes the devices. */
  dispatch(libinput);
  libinput_unref(libinput);
  udev_unref(udev);
  close(epoll);
  close(timer);
  close(signal_file);
}
