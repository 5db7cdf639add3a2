// Writes hours of touch input into a FIFO that replaces a device, as fast as it is read, and prints the
// reader's peak memory after the first hour and at the end.
// Usage: feed FIFO HOURS PID
#include <fcntl.h>
#include <linux/input.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { FINGERS = 10, RATE = 120, TOUCH = 2 * RATE, PAUSE = RATE / 2, ROUND = TOUCH + PAUSE };
// Writes of up to 4096 bytes are atomic.
static struct input_event frame[170];
static int count;
static int64_t now;
static long long events;

static void add(int type, int code, int value) {
  struct input_event *event = &frame[count++];
  event->input_event_sec = now / 1000000;
  event->input_event_usec = now % 1000000;
  event->type = type;
  event->code = code;
  event->value = value;
}

// Ten fingers that move to and fro for two seconds, then half a second without touches.
static int fill(long long number) {
  int step = number % ROUND;
  count = 0;
  if (step > TOUCH) return 0;
  for (int finger = 0; finger < FINGERS; finger++) {
    add(EV_ABS, ABS_MT_SLOT, finger);
    if (step == TOUCH) {
      add(EV_ABS, ABS_MT_TRACKING_ID, -1);
      continue;
    }
    if (step == 0) add(EV_ABS, ABS_MT_TRACKING_ID, (number / ROUND * FINGERS + finger) % 65536);
    add(EV_ABS, ABS_MT_POSITION_X, 100 * finger + 2 * step);
    add(EV_ABS, ABS_MT_POSITION_Y, 200 + 6 * step + finger);
  }
  add(EV_KEY, BTN_TOUCH, step != TOUCH);
  add(EV_SYN, SYN_REPORT, 0);
  return 1;
}

static long peak(const char *pid) {
  char path[64], line[256];
  long kilobytes = 0;
  snprintf(path, sizeof path, "/proc/%s/status", pid);
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file)) sscanf(line, "VmHWM: %ld", &kilobytes);
  if (file) fclose(file);
  return kilobytes;
}

static void drain(int fifo) {
  int left;
  while (ioctl(fifo, FIONREAD, &left) == 0 && left > 0) usleep(1000);
  usleep(100000);
}

int main(int argc, char **argv) {
  if (argc < 4) return 64;
  int fifo = open(argv[1], O_RDWR);
  double hours = atof(argv[2]);
  struct timespec start;
  clock_gettime(CLOCK_MONOTONIC, &start);
  int64_t first = start.tv_sec * 1000000LL + start.tv_nsec / 1000;
  long long total = hours * 3600 * RATE, written = 0;
  for (long long number = 0; number < total; number++) {
    now = first + number * 1000000 / RATE;
    if (fill(number)) {
      ssize_t size = count * sizeof *frame;
      if (write(fifo, frame, size) != size) return perror("feed"), 1;
      written++;
      events += count;
    }
    if (number + 1 == 3600 * RATE) {
      drain(fifo);
      printf("first %ld\n", peak(argv[3]));
      fflush(stdout);
    }
  }
  drain(fifo);
  printf("last %ld\nframes %lld\nevents %lld\n", peak(argv[3]), written, events);
  return 0;
}
