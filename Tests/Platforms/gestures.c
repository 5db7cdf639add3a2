// Plays a tap, a movement, scrolling and a hold into libinput by Sources/CLibinputOffline, as
// LibinputSession does, and prints the replaced imports of each library, libinput's debug log and
// its events. Usage: gestures
#define _GNU_SOURCE
#include "machine.h"

#include <dlfcn.h>
#include <link.h>
#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void fail(const char *reason, const char *detail) {
  fprintf(stderr, "gestures: %s%s\n", reason, detail);
  exit(1);
}

static void *function(const char *name) {
  void *found = offline_symbol(name);
  if (!found) fail("libinput lacks ", name);
  return found;
}

/// Calls a function of libinput, whose parameters are pointers and `int`.
#define CALL(result, name, ...) ((result(*)())function("libinput_" #name))(__VA_ARGS__)

// MARK: Replaced imports

/// Counts the words of a library's data that are the address of a function: its replaced slots.
struct slots {
  const char *library;
  void *address;
  int count;
};

static int count_slots(struct dl_phdr_info *object, size_t size, void *context) {
  struct slots *slots = context;
  if (!strstr(object->dlpi_name, slots->library)) return 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_W)) continue;
    void **words = (void **)((object->dlpi_addr + part->p_vaddr + 7) & ~(uintptr_t)7);
    for (size_t j = 0; j < part->p_memsz / sizeof *words - 1; j++)
      slots->count += words[j] == slots->address;
  }
  return 0;
}

static void print_replaced_imports(void) {
  static const char *const libraries[] = { "/libinput.so", "/libevdev.so", "/libmtdev.so" };
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
    for (const struct offline_replacement *one = offline_replacements; one->name; one++) {
      // Some names have the same replacement.
      if (one > offline_replacements && one[-1].function == one->function) continue;
      struct slots slots = { libraries[i], one->function, 0 };
      dl_iterate_phdr(count_slots, &slots);
      if (slots.count) printf("%s: %s in %d\n", libraries[i] + 1, one->name, slots.count);
    }
}

static void *replacement(const char *name) {
  for (const struct offline_replacement *one = offline_replacements; one->name; one++)
    if (!strcmp(one->name, name)) return one->function;
  fail("no replacement of ", name);
}

// MARK: The touchpad

static void set(uint8_t *bits, unsigned bit) { bits[bit / 8] |= (uint8_t)(1 << bit % 8); }

/// A touchpad of 100 by 60 mm with five slots, and without a separate right button.
static int add_touchpad(void) {
  static const struct { uint16_t code; int32_t maximum, resolution; } axes[] = {
    { ABS_X, 4000, 40 }, { ABS_Y, 2400, 40 }, { ABS_MT_SLOT, 4, 0 },
    { ABS_MT_POSITION_X, 4000, 40 }, { ABS_MT_POSITION_Y, 2400, 40 },
    { ABS_MT_TRACKING_ID, 65535, 0 },
  };
  static const unsigned keys[] = {
    BTN_LEFT, BTN_TOOL_FINGER, BTN_TOUCH, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP,
  };
  int pad = offline_add_device("Touchpad", BUS_I2C, 0x1234, 0x5678, 1);
  set(offline_codes(pad, EV_SYN), EV_KEY);
  set(offline_codes(pad, EV_SYN), EV_ABS);
  set(offline_input_properties(pad), INPUT_PROP_POINTER);
  set(offline_input_properties(pad), INPUT_PROP_BUTTONPAD);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) set(offline_codes(pad, EV_KEY), keys[i]);
  for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
    set(offline_codes(pad, EV_ABS), axes[i].code);
    *offline_absolute(pad, axes[i].code) =
      (struct offline_axis){ .maximum = axes[i].maximum, .resolution = axes[i].resolution };
  }
  for (int slot = 0; slot <= 4; slot++) offline_slots(pad, ABS_MT_TRACKING_ID)[slot] = -1;
  offline_set_property(pad, "ID_INPUT", "1");
  offline_set_property(pad, "ID_INPUT_TOUCHPAD", "1");
  offline_set_property(pad, "ID_SEAT", "seat0");
  return pad;
}

/// The properties, as libinput's plugins list them.
static void print_properties(void) {
  void *(*new_udev)(void) = replacement("udev_new");
  void *(*find)(void *, const char *) = replacement("udev_device_new_from_syspath");
  void *(*first)(void *) = replacement("udev_device_get_properties_list_entry");
  void *(*next)(void *) = replacement("udev_list_entry_get_next");
  const char *(*name)(void *) = replacement("udev_list_entry_get_name");
  const char *(*value)(void *) = replacement("udev_list_entry_get_value");
  void *device = find(new_udev(), "/sys/devices/platform/offline/input/input0/event0");
  for (void *entry = first(device); entry; entry = next(entry))
    printf("property %s=%s\n", name(entry), value(entry));
}

// MARK: Playing

/// Values of `enum libinput_event_type`.
enum {
  pointer_motion = 400, pointer_button = 402, pointer_scroll_finger = 405,
  gesture_hold_begin = 806, gesture_hold_end = 807,
};
enum { debug_priority = 10 };

static void *context;

static void print_log(int priority, const char *text) { printf("log %d: %s", priority, text); }

static void print_pointer(void *event, int type) {
  printf("%d at %lld", type, CALL(long long, event_pointer_get_time_usec, event));
  // Three decimals: compilers for aarch64 join a multiplication and an addition, rounded once.
  if (type == pointer_motion)
    printf(" by %.3f %.3f", CALL(double, event_pointer_get_dx, event),
           CALL(double, event_pointer_get_dy, event));
  if (type == pointer_button)
    printf(" button %#x %d", CALL(int, event_pointer_get_button, event),
           CALL(int, event_pointer_get_button_state, event));
  for (int axis = 0; type == pointer_scroll_finger && axis < 2; axis++)
    if (CALL(int, event_pointer_has_axis, event, axis))
      printf(" axis %d by %.3f", axis, CALL(double, event_pointer_get_scroll_value, event, axis));
  printf("\n");
}

static void print_event(void *event, int type) {
  if (type == pointer_motion || type == pointer_button || type == pointer_scroll_finger)
    return print_pointer(CALL(void *, event_get_pointer_event, event), type);
  if (type != gesture_hold_begin && type != gesture_hold_end) return;
  void *gesture = CALL(void *, event_get_gesture_event, event);
  printf("%d at %lld with %d fingers\n", type,
         CALL(long long, event_gesture_get_time_usec, gesture),
         CALL(int, event_gesture_get_finger_count, gesture));
}

static void drain(void) {
  CALL(int, dispatch, context);
  for (void *event; (event = CALL(void *, get_event, context)); CALL(void, event_destroy, event))
    print_event(event, CALL(int, event_get_type, event));
}

static void run_until(int64_t time) {
  for (int64_t next; (next = offline_next_timer()) <= time; drain()) {
    if (next > offline_time()) offline_set_time(next);
    offline_expire_timers();
  }
  offline_set_time(time);
}

/// Sends a frame after a pause; the events are types, codes and values.
static void send(int pad, int milliseconds, const int (*events)[3], int count) {
  struct offline_event frame[32];
  run_until(offline_time() + milliseconds * 1000LL);
  for (int i = 0; i <= count; i++)
    frame[i] = (struct offline_event){
      .seconds = offline_time() / 1000000, .microseconds = offline_time() % 1000000,
      .type = i < count ? (uint16_t)events[i][0] : EV_SYN,
      .code = i < count ? (uint16_t)events[i][1] : SYN_REPORT,
      .value = i < count ? events[i][2] : 0,
    };
  if (offline_send(pad, frame, (unsigned)count + 1)) fail("libinput does not read events", "");
  drain();
}

#define SEND(pad, milliseconds, ...) \
  send(pad, milliseconds, (const int[][3]){ __VA_ARGS__ }, \
       sizeof(const int[][3]){ __VA_ARGS__ } / sizeof(int[3]))

/// Touches with one or two fingers, which move by some units in each of some frames.
static void touch(int pad, int fingers, int frames, int step) {
  static int id;
  run_until(offline_time() + 600000);
  for (int finger = 0; finger < fingers; finger++)
    SEND(pad, 0, { EV_ABS, ABS_MT_SLOT, finger }, { EV_ABS, ABS_MT_TRACKING_ID, ++id },
         { EV_ABS, ABS_MT_POSITION_X, 1500 + 700 * finger }, { EV_ABS, ABS_MT_POSITION_Y, 800 },
         { EV_KEY, BTN_TOUCH, 1 }, { EV_KEY, BTN_TOOL_FINGER, finger == 0 },
         { EV_KEY, BTN_TOOL_DOUBLETAP, finger == 1 });
  for (int i = 1; i <= frames; i++)
    for (int finger = 0; finger < fingers; finger++)
      SEND(pad, finger ? 0 : 10, { EV_ABS, ABS_MT_SLOT, finger },
           { EV_ABS, ABS_MT_POSITION_Y, 800 + i * step });
  for (int finger = 0; finger < fingers; finger++)
    SEND(pad, finger ? 0 : 40, { EV_ABS, ABS_MT_SLOT, finger }, { EV_ABS, ABS_MT_TRACKING_ID, -1 },
         { EV_KEY, BTN_TOUCH, fingers - finger > 1 },
         { EV_KEY, BTN_TOOL_FINGER, fingers - finger > 1 }, { EV_KEY, BTN_TOOL_DOUBLETAP, 0 });
}

int main(void) {
  char message[1024];
  if (offline_load("libinput.so.10", message, sizeof message))
    fail(message, "");
  print_replaced_imports();
  offline_reset(1000000000, NULL);
  context = CALL(void *, path_create_context, offline_interface(), NULL);
  offline_set_log(print_log);
  CALL(void, log_set_handler, context, offline_log_handler());
  CALL(void, log_set_priority, context, debug_priority);
  int pad = add_touchpad();
  print_properties();
  void *device = CALL(void *, path_add_device, context, offline_path(pad));
  if (!device) fail("libinput does not accept the touchpad", "");
  CALL(int, device_config_tap_set_enabled, device, 1);
  touch(pad, 1, 0, 0);
  touch(pad, 1, 20, 20);
  touch(pad, 2, 20, 30);
  touch(pad, 2, 50, 0);
  run_until(offline_time() + 1500000);
  CALL(void *, unref, context);
  return 0;
}
