// The C libraries that live devices need. Nothing but Sources/Devices imports this.
#pragma once
#include <libevdev/libevdev.h>
#include <libevdev/libevdev-uinput.h>
#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>

// InputEvent and the formats rely on the kernel's layout on 64-bit machines.
_Static_assert(sizeof(struct input_event) == 24, "struct input_event of a 64-bit machine");

// prctl is variadic, which Swift does not call.
static inline int cinput_set_timer_slack(unsigned long nanoseconds) {
  return prctl(PR_SET_TIMERSLACK, nanoseconds, 0, 0, 0);
}

// The timer slack in nanoseconds; negative if it is unknown.
static inline int cinput_timer_slack(void) {
  return prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
}
