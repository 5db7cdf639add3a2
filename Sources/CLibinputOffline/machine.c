// The machine in memory, and the functions that take the place of libinput's, libevdev's and
// libmtdev's imports.
#define _GNU_SOURCE
#include "machine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/ioctl.h> // musl has no _IOC_NR
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

_Static_assert(sizeof(struct offline_event) == sizeof(struct input_event), "64-bit events");
_Static_assert(sizeof(struct offline_axis) == sizeof(struct input_absinfo), "axes");

enum {
  most_timers = 8,
  most_properties = 40,
  code_bytes = offline_keys / 8,
  first_mt_code = ABS_MT_SLOT,
  mt_codes = ABS_CNT - ABS_MT_SLOT,
  input_major = 13, // the kernel's INPUT_MAJOR
  first_event_minor = 64,
};

/// A property of udev's database, and one of the list of a device's properties.
struct udev_list_entry {
  char key[40], value[300];
};

/// A device, which is also the `struct udev_device` that libinput sees.
struct udev_device {
  char path[32], system_path[96], name[256];
  struct input_id identity;
  uint8_t input_properties[4], codes[EV_CNT][code_bytes], states[EV_CNT][code_bytes];
  struct offline_axis axes[ABS_CNT];
  int32_t slots[mt_codes][offline_most_slots];
  struct udev_list_entry properties[most_properties + 1]; // the one after the last has no key
  int property_count, read_end, write_end;
};

static int64_t now;
static struct { int descriptor; int64_t expiry; } timers[most_timers];
static int timer_count;
static struct udev_device devices[offline_most_devices], model;
static int device_count;
static char model_name[1024];
static void (*log_function)(int, const char *);

// MARK: Devices

static struct udev_device *with_descriptor(int descriptor) {
  for (int i = 0; i < device_count; i++)
    if (devices[i].read_end == descriptor) return &devices[i];
  return NULL;
}

static struct udev_device *with_path(const char *path) {
  for (int i = 0; i < device_count; i++)
    if (!strcmp(devices[i].path, path)) return &devices[i];
  return NULL;
}

static dev_t number(const struct udev_device *device) {
  return makedev(input_major, first_event_minor + (unsigned)(device - devices));
}

static void close_pipe(struct udev_device *device) {
  if (device->read_end >= 0) close(device->read_end);
  if (device->write_end >= 0) close(device->write_end);
  device->read_end = device->write_end = -1;
}

void offline_reset(int64_t microseconds, const char *modalias) {
  for (int i = 0; i < device_count; i++) close_pipe(&devices[i]);
  now = microseconds;
  timer_count = device_count = 0;
  snprintf(model_name, sizeof model_name, "%s", modalias ? modalias : "");
}

int offline_add_device(
  const char *name, uint16_t bus, uint16_t vendor, uint16_t product, uint16_t version) {
  if (device_count == offline_most_devices) return -1;
  int index = device_count++;
  struct udev_device *device = &devices[index];
  memset(device, 0, sizeof *device);
  device->read_end = device->write_end = -1;
  device->identity = (struct input_id){ bus, vendor, product, version };
  snprintf(device->name, sizeof device->name, "%s", name);
  snprintf(device->path, sizeof device->path, "/dev/input/event%d", index);
  // Not below /sys/devices/virtual, since libinput treats devices there in its own way.
  snprintf(device->system_path, sizeof device->system_path,
           "/sys/devices/platform/offline/input/input%d/event%d", index, index);
  return index;
}

int offline_set_property(int index, const char *key, const char *value) {
  struct udev_device *device = &devices[index];
  if (device->property_count == most_properties) return -1;
  int i = device->property_count++;
  snprintf(device->properties[i].key, sizeof device->properties[i].key, "%s", key);
  snprintf(device->properties[i].value, sizeof device->properties[i].value, "%s", value);
  return 0;
}

const char *offline_path(int device) { return devices[device].path; }
uint8_t *offline_codes(int device, unsigned type) { return devices[device].codes[type]; }
uint8_t *offline_input_properties(int device) { return devices[device].input_properties; }
struct offline_axis *offline_absolute(int device, unsigned code) { return &devices[device].axes[code]; }
uint8_t *offline_states(int device, unsigned type) { return devices[device].states[type]; }
int32_t *offline_slots(int device, unsigned code) {
  return devices[device].slots[code - first_mt_code];
}

int offline_send(int index, const struct offline_event *events, unsigned count) {
  struct udev_device *device = &devices[index];
  if (device->write_end < 0) return 0;
  ssize_t size = (ssize_t)(count * sizeof *events);
  return write(device->write_end, events, (size_t)size) == size ? 0 : -1;
}

static int open_device(const char *path, int flags, void *context) {
  struct udev_device *device = with_path(path);
  int ends[2];
  if (!device || device->read_end >= 0) return -ENODEV;
  if (pipe2(ends, O_NONBLOCK | O_CLOEXEC)) return -errno;
  device->read_end = ends[0];
  device->write_end = ends[1];
  return ends[0];
}

static void close_device(int descriptor, void *context) {
  struct udev_device *device = with_descriptor(descriptor);
  if (device) close_pipe(device);
}

const void *offline_interface(void) {
  static const struct {
    int (*open)(const char *, int, void *);
    void (*close)(int, void *);
  } interface = { open_device, close_device };
  return &interface;
}

static void log_line(void *libinput, int priority, const char *format, va_list arguments) {
  char text[1024];
  vsnprintf(text, sizeof text, format, arguments);
  if (log_function) log_function(priority, text);
}

void *offline_log_handler(void) { return (void *)log_line; }
void offline_set_log(void (*function)(int, const char *)) { log_function = function; }

// MARK: udev

struct udev;
static struct udev *new_udev(void) { return (struct udev *)&devices; }
static struct udev *udev_of(struct udev_device *device) { return new_udev(); }
// The library and devices are not counted, and devices have neither parents nor actions.
static void *same(void *object) { return object; }
static void *none(void *object) { return NULL; }
static void *no_parent(void *object, const char *subsystem, const char *type) { return NULL; }
static int is_initialized(struct udev_device *device) { return 1; }
static const char *node(struct udev_device *device) { return device->path; }
static const char *system_name(struct udev_device *device) { return strrchr(device->path, '/') + 1; }
static const char *system_path(struct udev_device *device) { return device->system_path; }

static struct udev_device *device_of_number(struct udev *udev, char type, dev_t wanted) {
  for (int i = 0; i < device_count; i++)
    if (number(&devices[i]) == wanted) return &devices[i];
  return NULL;
}

static struct udev_device *device_of_system_path(struct udev *udev, const char *path) {
  if (strstr(path, "/dmi/")) return model_name[0] ? &model : NULL;
  for (int i = 0; i < device_count; i++)
    if (!strcmp(devices[i].system_path, path)) return &devices[i];
  return NULL;
}

static const char *property(struct udev_device *device, const char *key) {
  if (device == &model) return strcmp(key, "MODALIAS") ? NULL : model_name;
  for (int i = 0; i < device->property_count; i++)
    if (!strcmp(device->properties[i].key, key)) return device->properties[i].value;
  return NULL;
}

// Plugins in Lua can list the properties of a device.
static struct udev_list_entry *with_key(struct udev_list_entry *entry) {
  return entry->key[0] ? entry : NULL;
}
static struct udev_list_entry *first_property(struct udev_device *device) {
  return with_key(device->properties);
}
static struct udev_list_entry *next_property(struct udev_list_entry *entry) {
  return with_key(entry + 1);
}
static const char *key_of(struct udev_list_entry *entry) { return entry->key; }
static const char *value_of(struct udev_list_entry *entry) { return entry->value; }

// MARK: Time

int64_t offline_time(void) { return now; }
void offline_set_time(int64_t microseconds) { now = microseconds; }

int64_t offline_next_timer(void) {
  int64_t next = INT64_MAX;
  for (int i = 0; i < timer_count; i++)
    if (timers[i].expiry && timers[i].expiry < next) next = timers[i].expiry;
  return next;
}

void offline_expire_timers(void) {
  for (int i = 0; i < timer_count; i++) {
    if (!timers[i].expiry || timers[i].expiry > now) continue;
    timers[i].expiry = 0;
    uint64_t once = 1;
    if (write(timers[i].descriptor, &once, sizeof once) < 0) continue;
  }
}

static int get_time(clockid_t clock, struct timespec *time) {
  time->tv_sec = now / 1000000;
  time->tv_nsec = now % 1000000 * 1000;
  return 0;
}

static int create_timer(int clock, int flags) {
  if (timer_count == most_timers) return errno = EMFILE, -1;
  int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (descriptor < 0) return -1;
  timers[timer_count].descriptor = descriptor;
  timers[timer_count++].expiry = 0;
  return descriptor;
}

static int set_timer(
  int descriptor, int flags, const struct itimerspec *new, struct itimerspec *old) {
  for (int i = 0; i < timer_count; i++) {
    if (timers[i].descriptor != descriptor) continue;
    uint64_t expirations; // as in the kernel, setting a timer clears them
    if (read(descriptor, &expirations, sizeof expirations) < 0) errno = 0;
    int64_t expiry = new->it_value.tv_sec * 1000000LL + new->it_value.tv_nsec / 1000;
    timers[i].expiry = !expiry || flags & TFD_TIMER_ABSTIME ? expiry : now + expiry;
    return 0;
  }
  return errno = EBADF, -1;
}

void offline_limit_time(unsigned seconds) {
  struct itimerval limit = { .it_value.tv_sec = seconds };
  setitimer(ITIMER_PROF, &limit, NULL); // ends the process with SIGPROF
  alarm(seconds * 10);
}

int offline_connect(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends); }

// MARK: Files

static char quirks_folder[4096], quirks_file[4096];

void offline_set_quirks(const char *folder, const char *file) {
  snprintf(quirks_folder, sizeof quirks_folder, "%s", folder);
  snprintf(quirks_file, sizeof quirks_file, "%s", file);
}

/// The path that is read in place of one of libinput's files.
static const char *redirected(const char *path, char *buffer, size_t size) {
  static const char usual[] = "/usr/share/libinput", overrides[] = "/local-overrides.quirks";
  size_t length = strlen(path), end = strlen(overrides);
  if (quirks_file[0] && length >= end && !strcmp(path + length - end, overrides)) return quirks_file;
  if (!quirks_folder[0] || strncmp(path, usual, strlen(usual))) return path;
  snprintf(buffer, size, "%s%s", quirks_folder, path + strlen(usual));
  return buffer;
}

static FILE *open_file(const char *path, const char *mode) {
  char buffer[8192];
  // The machine's own model would choose quirks on ARM.
  if (!strncmp(path, "/sys/firmware/", 14)) return errno = ENOENT, NULL;
  return fopen(redirected(path, buffer, sizeof buffer), mode);
}

static int list_folder(
  const char *path, struct dirent ***names, int (*filter)(const struct dirent *),
  int (*compare)(const struct dirent **, const struct dirent **)) {
  char buffer[8192];
  return scandir(redirected(path, buffer, sizeof buffer), names, filter, compare);
}

static int describe(const struct udev_device *device, struct stat *status) {
  memset(status, 0, sizeof *status);
  status->st_mode = S_IFCHR | 0600;
  status->st_rdev = number(device);
  return 0;
}

// These names are stat64 and fstat64 in some C libraries; the structure is the same.
static int status_of_path(const char *path, struct stat *status) {
  const struct udev_device *device = with_path(path);
  return device ? describe(device, status) : fstatat(AT_FDCWD, path, status, 0);
}

static int status_of_descriptor(int descriptor, struct stat *status) {
  const struct udev_device *device = with_descriptor(descriptor);
  return device ? describe(device, status) : fstatat(descriptor, "", status, AT_EMPTY_PATH);
}

static int copy(void *target, unsigned room, const void *source, size_t size) {
  size_t copied = size < room ? size : room;
  memset(target, 0, room);
  memcpy(target, source, copied);
  return (int)copied;
}

static int copy_slots(const struct udev_device *device, int32_t *target, unsigned room) {
  if (room < 4) return errno = EINVAL, -1;
  unsigned code = (unsigned)target[0];
  if (code < first_mt_code || code >= ABS_CNT) return errno = EINVAL, -1;
  for (unsigned i = 0; i < room / 4 - 1; i++)
    target[1 + i] = i < offline_most_slots ? device->slots[code - first_mt_code][i] : 0;
  return 0;
}

/// The requests of libevdev and libmtdev; others fail as on a device that does not know them.
static int control(int descriptor, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *target = va_arg(arguments, void *);
  va_end(arguments);
  struct udev_device *device = with_descriptor(descriptor);
  if (!device) return (int)syscall(SYS_ioctl, descriptor, request, target);
  if (_IOC_TYPE(request) != 'E') return errno = ENOTTY, -1;
  unsigned room = _IOC_SIZE(request), code = _IOC_NR(request);
  switch (request) {
    case EVIOCGVERSION: return *(int *)target = EV_VERSION, 0;
    case EVIOCGID: return memcpy(target, &device->identity, sizeof device->identity), 0;
    case EVIOCSCLOCKID: case EVIOCGRAB: case EVIOCREVOKE: return 0;
    case EVIOCGREP: return errno = ENOSYS, -1;
  }
  if (code >= 0x20 && code < 0x20 + EV_CNT)
    return copy(target, room, device->codes[code - 0x20], code_bytes);
  if (code >= 0x40 && code < 0x40 + ABS_CNT)
    return copy(target, room, &device->axes[code - 0x40], sizeof(struct input_absinfo)), 0;
  if (code >= 0xc0 && room == sizeof(struct input_absinfo))
    return memcpy(&device->axes[code - 0xc0], target, room), 0;
  switch (code) {
    case _IOC_NR(EVIOCGNAME(0)): return copy(target, room, device->name, strlen(device->name) + 1);
    case _IOC_NR(EVIOCGPHYS(0)): case _IOC_NR(EVIOCGUNIQ(0)): return errno = ENOENT, -1;
    case _IOC_NR(EVIOCGPROP(0)):
      return copy(target, room, device->input_properties, sizeof device->input_properties);
    case _IOC_NR(EVIOCGMTSLOTS(0)): return copy_slots(device, target, room);
    case _IOC_NR(EVIOCGKEY(0)): return copy(target, room, device->states[EV_KEY], code_bytes);
    case _IOC_NR(EVIOCGLED(0)): return copy(target, room, device->states[EV_LED], code_bytes);
    case _IOC_NR(EVIOCGSW(0)): return copy(target, room, device->states[EV_SW], code_bytes);
    case _IOC_NR(EVIOCGSND(0)): return copy(target, room, device->states[EV_SND], code_bytes);
  }
  return errno = EINVAL, -1;
}

const struct offline_replacement offline_replacements[] = {
  { "clock_gettime", get_time }, { "timerfd_create", create_timer },
  { "timerfd_settime", set_timer }, { "ioctl", control },
  { "stat", status_of_path }, { "stat64", status_of_path },
  { "fstat", status_of_descriptor }, { "fstat64", status_of_descriptor },
  { "fopen", open_file }, { "fopen64", open_file },
  { "scandir", list_folder }, { "scandir64", list_folder },
  { "udev_new", new_udev }, { "udev_ref", same }, { "udev_unref", none },
  { "udev_device_new_from_devnum", device_of_number },
  { "udev_device_new_from_syspath", device_of_system_path },
  { "udev_device_ref", same }, { "udev_device_unref", none },
  { "udev_device_get_udev", udev_of }, { "udev_device_get_is_initialized", is_initialized },
  { "udev_device_get_devnode", node }, { "udev_device_get_sysname", system_name },
  { "udev_device_get_syspath", system_path }, { "udev_device_get_action", none },
  { "udev_device_get_parent", none },
  { "udev_device_get_parent_with_subsystem_devtype", no_parent },
  { "udev_device_get_property_value", property },
  { "udev_device_get_properties_list_entry", first_property },
  { "udev_list_entry_get_next", next_property },
  { "udev_list_entry_get_name", key_of }, { "udev_list_entry_get_value", value_of },
  { NULL, NULL },
};
