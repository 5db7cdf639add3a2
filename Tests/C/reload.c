/* Loads the library, uses it and unloads it, a thousand times, and checks that memory does not grow.
 *
 *   reload LIBRARY
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <touchstone.h>
#include <unistd.h>

/* Of the pages in memory, the second number of the file. */
static long resident_bytes(void) {
  long size = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &size, &resident) != 2) exit(1);
  fclose(file);
  return resident * sysconf(_SC_PAGESIZE);
}

static void use(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "FAILED: %s\n", dlerror());
    exit(1);
  }
  touchstone_status (*create)(const struct touchstone_options *, struct touchstone_engine **);
  touchstone_status (*destroy)(struct touchstone_engine *);
  *(void **)&create = dlsym(library, "touchstone_engine_create");
  *(void **)&destroy = dlsym(library, "touchstone_engine_destroy");
  struct touchstone_options options = TOUCHSTONE_OPTIONS_INIT;
  struct touchstone_engine *engine = NULL;
  options.width_mm = options.height_mm = 100;
  if (create(&options, &engine) != TOUCHSTONE_OK || destroy(engine) != TOUCHSTONE_OK) exit(1);
  options.width_mm = -1; /* A message of the thread. */
  if (create(&options, &engine) == TOUCHSTONE_OK) exit(1);
  dlclose(library);
}

int main(int argument_count, char **arguments) {
  if (argument_count != 2) return 64;
  for (int round = 0; round < 10; round += 1) use(arguments[1]);
  long before = resident_bytes();
  for (int round = 0; round < 1000; round += 1) use(arguments[1]);
  long growth = resident_bytes() - before;
  if (growth > 256 * 1024) {
    printf("FAILED: memory grows by %ld bytes in 1000 rounds\n", growth);
    return 1;
  }
  printf("ok: loaded and unloaded 1000 times, memory grows by %ld bytes\n", growth);
}
