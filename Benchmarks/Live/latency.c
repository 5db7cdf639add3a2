// A small libinput client: measures the time from the kernel's timestamp of each frame of a touchscreen
// to the frame event. Prints the same line as `replay live --latency`.
// Usage: latency NODE
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST = 100000 };
static int counts[LONGEST + 1], total;
static volatile sig_atomic_t stopped;

static int open_device(const char *path, int flags, void *data) {
  int descriptor = open(path, flags);
  return descriptor < 0 ? -errno : descriptor;
}
static void close_device(int descriptor, void *data) { close(descriptor); }
static const struct libinput_interface interface = {open_device, close_device};
static void stop(int signal) { stopped = 1; }

static void add(uint64_t stamp) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  int64_t delay = now.tv_sec * 1000000LL + now.tv_nsec / 1000 - (int64_t)stamp;
  counts[delay < 0 ? 0 : delay > LONGEST ? LONGEST : delay]++;
  total++;
}

static int quantile(double share) {
  double rank = share * total;
  for (int delay = 0, passed = 0; delay <= LONGEST; delay++) {
    passed += counts[delay];
    if (passed > 0 && passed >= rank) return delay;
  }
  return 0;
}

int main(int argc, char **argv) {
  signal(SIGINT, stop);
  struct libinput *libinput = libinput_path_create_context(&interface, NULL);
  if (argc < 2 || !libinput_path_add_device(libinput, argv[1])) return 1;
  struct pollfd polled = {libinput_get_fd(libinput), POLLIN, 0};
  int isGone = 0;
  while (!stopped && !isGone) {
    if (poll(&polled, 1, -1) < 0) continue;
    libinput_dispatch(libinput);
    struct libinput_event *event;
    while ((event = libinput_get_event(libinput))) {
      int type = libinput_event_get_type(event);
      if (type == LIBINPUT_EVENT_TOUCH_FRAME)
        add(libinput_event_touch_get_time_usec(libinput_event_get_touch_event(event)));
      if (type == LIBINPUT_EVENT_DEVICE_REMOVED) isGone = 1;
      libinput_event_destroy(event);
    }
  }
  printf("%d frames, p50 %d us, p99 %d us, p99.9 %d us, at most %d us\n", total, quantile(0.5),
         quantile(0.99), quantile(0.999), quantile(1));
  return 0;
}
