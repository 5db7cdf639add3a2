// Preloaded beside umockdev: fstat(2) of a mocked node that the tests made a FIFO tells a character
// device of the mocked number, which libinput compares with udev's database. umockdev has done this
// for nodes of its own only since 0.19.2, and for FIFOs never.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static void disguise(int descriptor, mode_t *mode, dev_t *device) {
  const char *root = getenv("UMOCKDEV_DIR");
  if (!root || !S_ISFIFO(*mode)) return;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = 0;
  int number;
  const char *name = strrchr(path, '/');
  if (strncmp(path, root, strlen(root)) || sscanf(name, "/event%d", &number) != 1) return;
  *device = makedev(13, 64 + number);
  *mode = (*mode & ~S_IFMT) | S_IFCHR;
}

int fstat(int descriptor, struct stat *status) {
  static int (*original)(int, struct stat *);
  if (!original) original = dlsym(RTLD_NEXT, "fstat");
  int result = original(descriptor, status);
  if (result == 0) disguise(descriptor, &status->st_mode, &status->st_rdev);
  return result;
}

int fstat64(int descriptor, struct stat64 *status) {
  static int (*original)(int, struct stat64 *);
  if (!original) original = dlsym(RTLD_NEXT, "fstat64");
  int result = original(descriptor, status);
  if (result == 0) disguise(descriptor, &status->st_mode, &status->st_rdev);
  return result;
}
