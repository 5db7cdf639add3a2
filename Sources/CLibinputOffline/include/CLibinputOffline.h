#pragma once

#include <stdint.h>

/// The machine that an unmodified libinput sees while it plays recordings: devices, udev's
/// properties, a clock and timers, all in memory.
///
/// `offline_load` replaces the functions by which libinput, libevdev and libmtdev reach the kernel
/// and udev, in the import slots of these three libraries only. The machine is global: one playback
/// at a time in a process, and no live use of libinput in it.

#ifdef __cplusplus
extern "C" {
#endif

enum {
  /// The most devices of a machine.
  offline_most_devices = 16,
  /// The most slots of a device.
  offline_most_slots = 256,
  /// The most events that `offline_send` takes: a pipe holds 65,536 bytes.
  offline_most_events = 1024,
  /// The number of keys, and of bytes for their states.
  offline_keys = 0x300,
};

/// `struct input_event` of 64-bit systems.
struct offline_event {
  int64_t seconds, microseconds;
  uint16_t type, code;
  int32_t value;
};

/// `struct input_absinfo`.
struct offline_axis {
  int32_t value, minimum, maximum, fuzz, flat, resolution;
};

// MARK: Library

/// Loads a libinput and replaces its imports; 0 on success. Otherwise `message` says why, with the
/// names that are missing or unknown. Works once in a process.
int offline_load(const char *library, char *message, unsigned size);

/// Reads quirks from a folder instead of `/usr/share/libinput`, and from a file instead of the
/// machine's `local-overrides.quirks`; an empty path leaves either.
void offline_set_quirks(const char *folder, const char *file);

/// A function of the loaded library; NULL if it has none of that name.
void *offline_symbol(const char *name);

/// The path of the loaded library.
const char *offline_library_path(void);

/// libinput's interface for opening and closing devices: a `struct libinput_interface`.
const void *offline_interface(void);

/// A `libinput_log_handler` that passes lines to the function of `offline_set_log`.
void *offline_log_handler(void);
void offline_set_log(void (*function)(int priority, const char *text));

// MARK: Devices

/// Removes all devices and timers, and sets the time and the modalias of the machine's model, which
/// may be NULL.
void offline_reset(int64_t microseconds, const char *model);

/// Adds a device, and returns its index; -1 if there is no room.
int offline_add_device(
  const char *name, uint16_t bus, uint16_t vendor, uint16_t product, uint16_t version);

/// The device node, such as `/dev/input/event0`.
const char *offline_path(int device);

/// Sets a property of udev; 0 on success.
int offline_set_property(int device, const char *key, const char *value);

/// The bits of supported codes of a type, `offline_keys / 8` bytes; those of type 0 are the types.
uint8_t *offline_codes(int device, unsigned type);

/// The bits of input properties, 4 bytes.
uint8_t *offline_input_properties(int device);

/// An absolute axis, of 64.
struct offline_axis *offline_absolute(int device, unsigned code);

/// The bits of pressed keys and of switches that are on, `offline_keys / 8` bytes.
uint8_t *offline_states(int device, unsigned type);

/// The values of a multitouch axis by slot, `offline_most_slots` of them.
int32_t *offline_slots(int device, unsigned code);

/// Passes events to libinput, if it has the device open; 0 on success, -1 if it does not read them.
int offline_send(int device, const struct offline_event *events, unsigned count);

// MARK: Time

/// The time in microseconds; it never runs by itself.
int64_t offline_time(void);
void offline_set_time(int64_t microseconds);

/// The expiry of the next timer; INT64_MAX without one.
int64_t offline_next_timer(void);

/// Lets the timers expire that are due.
void offline_expire_timers(void);

// MARK: Processes

/// Makes a pair of connected sockets that other programs do not inherit; 0 on success.
int offline_connect(int ends[2]);

/// Ends this process when it has used some seconds of processor time from now on, or ten times as
/// many of time; 0 ends the limit.
void offline_limit_time(unsigned seconds);

#ifdef __cplusplus
}
#endif
