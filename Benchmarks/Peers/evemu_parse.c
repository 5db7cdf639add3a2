/* Parses an evemu recording with libevemu and prints the processor seconds that it took. */
#include <evemu.h>
#include <stdio.h>
#include <time.h>

int main(int argc, char **argv) {
  FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
  if (!file) {
    fprintf(stderr, "usage: evemu_parse RECORDING\n");
    return 1;
  }
  struct timespec start, end;
  struct input_event event;
  long count = 0;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
  struct evemu_device *device = evemu_new(NULL);
  if (!device || evemu_read(device, file) <= 0) {
    fprintf(stderr, "no description in %s\n", argv[1]);
    return 1;
  }
  while (evemu_read_event(file, &event) > 0) count++;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  evemu_delete(device);
  fclose(file);
  double seconds = (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) / 1e9;
  printf("%.6f %ld\n", seconds, count);
  return 0;
}
