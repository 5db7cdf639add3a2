// Preloaded before umockdev: faults that tests ask for by files in the mocked machine's folder, and
// what umockdev does not simulate.
//   grab      EVIOCGRAB fails with the error whose number is in the file; without the file it succeeds
//   grabbed   exists while a device is grabbed
//   released  EVIOCGKEY finds no key down
//   overflow  the next read of a monitor reports that messages were lost
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static char *marker(const char *name, char path[PATH_MAX]) {
  const char *root = getenv("UMOCKDEV_DIR");
  if (!root) return NULL;
  snprintf(path, PATH_MAX, "%s/%s", root, name);
  return path;
}

static int grab(int isGrabbed) {
  char path[PATH_MAX];
  FILE *file = marker("grab", path) ? fopen(path, "r") : NULL;
  int error = 0;
  if (file) {
    if (fscanf(file, "%d", &error) != 1) error = 0;
    fclose(file);
  }
  if (error && isGrabbed) {
    errno = error;
    return -1;
  }
  if (!marker("grabbed", path)) return 0;
  if (!isGrabbed) return unlink(path), 0;
  int descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor >= 0) close(descriptor);
  return 0;
}

int ioctl(int descriptor, unsigned long request, ...) {
  static int (*original)(int, unsigned long, void *);
  if (!original) original = dlsym(RTLD_NEXT, "ioctl");
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  if (getenv("UMOCKDEV_DIR") && request == EVIOCGRAB) return grab(argument != NULL);
  int result = original(descriptor, request, argument);
  char path[PATH_MAX];
  if (result >= 0 && _IOC_TYPE(request) == 'E' && _IOC_NR(request) == _IOC_NR(EVIOCGKEY(0)) &&
      marker("released", path) && access(path, F_OK) == 0)
    memset(argument, 0, _IOC_SIZE(request));
  return result;
}

ssize_t recvmsg(int descriptor, struct msghdr *message, int flags) {
  static ssize_t (*original)(int, struct msghdr *, int);
  if (!original) original = dlsym(RTLD_NEXT, "recvmsg");
  char path[PATH_MAX];
  if (marker("overflow", path) && unlink(path) == 0) {
    errno = ENOBUFS;
    return -1;
  }
  return original(descriptor, message, flags);
}
